//! All searches and the oracle agree on generated programs: the same final outputs, the same
//! deadlocked threads, the same uncaught exceptions, the same races; and the searches among
//! themselves on the keys of all violations and, but for the plain one, on the number of states.
//!
//! Programs about synchronisers of `java.util.concurrent` are drawn apart from the others.
//! `HEDDLE_SEEDS=from..to` chooses other seeds, `HEDDLE_PLAIN_STATES` how far a plain search may go
//! before the program counts as too large for it; with `HEDDLE_EACH` every reduction is tried alone on
//! every program, not one in turn. A program on which they disagree is made small and kept.

mod choices;
mod damaged;
mod dpor;
mod hotspot;
mod independence;
mod observers;
mod platforms;
mod temporal;
mod wander;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::tool::{Answer, Batch, Search};
use heddle_analysis::PointsTo;
use heddle_analysis::future::Context;
use heddle_generate::facts::{Ending, Facts, Uncaught};
use heddle_generate::oracle::{self, Judged};
use heddle_generate::program::{Program, Stmt};
use heddle_generate::shrink::shrink;
use heddle_generate::{java, random, synchronizers};
use heddle_testing::{STACK, seeds};
use heddle_verdict::{Precision, ReductionKind};

/// Where programs that showed an error stay.
const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/generated");
/// Programs compiled together.
const BATCH: u64 = 200;
const ORACLE_STATES: usize = 3_000;
const DEFAULT_STATES: u64 = 40_000;
/// A plain search has at least so many times the states of the default one.
const PLAIN_FACTOR: u64 = 8;
/// Beyond these, differences are counted but not made small.
const SHOWN: usize = 4;

/// What a campaign has looked at.
#[derive(Default, Debug)]
struct Counts {
    programs: AtomicUsize,
    too_large: AtomicUsize,
    default_too_large: AtomicUsize,
    reduced_too_large: AtomicUsize,
    plain_too_large: AtomicUsize,
    deadlocks: AtomicUsize,
    races: AtomicUsize,
    uncaught: AtomicUsize,
    oracle_states: AtomicUsize,
    default_states: AtomicUsize,
    plain_states: AtomicUsize,
    reduced_states: AtomicUsize,
}

/// A program whose searches disagree, and how.
struct Disagreement {
    seed: u64,
    program: Program,
    difference: String,
}

#[test]
fn searches_agree_with_the_oracle() {
    refute(random::program, seeds(0..800));
}

#[test]
fn searches_agree_with_the_oracle_on_synchronizers() {
    refute(synchronizers::program, seeds(0..60));
}

fn refute(draw: fn(u64) -> Program, seeds: Range<u64>) {
    let plain_states = plain_states();
    let counts = Counts::default();
    let mut found = vec![];
    let mut from = seeds.start;
    while from < seeds.end {
        let to = (from + BATCH).min(seeds.end);
        for disagreement in campaign(draw, from..to, plain_states, &counts) {
            println!("seed {}: {}", disagreement.seed, disagreement.difference);
            found.push(disagreement);
        }
        println!("up to seed {to}: {counts:?}");
        from = to;
    }
    for disagreement in found.iter().take(SHOWN) {
        show(disagreement, plain_states);
    }
    assert!(found.is_empty(), "{} disagreements", found.len());
}

/// Programs that once showed an error, with the facts that hold of them in their first lines.
#[test]
fn kept_programs_have_their_facts() {
    let mut sources = vec![];
    for entry in std::fs::read_dir(KEPT).expect("the folder of kept programs").flatten() {
        let class = entry.path().file_stem().expect("a name").to_string_lossy().into_owned();
        sources.push((class, std::fs::read_to_string(entry.path()).expect("readable")));
    }
    sources.sort();
    let batch = Batch::compile(&sources);
    let wrong = Mutex::new(vec![]);
    on_large_stacks(1, || {
        for (class, text) in &sources {
            let expected = expectations(text);
            for search in [Search::Default, Search::REDUCED, Search::Plain] {
                match batch.search(class, search, 2_000_000) {
                    Answer::Complete { facts, .. } if describe(&facts) == expected => {}
                    other => wrong.lock().expect("no panic").push(format!("{class} {search:?}: {other:?}")),
                }
            }
        }
    });
    let wrong = wrong.into_inner().expect("no panic");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn plain_states() -> u64 {
    let default = if cfg!(debug_assertions) { 2_000 } else { 10_000 };
    std::env::var("HEDDLE_PLAIN_STATES").map_or(default, |states| states.parse().expect("a number"))
}

fn class_name(seed: u64) -> String {
    format!("G{seed}")
}

fn on_large_stacks(workers: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        let spawn = |_| {
            let builder = std::thread::Builder::new().stack_size(STACK);
            builder.spawn_scoped(scope, &work).expect("a thread can be started")
        };
        let threads: Vec<_> = (0..workers).map(spawn).collect();
        for thread in threads {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

/// Compares the searches of the programs of some seeds.
fn campaign(draw: fn(u64) -> Program, seeds: Range<u64>, plain_states: u64, counts: &Counts) -> Vec<Disagreement> {
    let programs: Vec<(u64, Program)> = seeds.map(|seed| (seed, draw(seed))).collect();
    let sources: Vec<_> = programs
        .iter()
        .map(|(seed, program)| (class_name(*seed), java::print(program, &class_name(*seed)).text))
        .collect();
    let batch = Batch::compile(&sources);
    let next = AtomicUsize::new(0);
    let found = Mutex::new(vec![]);
    on_large_stacks(2, || {
        while let Some((seed, program)) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Some(difference) = compare(&batch, &class_name(*seed), program, plain_states, Some(counts)) {
                let disagreement = Disagreement { seed: *seed, program: program.clone(), difference };
                found.lock().expect("no panic").push(disagreement);
            }
        }
    });
    let mut found = found.into_inner().expect("no panic");
    found.sort_by_key(|found| found.seed);
    found
}

/// How the searches of a program disagree, if they do.
fn compare(
    batch: &Batch,
    class: &str,
    program: &Program,
    plain_states: u64,
    counts: Option<&Counts>,
) -> Option<String> {
    let count = |counter: fn(&Counts) -> &AtomicUsize, by: usize| {
        counts.map(|counts| counter(counts).fetch_add(by, Ordering::Relaxed));
    };
    let source = java::print(program, class);
    let Ok(Judged { facts: truth, states }) = oracle::judge(program, &source, ORACLE_STATES) else {
        count(|counts| &counts.too_large, 1);
        return None;
    };
    count(|counts| &counts.programs, 1);
    count(|counts| &counts.oracle_states, states);
    count(|counts| &counts.deadlocks, usize::from(truth.can_deadlock()));
    count(|counts| &counts.races, usize::from(!truth.races.is_empty()));
    count(|counts| &counts.uncaught, usize::from(!truth.uncaught.is_empty()));
    // Of the first search that was completed: the default one, unless the program is too large for it.
    let mut default: Option<(u64, BTreeSet<String>)> = None;
    let mut too_large = false;
    for search in searches(program) {
        if too_large && !matches!(search, Search::Reduced(..)) {
            continue;
        }
        let limit = if search == Search::Plain { plain_states } else { DEFAULT_STATES };
        if search == Search::Plain && default.as_ref().is_some_and(|(states, _)| states * PLAIN_FACTOR > limit) {
            count(|counts| &counts.plain_too_large, 1);
            continue;
        }
        let (found, states, keys) = match batch.search(class, search, limit) {
            Answer::Complete { facts, states, keys } => (facts, states, keys),
            Answer::TooLarge if search == Search::Plain => {
                count(|counts| &counts.plain_too_large, 1);
                continue;
            }
            Answer::TooLarge => {
                too_large = true;
                count(
                    if search == Search::Default {
                        |counts| &counts.default_too_large
                    } else {
                        |counts| &counts.reduced_too_large
                    },
                    1,
                );
                continue;
            }
            Answer::Unsupported(what) => return Some(format!("{search:?}: {what}")),
        };
        match search {
            Search::Default => count(|counts| &counts.default_states, states as usize),
            Search::Plain => count(|counts| &counts.plain_states, states as usize),
            Search::REDUCED => count(|counts| &counts.reduced_states, states as usize),
            _ => {}
        }
        if let Some(difference) = truth.difference(&found) {
            return Some(format!("oracle and {search:?}: {difference}"));
        }
        let Some((default_states, default_keys)) = &default else {
            default = Some((states, keys));
            continue;
        };
        if *default_keys != keys {
            return Some(format!("Default and {search:?}: keys {default_keys:?} and {keys:?}"));
        }
        if matches!(search, Search::Exact | Search::BreadthFirst | Search::TwoWorkers | Search::Portfolio(_))
            && *default_states != states
        {
            return Some(format!("Default and {search:?}: states {default_states} and {states}"));
        }
    }
    None
}

/// The default search, one of its variants in turn, all reductions, one of them in turn, and the
/// plain search.
fn searches(program: &Program) -> Vec<Search> {
    let mut endless = false;
    program.visit(&mut |stmt| endless |= matches!(stmt, Stmt::Spin(_) | Stmt::Forever { .. }));
    let (one, two) = (Search::Portfolio(1), Search::Portfolio(2));
    let variants = [Search::Exact, Search::BreadthFirst, Search::TwoWorkers, one, two, Search::Preemptions];
    // A loop without end can be left by preemption only, so every bound forbids something.
    let count = if endless { variants.len() - 1 } else { variants.len() };
    let precision = Precision {
        context: [Context::Full, Context::Callee, Context::Insensitive][program.threads[0].len() % 3],
        points_to: PointsTo::ALL[program.size() / 3 % PointsTo::ALL.len()],
    };
    let alone = |kind: ReductionKind| Search::Reduced([kind].into_iter().collect(), precision);
    let mut all = vec![Search::Default, variants[program.size() % count], Search::REDUCED];
    if std::env::var_os("HEDDLE_EACH").is_some() {
        all.extend(ReductionKind::ALL.map(alone));
    } else {
        all.push(alone(ReductionKind::ALL[program.size() % ReductionKind::ALL.len()]));
    }
    all.push(Search::Plain);
    all
}

/// Makes a program with a disagreement small, prints it and keeps it.
fn show(disagreement: &Disagreement, plain_states: u64) {
    let kind = |difference: &str| difference.chars().take(40).take_while(|c| !"[{".contains(*c)).collect::<String>();
    let wanted = kind(&disagreement.difference);
    let small = shrink(disagreement.program.clone(), |all| {
        let class = |index: usize| format!("S{index}");
        let sources: Vec<_> = all
            .iter()
            .enumerate()
            .map(|(index, program)| (class(index), java::print(program, &class(index)).text))
            .collect();
        if sources.is_empty() {
            return None;
        }
        let batch = Batch::compile(&sources);
        let result = Mutex::new(None);
        on_large_stacks(1, || {
            let position = all.iter().enumerate().position(|(index, program)| {
                let difference = compare(&batch, &class(index), program, plain_states, None);
                difference.is_some_and(|difference| kind(&difference) == wanted)
            });
            *result.lock().expect("no panic") = position;
        });
        result.into_inner().expect("no panic")
    });
    let class = format!("Seed{}", disagreement.seed);
    let source = java::print(&small, &class);
    println!("seed {}: {}", disagreement.seed, disagreement.difference);
    let mut text = String::new();
    if let Ok(judged) = oracle::judge(&small, &source, ORACLE_STATES) {
        describe(&judged.facts).iter().for_each(|line| text += &format!("// {line}\n"));
    }
    text += &source.text;
    println!("{text}");
    let file = format!("{KEPT}/{class}.java");
    match std::fs::write(&file, text) {
        Ok(()) => println!("kept as {file}"),
        Err(error) => println!("cannot be kept as {file}: {error}"),
    }
}

/// Facts as lines of text.
fn describe(facts: &Facts) -> BTreeSet<String> {
    let ending = |ending: &Ending| match ending {
        Ending::Exit { output, code: 0 } => format!("prints {}", output.trim_end()),
        Ending::Exit { code, .. } => format!("exits with {code}"),
        Ending::Deadlock => "deadlocks".to_string(),
    };
    let uncaught = |uncaught: &Uncaught| format!("uncaught {} at {}", uncaught.class, uncaught.line);
    let mut lines: BTreeSet<String> = facts.endings.iter().map(ending).collect();
    lines.extend(facts.uncaught.iter().map(uncaught));
    lines.insert(if facts.races.is_empty() { "no race".into() } else { "race".into() });
    lines
}

/// The facts in the first lines of a kept program.
fn expectations(text: &str) -> BTreeSet<String> {
    text.lines().map_while(|line| line.strip_prefix("// ")).map(String::from).collect()
}
