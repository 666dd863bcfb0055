//! A search that is gone on with from a checkpoint, in a program that was opened anew, finds and counts what one that was never
//! left does: states, violations with their runs, outcomes, refuted assumptions, and what runs depended on. So does one that keeps
//! nearly all visited states on disk.
//!
//! `HEDDLE_SEEDS=from..to` chooses other generated programs, `HEDDLE_EACH` takes every program of the corpus.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use heddle::{Cancel, Project};
use heddle_explore::{Checkpoint, Explored, Fingerprints, Path, Room, Settings, Unresumable, Watch, explore_kept};
use heddle_generate::{combined, helpers, java, observers, random, synchronizers, timed};
use heddle_machine::Resources;
use heddle_testing::{CompiledCase, Random, cases, compile, compiled, for_each, jdk, open_classes, seeds};
use heddle_verdict::{ReductionSet, Semantics};

/// So few that the search may be left at every step.
const STATES: u64 = 1_500;
/// Checkpoints per program that are gone on with.
const RESUMED: usize = 3;

/// A checkpoint as another process gets it.
struct Written {
    head: String,
    visited: Vec<(u64, u64)>,
}

impl Written {
    fn new(checkpoint: &Checkpoint, visited: &Fingerprints) -> Self {
        let mut pairs = Vec::new();
        visited.for_each(|high, low| pairs.push((high, low))).expect("files are readable");
        Self { head: serde_json::to_string(checkpoint).expect("a checkpoint is JSON"), visited: pairs }
    }

    fn read(&self, room: &Arc<Room>) -> (Checkpoint, Fingerprints) {
        let visited = Fingerprints::new(false, room.clone());
        assert!(self.visited.iter().all(|&(high, low)| visited.remember(high, low)));
        (serde_json::from_str(&self.head).expect("what was written"), visited)
    }
}

/// What has to be the same.
fn summary((explored, paths): (Explored, Vec<Path<'_>>)) -> String {
    let Explored { collected, statistics, refuted, traps, .. } = explored;
    let runs = |list: &[heddle_verdict::Violation]| -> Vec<_> {
        list.iter().map(|violation| (violation.key.clone(), violation.schedule.clone())).collect()
    };
    let machine = &paths[0].machine;
    format!(
        "{} states, {} steps, {} known, {} ends, depth {}, {traps} {refuted:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        statistics.states,
        statistics.transitions,
        statistics.matched,
        statistics.ends,
        statistics.depth,
        runs(&collected.violations),
        runs(&collected.warnings),
        collected.limits,
        collected.unsupported,
        collected.outcomes,
        collected.stuck,
        machine.linkage.dependences,
        machine.linkage.intrinsics_used().collect::<Vec<_>>(),
    )
}

/// Where next to no states are kept in memory.
fn on_disk() -> Room {
    Room::on_disk(1, String::new(), tempfile::tempfile)
}

/// Explores a program, from a checkpoint or from the beginning, with as many pauses as there can be.
fn run(
    open: &dyn Fn() -> Project,
    main: &str,
    settings: &Settings,
    from: Option<&Written>,
    room: Room,
    keep: &dyn Fn(&Checkpoint, &Fingerprints),
) -> Result<String, Unresumable> {
    let project = open();
    let machine = project.machine_of(main, &settings.semantics, None);
    let mut machine = machine.unwrap_or_else(|error| panic!("{main}: {error}"));
    project.reduce(std::slice::from_mut(&mut machine), &settings.semantics, false, &Cancel::default());
    let mut watch = Watch::new(settings.max_states, None);
    watch.room = Arc::new(room);
    let mut keep = |checkpoint: &Checkpoint, visited: &Fingerprints| keep(checkpoint, visited);
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                watch.ask_for_pause();
                std::thread::sleep(Duration::from_micros(200));
            }
        });
        let explored = explore_kept(machine, settings, &watch, from.map(|from| from.read(&watch.room)), &mut keep);
        is_done.store(true, Ordering::Relaxed);
        explored.map(summary)
    })
}

/// How many checkpoints there were.
fn compare(open: &dyn Fn() -> Project, main: &str, settings: &Settings, seed: u64) -> usize {
    let settings = &settings.clone().kept();
    assert_eq!(settings.against_checkpoints(), None);
    let expected = run(open, main, settings, None, Room::default(), &|_, _| {}).expect("nothing is resumed");
    let random = RefCell::new(Random::new(seed));
    let (kept, count) = (RefCell::new(Vec::new()), RefCell::new(0));
    let again = run(open, main, settings, None, on_disk(), &|checkpoint, visited| {
        *count.borrow_mut() += 1;
        // Each has the same chance to be among those that stay.
        let at = random.borrow_mut().below(*count.borrow());
        let mut kept = kept.borrow_mut();
        if kept.len() < RESUMED {
            kept.push(Written::new(checkpoint, visited));
        } else if at < RESUMED {
            kept[at] = Written::new(checkpoint, visited);
        }
    });
    assert_eq!(again.as_ref(), Ok(&expected), "{main}: pauses, or states on disk, make a difference");
    for written in kept.borrow().iter() {
        let resumed = run(open, main, settings, Some(written), on_disk(), &|_, _| {});
        assert_eq!(resumed.as_ref(), Ok(&expected), "{main}: gone on from {}", written.head);
    }
    count.into_inner()
}

fn settings(semantics: Semantics, seed: u64) -> Settings {
    let is_even = seed.is_multiple_of(2);
    Settings { semantics, all: is_even, outcomes: is_even, max_states: Some(STATES), ..Settings::default() }
}

/// Whether there were checkpoints; small programs may be done before anybody asks for one.
fn report(what: &str, all: Vec<Result<usize, String>>) -> bool {
    let wrong: Vec<&String> = all.iter().filter_map(|one| one.as_ref().err()).collect();
    let checkpoints: usize = all.iter().flatten().sum();
    println!("{what}: {} programs, {checkpoints} checkpoints", all.len());
    assert!(wrong.is_empty(), "{} of {}: {}", wrong.len(), all.len(), wrong[0]);
    checkpoints > 0
}

#[test]
fn searches_of_generated_programs_are_gone_on_with() {
    type Family = fn(u64, &str) -> String;
    const FAMILIES: [(&str, Family); 6] = [
        ("R", |seed, name| java::print(&random::program(seed), name).text),
        ("S", |seed, name| java::print(&synchronizers::program(seed), name).text),
        ("O", observers::program),
        ("H", helpers::program),
        ("C", combined::program),
        ("T", timed::program),
    ];
    let numbered = seeds(0..1).flat_map(|seed| FAMILIES.map(|(family, text)| (seed, family, text)));
    let sources: Vec<(u64, String, String)> = numbered
        .map(|(seed, family, text)| {
            let name = format!("{family}{seed}");
            let text = text(seed, &name);
            (seed, name, text)
        })
        .collect();
    let files: Vec<_> = sources.iter().map(|(_, name, text)| (format!("{name}.java"), text)).collect();
    let classes = compile(jdk(), &files);
    let open = || {
        let project = open_classes(jdk(), "Main", &[&classes]);
        project.with_resources(Resources { max_loop: 2_000, ..Resources::default() })
    };
    let work = |(seed, name, _): &(u64, String, String)| {
        let semantics = Semantics { reductions: ReductionSet::ALL, ..Semantics::default() };
        compare(&open, name, &settings(semantics, *seed), *seed)
    };
    assert!(report("generated", for_each(&sources, work)));
}

#[test]
fn searches_of_the_corpus_are_gone_on_with() {
    let every = if std::env::var_os("HEDDLE_EACH").is_some() { 1 } else { 60 };
    let cases = cases().into_iter().step_by(every).collect();
    let cases: Vec<_> = compiled(cases).into_iter().enumerate().collect();
    let work = |(number, case): &(usize, CompiledCase)| {
        let semantics = case.options().semantics;
        if semantics.temporal.is_some() {
            return 0;
        }
        let main = case.open().main_class().unwrap_or_else(|error| panic!("{error}")).to_owned();
        compare(&|| case.open(), &main, &settings(semantics, *number as u64), *number as u64)
    };
    report("corpus", for_each(&cases, work));
}
