//! Finite-state models of generated programs say what the oracle says: whether all threads that are left
//! can get stuck, and whether an exception can leave a thread. With and without reductions.
//!
//! A program counts if its model expresses everything that happens. Of some of them the Promela is given
//! to SPIN, which has to store as many states and find the same deadlocks. `HEDDLE_SEEDS=from..to` chooses
//! other seeds, `HEDDLE_SPIN` how many models SPIN gets.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

use crate::tool::Batch;
use heddle_analysis::PointsTo;
use heddle_analysis::inline::{NodeId, inline};
use heddle_analysis::shape::{self, Class};
use heddle_generate::oracle::{self, Judged};
use heddle_generate::{java, random};
use heddle_model::language::{Model, Monitors, Rules};
use heddle_model::{Explored, TrapKind, emit, explore, sort_of_trap};
use heddle_testing::{seeds, with_large_stack};
use heddle_verdict::Semantics;

const BATCH: u64 = 200;
const ORACLE_STATES: usize = 3_000;
const MODEL_STATES: usize = 100_000;
/// SPIN's models are compiled, which takes a second or two.
const SPIN: usize = 3;

#[derive(Default, Debug)]
struct Counts {
    compared: usize,
    deadlocks: usize,
    crashes: usize,
    too_large: usize,
    spin: usize,
    base_states: usize,
    reduced_states: usize,
    /// What models could not express.
    outside: BTreeMap<String, usize>,
}

#[test]
fn models_agree_with_the_oracle() {
    with_large_stack(|| {
        let seeds = seeds(0..200);
        let mut counts = Counts::default();
        let mut differences = Vec::new();
        let mut from = seeds.start;
        while from < seeds.end {
            let to = (from + BATCH).min(seeds.end);
            campaign(from..to, &mut counts, &mut differences);
            println!("up to seed {to}: {counts:?}");
            from = to;
        }
        assert!(differences.is_empty(), "{}", differences.join("\n"));
        assert!(counts.compared as u64 * 20 > seeds.end - seeds.start, "hardly any program is in reach: {counts:?}");
    });
}

fn campaign(seeds: Range<u64>, counts: &mut Counts, differences: &mut Vec<String>) {
    let spin = std::env::var("HEDDLE_SPIN").map_or(SPIN, |count| count.parse().expect("a number"));
    let class = |seed: u64| format!("G{seed}");
    let programs: Vec<_> = seeds.map(|seed| (seed, random::program(seed))).collect();
    let sources = programs.iter().map(|(seed, program)| (class(*seed), java::print(program, &class(*seed)).text));
    let batch = Batch::compile(&sources.collect::<Vec<_>>());
    for (seed, program) in &programs {
        let source = java::print(program, &class(*seed));
        let Ok(Judged { facts: truth, .. }) = oracle::judge(program, &source, ORACLE_STATES) else { continue };
        let mut compared = true;
        for reduced in [false, true] {
            let (model, explored) = match model(&batch, &class(*seed), reduced) {
                Ok(found) => found,
                Err(reason) => {
                    *counts.outside.entry(reason).or_default() += 1;
                    compared = false;
                    break;
                }
            };
            if !explored.complete || !explored.traps.is_empty() {
                counts.too_large += 1;
                compared = false;
                break;
            }
            if let Some(&(thread, node)) = explored.unknown.first() {
                let what = emit::action(&model, &model.node(thread, node).action);
                *counts.outside.entry(what).or_default() += 1;
                compared = false;
                break;
            }
            // A model ends where an exception leaves a thread, so what follows is not seen.
            let crashed = !truth.uncaught.is_empty();
            let found = (explored.deadlocks > 0 && !crashed, crashes(&model, &explored));
            let expected = (truth.can_deadlock() && !crashed, crashed);
            if found != expected {
                differences.push(format!(
                    "seed {seed}, reduced {reduced}: (deadlock, crash) {found:?} instead of {expected:?}\n{}",
                    source.text
                ));
            }
            *(if reduced { &mut counts.reduced_states } else { &mut counts.base_states }) += explored.states;
            if reduced && counts.spin < spin && explored.states > 20 && !found.1 {
                counts.spin += 1;
                differences.extend(spin_differs(&model, &explored).map(|how| format!("seed {seed}: SPIN {how}")));
            }
        }
        counts.compared += usize::from(compared);
        counts.deadlocks += usize::from(compared && truth.can_deadlock());
        counts.crashes += usize::from(compared && !truth.uncaught.is_empty());
    }
}

/// The model of a program and its states; the error says why there is none.
fn model(batch: &Batch, class: &str, reduced: bool) -> Result<(Model, Explored), String> {
    let machine = batch.machine(class, Semantics::default(), None);
    let knowledge = batch.knowledge(&machine, PointsTo::default());
    let (program, facts) = (batch.program(), knowledge.facts());
    let threads = inline(program, facts, &heddle_model::java::policy())?;
    let shape = if reduced { Some(shape::analyze(program, facts, &threads)?) } else { None };
    let shared = |ty: usize, node: NodeId| {
        let class = shape.as_ref().and_then(|shape| shape.class(ty as u32, node));
        !matches!(class, Some(Class::Owned | Class::Protected(_)))
    };
    let rules = Rules { relock: reduced, notify: reduced, unlock: reduced };
    let settings = heddle_model::java::Settings {
        allocators: 3,
        monitors: Monitors::Barging,
        rules,
        shared: &shared,
        locks_threads: facts.locks_threads(program),
    };
    let mut model = heddle_model::java::model(program, &threads, &settings)?;
    let explored = explore(&mut model, MODEL_STATES, &|| false);
    Ok((model, explored))
}

/// Whether a thread ends by an exception somewhere.
fn crashes(model: &Model, explored: &Explored) -> bool {
    let mut ends = explored.ends.iter();
    ends.any(|&(thread, node)| matches!(sort_of_trap(model, thread, node), TrapKind::Crash))
}

/// How SPIN's answer differs, if it does.
fn spin_differs(model: &Model, explored: &Explored) -> Option<String> {
    let scratch = tempfile::tempdir().expect("a folder");
    std::fs::write(scratch.path().join("m.pml"), emit::promela(model, explored)).expect("a file");
    let made = run(scratch.path(), "spin", &["-a", "m.pml"]);
    let flags = ["-O1", "-w", "-DSAFETY", "-DNOREDUCE", "-DVECTORSZ=8192", "-o", "pan", "pan.c"];
    let compiled = run(scratch.path(), "cc", &flags);
    let found = run(scratch.path(), "./pan", &["-m1000000", "-c0"]);
    let stored = found.lines().find(|line| line.contains("states, stored"));
    let stored: Option<usize> = stored.and_then(|line| line.split_whitespace().next()?.parse().ok());
    let stuck = found.contains("invalid end state (");
    let same = stored == Some(explored.states) && stuck == (explored.deadlocks > 0);
    (!same).then(|| format!("{made}{compiled}{found} instead of {} states", explored.states))
}

fn run(folder: &Path, tool: &str, arguments: &[&str]) -> String {
    let output = Command::new(tool).args(arguments).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| panic!("cannot run {tool}: {error}; ./test installs it"));
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}
