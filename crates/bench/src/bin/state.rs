//! What one visible step, its undo and the canonical hash cost, in nanoseconds.
//!
//! Walks depth-first through the states of a program; at a sample of states, each enabled step is
//! executed and undone many times, and the state is hashed many times. Prints the means.

use std::hint::black_box;
use std::time::Instant;

use heddle_bench::{compile, jdk};
use heddle_machine::{Machine, Options, StepEnd};
use heddle_program::{Program, Sources};
use heddle_verdict::Choice;
use rustc_hash::FxHashSet;

const REPEATS: u32 = 50;
const SAMPLES: usize = 2_000;

fn main() {
    let classes = compile("state");
    println!(
        "{:<10} {:>8} {:>8} {:>10} {:>8} {:>8} {:>8} {:>8}",
        "program", "states", "trans.", "words/state", "step", "undo", "hash", "total ns"
    );
    for name in ["Monitors", "LockList"] {
        let sources = Sources {
            jdk: jdk(),
            class_path: vec![classes.path().to_path_buf()],
            injected: heddle_platform_jdk::INJECTED,
        };
        let program = Program::open(sources).expect("the JDK opens");
        let natives = heddle_platform_jdk::table(&program);
        let options = Options { explore: true, ..Options::default() };
        let mut machine = Machine::new(&program, &natives, options).expect("a heap");
        heddle_platform_jdk::boot(&mut machine).expect("the JDK boots");
        heddle_platform_jdk::start_main(&mut machine, name, &[]).expect("the program starts");
        machine.begin_exploring();
        measure(name, &mut machine);
    }
}

fn measure(name: &str, machine: &mut Machine<'_>) {
    let mut seen = FxHashSet::default();
    let mut stack = vec![];
    let mut choices = Vec::new();
    let (mut transitions, mut samples, mut words) = (0_u64, 0_usize, 0_usize);
    let (mut stepping, mut undoing, mut hashing) = (0_u128, 0_u128, 0_u128);
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
            let (step, undo) = time_step(machine, choice);
            stepping += step;
            undoing += undo;
            let start = Instant::now();
            for _ in 0..REPEATS {
                black_box(machine.fingerprint());
            }
            hashing += start.elapsed().as_nanos();
            words += machine.canonical_words().len();
            machine.undo(mark);
        }
        let end = machine.step(choice);
        assert!(matches!(end, StepEnd::Done | StepEnd::Cut), "{end:?}");
        if seen.insert(machine.fingerprint()) && seen.len() < 400_000 {
            let mut choices = Vec::new();
            machine.choices(&mut choices);
            stack.push((machine.mark(), choices, 0));
        }
    }
    let per = |total: u128| total as f64 / (samples.max(1) as f64 * f64::from(REPEATS));
    let (step, undo, hash) = (per(stepping), per(undoing), per(hashing));
    println!(
        "{name:<10} {:>8} {transitions:>8} {:>10} {step:>8.0} {undo:>8.0} {hash:>8.0} {:>8.0}",
        seen.len(),
        words / samples.max(1),
        step + undo + hash
    );
}

/// Nanoseconds of `REPEATS` steps and of as many undos.
fn time_step(machine: &mut Machine<'_>, choice: Choice) -> (u128, u128) {
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
    let undo = undoing.saturating_sub(clock / 2);
    (total.saturating_sub(clock).saturating_sub(undo), undo)
}
