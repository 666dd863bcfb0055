//! A state that was written down is the same on another machine: at random states of a search, the bytes are restored on a
//! machine that has done something else or nothing yet. The fingerprint, the bytes written down again, the choices and
//! what every one of them leads to have to be the same, and stepping back has to lead to where the program begins.
//!
//! `HEDDLE_SEEDS=from..to` chooses other generated programs, `HEDDLE_EACH` takes every program of the corpus.

use heddle::{Cancel, Project};
use heddle_explore::{Bound, Path};
use heddle_generate::{combined, helpers, interrupts, java, observers, random, synchronizers};
use heddle_machine::{Fingerprint, Machine, Resources, StepEnd, Unrestorable};
use heddle_testing::{Random, cases, compile, compiled, for_each, jdk, open_classes, seeds};
use heddle_verdict::{Choice, Granularity, PrintedText, ReductionSet, Semantics};
use rustc_hash::FxHashSet;

/// States of a program that are visited, and how many of them are restored.
const STATES: usize = 400;
const RESTORED: usize = 24;
/// A new machine after so many, which has made nothing of the class library yet.
const FRESH: usize = 8;

/// Paths of a search: their machines know the same of the program.
fn paths<'p>(project: &'p Project, main: &str, semantics: &Semantics, count: usize) -> Vec<Path<'p>> {
    let mut machines: Vec<Machine<'p>> = Vec::new();
    for _ in 0..count {
        let machine = project.machine_of(main, semantics, machines.first());
        machines.push(machine.unwrap_or_else(|error| panic!("{main}: {error}")));
    }
    machines.iter_mut().for_each(Machine::keep_portable);
    project.reduce(&mut machines, semantics, false, &Cancel::default());
    machines.into_iter().map(|machine| Path::on(semantics.platform.as_ref(), machine, Bound::None)).collect()
}

/// A choice, how its step ends, what that refutes and where it leads.
type Successor = (Choice, StepEnd, Fingerprint);

fn successors(path: &mut Path<'_>) -> Vec<Successor> {
    let mut choices = Vec::new();
    path.enabled(&mut choices);
    let depth = path.depth();
    let after = choices.into_iter().map(|choice| {
        let end = path.step(choice);
        let fingerprint = path.machine.fingerprint();
        path.back_to(depth);
        (choice, end, fingerprint)
    });
    after.collect()
}

/// Visits states of a program and restores some of them elsewhere; how many, and bytes in all.
fn travel(project: &Project, main: &str, semantics: &Semantics, seed: u64) -> (usize, usize) {
    let mut random = Random::new(seed);
    let mut others = paths(project, main, semantics, 2 + RESTORED / FRESH);
    let (mut home, mut abroad) = (others.pop().expect("several"), others.pop().expect("several"));
    let (mut seen, mut todo, mut choices) = (FxHashSet::default(), Vec::new(), Vec::new());
    let (mut restored, mut bytes) = (0, 0);
    let mut state = Vec::new();
    loop {
        if seen.insert(home.machine.fingerprint()) {
            home.enabled(&mut choices);
            todo.extend(choices.iter().map(|&choice| (home.depth(), choice)));
            if restored < RESTORED && random.below(STATES / RESTORED / 2) == 0 {
                restored += 1;
                if restored % FRESH == 0 {
                    abroad = others.pop().expect("as many as are needed");
                }
                state.clear();
                home.machine.save_state(&mut state);
                bytes += state.len();
                let at = format!("{main}, after {:?}", home.choices());
                abroad.begin_at(&state).unwrap_or_else(|error| panic!("{at}: {error} {error:?}"));
                abroad.begin_at_start();
                // Initialisers that came first may have changed the beginning for good, such as thread locals of the main thread.
                let start = abroad.machine.fingerprint();
                abroad.begin_at(&state).unwrap_or_else(|error| panic!("{at}, once more: {error} {error:?}"));
                assert_eq!(abroad.machine.fingerprint(), home.machine.fingerprint(), "fingerprint of {at}");
                let mut again = Vec::new();
                abroad.machine.save_state(&mut again);
                if again != state {
                    // One of the machines has changed a permanent object for good, and does not write that down.
                    abroad.begin_at(&again).unwrap_or_else(|error| panic!("{at}, written down again: {error}"));
                    assert_eq!(abroad.machine.fingerprint(), home.machine.fingerprint(), "{at}, written down again");
                }
                let expected = successors(&mut home);
                assert_eq!(successors(&mut abroad), expected, "what follows {at}");
                assert_eq!(abroad.machine.audit_canonical(), None, "{at}");
                // Not always: from one state to the next.
                if random.below(2) == 0 {
                    abroad.begin_at_start();
                    assert_eq!(abroad.machine.fingerprint(), start, "the beginning, after {at}");
                }
            }
        }
        if seen.len() >= STATES {
            return (restored, bytes);
        }
        // Not quite depth first, so that states differ.
        loop {
            if todo.len() > 1 && random.below(4) == 0 {
                todo.pop();
            }
            let Some((depth, choice)) = todo.pop() else { return (restored, bytes) };
            home.back_to(depth);
            if !matches!(home.step(choice), StepEnd::Stop(_)) {
                break;
            }
        }
    }
}

fn semantics(seed: u64) -> Semantics {
    let reductions = if seed.is_multiple_of(3) { ReductionSet::NONE } else { ReductionSet::ALL };
    let granularity = if seed.is_multiple_of(5) { Granularity::Instruction } else { Granularity::Visible };
    let printed_text = if seed.is_multiple_of(2) { PrintedText::PartOfState } else { PrintedText::Ignored };
    Semantics { reductions, granularity, printed_text, ..Semantics::default() }
}

fn report(what: &str, all: Vec<Result<(usize, usize), String>>) {
    let wrong: Vec<&String> = all.iter().filter_map(|one| one.as_ref().err()).collect();
    let (restored, bytes) = all.iter().flatten().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    println!("{what}: {} programs, {restored} states, {} bytes each", all.len(), bytes / restored.max(1));
    assert!(wrong.is_empty(), "{} of {}: {}", wrong.len(), all.len(), wrong[0]);
    assert!(restored > all.len());
}

#[test]
fn states_of_generated_programs_travel() {
    type Family = fn(u64, &str) -> String;
    const FAMILIES: [(&str, Family); 6] = [
        ("R", |seed, name| java::print(&random::program(seed), name).text),
        ("S", |seed, name| java::print(&synchronizers::program(seed), name).text),
        ("O", observers::program),
        ("I", interrupts::program),
        ("H", helpers::program),
        ("C", combined::program),
    ];
    let numbered = seeds(0..4).flat_map(|seed| FAMILIES.map(|(family, text)| (seed, family, text)));
    let sources: Vec<(u64, String, String)> = numbered
        .map(|(seed, family, text)| {
            let name = format!("{family}{seed}");
            let text = text(seed, &name);
            (seed, name, text)
        })
        .collect();
    let files: Vec<_> = sources.iter().map(|(_, name, text)| (format!("{name}.java"), text)).collect();
    let project = open_classes(jdk(), "Main", &[&compile(jdk(), &files)]);
    let project = project.with_resources(Resources { max_loop: 2_000, ..Resources::default() });
    let work = |(seed, name, _): &(u64, String, String)| travel(&project, name, &semantics(*seed), *seed);
    report("generated", for_each(&sources, work));
}

#[test]
fn states_of_the_corpus_travel() {
    let every = if std::env::var_os("HEDDLE_EACH").is_some() { 1 } else { 20 };
    let cases = cases().into_iter().step_by(every).collect();
    let cases: Vec<_> = compiled(cases).into_iter().enumerate().collect();
    let work = |(number, case): &(usize, heddle_testing::CompiledCase)| {
        let project = case.open();
        let semantics = case.options().semantics;
        let main = project.main_class().unwrap_or_else(|error| panic!("{error}"));
        if semantics.temporal.is_some() {
            return (0, 0);
        }
        travel(&project, main, &semantics, *number as u64)
    };
    report("corpus", for_each(&cases, work));
}

#[test]
fn what_is_no_state_of_the_machine_is_refused() {
    let source = java::print(&random::program(1), "Main").text;
    let project = open_classes(jdk(), "Main", &[&compile(jdk(), &[("Main.java", source)])]);
    let [mut home, mut abroad] = paths(&project, "Main", &Semantics::default(), 2).try_into().ok().expect("two");
    let mut choices = Vec::new();
    for _ in 0..4 {
        home.enabled(&mut choices);
        home.step(choices[0]);
    }
    let mut state = Vec::new();
    home.machine.save_state(&mut state);
    let start = abroad.machine.fingerprint();
    for len in 0..state.len() {
        assert!(abroad.begin_at(&state[..len]).is_err(), "cut off after {len} bytes");
        assert_eq!(abroad.machine.fingerprint(), start);
    }
    assert_eq!(home.machine.restore_state(&state), Err(Unrestorable::NotAtBase));
    let mut old = state.clone();
    old[0] += 1;
    assert_eq!(abroad.begin_at(&old), Err(Unrestorable::Version));
    let other = Semantics { printed_text: PrintedText::PartOfState, ..Semantics::default() };
    let mut other = paths(&project, "Main", &other, 1).remove(0);
    assert_eq!(other.begin_at(&state), Err(Unrestorable::Binding));
    abroad.begin_at(&state).expect("the state as it was written");
    assert_eq!(abroad.machine.fingerprint(), home.machine.fingerprint());
}
