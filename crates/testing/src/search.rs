//! Opening programs and checking them through the library, in this process.

use std::path::Path;

use heddle::{CheckOptions, Checked, Project, Supervision, Target};
use heddle_explore::Bound;
use heddle_explore::reduction::table;
use heddle_verdict::{
    Granularity, Monitors, Randomness, ReductionKind, ReductionSet, Schedule, SpuriousWakeups, SwallowedAssertions,
    Timeouts, Violation,
};

use crate::{Jdk, compile};

/// A program of one class `Main`, compiled.
pub fn open(jdk: &Jdk, source: &str) -> Project {
    open_classes(jdk, "Main", &[&compile(jdk, &[("Main.java", source)])])
}

/// A program that is compiled already.
pub fn open_classes(jdk: &Jdk, main: &str, classes: &[&Path]) -> Project {
    let target = Target::new(main).class_path(classes.iter().copied());
    Project::open(&target, &jdk.for_library()).unwrap_or_else(|error| panic!("{main}: {error}"))
}

/// Checks a program with one worker.
pub fn check(project: &Project, options: &CheckOptions) -> Checked {
    let options = CheckOptions { jobs: options.jobs.or(Some(1)), ..options.clone() };
    heddle::check(project, &options, &Supervision::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The violation that a saved run leads to again, in a program that is opened anew.
pub fn replay(jdk: &Jdk, run: &Schedule) -> Result<Violation, String> {
    let project = Project::open(&Target::of(run), &jdk.for_library()).map_err(|error| error.to_string())?;
    heddle::replay(&project, run, &Supervision::default()).map_err(|error| error.to_string())
}

/// The options that arguments of `heddle check` stand for; those that programs of the corpus need. Files are looked
/// for in a folder.
pub fn options(arguments: &[String], folder: &Path) -> CheckOptions {
    let mut options = CheckOptions::default();
    let mut arguments = arguments.iter().map(String::as_str);
    while let Some(option) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_else(|| panic!("{option} needs a value"));
        match option {
            "--platform" => {
                let name = value();
                let file = folder.join(name);
                let name = if file.is_file() { file.to_str().expect("a UTF-8 path") } else { name };
                options.semantics.platform = Some(heddle::platform(name).unwrap_or_else(|error| panic!("{error}")));
            }
            "--delays" => options.bound = Bound::Delays(value().parse().expect("a number")),
            "--preemptions" => options.bound = Bound::Preemptions(value().parse().expect("a number")),
            "--time" if value() == "last" => options.semantics.timeouts = Timeouts::Last,
            "--monitors" if value() == "fifo" => options.semantics.monitors = Monitors::Fifo,
            "--spurious" => options.semantics.spurious_wakeups = SpuriousWakeups::Possible,
            "--accept-race" => options.accepted_races.push(value().parse().unwrap_or_else(|error| panic!("{error}"))),
            "--livelock" => options.livelock = true,
            "--swallowed-assertions" if value() == "allow" => {
                options.semantics.swallowed_assertions = SwallowedAssertions::Allowed;
            }
            "--random" if value() == "all" => options.semantics.randomness = Randomness::All,
            _ => panic!("{option} is not known here; add it to crates/testing/src/search.rs"),
        }
    }
    options
}

/// Options with the argument of `--reduce`: `all`, `local`, `none`, or names.
pub fn reduced(mut options: CheckOptions, reduce: &str) -> CheckOptions {
    options.semantics.reductions = match reduce {
        "all" => CheckOptions::default().semantics.reductions,
        "local" | "none" => ReductionSet::NONE,
        names => names.split(',').map(|name| ReductionKind::from_name(name).expect("a reduction")).collect(),
    };
    if reduce == "none" {
        options.semantics.granularity = Granularity::Instruction;
    }
    options
}

/// The reductions there are, by name.
pub fn names_of_reductions() -> Vec<&'static str> {
    table::names().collect()
}
