//! Searches for a platform agree with a simulator that knows none of their reductions: the same
//! final outputs, deadlocks and uncaught exceptions; and more processors never allow less (A004-2).

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use heddle_explore::schedule::preset;
use heddle_generate::facts::{Ending, Facts};
use heddle_generate::oracle::{self, Pause};
use heddle_generate::program::Program;
use heddle_generate::shrink::shrink;
use heddle_generate::{java, random};
use heddle_verdict::{Platform, YieldKind, YieldSet};

use super::tool::{Answer, Batch};
use super::{BATCH, DEFAULT_STATES, SHOWN, class_name, on_large_stacks, seeds};

const SIMULATED_STATES: usize = 6_000;
const PLAIN_STATES: u64 = 6_000;

/// A platform as the explorer and as the simulator know it.
fn platform(name: &str) -> (Platform, oracle::Platform) {
    let (base, without) = name.split_once('-').map_or((name, None), |(base, without)| (base, Some(without)));
    let mut platform = preset(base).expect("a preset");
    platform.yields = match without {
        None => platform.yields,
        Some("release") => platform.yields.without(YieldKind::Release),
        Some("acquire") => platform.yields.without(YieldKind::Acquire),
        Some("locks") => platform.yields.without(YieldKind::Acquire).without(YieldKind::Release),
        Some("notify") => platform.yields.without(YieldKind::Notify).without(YieldKind::End),
        Some(other) => panic!("{other}"),
    };
    let simulated =
        oracle::Platform { processors: platform.processors.map_or(16, usize::from), yields: pauses(platform.yields) };
    (platform, simulated)
}

fn pauses(yields: YieldSet) -> Vec<Pause> {
    let kind = |pause: &Pause| match pause {
        Pause::Acquire => YieldKind::Acquire,
        Pause::Release => YieldKind::Release,
        Pause::Wait => YieldKind::Wait,
        Pause::Notify => YieldKind::Notify,
        Pause::Start => YieldKind::Start,
        Pause::Sleep => YieldKind::Sleep,
        Pause::Yield => YieldKind::Yield,
        Pause::Park => YieldKind::Park,
        Pause::End => YieldKind::End,
    };
    Pause::ALL.into_iter().filter(|pause| yields.contains(kind(pause))).collect()
}

/// The platforms that every program is searched for, and some of which each takes one.
const ALWAYS: [&str; 2] = ["green", "quasi:2"];
const IN_TURN: [&str; 12] = [
    "virtual:1",
    "virtual:2",
    "quasi:3",
    "green-release",
    "quasi:2-release",
    "green-acquire",
    "quasi:2-acquire",
    "green-locks",
    "quasi:2-locks",
    "green-notify",
    "quasi:2-notify",
    "virtual:3",
];

#[derive(Default, Debug)]
struct Counts {
    compared: AtomicUsize,
    too_large: AtomicUsize,
    plain: AtomicUsize,
    one_below_two: AtomicUsize,
    two_below_all: AtomicUsize,
    simulated_states: AtomicUsize,
    states: AtomicUsize,
    plain_states: AtomicUsize,
}

#[test]
fn platforms_agree_with_the_simulator() {
    let all = seeds();
    let counts = Counts::default();
    let mut found: Vec<(u64, String)> = vec![];
    let mut from = all.start;
    while from < all.end {
        let to = (from + BATCH).min(all.end);
        let programs: Vec<(u64, Program)> = (from..to).map(|seed| (seed, random::program(seed))).collect();
        let source = |(seed, program): &(u64, Program)| {
            let class = class_name(*seed);
            (class.clone(), java::print(program, &class).text)
        };
        let batch = Batch::compile(&programs.iter().map(source).collect::<Vec<_>>());
        let next = AtomicUsize::new(0);
        let different = Mutex::new(vec![]);
        on_large_stacks(2, || {
            while let Some((seed, program)) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Some(difference) = compare(&batch, &class_name(*seed), *seed, program, &counts) {
                    different.lock().expect("no panic").push((*seed, difference));
                }
            }
        });
        found.extend(different.into_inner().expect("no panic"));
        from = to;
    }
    println!("{counts:?}");
    found.sort();
    for (seed, difference) in found.iter().take(SHOWN) {
        show(*seed, difference);
    }
    assert!(found.is_empty(), "{} disagreements: {found:#?}", found.len());
    let of = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
    if all == (0..2_000) {
        assert!(of(&counts.compared) > 2_000 && of(&counts.one_below_two) > 100, "{counts:?}");
    }
}

fn compare(batch: &Batch, class: &str, seed: u64, program: &Program, counts: &Counts) -> Option<String> {
    let add = |counter: &AtomicUsize, by: usize| counter.fetch_add(by, Ordering::Relaxed);
    let source = java::print(program, class);
    let mut endings: Vec<Option<BTreeSet<Ending>>> = vec![];
    for name in ALWAYS.into_iter().chain([IN_TURN[seed as usize % IN_TURN.len()]]) {
        let (platform, simulated) = platform(name);
        endings.push(None);
        let Ok(truth) = oracle::judge_on(program, &source, &simulated, SIMULATED_STATES) else {
            add(&counts.too_large, 1);
            continue;
        };
        add(&counts.simulated_states, truth.states);
        for plain in [false, true] {
            let limit = if plain { PLAIN_STATES } else { DEFAULT_STATES };
            match batch.search_on(class, &platform, plain, limit) {
                Answer::Complete { facts, states, .. } => {
                    add(if plain { &counts.plain } else { &counts.compared }, 1);
                    add(if plain { &counts.plain_states } else { &counts.states }, states as usize);
                    if let Some(difference) = difference(&truth.facts, &facts) {
                        let search = if plain { "plain" } else { "default" };
                        return Some(format!("{name}, {search}: {difference}"));
                    }
                    *endings.last_mut().expect("just pushed") = Some(facts.endings);
                }
                Answer::TooLarge => {}
                Answer::Unsupported(what) => return Some(format!("{name}: {what}")),
            }
        }
    }
    let Ok(all) = oracle::judge(program, &source, SIMULATED_STATES) else { return None };
    if let (Some(one), Some(two)) = (&endings[0], &endings[1]) {
        add(&counts.one_below_two, usize::from(one != two));
        add(&counts.two_below_all, usize::from(*two != all.facts.endings));
        if !one.is_subset(two) || !two.is_subset(&all.facts.endings) {
            return Some("more processors allow less".into());
        }
    }
    None
}

/// Races are left out: whether two accesses are ever next to each other is a matter of where
/// threads stand, which is what platforms reduce.
fn difference(truth: &Facts, found: &Facts) -> Option<String> {
    let without_races = |facts: &Facts| Facts { races: BTreeSet::new(), ..facts.clone() };
    without_races(truth).difference(&without_races(found))
}

/// Makes a program with a disagreement small and prints it.
fn show(seed: u64, difference: &str) {
    let wanted: String = difference.chars().take_while(|c| !"[{".contains(*c)).collect();
    let small = shrink(random::program(seed), |all| {
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
            let differs = |(index, program): (usize, &Program)| {
                let found = compare(&batch, &class(index), seed, program, &Counts::default());
                found.is_some_and(|found| found.starts_with(&wanted))
            };
            *result.lock().expect("no panic") = all.iter().enumerate().position(differs);
        });
        result.into_inner().expect("no panic")
    });
    println!("seed {seed}: {difference}\n{}", java::print(&small, &class_name(seed)).text);
}
