//! Both engines, and `java`, on the programs of [`heddle_generate::corners`]: which line `main` throws on says what
//! every piece of the program computed. `java` runs programs with one outcome; what it throws has to be that.
//!
//! `HEDDLE_SEEDS=from..to` chooses other seeds.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use heddle_generate::corners;
use heddle_generate::facts::Facts;
use heddle_symbolic::java::layout::Sizes;
use heddle_symbolic::{Found, What};
use heddle_testing::{compile, jdk, open_classes, seeds, with_large_stack};

use super::{CONTEXTS, Counts, STATES, ask, ask_within, compare, is_complete};
use crate::tool::{self, Batch, Search};

const BATCH: u64 = 30;

#[test]
fn symbolic_search_agrees_with_explicit_search_and_java_on_corners() {
    with_large_stack(campaign);
}

fn campaign() {
    let seeds = seeds(0..60);
    let mut counts = Counts::default();
    let (mut wrong, mut executed) = (Vec::new(), 0);
    let mut from = seeds.start;
    while from < seeds.end {
        let to = (from + BATCH).min(seeds.end);
        let programs: Vec<(String, String)> =
            (from..to).map(|seed| (format!("K{seed}"), corners::program(seed, &format!("K{seed}")))).collect();
        let sources: Vec<_> = programs.iter().map(|(name, text)| (format!("{name}.java"), text)).collect();
        let classes = compile(jdk(), &sources);
        let batch = Batch::of(open_classes(jdk(), "Main", &[&classes]));
        for (name, text) in &programs {
            let sizes = Sizes { bits: 8, heap: 80, array: 40, threads: 4 };
            let mut answer = ask(&batch, name, sizes.clone(), &Arc::default());
            // Numbers that do not fit may do anything; the command asks the explicit engine then.
            if !answer.wraps.is_empty() {
                counts.partial += 1;
                continue;
            }
            let facts = match batch.search(name, Search::Contexts(CONTEXTS), STATES) {
                tool::Answer::Complete { facts, .. } => facts,
                _ => {
                    counts.too_large += 1;
                    continue;
                }
            };
            let mut difference = compare(&batch, &facts, &answer, &mut counts);
            // A thread that stands before a monitor without having moved is stuck for explicit search alone; the other
            // engine lets it take a turn, which is a context more.
            if difference.is_some() && facts.can_deadlock() && !answer.found.iter().any(is_deadlock) {
                let more = ask_within(&batch, name, sizes, CONTEXTS + 1, &Arc::default());
                answer.found.extend(more.found.into_iter().filter(is_deadlock));
                difference = compare(&batch, &facts, &answer, &mut Counts::default());
            }
            // What `java` does need not lie within the contexts, unless no other adds anything.
            if difference.is_none() && is_complete(&answer) && answer.converged && has_one_outcome(&facts) {
                executed += 1;
                difference = differs_from_java(&classes, name, &facts);
            }
            if let Some(difference) = difference {
                println!("{name}: {difference}\n{text}");
                wrong.push(name.clone());
            }
        }
        println!("up to seed {to}: {counts:?}, {executed} compared with java");
        from = to;
    }
    assert!(wrong.is_empty(), "disagreements: {wrong:?}");
    assert!(counts.complete * 3 > (seeds.end - seeds.start) as usize, "a good part is in reach: {counts:?}");
}

fn is_deadlock(found: &Found) -> bool {
    matches!(found.what, What::Deadlock { .. })
}

/// Whether every run ends alike: by an exception of one line.
fn has_one_outcome(facts: &Facts) -> bool {
    !facts.can_deadlock() && facts.uncaught.len() == 1
}

fn differs_from_java(classes: &Path, name: &str, facts: &Facts) -> Option<String> {
    let mut java = Command::new(jdk().tool("java"));
    let output = java.args(["-ea", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp"]).arg(classes).arg(name).output();
    let text = String::from_utf8_lossy(&output.expect("java runs").stderr).into_owned();
    let frame = text.lines().find(|line| line.trim_start().starts_with("at "))?;
    let line = frame.rsplit_once(':').and_then(|(_, line)| line.trim_end_matches(')').parse::<u32>().ok());
    let expected: BTreeSet<u32> = facts.uncaught.iter().map(|uncaught| uncaught.line).collect();
    let same = line.is_none_or(|line| expected.contains(&line));
    (!same).then(|| format!("java: {text}, both engines: {:?}", facts.uncaught))
}
