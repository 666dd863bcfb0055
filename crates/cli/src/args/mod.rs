//! Arguments of all commands; those with many have files of their own.

mod analyses;
mod check;
mod see;
mod test;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Arg, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use heddle::{Environment, Error, Jdk};

pub use analyses::{Analyze, BuildModel, Emit, Litmus, Model, Split, Symbolic};
pub use check::{Check, CheckedModel, Monitors, Precision, Races, Random, Reduce, SearchOrder, Swallowed, Time};
pub use see::{Debug, Explore};
pub use test::Test;

use crate::limits::ProcessLimits;
use crate::reports::ReportFiles;

/// Prove your Java threads right.
#[derive(Parser, Debug)]
#[command(name = "heddle", version, about, max_term_width = 100)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,

    /// Print results and errors only: no progress, no figures, no tests that pass.
    #[arg(long, global = true)]
    pub quiet: bool,
}

impl Arguments {
    /// Reads a command line. A negative number is taken for the value of the option before it, which then says what it takes.
    pub fn read(line: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<Self, clap::Error> {
        let negative = |arg: Arg| {
            let takes = arg.get_action().takes_values() && !arg.is_positional();
            if takes { arg.allow_negative_numbers(true) } else { arg }
        };
        let command = Self::command().mut_subcommands(|command| command.mut_args(negative));
        Self::from_arg_matches(&command.try_get_matches_from(line)?)
    }
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Explore every interleaving of a program and report violations, or prove that there are none.
    Check(Box<Check>),
    /// Check the tests of a program, those of JUnit and TestNG, each for every interleaving.
    Test(Box<Test>),
    /// Analyse a method for all its inputs at once, within a few contexts, and show which lines it reaches.
    Symbolic(Box<Symbolic>),
    /// List every outcome of a small concurrent program, per memory model.
    Litmus(Litmus),
    /// Show the facts of the static analysis: threads, fields, future accesses, owned and protected memory.
    Analyze(Analyze),
    /// Build the finite-state model of a program, count its states, and write it for other tools.
    Model(Box<BuildModel>),
    /// Go on with a check that was stopped, from its last checkpoint, with the options that it had.
    Resume(Resume),
    /// Execute a saved run again, step by step.
    Replay(Replay),
    /// Let a debugger step through a run, forwards and backwards: the Debug Adapter Protocol.
    Debug(Debug),
    /// Explore a program by hand in a browser: choose who moves next, step back, look at the state, check from there.
    Explore(Box<Explore>),
    /// Serve an editor: checks from code lenses, violations as diagnostics, facts about fields. The Language Server Protocol.
    Lsp,
    /// Run a program under one deterministic schedule and print what it prints.
    Run(Run),
    /// Show which JDK is used and whether it works.
    Doctor(Doctor),
    /// Print the JSON Schema of all JSON reports.
    Schema,
    /// Print the completion script of a shell.
    Completions(Completions),
    /// Write manual pages to a folder.
    Manual(Manual),
}

#[derive(Args, Debug)]
pub struct Resume {
    /// What `heddle check --checkpoint` wrote.
    pub file: PathBuf,
}

/// Which JDK to use.
#[derive(Args, Debug)]
pub struct JdkChoice {
    /// The JDK's home folder [default: JAVA_HOME, else the one of javac or java on the PATH].
    #[arg(long, value_name = "FOLDER")]
    pub jdk: Option<PathBuf>,
}

impl JdkChoice {
    /// The JDK that was named, else the one of the environment.
    pub fn find(&self) -> Result<Jdk, Error> {
        match &self.jdk {
            Some(home) => Jdk::at(home),
            None => {
                Jdk::find(&Environment { java_home: std::env::var_os("JAVA_HOME"), path: std::env::var_os("PATH") })
            }
        }
    }
}

/// What to check or run.
#[derive(Args, Debug)]
pub struct Target {
    /// A .java file, a folder of sources or classes, a Maven or Gradle project, a .class file, a .jar, or a class name.
    pub program: String,

    #[command(flatten)]
    pub place: Place,
}

/// Where the parts of a program are, and how it is compiled and started.
#[derive(Args, Debug)]
pub struct Place {
    #[command(flatten)]
    pub jdk: JdkChoice,

    /// Where to find classes: folders and jars, separated as for java; lib/* stands for all jars of a folder.
    #[arg(long = "class-path", short = 'c', visible_alias = "cp", value_name = "PATH")]
    pub class_path: Option<String>,

    /// Where sources lie, for showing lines: folders and jars, separated as for java.
    #[arg(long, value_name = "PATH")]
    pub source_path: Option<String>,

    /// Compile with the preview features of the JDK.
    #[arg(long)]
    pub enable_preview: bool,

    /// Execute annotation processors on the class path when compiling: code that runs outside of Heddle.
    #[arg(long)]
    pub processors: bool,

    /// The encoding of sources [default: that of javac].
    #[arg(long, value_name = "NAME")]
    pub encoding: Option<String>,

    /// An option for javac, such as --javac=-parameters. Can be given several times.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    pub javac: Vec<String>,

    /// A system property of the program, as for java. Can be given several times.
    #[arg(short = 'D', value_name = "NAME=VALUE", value_parser = property)]
    pub properties: Vec<(String, String)>,

    /// The class with the main method, if the program has several.
    #[arg(long = "main", value_name = "CLASS")]
    pub main_class: Option<String>,
}

impl Target {
    /// The same for the library, with arguments of the program.
    pub fn with_arguments(&self, arguments: &[String]) -> heddle::Target {
        self.place.of(&self.program, arguments)
    }
}

impl Place {
    /// A program that lies there, for the library.
    pub fn of(&self, program: &str, arguments: &[String]) -> heddle::Target {
        heddle::Target {
            program: program.to_owned(),
            class_path: self.class_path.as_deref().map(class_path).unwrap_or_default(),
            source_path: self.source_path.iter().flat_map(|path| std::env::split_paths(path)).collect(),
            main_class: self.main_class.clone(),
            test: None,
            processors: self.processors,
            enable_preview: self.enable_preview,
            encoding: self.encoding.clone(),
            javac: self.javac.clone(),
            properties: self.properties.clone(),
            arguments: arguments.to_vec(),
        }
    }
}

/// `-Dname=value`; without a value it is empty, as for `java`.
fn property(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    if name.is_empty() { Err("write -Dname=value".into()) } else { Ok((name.to_owned(), value.to_owned())) }
}

/// The entries of a class path. As for `java`, an entry `lib/*` stands for all jars of the folder.
pub fn class_path(text: &str) -> Vec<PathBuf> {
    let mut entries = Vec::new();
    for entry in std::env::split_paths(text).filter(|entry| !entry.as_os_str().is_empty()) {
        if entry.file_name().is_none_or(|name| name != "*") {
            entries.push(entry);
            continue;
        }
        let folder = entry.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
        let mut jars: Vec<PathBuf> =
            files.filter(|file| file.extension().is_some_and(|end| end.eq_ignore_ascii_case("jar"))).collect();
        jars.sort();
        entries.extend(jars);
    }
    entries
}

#[derive(Args, Debug)]
pub struct Run {
    #[command(flatten)]
    pub target: Target,

    #[command(flatten)]
    pub limits: ProcessLimits,

    /// Print a report as JSON at the end, with what the program printed.
    #[arg(long)]
    pub json: bool,

    /// Arguments of the program.
    #[arg(last = false, trailing_var_arg = true, allow_hyphen_values = true)]
    pub arguments: Vec<String>,
}

#[derive(Args, Debug)]
pub struct Replay {
    /// A file that `heddle check --save` wrote.
    pub file: PathBuf,

    /// Where the program is now, if it has moved since.
    #[arg(long, value_name = "PROGRAM")]
    pub program: Option<String>,

    /// Where its classes are now: folders and jars, separated as for java.
    #[arg(long = "class-path", short = 'c', visible_alias = "cp", value_name = "PATH")]
    pub class_path: Option<String>,

    #[command(flatten)]
    pub jdk: JdkChoice,

    #[command(flatten)]
    pub limits: ProcessLimits,

    #[command(flatten)]
    pub reports: ReportFiles,

    /// Print the report as JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Doctor {
    #[command(flatten)]
    pub jdk: JdkChoice,

    #[command(flatten)]
    pub limits: ProcessLimits,

    /// Print the report as JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Completions {
    /// The shell.
    pub shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub struct Manual {
    /// Where to write the pages.
    pub folder: PathBuf,
}
