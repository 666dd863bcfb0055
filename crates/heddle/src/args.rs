//! Arguments of all commands.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Prove your Java threads right.
#[derive(Parser, Debug)]
#[command(name = "heddle", version, about, max_term_width = 100)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Run a program under one deterministic schedule and print what it prints.
    Run(Run),
    /// Say which JDK is used and whether it works.
    Doctor(Doctor),
}

/// What to check or run.
#[derive(Args, Debug)]
pub struct Target {
    /// A .java file, a folder of sources or classes, a .class file, a .jar, or a class name.
    pub program: String,

    /// The JDK's home folder [default: JAVA_HOME, else the one of javac or java on the PATH].
    #[arg(long, value_name = "FOLDER")]
    pub jdk: Option<PathBuf>,

    /// Where to find classes: folders and jars, separated as for java.
    #[arg(long = "class-path", short = 'c', visible_alias = "cp", value_name = "PATH")]
    pub class_path: Option<String>,

    /// The class with the main method, if the program has several.
    #[arg(long = "main", value_name = "CLASS")]
    pub main_class: Option<String>,

    /// Arguments of the program.
    #[arg(last = false, trailing_var_arg = true, allow_hyphen_values = true)]
    pub arguments: Vec<String>,
}

#[derive(Args, Debug)]
pub struct Run {
    #[command(flatten)]
    pub target: Target,
}

#[derive(Args, Debug)]
pub struct Doctor {
    /// The JDK's home folder [default: JAVA_HOME, else the one of javac or java on the PATH].
    #[arg(long, value_name = "FOLDER")]
    pub jdk: Option<PathBuf>,
}
