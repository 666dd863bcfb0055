//! The symbolic and the explicit engine agree on generated programs within the same number of
//! contexts: on which exceptions of which lines can leave a thread, on whether all threads can get
//! stuck, and on which lines are reached at all.
//!
//! A program counts if the symbolic engine met nothing outside of its reach. What it finds in others
//! has to be true all the same. `corpus.rs` does the same for the programs of `corpus`. `HEDDLE_SEEDS=from..to` chooses other seeds.

mod arguments;
mod corners;
mod corpus;
mod expressions;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::tool::{Batch, Search};
use heddle_generate::facts::Facts;
use heddle_generate::{java, random};
use heddle_program::ir::Pc;
use heddle_program::{MethodId, Origin};
use heddle_symbolic::contexts::Bounds;
use heddle_symbolic::java::Input;
use heddle_symbolic::java::layout::Sizes;
use heddle_symbolic::{Answer, Progress, Question, What, analyse};
use heddle_testing::{seeds, with_large_stack};

const BATCH: u64 = 20;
const STATES: u64 = 40_000;
/// ... if every instruction is a step, to see which lines are reached.
const STATES_BY_INSTRUCTION: usize = 150_000;
const CONTEXTS: u32 = 3;
/// Small diagrams keep the campaign quick; programs that need more are counted.
const NODES: usize = 1 << 19;

#[derive(Default, Debug)]
struct Counts {
    complete: usize,
    partial: usize,
    outside: BTreeMap<String, usize>,
    beyond: usize,
    exhausted: usize,
    too_large: usize,
    uncaught: usize,
    deadlocks: usize,
    /// Programs whose reached lines were compared, and how many lines those have.
    mapped: usize,
    lines: usize,
    too_large_for_lines: usize,
}

#[test]
fn symbolic_search_agrees_with_the_oracle() {
    with_large_stack(campaign);
}

fn campaign() {
    let seeds = seeds(0..60);
    let mut counts = Counts::default();
    let mut wrong = Vec::new();
    let mut from = seeds.start;
    while from < seeds.end {
        let to = (from + BATCH).min(seeds.end);
        let programs: Vec<_> = (from..to).map(|seed| (format!("G{seed}"), random::program(seed))).collect();
        let sources: Vec<_> = programs.iter().map(|(name, program)| java::print(program, name)).collect();
        let texts: Vec<_> =
            programs.iter().zip(&sources).map(|((name, _), s)| (name.clone(), s.text.clone())).collect();
        let batch = Batch::compile(&texts);
        for (name, program) in &programs {
            let begin = std::time::Instant::now();
            let crate::tool::Answer::Complete { facts, .. } = batch.search(name, Search::Contexts(CONTEXTS), STATES)
            else {
                counts.too_large += 1;
                continue;
            };
            let explicit = begin.elapsed();
            let sizes = Sizes { bits: 6, heap: 40, array: 4, threads: program.threads.len() };
            let answer = ask(&batch, name, sizes, &Arc::default());
            if std::env::var_os("HEDDLE_TIMES").is_some() {
                println!("{name}: {explicit:?} {:?} {:?}", begin.elapsed() - explicit, answer.figures);
            }
            let difference = compare(&batch, &facts, &answer, &mut counts)
                .or_else(|| compare_lines(&batch, name, &answer, &mut counts));
            if let Some(difference) = difference {
                println!("{name}: {difference}\n{}", java::print(program, name).text);
                wrong.push(name.clone());
            }
        }
        println!("up to seed {to}: {counts:?}");
        from = to;
    }
    assert!(wrong.is_empty(), "disagreements: {wrong:?}");
    assert!(counts.complete * 4 > (seeds.end - seeds.start) as usize, "a good part is in reach: {counts:?}");
}

fn ask(batch: &Batch, class: &str, sizes: Sizes, progress: &Arc<Progress>) -> Answer {
    ask_within(batch, class, sizes, CONTEXTS, progress)
}

fn ask_within(batch: &Batch, class: &str, sizes: Sizes, contexts: u32, progress: &Arc<Progress>) -> Answer {
    let program = batch.program();
    let class = program.load(class).expect("it was compiled");
    let entry = program.find_method(class, "main", "([Ljava/lang/String;)V").expect("it has a main method");
    let question = Question {
        entry,
        inputs: Input::of_method(program, entry, 0),
        sizes,
        bounds: Bounds { contexts, splitting: None, all: true, schedules: false },
        nodes: NODES,
    };
    analyse(program, &question, progress)
}

/// The lines that some thread comes to, in both engines.
fn compare_lines(batch: &Batch, name: &str, answer: &Answer, counts: &mut Counts) -> Option<String> {
    if answer.exhausted || !is_complete(answer) {
        return None;
    }
    let Some(explicit) = batch.reached(name, CONTEXTS, STATES_BY_INSTRUCTION) else {
        counts.too_large_for_lines += 1;
        return None;
    };
    let program = batch.program();
    let line = |&(method, pc): &(MethodId, Pc)| {
        let line = program.code(method).ok().and_then(|code| code.line(pc))?;
        Some((program.external_method(method), line))
    };
    let found = answer.reached.iter().flat_map(|(&method, pcs)| pcs.iter().map(move |&pc| (method, pc)));
    let found: BTreeSet<_> = found.filter(|(method, _)| is_user(batch, *method)).filter_map(|at| line(&at)).collect();
    let truth: BTreeSet<_> = explicit.iter().filter_map(line).collect();
    counts.mapped += 1;
    counts.lines += truth.len();
    let (lost, invented): (Vec<_>, Vec<_>) = (truth.difference(&found).collect(), found.difference(&truth).collect());
    (found != truth).then(|| format!("lines not reached {lost:?}, reached in vain {invented:?}"))
}

fn is_user(batch: &Batch, method: MethodId) -> bool {
    batch.program().class(batch.program().method(method).class).origin == Origin::User
}

/// Nothing was outside of its reach.
fn is_complete(answer: &Answer) -> bool {
    answer.outside.is_empty() && answer.beyond.is_empty() && answer.wraps.is_empty()
}

fn compare(batch: &Batch, facts: &Facts, answer: &Answer, counts: &mut Counts) -> Option<String> {
    let mut uncaught: BTreeSet<(String, u32)> = BTreeSet::new();
    let mut deadlock = false;
    for found in &answer.found {
        match found.what {
            What::Uncaught { class, site, .. } => {
                let name = batch.program().external_name(class);
                let name = name.rsplit('.').next().unwrap_or(&name).to_string();
                let line = site.filter(|(method, line)| *line != 0 && is_user(batch, *method)).map(|(_, line)| line);
                match line {
                    Some(line) => {
                        uncaught.insert((name, u32::from(line)));
                    }
                    // Made inside the JDK: the line that called it is not known here.
                    None => {
                        let same = facts.uncaught.iter().filter(|other| other.class == name);
                        let lines: Vec<u32> = same.map(|other| other.line).collect();
                        let unknown = if lines.is_empty() { vec![0] } else { lines };
                        uncaught.extend(unknown.into_iter().map(|line| (name.clone(), line)));
                    }
                }
            }
            What::Deadlock { .. } => deadlock = true,
        }
    }
    let truth: BTreeSet<(String, u32)> =
        facts.uncaught.iter().map(|uncaught| (uncaught.class.clone(), uncaught.line)).collect();
    for what in &answer.outside {
        *counts.outside.entry(what.clone()).or_default() += 1;
    }
    counts.beyond += usize::from(!answer.beyond.is_empty());
    counts.exhausted += usize::from(answer.exhausted);
    if answer.exhausted {
        return None;
    }
    if !is_complete(answer) {
        counts.partial += 1;
        let invented: Vec<_> = uncaught.difference(&truth).collect();
        let claims_deadlock = deadlock && !facts.can_deadlock();
        // Without the whole behaviour a thread may seem stuck.
        return (!invented.is_empty() || claims_deadlock && answer.outside.is_empty() && answer.beyond.is_empty())
            .then(|| format!("invented {invented:?}, deadlock {deadlock}, {:?}", answer.outside));
    }
    counts.complete += 1;
    counts.uncaught += usize::from(!truth.is_empty());
    counts.deadlocks += usize::from(facts.can_deadlock());
    (uncaught != truth || deadlock != facts.can_deadlock()).then(|| {
        format!("found {uncaught:?} and deadlock {deadlock}, truth {truth:?} and deadlock {}", facts.can_deadlock())
    })
}
