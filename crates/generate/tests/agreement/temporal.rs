//! Formulas have the same truth value in all searches, and in the oracle's graph of states: random
//! formulas over the shared places of generated programs, with and without fairness.
//!
//! The product with the oracle's graph is built whole and its components are found in another way than
//! the search does it. Formulas that ask for locations have no counterpart in the oracle; on them the
//! searches are compared among themselves.
//!
//! `HEDDLE_TEMPORAL_SEEDS=from..to` chooses other seeds.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use heddle_generate::oracle::{self, Graph, Values};
use heddle_generate::program::{Lock, Operation, Place, Program, RefValue, Stmt, Used, used};
use heddle_generate::random::{self, Random};
use heddle_generate::{java, java::Source, synchronizers};
use heddle_logic::ltl::{self, automaton};
use heddle_verdict::{Precision, ReductionKind, Temporal};

use super::{class_name, on_large_stacks};
use crate::tool::{Batch, Search};

const ORACLE_STATES: usize = 1_500;
const STATES: u64 = 20_000;
const PLAIN_STATES: u64 = 6_000;
/// Formulas per program.
const FORMULAS: usize = 4;

#[derive(Default, Debug)]
struct Counts {
    programs: AtomicUsize,
    pairs: AtomicUsize,
    satisfied: AtomicUsize,
    /// Truth values that fairness changes.
    by_fairness: AtomicUsize,
    locations: AtomicUsize,
    too_large: AtomicUsize,
    plain_too_large: AtomicUsize,
}

#[test]
fn formulas_have_the_same_truth_value_everywhere() {
    compare_all(random::program, seeds(0..40));
}

#[test]
fn formulas_about_programs_with_synchronizers_have_the_same_truth_value_everywhere() {
    compare_all(synchronizers::program, seeds(0..4));
}

fn compare_all(draw: fn(u64) -> Program, seeds: Range<u64>) {
    let counts = Counts::default();
    let programs: Vec<(u64, Program)> = seeds.map(|seed| (seed, program(draw, seed))).collect();
    let mut found = vec![];
    for some in programs.chunks(200) {
        let sources: Vec<_> = some
            .iter()
            .map(|(seed, program)| (class_name(*seed), java::print(program, &class_name(*seed)).text))
            .collect();
        let batch = Batch::compile(&sources);
        let next = AtomicUsize::new(0);
        let differences = Mutex::new(vec![]);
        on_large_stacks(2, || {
            while let Some((seed, program)) = some.get(next.fetch_add(1, Ordering::Relaxed)) {
                let differs = compare(&batch, *seed, program, &counts);
                differences.lock().expect("no panic").extend(differs);
            }
        });
        found.extend(differences.into_inner().expect("no panic"));
    }
    println!("{counts:?}");
    found.iter().for_each(|difference| println!("{difference}"));
    assert!(found.is_empty(), "{} differences", found.len());
    let [pairs, satisfied] = [&counts.pairs, &counts.satisfied].map(|count| count.load(Ordering::Relaxed));
    assert!(satisfied * 8 > pairs && satisfied * 8 < pairs * 7, "both truth values are met: {counts:?}");
}

fn seeds(default: Range<u64>) -> Range<u64> {
    let Ok(range) = std::env::var("HEDDLE_TEMPORAL_SEEDS") else { return default };
    let (from, to) = range.split_once("..").expect("HEDDLE_TEMPORAL_SEEDS=from..to");
    from.parse().expect("a number")..to.parse().expect("a number")
}

/// A program drawn from a seed. In most, some threads go on forever.
fn program(draw: fn(u64) -> Program, seed: u64) -> Program {
    let mut program = draw(seed);
    let mut random = Random::new(seed);
    for body in program.threads.iter_mut().skip(1) {
        if random.below(3) > 0 && can_repeat(body) {
            *body = vec![Stmt::Endless(std::mem::take(body))];
        }
    }
    program
}

/// Whether each time that a lock is taken it is given back too.
fn is_balanced(list: &[Stmt]) -> bool {
    let takes = |stmt: &Stmt| matches!(stmt, Stmt::Operation(Operation::Lock(_)));
    let pairs = list.iter().zip(list.iter().skip(1).map(Some).chain([None]));
    pairs.into_iter().all(|(stmt, next)| !takes(stmt) || matches!(next, Some(Stmt::Try { .. })))
        && list.iter().all(|stmt| stmt.blocks().into_iter().all(|block| is_balanced(block)))
}

/// Whether every round of a body accesses something shared, and makes no objects.
fn can_repeat(body: &[Stmt]) -> bool {
    let mut makes = !is_balanced(body);
    Program { threads: vec![body.to_vec()] }.visit(&mut |stmt| {
        makes |= matches!(stmt, Stmt::New | Stmt::WriteRef(_, RefValue::Fresh));
    });
    let is_shared = |place: &Place| matches!(place, Place::X | Place::Y | Place::V);
    !makes
        && body.iter().any(|stmt| match stmt {
            Stmt::Read { place, .. } | Stmt::Write { place, .. } => is_shared(place),
            Stmt::Synchronized { lock, .. } => matches!(lock, Lock::Shared(_) | Lock::Class),
            Stmt::Atomic(_) => true,
            Stmt::Operation(operation) => !matches!(operation, Operation::Release | Operation::CountDown),
            _ => false,
        })
}

/// How the truth values of a program's formulas differ.
fn compare(batch: &Batch, seed: u64, program: &Program, counts: &Counts) -> Vec<String> {
    let count = |counter: &AtomicUsize| counter.fetch_add(1, Ordering::Relaxed);
    let class = class_name(seed);
    let Ok(graph) = oracle::graph(program, ORACLE_STATES) else {
        count(&counts.too_large);
        return vec![];
    };
    count(&counts.programs);
    let source = java::print(program, &class);
    let mut random = Random::new(seed ^ 0x6c74_6c00);
    let places = places(used(program));
    let mut differences = vec![];
    for number in 0..FORMULAS {
        let located = number + 1 == FORMULAS;
        let atoms = atoms(&mut random, &places, located.then_some((&source, class.as_str())));
        if atoms.is_empty() {
            continue;
        }
        let formula = formula(&mut random, &atoms);
        let mut unfair = None;
        for fair in [false, true] {
            let asked = Temporal { formula: formula.clone(), propositions: vec![], fair };
            let expected = (!located).then(|| holds(&graph, &formula, &places, fair));
            let mut truth = expected;
            for search in searches() {
                let limit = if search == Search::Plain { PLAIN_STATES } else { STATES };
                match (batch.satisfies(&class, &asked, search, limit), truth) {
                    (None, _) if search == Search::Plain => _ = count(&counts.plain_too_large),
                    (None, _) => _ = count(&counts.too_large),
                    (Some(found), Some(truth)) if found != truth => differences
                        .push(format!("seed {seed}, {search:?}: {formula} (fair: {fair}) is {found}, not {truth}")),
                    (found, _) => truth = truth.or(found),
                }
            }
            count(if located { &counts.locations } else { &counts.pairs });
            if let Some(truth) = expected {
                counts.satisfied.fetch_add(usize::from(truth), Ordering::Relaxed);
                let changed = *unfair.get_or_insert(truth) != truth;
                counts.by_fairness.fetch_add(usize::from(changed), Ordering::Relaxed);
            }
        }
    }
    differences
}

fn searches() -> Vec<Search> {
    let alone = ReductionKind::ALL.map(|kind| Search::Reduced([kind].into_iter().collect(), Precision::default()));
    let mut searches = vec![Search::Plain, Search::Default, Search::REDUCED];
    searches.extend(alone);
    searches
}

/// A shared int: its path in the program, and its value in the oracle.
type Shared = (&'static str, fn(&Values) -> i32);

fn places(used: Used) -> Vec<Shared> {
    let mut places: Vec<Shared> = vec![];
    let mut add = |wanted: bool, some: &[Shared]| {
        if wanted {
            places.extend(some);
        }
    };
    add(used.x, &[("x", |values| values.x)]);
    add(used.y, &[("y", |values| values.y)]);
    add(used.v, &[("v", |values| values.v)]);
    add(used.atomic, &[("n.value", |values| values.n)]);
    add(used.arrays, &[("a[0]", |values| values.a[0]), ("a[1]", |values| values.a[1]), ("b[1]", |values| values.b[1])]);
    add(
        used.nodes,
        &[
            ("A.f", |values| values.nodes[0][0]),
            ("A.v", |values| values.nodes[0][1]),
            ("B.f", |values| values.nodes[1][0]),
            ("B.v", |values| values.nodes[1][1]),
        ],
    );
    places
}

/// A few atoms. All are false before the class is initialised, when the oracle has not begun.
fn atoms(random: &mut Random, places: &[Shared], source: Option<(&Source, &str)>) -> Vec<String> {
    let mut atoms = vec![];
    for _ in 0..2 {
        if places.is_empty() {
            break;
        }
        let (path, _) = places[random.below(places.len())];
        let (other, _) = places[random.below(places.len())];
        let with_nodes = places.iter().any(|(path, _)| path.starts_with("A."));
        atoms.push(match random.below(5) {
            4 if with_nodes => format!("any Node.{} > {}", ["f", "v"][random.below(2)], random.below(2)),
            0 => format!("{path} > {other}"),
            1 => format!("{path} == {}", 1 + random.below(3)),
            _ => format!("{path} > {}", random.below(2)),
        });
    }
    if let Some((source, class)) = source {
        let lines: Vec<(usize, u32)> = source
            .lines
            .iter()
            .enumerate()
            .flat_map(|(thread, lines)| lines.iter().map(move |&line| (thread, line)))
            .collect();
        for _ in 0..2 {
            let Some(&(thread, line)) = lines.get(random.below(lines.len().max(1))) else { continue };
            let method = if thread == 0 { "main".into() } else { format!("run{thread}") };
            // Not every line has code of its own.
            let is_simple = source.text.lines().nth(line as usize - 1).is_some_and(|text| text.trim().ends_with(';'));
            if is_simple {
                atoms.push(format!("at({class}.{method}:{line})"));
            }
        }
    }
    atoms
}

fn formula(random: &mut Random, atoms: &[String]) -> String {
    let atom = |random: &mut Random| {
        let atom = &atoms[random.below(atoms.len())];
        if random.below(3) == 0 { format!("!({atom})") } else { format!("({atom})") }
    };
    let (p, q) = (atom(random), atom(random));
    match random.below(14) {
        0 => format!("[] {p}"),
        1 | 2 => format!("<> {p}"),
        3 => format!("[] ({p} -> <> {q})"),
        4 | 5 => format!("<> [] {p}"),
        6 => format!("[] <> {p}"),
        7 => format!("{p} U {q}"),
        8 => format!("{p} W {q}"),
        9 => format!("<> ({p} && <> {q})"),
        10 => format!("[] ({p} -> {p} W {q})"),
        11 => format!("[] <> {p} -> [] <> {q}"),
        12 => format!("({p} U {q}) || [] <> {p}"),
        _ => format!("[] ({p} -> ({p} U {q}))"),
    }
}

/// Whether every run from the oracle's initial state satisfies a formula.
fn holds(graph: &Graph, formula: &str, places: &[Shared], fair: bool) -> bool {
    let mut parsed = ltl::parse_ltl(formula, &[]).expect("a formula");
    let negated = parsed.arena.not(parsed.formula);
    let automaton = automaton(&parsed.arena, negated);
    let valuations: Vec<u64> = graph
        .values
        .iter()
        .map(|values| {
            let holds = parsed.atoms.iter().map(|(_, text)| u64::from(evaluate(text, values, places)));
            holds.enumerate().map(|(number, holds)| holds << number).sum()
        })
        .collect();
    let states = automaton.states.len();
    let mut edges: Vec<Vec<(usize, u64, u64)>> = vec![vec![]; graph.values.len() * states];
    for (node, edges) in edges.iter_mut().enumerate() {
        let (state, location) = (node / states, node % states);
        let movable = graph.steps[state].iter().fold(0, |all, &(thread, _)| all | 1u64 << thread);
        for edge in automaton.states[location].iter().filter(|edge| edge.reads(valuations[state])) {
            for &(thread, to) in &graph.steps[state] {
                edges.push((to * states + edge.to as usize, edge.accepts, !movable | 1 << thread));
            }
            if graph.steps[state].is_empty() {
                edges.push((state * states + edge.to as usize, edge.accepts, u64::MAX));
            }
        }
    }
    let sets = (1u64 << automaton.sets) - 1;
    let threads = if fair { u64::MAX } else { 0 };
    let component = components(&edges);
    let reachable = reachable(&edges);
    let mut marks = vec![(0, 0, false); edges.len()];
    for node in (0..edges.len()).filter(|&node| reachable[node]) {
        for &(to, accepts, moves) in edges[node].iter().filter(|(to, ..)| component[*to] == component[node]) {
            let mark = &mut marks[component[to]];
            *mark = (mark.0 | accepts, mark.1 | moves, true);
        }
    }
    !marks.iter().any(|&(accepts, moves, any)| any && accepts & sets == sets && moves & threads == threads)
}

/// `path > path`, `path > number` or `path == number`.
fn evaluate(text: &str, values: &Values, places: &[Shared]) -> bool {
    let text = text.trim_matches(['(', ')']);
    let mut words = text.strip_prefix("any ").unwrap_or(text).split(' ');
    let mut next = || words.next().expect("three words");
    let (left, sign, right) = (next(), next(), next());
    let value = |text: &str| match places.iter().find(|(path, _)| *path == text) {
        Some((_, value)) => value(values),
        // Any node has more than a number if the greatest has.
        None if text == "Node.f" => values.greatest[0],
        None if text == "Node.v" => values.greatest[1],
        None => text.parse().expect("a number"),
    };
    if sign == ">" { value(left) > value(right) } else { value(left) == value(right) }
}

fn reachable<T>(edges: &[Vec<(usize, T, T)>]) -> Vec<bool> {
    let mut reached = vec![false; edges.len()];
    let mut stack = vec![0];
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut reached[node], true) {
            stack.extend(edges[node].iter().map(|(to, ..)| *to));
        }
    }
    reached
}

/// By node: one node of its component. Kosaraju: forward for the order of leaving, then backward.
fn components<T>(edges: &[Vec<(usize, T, T)>]) -> Vec<usize> {
    let (mut seen, mut left) = (vec![false; edges.len()], vec![]);
    for root in 0..edges.len() {
        let mut stack = vec![(root, 0)];
        while let Some((node, at)) = stack.pop() {
            if at == 0 && std::mem::replace(&mut seen[node], true) {
                continue;
            }
            match edges[node].get(at) {
                Some((to, ..)) => stack.extend([(node, at + 1), (*to, 0)]),
                None => left.push(node),
            }
        }
    }
    let mut back = vec![vec![]; edges.len()];
    for (node, edges) in edges.iter().enumerate() {
        edges.iter().for_each(|(to, ..)| back[*to].push(node));
    }
    let mut component = vec![usize::MAX; edges.len()];
    for &root in left.iter().rev() {
        let mut stack = vec![root];
        while let Some(node) = stack.pop() {
            if component[node] == usize::MAX {
                component[node] = root;
                stack.extend(&back[node]);
            }
        }
    }
    component
}
