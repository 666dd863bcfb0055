//! Searches for a platform agree with a simulator that knows none of their reductions: the same
//! final outputs, deadlocks and uncaught exceptions; and more processors never allow less.
//! `HEDDLE_PLATFORM` asks for one platform instead of those in turn.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use heddle_explore::schedule::preset;
use heddle_explore::{Bound, Path};
use heddle_generate::facts::{Ending, Facts};
use heddle_generate::oracle::{self, Pause};
use heddle_generate::program::Program;
use heddle_generate::shrink::shrink;
use heddle_generate::{java, priorities, random};
use heddle_machine::StepEnd;
use heddle_verdict::{
    Choice, MonitorPolicy, Platform, Preemption, PrintedText, Priorities, Semantics, YieldKind, YieldSet,
};

use super::{BATCH, DEFAULT_STATES, SHOWN, class_name, on_large_stacks, seeds};
use crate::tool::{Answer, Batch};

const SIMULATED_STATES: usize = 6_000;
const PLAIN_STATES: u64 = 6_000;

/// A platform as the explorer and as the simulator know it: a preset, perhaps without some yield points;
/// or what is done about priorities, the number of processors, and the yield points (`time` for
/// preemption by time).
fn platform(name: &str, class: &str) -> (Platform, oracle::Platform) {
    let platform = match name.split('/').collect::<Vec<_>>()[..] {
        [priorities, processors, yields] => described(priorities, processors, yields, class),
        _ => preset_without(name),
    };
    let priorities = match (platform.priorities, platform.monitors) {
        (Priorities::Off, _) => None,
        (Priorities::Strict, MonitorPolicy::None) => Some(oracle::Monitors::None),
        (Priorities::Strict, MonitorPolicy::Inherit) => Some(oracle::Monitors::Inherit),
        (Priorities::Strict, MonitorPolicy::Ceiling) => {
            Some(oracle::Monitors::Ceiling { shared: CEILINGS[0], node: CEILINGS[1] })
        }
    };
    // Changing a priority is a yield point where priorities matter; where threads are interrupted
    // anywhere it is enough to stop where a thread steps back by itself.
    let timer = platform.preemption == Preemption::Time;
    let yields = match (timer, priorities) {
        (true, _) => YieldSet::default().with(YieldKind::Yield),
        (false, Some(_)) => platform.yields.with(YieldKind::Priority),
        (false, None) => platform.yields,
    };
    let processors = platform.processors.map_or(16, usize::from);
    (platform, oracle::Platform { processors, yields: pauses(yields), timer, priorities })
}

/// Of `Object` and of the class of nodes.
const CEILINGS: [u8; 2] = [7, 5];

fn described(priorities: &str, processors: &str, yields: &str, class: &str) -> Platform {
    let named = |name: &str| {
        let is_meant = |kind: &YieldKind| format!("{kind:?}").to_lowercase() == name.replace('-', "");
        YieldKind::ALL.into_iter().find(is_meant).expect("a kind of yield point")
    };
    let ceilings = [("java.lang.Object".to_string(), CEILINGS[0]), (format!("{class}$Node"), CEILINGS[1])];
    let green = preset("green").expect("a preset");
    Platform {
        name: "described".into(),
        processors: processors.parse().ok(),
        yields: match yields {
            "time" => YieldSet::default(),
            "green" => green.yields,
            list => list.split('+').map(named).collect(),
        },
        preemption: if yields == "time" { Preemption::Time } else { Preemption::Yield },
        priorities: if priorities == "off" { Priorities::Off } else { Priorities::Strict },
        monitors: match priorities {
            "none" => MonitorPolicy::None,
            "ceiling" => MonitorPolicy::Ceiling,
            _ => MonitorPolicy::Inherit,
        },
        ceilings: if priorities == "ceiling" { ceilings.into() } else { green.ceilings.clone() },
        ..green
    }
}

fn preset_without(name: &str) -> Platform {
    let (base, without) = match name.rsplit_once('-') {
        Some((base, without)) if preset(name).is_err() => (base, Some(without)),
        _ => (name, None),
    };
    let mut platform = preset(base).expect("a preset");
    platform.yields = match without {
        None => platform.yields,
        Some("release") => platform.yields.without(YieldKind::Release),
        Some("acquire") => platform.yields.without(YieldKind::Acquire),
        Some("locks") => platform.yields.without(YieldKind::Acquire).without(YieldKind::Release),
        Some("notify") => platform.yields.without(YieldKind::Notify).without(YieldKind::End),
        Some(other) => panic!("{other}"),
    };
    platform
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
        Pause::Priority => YieldKind::Priority,
        Pause::Branch => YieldKind::Branch,
        Pause::BackBranch => YieldKind::BackBranch,
        Pause::Entry => YieldKind::Entry,
        Pause::Exit => YieldKind::Exit,
    };
    Pause::ALL.into_iter().filter(|pause| yields.contains(kind(pause))).collect()
}

/// Programs, the platforms that each of them is searched for, and those of which each takes one.
struct Campaign {
    program: fn(u64) -> Program,
    always: &'static [&'static str],
    in_turn: &'static [&'static str],
}

const WITHOUT_PRIORITIES: Campaign = Campaign {
    program: random::program,
    always: &["green", "quasi:2"],
    in_turn: &[
        "cldc-hi",
        "virtual:1",
        "jikes:2",
        "quasi:3",
        "off/1/branch",
        "green-release",
        "quasi:2-release",
        "ovm",
        "green-acquire",
        "quasi:2-acquire",
        "off/1/entry",
        "green-locks",
        "quasi:2-locks",
        "off/2/entry+exit",
        "virtual:2",
        "jikes:1",
        "green-notify",
        "quasi:2-notify",
        "off/1/exit",
        "virtual:3",
        "off/1/back-branch",
        "off/1/acquire",
        "off/2/branch",
        "off/1/release",
        "off/1/wait+notify",
        "off/1/start+end",
        "off/1/start",
        "off/3/back-branch+exit",
        "off/1/sleep+park+yield",
        "off/2/acquire",
    ],
};

const WITH_PRIORITIES: Campaign = Campaign {
    program: priorities::program,
    always: &["rtsj:1"],
    in_turn: &[
        "rtsj:2",
        "none/1/time",
        "ceiling/1/time",
        "inherit/1/green",
        "inherit/2/green",
        "off/1/priority",
        "none/2/time",
        "inherit/1/back-branch+entry",
        "ceiling/2/time",
        "inherit/1/acquire",
        "inherit/2/acquire+wait",
        "off/2/priority+branch",
        "none/2/green",
        "inherit/2/release+exit",
        "inherit/1/release",
        "none/1/yield+start",
        "rtsj:3",
    ],
};

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
    let counts = run(&WITHOUT_PRIORITIES);
    let of = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
    if few() == BY_DEFAULT {
        assert!(of(&counts.compared) > 500 && of(&counts.one_below_two) > 10, "{counts:?}");
    }
}

#[test]
fn strict_priorities_agree_with_the_simulator() {
    let counts = run(&WITH_PRIORITIES);
    if few() == BY_DEFAULT {
        assert!(counts.compared.load(Ordering::Relaxed) > 350, "{counts:?}");
    }
}

/// Each program is searched for several platforms.
const BY_DEFAULT: Range<u64> = 0..200;

fn few() -> Range<u64> {
    seeds(BY_DEFAULT)
}

fn run(campaign: &Campaign) -> Counts {
    let all = few();
    let counts = Counts::default();
    let mut found: Vec<(u64, String)> = vec![];
    let mut from = all.start;
    while from < all.end {
        let to = (from + BATCH).min(all.end);
        let programs: Vec<(u64, Program)> = (from..to).map(|seed| (seed, (campaign.program)(seed))).collect();
        let source = |(seed, program): &(u64, Program)| {
            let class = class_name(*seed);
            (class.clone(), java::print(program, &class).text)
        };
        let batch = Batch::compile(&programs.iter().map(source).collect::<Vec<_>>());
        let next = AtomicUsize::new(0);
        let different = Mutex::new(vec![]);
        on_large_stacks(2, || {
            while let Some((seed, program)) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Some(difference) = compare(campaign, &batch, &class_name(*seed), *seed, program, &counts) {
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
        show(campaign, *seed, difference);
    }
    assert!(found.is_empty(), "{} disagreements: {found:#?}", found.len());
    counts
}

/// Which threads have a processor is part of the state. Leaving it out when states are
/// compared loses outcomes.
#[test]
fn the_mapping_belongs_to_the_state() {
    let programs: Vec<(u64, Program)> =
        (0..300).map(|seed| (seed, random::program(seed))).filter(|(_, program)| program.threads.len() > 2).collect();
    let source = |(seed, program): &(u64, Program)| (class_name(*seed), java::print(program, &class_name(*seed)).text);
    let batch = Batch::compile(&programs.iter().map(source).collect::<Vec<_>>());
    let (compared, lost) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let (platform, simulated) = platform("virtual:2", "");
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
    let printed_text = PrintedText::PartOfState;
    let semantics = Semantics { printed_text, platform: Some(platform.clone()), ..Semantics::default() };
    let mut path = Path::on(Some(platform), batch.machine(class, semantics, None), Bound::None);
    let key = |path: &mut Path<'_>| {
        if mapping {
            return path.machine.fingerprint();
        }
        let mark = path.machine.mark();
        for t in 0..path.machine.state.threads.len() {
            path.machine.control(t).scheduling.pinned = false;
        }
        let key = path.machine.fingerprint();
        path.machine.undo(mark);
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
        let main_failed = path.machine.state.uncaught.iter().any(|&(thread, _)| thread == 0);
        if path.machine.is_finished() && !main_failed {
            let printed = path.machine.state.output.iter().filter(|output| !output.stderr);
            outputs.insert(printed.map(|output| String::from_utf8_lossy(&output.bytes)).collect());
        }
    }
    Some(outputs)
}

fn compare(
    campaign: &Campaign,
    batch: &Batch,
    class: &str,
    seed: u64,
    program: &Program,
    counts: &Counts,
) -> Option<String> {
    let add = |counter: &AtomicUsize, by: usize| counter.fetch_add(by, Ordering::Relaxed);
    let source = java::print(program, class);
    let mut endings: Vec<Option<BTreeSet<Ending>>> = vec![];
    let asked = std::env::var("HEDDLE_PLATFORM").ok();
    let in_turn = asked.as_deref().unwrap_or(campaign.in_turn[seed as usize % campaign.in_turn.len()]);
    for name in campaign.always.iter().copied().chain([in_turn]) {
        let (platform, simulated) = platform(name, class);
        endings.push(None);
        let Ok(truth) = oracle::judge_on(program, &source, &simulated, SIMULATED_STATES) else {
            add(&counts.too_large, 1);
            continue;
        };
        add(&counts.simulated_states, truth.states);
        for plain in [false, true] {
            if plain && name != in_turn && !seed.is_multiple_of(4) {
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
    if campaign.always != WITHOUT_PRIORITIES.always {
        return None;
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
fn show(campaign: &Campaign, seed: u64, difference: &str) {
    let wanted: String = difference.chars().take_while(|c| !"[{".contains(*c)).collect();
    let small = shrink((campaign.program)(seed), |all| {
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
                let found = compare(campaign, &batch, &class(index), seed, program, &Counts::default());
                found.is_some_and(|found| found.starts_with(&wanted))
            };
            *result.lock().expect("no panic") = all.iter().enumerate().position(differs);
        });
        result.into_inner().expect("no panic")
    });
    println!("seed {seed}: {difference}\n{}", java::print(&small, &class_name(seed)).text);
}
