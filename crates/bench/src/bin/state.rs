//! What one visible step, its undo and the canonical hash cost, in nanoseconds.
//!
//! Walks depth-first through the states of a program; at a sample of states, an enabled step is
//! executed, hashed and undone many times. The hash is what a round costs more than one without it:
//! hashing a state twice would measure nothing, since a fingerprint is kept until something changes.
//! Prints means over the samples without the slowest twentieth, in which other processes ran.
//!
//! Then what it costs to write a state down as bytes, and to restore it on another machine and take that back.
//!
//! Then the same as at first for a program with a large heap that stays as it is, by the number of its objects, and along one run, by
//! the depth of the state: neither should matter.

use std::hint::black_box;
use std::time::Instant;

use heddle::{Project, Target};
use heddle_bench::{compile, jdk};
use heddle_explore::{Bound, Path};
use heddle_machine::{Machine, StepEnd};
use heddle_testing::open_classes;
use heddle_verdict::{Choice, Semantics};
use rustc_hash::FxHashSet;

const REPEATS: u32 = 50;
const SAMPLES: usize = 2_000;

fn main() {
    let classes = compile("state");
    println!(
        "{:<15} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "program", "states", "trans.", "step", "undo", "hash", "total ns"
    );
    for name in ["Monitors", "LockList"] {
        let project = open_classes(jdk(), name, &[&classes]);
        let mut machine = project.machine(&Semantics::default(), None).unwrap_or_else(|error| panic!("{error}"));
        machine.begin_exploring();
        measure(name, &mut machine, 400_000);
    }
    println!("\n{:<15} {:>8} {:>8} {:>8} {:>8} {:>8}", "portable", "samples", "bytes", "save", "restore", "total ns");
    for name in ["Monitors", "LockList"] {
        let project = open_classes(jdk(), name, &[&classes]);
        measure_portable(name, &project);
    }
    println!();
    for written in ["numbers", "objects"] {
        for entries in ["10", "1000", "10000", "100000"] {
            let project = heap(&classes, entries, written, "30");
            let mut machine = machine_of(&project);
            measure(&format!("{written} {entries}"), &mut machine, 5_000);
        }
    }
    println!("\n{:<10} {:>8} {:>8} {:>8} {:>8} {:>8}", "run", "depth", "step", "undo", "hash", "total ns");
    for written in ["numbers", "objects"] {
        let project = heap(&classes, "10", written, "100000");
        along_a_run(written, &mut machine_of(&project));
    }
}

fn heap(classes: &std::path::Path, entries: &str, written: &str, rounds: &str) -> Project {
    let mut target = Target::new("Heap").class_path([classes]);
    target.arguments = [entries, written, rounds].map(str::to_owned).into();
    Project::open(&target, &jdk().for_library()).unwrap_or_else(|error| panic!("{error}"))
}

fn machine_of(project: &Project) -> Machine<'_> {
    let mut machine = project.machine(&Semantics::default(), None).unwrap_or_else(|error| panic!("{error}"));
    machine.begin_exploring();
    machine
}

/// Steps along one run, whose threads take turns, and measures at some depths.
fn along_a_run(name: &str, machine: &mut Machine<'_>) {
    let mut choices = Vec::new();
    for depth in 0..=200_000 {
        machine.choices(&mut choices);
        let Some(&choice) = choices.get(depth % choices.len().max(1)) else { break };
        if [1_000, 10_000, 100_000, 200_000].contains(&depth) {
            let times: Vec<Times> = (0..40).map(|_| time_step(machine, choice)).collect();
            let per = |part: fn(&Times) -> f64| trimmed_mean(times.iter().map(part).collect());
            let (step, undo, hash) = (per(|t| t.step), per(|t| t.undo), per(|t| t.hash));
            println!("{name:<10} {depth:>8} {step:>8.0} {undo:>8.0} {hash:>8.0} {:>8.0}", step + undo + hash);
        }
        machine.step(choice);
        machine.fingerprint();
        machine.mark();
    }
}

fn measure(name: &str, machine: &mut Machine<'_>, most: usize) {
    let mut seen = FxHashSet::default();
    let mut stack = vec![];
    let mut choices = Vec::new();
    let (mut transitions, mut samples) = (0_u64, 0_usize);
    let mut times = Vec::new();
    machine.choices(&mut choices);
    stack.push((machine.mark(), choices.clone(), 0));
    while let Some((mark, choices, next)) = stack.last_mut() {
        let mark = *mark;
        machine.undo(mark);
        let Some(&choice) = choices.get(*next) else {
            stack.pop();
            continue;
        };
        *next += 1;
        transitions += 1;
        if transitions % 97 == 0 && samples < SAMPLES {
            samples += 1;
            times.push(time_step(machine, choice));
            machine.undo(mark);
        }
        let end = machine.step(choice).end;
        assert!(matches!(end, StepEnd::Done | StepEnd::Cut), "{end:?}");
        if seen.insert(machine.fingerprint()) && seen.len() < most {
            let mut choices = Vec::new();
            machine.choices(&mut choices);
            stack.push((machine.mark(), choices, 0));
        }
    }
    let per = |part: fn(&Times) -> f64| trimmed_mean(times.iter().map(part).collect());
    let (step, undo, hash) = (per(|t| t.step), per(|t| t.undo), per(|t| t.hash));
    println!(
        "{name:<15} {:>8} {transitions:>8} {step:>8.0} {undo:>8.0} {hash:>8.0} {:>8.0}",
        seen.len(),
        step + undo + hash
    );
}

/// Along random runs, states are written down and restored on a second machine.
fn measure_portable(name: &str, project: &Project) {
    let machine = |like| project.machine(&Semantics::default(), like).unwrap_or_else(|error| panic!("{error}"));
    let first = machine(None);
    let second = machine(Some(&first));
    let [mut first, mut second] = [first, second].map(|mut machine| {
        machine.keep_portable();
        Path::new(machine, Bound::None)
    });
    let mut random = heddle_testing::Random::new(1);
    let (mut choices, mut state) = (Vec::new(), Vec::new());
    let (mut bytes, mut saving, mut restoring) = (Vec::new(), Vec::new(), Vec::new());
    while saving.len() < SAMPLES {
        first.enabled(&mut choices);
        if choices.is_empty() || matches!(first.step(choices[random.below(choices.len())]), StepEnd::Stop(_)) {
            first.back_to(0);
            continue;
        }
        if random.below(7) > 0 {
            continue;
        }
        first.machine.fingerprint();
        let start = Instant::now();
        for _ in 0..REPEATS {
            state.clear();
            first.machine.save_state(&mut state);
        }
        saving.push(start.elapsed().as_nanos() as f64 / f64::from(REPEATS));
        bytes.push(state.len() as f64);
        // Makes of the class library what the state needs.
        second.begin_at(&state).unwrap_or_else(|error| panic!("{error}"));
        second.begin_at_start();
        let mark = second.machine.mark();
        let start = Instant::now();
        for _ in 0..REPEATS {
            second.machine.restore_state(black_box(&state)).unwrap_or_else(|error| panic!("{error}"));
            second.machine.undo(mark);
        }
        restoring.push(start.elapsed().as_nanos() as f64 / f64::from(REPEATS));
    }
    let samples = saving.len();
    let (bytes, save, restore) = (trimmed_mean(bytes), trimmed_mean(saving), trimmed_mean(restoring));
    println!("{name:<15} {samples:>8} {bytes:>8.0} {save:>8.0} {restore:>8.0} {:>8.0}", save + restore);
}

/// Nanoseconds of one step at a state.
struct Times {
    step: f64,
    undo: f64,
    hash: f64,
}

fn time_step(machine: &mut Machine<'_>, choice: Choice) -> Times {
    let mark = machine.mark();
    let mut undoing = 0;
    let start = Instant::now();
    for _ in 0..REPEATS {
        machine.step(choice);
        let before = Instant::now();
        machine.undo(mark);
        undoing += before.elapsed().as_nanos();
    }
    let total = start.elapsed().as_nanos();
    // Reading the clock twice per round costs about as much as it measures, so it is subtracted.
    let start = Instant::now();
    for _ in 0..REPEATS {
        black_box(Instant::now().elapsed());
    }
    let clock = start.elapsed().as_nanos();
    let plain = total.saturating_sub(clock);
    let undo = undoing.saturating_sub(clock / 2);
    let start = Instant::now();
    for _ in 0..REPEATS {
        machine.step(choice);
        black_box(machine.fingerprint());
        machine.undo(mark);
    }
    let hashed = start.elapsed().as_nanos();
    let per_step = |nanos: u128| nanos as f64 / f64::from(REPEATS);
    Times {
        step: per_step(plain.saturating_sub(undo)),
        undo: per_step(undo),
        hash: per_step(hashed.saturating_sub(plain)),
    }
}

fn trimmed_mean(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.truncate((values.len() * 19).div_ceil(20));
    values.iter().sum::<f64>() / values.len().max(1) as f64
}
