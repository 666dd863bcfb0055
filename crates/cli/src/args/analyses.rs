//! Arguments of `heddle symbolic`, `litmus`, `analyze` and `model`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use heddle::Merged;
use heddle::verdict::Seconds;

use super::{Monitors, Precision, Target};
use crate::limits::ProcessLimits;
use crate::reports::ReportFiles;

#[derive(Args, Debug)]
#[command(args_override_self = true)]
pub struct Symbolic {
    #[command(flatten)]
    pub target: Target,

    /// The method, as Class.method [default: main].
    pub method: Option<String>,

    /// Arguments of the program, after --, if the method is main.
    #[arg(last = true)]
    pub arguments: Vec<String>,

    /// Bits of numbers, and of single parameters: 8, or 8,x=3,y=1.
    #[arg(long, default_value = "8", value_name = "BITS")]
    pub bits: String,

    /// At most so many objects.
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub heap: usize,

    /// At most so many elements of an array.
    #[arg(long, default_value_t = 40, value_name = "N")]
    pub array: u32,

    /// Arrays that are parameters have at most so many elements.
    #[arg(long, default_value_t = 3, value_name = "N")]
    pub input_array: u32,

    /// At most so many threads, the first included.
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=30))]
    pub threads: u32,

    /// At most K contexts: maximal sequences of steps of one thread.
    #[arg(long, default_value_t = 3, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub contexts: u32,

    /// How sets of configurations are split after a context.
    #[arg(long, value_enum, default_value_t = Split::Joint)]
    pub split: Split,

    /// Continue after the first violation and collect all distinct ones.
    #[arg(long)]
    pub all: bool,

    /// Stop after so many seconds.
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<Seconds>,

    /// Room for decision diagrams, in MiB.
    #[arg(long, value_name = "MIB", default_value = "2048", value_parser = crate::limits::mib)]
    pub memory: u64,

    /// Do not show which lines are reached.
    #[arg(long)]
    pub no_coverage: bool,

    /// The same as --report lcov=FILE.
    #[arg(long, value_name = "FILE")]
    pub lcov: Option<PathBuf>,

    /// Print time, diagram nodes, view tuples and contexts.
    #[arg(long)]
    pub stats: bool,

    #[command(flatten)]
    pub reports: ReportFiles,

    /// Print the report as JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Litmus {
    #[command(flatten)]
    pub target: Target,

    /// Arguments of the program, after --.
    #[arg(last = true)]
    pub arguments: Vec<String>,

    /// Memory models, separated by commas; all stands for sc, jmm1 and jmm.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "all", value_name = "MODEL,…")]
    pub model: Vec<Model>,

    /// Only tests whose name contains this text, with dots or as in class files; with * and ?, whose name is like it.
    #[arg(long, value_name = "TEXT")]
    pub test: Option<String>,

    /// Stop the search for outcomes of a test after so many seconds.
    #[arg(long, value_name = "SECONDS", default_value = "60")]
    pub timeout: Seconds,

    /// Stop when the process uses so many MiB.
    #[arg(long, value_name = "MIB", value_parser = crate::limits::mib)]
    pub memory: Option<u64>,

    /// In jmm1, do without prescient stores: section 17.8 of the first specification.
    #[arg(long)]
    pub no_prescient_stores: bool,

    /// Write one execution per outcome to a file, as graphs for Graphviz.
    #[arg(long, value_name = "FILE")]
    pub dot: Option<PathBuf>,

    /// Write the event space of each outcome of jmm1 to a file with its number before the ending: .aut for
    /// its transition system, .dot, .pvs.
    #[arg(long, value_name = "FILE")]
    pub events: Option<PathBuf>,

    /// Check for each outcome of jmm1 whether its transition system satisfies a formula of the μ-calculus.
    #[arg(long, value_name = "FORMULA")]
    pub formula: Option<String>,

    #[command(flatten)]
    pub reports: ReportFiles,

    /// Print one table of all tests, and no executions.
    #[arg(long, conflicts_with = "json")]
    pub table: bool,

    /// Print the outcomes as JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Split {
    /// Not at all: all threads stay together in one diagram.
    Joint,
    /// One tuple of views per valuation of the globals.
    Eager,
    /// As in the paper.
    Lazy,
    /// Lazily, into classes to which nothing can be added.
    Maximal,
    /// Like maximal, and keeping together what looks the same to the other threads.
    Slice,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Model {
    /// Accesses take effect at once and in program order.
    Sc,
    /// The first Java specification: working memories and the main memory.
    Jmm1,
    /// The Java memory model since Java 5, with the access modes of `VarHandle`.
    Jmm,
    /// The model of the access modes by Liu, Bender and Palsberg (JAM21, ECOOP 2022).
    Jam,
    All,
}

#[derive(Args, Debug)]
pub struct Analyze {
    #[command(flatten)]
    pub target: Target,

    /// Arguments of the program, after --.
    #[arg(last = true)]
    pub arguments: Vec<String>,

    #[command(flatten)]
    pub limits: ProcessLimits,

    /// Show what a thread at a line may still access.
    #[arg(long, value_name = "CLASS.METHOD:LINE")]
    pub at: Option<String>,

    /// The calls that led there, the last one first; may be repeated.
    #[arg(long, value_name = "CLASS.METHOD:LINE", requires = "at")]
    pub called_from: Vec<String>,

    /// Draw the storage structure graph of a line, for Graphviz: which variables may refer to which
    /// objects there.
    #[arg(long, value_name = "CLASS.METHOD:LINE", conflicts_with = "at")]
    pub dot: Option<String>,

    #[command(flatten)]
    pub precision: Precision,

    /// Print as JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(args_override_self = true)]
pub struct BuildModel {
    #[command(flatten)]
    pub target: Target,

    /// Arguments of the program, after --.
    #[arg(last = true)]
    pub arguments: Vec<String>,

    /// How many objects an allocator in a loop can make; a run that needs more ends there.
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub allocators: u32,

    /// Which thread acquires a monitor that is released.
    #[arg(long, value_enum, default_value_t = Monitors::Barging)]
    pub monitors: Monitors,

    /// Which steps are merged with others: all, none, or a list of owned, protected, relock, notify
    /// and unlock.
    #[arg(long, value_name = "LIST", default_value = "all", value_parser = merged, conflicts_with = "base")]
    pub reduce: Merged,

    /// The base model of the paper: every access, enter, exit, notification and start is a step.
    #[arg(long)]
    pub base: bool,

    /// Treat accesses as thread-local: all to Class.field, or those on the line Class.method:LINE.
    #[arg(long, value_name = "PLACE")]
    pub local: Vec<String>,

    /// Write the model instead of what was found: for SPIN, NuSMV, Graphviz, or as JSON.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub emit: Option<Emit>,

    /// Stop after so many seconds.
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<Seconds>,

    /// Stop when the process uses so many MiB [default: three quarters of the machine's memory].
    #[arg(long, value_name = "MIB", value_parser = crate::limits::mib)]
    pub memory: Option<u64>,

    /// Stop after so many states.
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    pub max_states: usize,

    #[command(flatten)]
    pub reports: ReportFiles,

    /// Print what was found as JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Emit {
    Promela,
    Smv,
    Dot,
    Json,
}

/// The argument of `model --reduce`.
fn merged(text: &str) -> Result<Merged, String> {
    let mut merged = Merged::default();
    match text {
        "none" => {}
        "all" => merged = Merged::ALL,
        list => {
            for name in list.split(',') {
                *match name {
                    "owned" => &mut merged.owned,
                    "protected" => &mut merged.protected,
                    "relock" => &mut merged.relock,
                    "notify" => &mut merged.notify,
                    "unlock" => &mut merged.unlock,
                    _ => {
                        let names = "owned, protected, relock, notify and unlock";
                        return Err(format!("there is no reduction {name:?}; try none, all, or of {names}"));
                    }
                } = true;
            }
        }
    }
    Ok(merged)
}
