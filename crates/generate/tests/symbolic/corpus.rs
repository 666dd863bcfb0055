//! Both engines on the programs of `corpus`, within the same bounds. Programs out of the symbolic
//! engine's reach are listed with the reason.
//!
//! A sample is compared by default; `HEDDLE_CORPUS=/` takes all programs, another value those whose
//! path contains it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use heddle_symbolic::java::layout::Sizes;
use heddle_symbolic::{Answer, Progress};
use heddle_testing::{Case, CompiledCase, cases, compiled, jdk, with_large_stack};

use super::{CONTEXTS, Counts, STATES, ask, compare, compare_lines, is_complete};
use crate::tool::{self, Batch, Search};

/// For the symbolic engine, per program.
const LIMIT: Duration = Duration::from_secs(20);
/// One of so many programs belongs to the sample, but these topics need more than the engine has.
const SAMPLE: usize = 9;
const OTHER: [&str; 6] = ["files/", "juc/", "platform/", "temporal/", "time/", "virtual/"];

#[test]
fn symbolic_search_agrees_with_explicit_search_on_the_corpus() {
    with_large_stack(campaign);
}

fn campaign() {
    let programs = chosen();
    let mut counts = Counts::default();
    let mut slow = 0;
    let (mut agree, mut wrong): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    let mut beyond: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for program in &programs {
        let (name, batch) = (&program.case.name, Batch::of(program.open()));
        let begin = Instant::now();
        let answer =
            limited(|progress| ask(&batch, "Main", Sizes { bits: 8, heap: 60, array: 16, threads: 4 }, progress));
        slow += usize::from(answer.stopped);
        if let Some(reason) = out_of_reach(&answer) {
            beyond.entry(reason).or_default().push(name);
            continue;
        }
        let symbolic = begin.elapsed();
        let facts = match batch.search("Main", Search::Contexts(CONTEXTS), STATES) {
            tool::Answer::Complete { facts, .. } => facts,
            other => {
                beyond.entry(format!("explicit search: {}", reason(&other))).or_default().push(name);
                continue;
            }
        };
        let lines_before = counts.mapped;
        let difference = compare(&batch, &facts, &answer, &mut counts)
            .or_else(|| compare_lines(&batch, "Main", &answer, &mut counts));
        println!("{name}: {symbolic:?}, lines compared: {}", counts.mapped > lines_before);
        match difference {
            Some(difference) => {
                println!("{name}: DIFFERS: {difference}");
                wrong.push(name);
            }
            None => agree.push(name),
        }
    }
    for (reason, names) in &beyond {
        println!("out of reach, {reason}: {}", names.join(" "));
    }
    println!("{} programs: {} agree, {} differ. {counts:?}", programs.len(), agree.len(), wrong.len());
    assert!(wrong.is_empty(), "disagreements: {wrong:?}");
    let sampled = std::env::var_os("HEDDLE_CORPUS").is_none();
    // What takes too long may do so because the machine is busy.
    let enough = !sampled || agree.len() * 2 >= programs.len() - slow;
    assert!(enough, "a good part is in reach: {} of {}", agree.len(), programs.len());
}

/// Why nothing can be compared.
fn out_of_reach(answer: &Answer) -> Option<String> {
    if answer.stopped {
        return Some("it takes too long".into());
    }
    if answer.exhausted {
        return Some("diagrams too large".into());
    }
    if !answer.wraps.is_empty() {
        return Some("numbers of more than 8 bits".into());
    }
    (!is_complete(answer)).then(|| answer.outside.iter().chain(&answer.beyond).next().cloned().unwrap_or_default())
}

fn reason(answer: &tool::Answer) -> String {
    match answer {
        tool::Answer::Unsupported(what) => what.clone(),
        _ => "too many states".into(),
    }
}

/// Runs an analysis for a while.
fn limited(body: impl FnOnce(&Arc<Progress>) -> Answer) -> Answer {
    let progress = Arc::new(Progress::default());
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let begin = Instant::now();
            while !done.load(Ordering::Relaxed) {
                std::thread::park_timeout(Duration::from_millis(50));
                if begin.elapsed() > LIMIT {
                    progress.stop.store(true, Ordering::Relaxed);
                }
            }
        });
        let answer = body(&progress);
        done.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        answer
    })
}

/// The programs to compare. Options of `check` have no counterpart here.
fn chosen() -> Vec<CompiledCase> {
    let plain = |case: &Case| case.args().is_empty() && case.level() <= jdk().feature;
    let all: Vec<Case> = cases().into_iter().filter(plain).collect();
    let sampled = |case: &Case| !OTHER.iter().any(|topic| case.name.starts_with(topic));
    compiled(match std::env::var("HEDDLE_CORPUS") {
        Ok(_) => all,
        Err(_) => all.into_iter().filter(sampled).step_by(SAMPLE).collect(),
    })
}
