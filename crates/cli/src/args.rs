//! Arguments of all commands.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use heddle::{
    Context, Environment, Error, Jdk, Merged, PointsTo, ReductionKind, ReductionSet, reduction_table, verdict,
};

/// Prove your Java threads right.
#[derive(Parser, Debug)]
#[command(name = "heddle", version, about, max_term_width = 100)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Explore every interleaving of a program and report violations, or prove that there are none.
    Check(Box<Check>),
    /// Analyse a method for all its inputs at once, within a few contexts, and show which lines it reaches.
    Symbolic(Box<Symbolic>),
    /// List every outcome of a small concurrent program, per memory model.
    Litmus(Litmus),
    /// Show the facts of the static analysis: threads, fields, future accesses, owned and protected memory.
    Analyze(Analyze),
    /// Build the finite-state model of a program, count its states, and write it for other tools.
    Model(Box<BuildModel>),
    /// Execute a saved run again, step by step.
    Replay(Replay),
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
    /// A .java file, a folder of sources or classes, a .class file, a .jar, or a class name.
    pub program: String,

    #[command(flatten)]
    pub jdk: JdkChoice,

    /// Where to find classes: folders and jars, separated as for java.
    #[arg(long = "class-path", short = 'c', visible_alias = "cp", value_name = "PATH")]
    pub class_path: Option<String>,

    /// Compile with the preview features of the JDK.
    #[arg(long)]
    pub enable_preview: bool,

    /// The class with the main method, if the program has several.
    #[arg(long = "main", value_name = "CLASS")]
    pub main_class: Option<String>,
}

impl Target {
    /// The same for the library, with arguments of the program.
    pub fn with_arguments(&self, arguments: &[String]) -> heddle::Target {
        heddle::Target {
            program: self.program.clone(),
            class_path: self.class_path.iter().flat_map(|path| std::env::split_paths(path)).collect(),
            main_class: self.main_class.clone(),
            enable_preview: self.enable_preview,
            arguments: arguments.to_vec(),
        }
    }
}

#[derive(Args, Debug)]
pub struct Run {
    #[command(flatten)]
    pub target: Target,

    /// Arguments of the program.
    #[arg(last = false, trailing_var_arg = true, allow_hyphen_values = true)]
    pub arguments: Vec<String>,
}

#[derive(Args, Debug)]
#[command(args_override_self = true)]
pub struct Check {
    #[command(flatten)]
    pub target: Target,

    /// Arguments of the program, after --.
    #[arg(last = true)]
    pub arguments: Vec<String>,

    /// The order in which states are visited.
    #[arg(long, value_enum, default_value_t = SearchOrder::Dfs)]
    pub search: SearchOrder,

    /// Seed of random and pct searches.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,

    /// Runs of random and pct searches.
    #[arg(long, default_value_t = 1000)]
    pub walks: u64,

    /// Depth of the bugs that a pct search aims at.
    #[arg(long, default_value_t = 3, value_name = "D")]
    pub pct_depth: u32,

    /// Only runs with at most K contexts: maximal sequences of steps of one thread.
    #[arg(long, value_name = "K", conflicts_with = "preemptions", value_parser = clap::value_parser!(u32).range(1..=250))]
    pub contexts: Option<u32>,

    /// Only runs with at most P preemptions: switches away from a thread that could continue.
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u32).range(0..=250))]
    pub preemptions: Option<u32>,

    /// What a data race counts as.
    #[arg(long, value_enum, default_value_t = Races::Error)]
    pub races: Races,

    /// Accept data races on a field, by its name with class and package, for a reason; * stands for any text. Can be
    /// given several times.
    #[arg(long = "accept-race", value_name = "FIELD=WHY")]
    pub accepted_races: Vec<verdict::AcceptedRace>,

    /// What a failed assertion counts as that code of the JDK catches and the program never gets to see, as in a
    /// task whose future nobody looks at.
    #[arg(long, value_enum, default_value_t = Swallowed::Error)]
    pub swallowed_assertions: Swallowed,

    /// Search for livelocks (cycles without progress in which every thread is scheduled fairly), and for partial
    /// deadlocks in state spaces of any size.
    #[arg(long)]
    pub livelock: bool,

    /// Check that every run satisfies a formula of linear temporal logic, such as
    /// '[] (Main.request -> <> Main.reply)', and nothing else (see the guide).
    #[arg(long, value_name = "FORMULA")]
    pub ltl: Option<String>,

    /// A name for a formula, to be used in --ltl and in later --prop.
    #[arg(long = "prop", value_name = "NAME=FORMULA", requires = "ltl", value_parser = proposition)]
    pub propositions: Vec<(String, String)>,

    /// With --ltl: only weakly fair runs, in which a thread that is enabled continuously eventually takes a step.
    #[arg(long, requires = "ltl")]
    pub fair: bool,

    /// List every distinct final output.
    #[arg(long)]
    pub outcomes: bool,

    /// Continue after the first violation and collect all distinct ones.
    #[arg(long)]
    pub all: bool,

    /// Workers [default: one per core; one with --outcomes].
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,

    /// Compare whole states instead of 128-bit fingerprints.
    #[arg(long)]
    pub exact: bool,

    #[arg(long, value_name = "LIST", default_value = "all", value_parser = Reduce::parse, help = Reduce::help())]
    pub reduce: Reduce,

    #[command(flatten)]
    pub precision: Precision,

    /// Check for one platform only: a name such as green or quasi:2, or a TOML file (see the guide).
    #[arg(long, value_name = "NAME")]
    pub platform: Option<String>,

    /// Compare every state with what the analysis says of the program.
    #[arg(long, hide = true)]
    pub audit: bool,

    /// Which thread acquires a monitor that is released.
    #[arg(long, value_enum, default_value_t = Monitors::Barging)]
    pub monitors: Monitors,

    /// Explore spurious wake-ups, which Java permits.
    #[arg(long)]
    pub spurious: bool,

    /// When time-outs fire, and sleeps end.
    #[arg(long, value_enum, default_value_t = Time::Any)]
    pub time: Time,

    /// Stop after so many seconds.
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<u64>,

    /// Stop when the process uses so many MiB [default: three quarters of the machine's memory].
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,

    /// Stop after so many states.
    #[arg(long, value_name = "N")]
    pub max_states: Option<u64>,

    /// Cut runs after so many steps.
    #[arg(long, value_name = "N")]
    pub max_depth: Option<u64>,

    /// List everything that the verdict assumes, a line each.
    #[arg(long)]
    pub assumptions: bool,

    /// Show the run as it was found, not one with the fewest context switches.
    #[arg(long)]
    pub no_shorten: bool,

    /// Show which events lead to the first violation, as text; also to a .svg, .dot, .json or .txt file, or -
    /// for none.
    #[arg(long, value_name = "FILE")]
    pub explain: Option<PathBuf>,

    /// Write the run of the first violation to a file for `heddle replay`.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// Print the report as JSON.
    #[arg(long)]
    pub json: bool,
}

fn proposition(text: &str) -> Result<(String, String), String> {
    let (name, formula) = text.split_once('=').ok_or("write NAME=FORMULA")?;
    Ok((name.trim().to_owned(), formula.trim().to_owned()))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SearchOrder {
    /// Depth first.
    Dfs,
    /// Breadth first: finds a shortest run.
    Bfs,
    /// Random walks.
    Random,
    /// Random priorities with few changes (probabilistic concurrency testing).
    Pct,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Swallowed {
    Error,
    Allow,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Races {
    Error,
    Warn,
    Off,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Time {
    /// At any moment while a thread waits.
    Any,
    /// Only when nothing else can run, the earliest first.
    Last,
}

impl From<Time> for verdict::Timeouts {
    fn from(time: Time) -> Self {
        match time {
            Time::Any => Self::Any,
            Time::Last => Self::Last,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Monitors {
    /// Any thread that requests it, as on real JVMs.
    Barging,
    /// The thread that requested it first; notify wakes the thread that has waited longest.
    Fifo,
}

impl From<Monitors> for verdict::Monitors {
    fn from(monitors: Monitors) -> Self {
        match monitors {
            Monitors::Barging => Self::Barging,
            Monitors::Fifo => Self::Fifo,
        }
    }
}

/// How precise the analysis behind the reductions is.
#[derive(Args, Clone, Copy, Debug)]
pub struct Precision {
    /// How much of the call stack the analysis of future accesses uses.
    #[arg(long, value_enum, default_value_t = Futures::Full)]
    pub futures: Futures,

    /// The points-to analysis, which distinguishes objects.
    #[arg(long, value_enum, default_value_t = Pointers::Exhaustive)]
    pub points_to: Pointers,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Futures {
    /// Nothing: a method returns to every one of its callers.
    Insensitive,
    /// Calls return to where they are made, but not the method that the thread stands in.
    Callee,
    /// The whole call stack.
    Full,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Pointers {
    /// None: equal fields may be of equal objects.
    Fields,
    /// One set of objects per variable.
    Exhaustive,
    /// One per variable and receiver.
    Object,
    /// One per queried variable.
    Demand,
    /// One per queried variable, context-sensitive, refined within a budget.
    Refined,
}

impl From<Precision> for heddle::Precision {
    fn from(precision: Precision) -> Self {
        let context = match precision.futures {
            Futures::Insensitive => Context::Insensitive,
            Futures::Callee => Context::Callee,
            Futures::Full => Context::Full,
        };
        let points_to = match precision.points_to {
            Pointers::Fields => PointsTo::Fields,
            Pointers::Exhaustive => PointsTo::Exhaustive,
            Pointers::Object => PointsTo::ObjectSensitive,
            Pointers::Demand => PointsTo::Demand,
            Pointers::Refined => PointsTo::Refined,
        };
        Self { points_to, context }
    }
}

/// The argument of `--reduce`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reduce {
    /// Every instruction is a step of its own.
    pub plain: bool,
    pub reductions: ReductionSet,
    /// The precision of the analysis, where the list names it.
    pub context: Option<Context>,
    pub points_to: Option<PointsTo>,
}

impl Reduce {
    fn parse(text: &str) -> Result<Self, String> {
        let reductions = if text == "all" { ReductionSet::ALL } else { ReductionSet::NONE };
        let mut reduce = Self { plain: text == "none", reductions, context: None, points_to: None };
        // Taking a monitor again and releasing one are never steps of their own.
        let implied = ["local", "relock", "unlock"];
        let is_list = !["none", "all"].contains(&text);
        for name in text.split(',').filter(|name| is_list && !implied.contains(name)) {
            if let Some(kind) = ReductionKind::from_name(name) {
                reduce.reductions.insert(kind);
            } else if let Some(context) = Context::from_name(name) {
                reduce.context = Some(context);
            } else if let Some(points_to) = PointsTo::from_name(name) {
                reduce.points_to = Some(points_to);
            } else {
                let names = reduction_table::names().collect::<Vec<_>>().join(", ");
                return Err(format!("there is no reduction {name:?}; try none, local, all, or of {names}"));
            }
        }
        Ok(reduce)
    }

    fn help() -> String {
        let mut help = String::from(
            "Which reductions make steps longer: none (every instruction is a step), local (steps end before \
             instructions that other threads could notice), all, or a list of these, which come on top of local:",
        );
        for row in &reduction_table::TABLE {
            help += &format!("\n- {}: {}", row.kind.name(), row.description);
        }
        help + "\n"
    }
}

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
    pub timeout: Option<u64>,

    /// Room for decision diagrams, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    pub memory: usize,

    /// Do not show which lines are reached.
    #[arg(long)]
    pub no_coverage: bool,

    /// Write the lines that are reached to a file in LCOV format.
    #[arg(long, value_name = "FILE")]
    pub lcov: Option<PathBuf>,

    /// Print time, diagram nodes, view tuples and contexts.
    #[arg(long)]
    pub stats: bool,

    /// Print the report as JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Litmus {
    #[command(flatten)]
    pub target: Target,

    /// The memory model: sequential consistency, that of the first Java specification, or today's.
    #[arg(long, value_enum, default_value_t = Model::All)]
    pub model: Model,

    /// Only tests whose class name contains this text.
    #[arg(long, value_name = "TEXT")]
    pub test: Option<String>,

    /// Stop the search for outcomes of a test after so many seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub timeout: u64,

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
    All,
}

#[derive(Args, Debug)]
pub struct Analyze {
    #[command(flatten)]
    pub target: Target,

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
    pub timeout: Option<u64>,

    /// Stop when the process uses so many MiB [default: three quarters of the machine's memory].
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,

    /// Stop after so many states.
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    pub max_states: usize,

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

    /// Print the report as JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Doctor {
    #[command(flatten)]
    pub jdk: JdkChoice,
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
