//! Searches for a platform agree with a simulator that knows none of their reductions: the same
//! final outputs, deadlocks and uncaught exceptions; and more processors never allow less (A004-2).

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use heddle_explore::schedule::{preset, stops};
use heddle_explore::{Bound, Path};
use heddle_generate::facts::{Ending, Facts};
use heddle_generate::oracle::{self, Pause};
use heddle_generate::program::Program;
use heddle_generate::shrink::shrink;
use heddle_generate::{java, random};
use heddle_machine::{Options, StepEnd};
use heddle_verdict::{Choice, Platform, YieldKind, YieldSet};

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

/// A004-4: which threads have a processor is part of the state. Leaving it out when states are
/// compared loses outcomes.
#[test]
fn the_mapping_belongs_to_the_state() {
    let programs: Vec<(u64, Program)> =
        (0..300).map(|seed| (seed, random::program(seed))).filter(|(_, program)| program.threads.len() > 2).collect();
    let source = |(seed, program): &(u64, Program)| (class_name(*seed), java::print(program, &class_name(*seed)).text);
    let batch = Batch::compile(&programs.iter().map(source).collect::<Vec<_>>());
    let (compared, lost) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let (platform, simulated) = platform("virtual:2");
    let next = AtomicUsize::new(0);
    on_large_stacks(2, || {
        while let Some((seed, program)) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let class = class_name(*seed);
            let source = java::print(program, &class);
            let Ok(truth) = oracle::judge_on(program, &source, &simulated, 2_000) else { continue };
            let outputs = |mapping| outputs(&batch, &class, &platform, mapping);
            let (Some(with), Some(without)) = (outputs(true), outputs(false)) else { continue };
            let printed = |ending: &Ending| match ending {
                Ending::Exit { output, code: 0 } => Some(output.clone()),
                _ => None,
            };
            let expected: BTreeSet<String> = truth.facts.endings.iter().filter_map(printed).collect();
            assert_eq!(with, expected, "seed {seed}\n{}", source.text);
            assert!(without.is_subset(&with), "seed {seed}");
            compared.fetch_add(1, Ordering::Relaxed);
            lost.fetch_add(usize::from(without != with), Ordering::Relaxed);
        }
    });
    let (compared, lost) = (compared.into_inner(), lost.into_inner());
    println!("{compared} programs, {lost} lose outcomes without the mapping");
    assert!(compared > 50 && lost > 0, "{compared} programs, {lost} lose outcomes");
}

/// What a program prints when it ends by itself, on a platform; `None` if it has too many states.
fn outputs(batch: &Batch, class: &str, platform: &Platform, mapping: bool) -> Option<BTreeSet<String>> {
    let options = Options { observe_output: true, max_loop: 2_000, stops: stops(Some(platform)), ..Options::default() };
    let mut path = Path::on(Some(platform), batch.machine(class, options, None), Bound::None);
    let key = |path: &mut Path<'_>| {
        if mapping {
            return path.machine.fingerprint();
        }
        let mark = path.machine.mark();
        for t in 0..path.machine.threads.len() {
            path.machine.control(t).pinned = false;
        }
        let key = path.machine.fingerprint();
        path.machine.undo(mark);
        path.machine.fingerprint();
        key
    };
    let mut outputs = BTreeSet::new();
    let mut known = BTreeSet::from([key(&mut path)]);
    let mut choices = vec![];
    path.enabled(&mut choices);
    let mut open: Vec<(usize, Choice)> = choices.iter().map(|&choice| (0, choice)).collect();
    while let Some((depth, choice)) = open.pop() {
        path.back_to(depth);
        if let StepEnd::Stop(_) = path.step(choice) {
            continue;
        }
        if !known.insert(key(&mut path)) {
            continue;
        }
        if known.len() > 20_000 {
            return None;
        }
        path.enabled(&mut choices);
        open.extend(choices.iter().map(|&choice| (depth + 1, choice)));
        let main_failed = path.machine.uncaught.iter().any(|&(thread, _)| thread == 0);
        if path.machine.is_finished() && !main_failed {
            let printed = path.machine.output.iter().filter(|output| !output.stderr);
            outputs.insert(printed.map(|output| String::from_utf8_lossy(&output.bytes)).collect());
        }
    }
    Some(outputs)
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
        let in_turn = !ALWAYS.contains(&name);
        for plain in [false, true] {
            if plain && !in_turn && !seed.is_multiple_of(4) {
                continue;
            }
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
