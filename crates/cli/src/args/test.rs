//! Arguments of `heddle test`.

use std::path::PathBuf;

use clap::Args;
use heddle::ForTests;
use heddle::verdict::{AcceptedRace, Seconds};

use super::{Races, Target, Time};
use crate::reports::ReportFiles;

#[derive(Args, Debug)]
#[command(args_override_self = true)]
pub struct Test {
    #[command(flatten)]
    pub target: Target,

    /// Only these tests: com.acme.CounterTest#increments, a class with or without its package, or a pattern in which *
    /// stands for any text. Can be given several times.
    #[arg(long, value_name = "PATTERN")]
    pub select: Vec<String>,

    /// Settings for some tests, as PATTERN:KEY=VALUE,…, with the keys timeout, preemptions, max-states, time, races,
    /// memory-model (sc or jmm), bounded (pass or fail) and expect (proof or violation). Can be given several times; the last word counts.
    #[arg(long = "for", value_name = "SETTINGS")]
    pub settings: Vec<ForTests>,

    /// How many tests are checked at the same time [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub jobs: Option<u32>,

    /// Stop the check of a test after so many seconds.
    #[arg(long, value_name = "SECONDS", default_value = "60")]
    pub timeout: Seconds,

    /// Let visited states go to disk when the process comes near so many MiB, and stop when it uses more [default: three quarters of the machine's memory].
    #[arg(long, value_name = "MIB", value_parser = crate::limits::mib)]
    pub memory: Option<u64>,

    /// The folder for visited states that there is no memory for [default: the system's for temporary files].
    #[arg(long, value_name = "FOLDER")]
    pub spill: Option<PathBuf>,

    /// Stop the check of a test after so many states.
    #[arg(long, value_name = "N")]
    pub max_states: Option<u64>,

    /// Only runs with at most P preemptions: switches away from a thread that could continue, and times that pass
    /// before a thread reads a clock.
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u32).range(0..=250))]
    pub preemptions: Option<u32>,

    /// What a data race counts as.
    #[arg(long, value_enum, default_value_t = Races::Error)]
    pub races: Races,

    /// Accept data races on a field, by its name with class and package, for a reason; * stands for any text. Can be
    /// given several times.
    #[arg(long = "accept-race", value_name = "FIELD=WHY")]
    pub accepted_races: Vec<AcceptedRace>,

    /// List what each verdict on a page assumes, instead of folding it to one line.
    #[arg(long)]
    pub assumptions: bool,

    /// When time-outs fire, and sleeps end.
    #[arg(long, value_enum, default_value_t = Time::Any)]
    pub time: Time,

    /// Save the run of each violation to a file in this folder, and replay what is saved there before a test is
    /// checked.
    #[arg(long, value_name = "FOLDER")]
    pub runs: Option<PathBuf>,

    /// The same as --report junit=FILE.
    #[arg(long, value_name = "FILE")]
    pub junit_xml: Option<PathBuf>,

    #[command(flatten)]
    pub reports: ReportFiles,

    /// Print the report as JSON.
    #[arg(long)]
    pub json: bool,
}
