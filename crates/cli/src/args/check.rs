//! Arguments of `heddle check`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use heddle::{Context, PointsTo, ReductionKind, ReductionSet, reduction_table, verdict};

use super::Target;
use crate::reports::ReportFiles;

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
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub walks: u64,

    /// Depth of the bugs that a pct search aims at.
    #[arg(long, default_value_t = 3, value_name = "D")]
    pub pct_depth: u32,

    /// Only runs with at most K contexts: maximal sequences of steps of one thread.
    #[arg(long, value_name = "K", conflicts_with_all = ["preemptions", "delays"], value_parser = clap::value_parser!(u32).range(1..=250))]
    pub contexts: Option<u32>,

    /// Only runs with at most P preemptions: switches away from a thread that could continue, and times that pass
    /// before a thread reads a clock.
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u32).range(0..=250))]
    pub preemptions: Option<u32>,

    /// Only runs with at most D delays: a thread goes on until it blocks or ends, then it is the next one's turn; a
    /// thread that is passed over is delayed. Good for many threads.
    #[arg(long, value_name = "D", conflicts_with = "preemptions", value_parser = clap::value_parser!(u32).range(0..=250))]
    pub delays: Option<u32>,

    /// The memory model: interleavings only (sc), or also the executions that the Java memory model allows besides (jmm).
    #[arg(long, value_enum, default_value_t = CheckedModel::Sc)]
    pub memory_model: CheckedModel,

    /// What a data race counts as [default: error; warn with --memory-model jmm].
    #[arg(long, value_enum)]
    pub races: Option<Races>,

    /// Accept data races on a field, by its name with class and package, for a reason; * stands for any text. Can be
    /// given several times.
    #[arg(long = "accept-race", value_name = "FIELD=WHY")]
    pub accepted_races: Vec<verdict::AcceptedRace>,

    /// What a failed assertion counts as that code of the JDK catches and the program never gets to see, as in a
    /// task whose future nobody looks at.
    #[arg(long, value_enum, default_value_t = Swallowed::Error)]
    pub swallowed_assertions: Swallowed,

    /// Which random numbers come out where the program gives no seed.
    #[arg(long, value_enum, default_value_t = Random::One)]
    pub random: Random,

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
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub jobs: Option<u32>,

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
    pub timeout: Option<verdict::Seconds>,

    /// Let visited states go to disk when the process comes near so many MiB, and stop when it uses more [default: three quarters of the machine's memory].
    #[arg(long, value_name = "MIB", value_parser = crate::limits::mib)]
    pub memory: Option<u64>,

    /// The folder for visited states that there is no memory for [default: the system's for temporary files].
    #[arg(long, value_name = "FOLDER")]
    pub spill: Option<PathBuf>,

    /// Stop after so many states.
    #[arg(long, value_name = "N")]
    pub max_states: Option<u64>,

    /// Cut runs after so many steps.
    #[arg(long, value_name = "N")]
    pub max_depth: Option<u64>,

    /// Search with so many processes on this machine.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub processes: Option<u32>,

    /// Search with processes on several machines: a file with a host and port for each, one a line.
    #[arg(long, value_name = "FILE")]
    pub hosts: Option<PathBuf>,

    /// Which of the processes this one is: 0 for the first line of the file.
    #[arg(long, value_name = "I")]
    pub process: Option<u32>,

    /// A file with a text that the processes know and nobody else.
    #[arg(long, value_name = "FILE")]
    pub secret: Option<PathBuf>,

    /// Work that each process does by itself first.
    #[arg(long, value_name = "WORK", hide = true)]
    pub alone: Option<u64>,

    /// Write to a file now and then, and when stopped, where the search stands, for `heddle resume`. One worker, no sampling.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// Seconds between two checkpoints.
    #[arg(long, value_name = "SECONDS", default_value = "60", requires = "checkpoint")]
    pub every: verdict::Seconds,

    /// The command that wrote the checkpoint to go on from.
    #[arg(skip)]
    pub resumed: Option<Vec<String>>,

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

    #[command(flatten)]
    pub reports: ReportFiles,

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
    /// Dynamic partial-order reduction: every order of conflicting steps once, without remembering states.
    Dpor,
    /// Random walks.
    Random,
    /// Random priorities with few changes (probabilistic concurrency testing).
    Pct,
    /// Random priorities of steps, new ones for those that conflict with the one taken (partial-order sampling).
    Pos,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Swallowed {
    Error,
    Allow,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Random {
    /// Those of one seed.
    One,
    /// Every value of a range of up to 32, some of a wider one.
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum CheckedModel {
    Sc,
    Jmm,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Races {
    Error,
    Warn,
    Off,
}

impl From<Races> for heddle::Severity {
    fn from(races: Races) -> Self {
        match races {
            Races::Error => Self::Error,
            Races::Warn => Self::Warning,
            Races::Off => Self::Off,
        }
    }
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
    pub fn parse(text: &str) -> Result<Self, String> {
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
