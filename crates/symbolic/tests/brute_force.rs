//! The engine against brute force: random pushdown networks whose configurations can be listed
//! and the running example of Suwimonteerabuth, Esparza and Schwoon (SPIN 2008).

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use heddle_bdd::Bdd;
use heddle_symbolic::contexts::{Bounds, explore};
use heddle_symbolic::converge::Visible;
use heddle_symbolic::joint::{self, Short};
use heddle_symbolic::network::{Exit, Label, Network, Pass, Rest, Resume, Rule, Update, Value};
use heddle_symbolic::saturate::RESULT;
use heddle_symbolic::space::{Bits, Copy, Declared, Order, Room, Scope, Space, Var};
use heddle_symbolic::split::Splitting;
use heddle_symbolic::view::{BOTTOM, State, View};

const GLOBAL: Var = Var(1);
const LOCAL: Var = Var(2);
const GLOBALS: u64 = 4;
const MODES: [Splitting; 4] = [Splitting::Eager, Splitting::Lazy, Splitting::Maximal, Splitting::Slice];

/// What happens in one configuration of the top frame.
#[derive(Clone, Copy, Debug)]
enum Effect {
    Step { g: u64, to: Label, l: u64 },
    Call { g: u64, to: Label, l: u64, site: Label },
    Return { g: u64, exit: Exit, value: u64 },
}

/// A network listed rule by rule. Suspended frames have labels of their own, from 100 on; those
/// with an even number lose their local and get the callee's result instead.
#[derive(Clone, Debug, Default)]
struct Listed {
    rules: Vec<BTreeMap<(Label, u64, u64), Vec<Effect>>>,
    resume: BTreeMap<(Label, Exit), Label>,
    starts: Vec<Label>,
}

fn takes_result(site: Label) -> bool {
    site.is_multiple_of(2)
}

fn number(space: &Space, value: u64, width: u32) -> Bits {
    (0..width).map(|bit| space.bdds.constant(value >> bit & 1 != 0)).collect()
}

fn is(space: &Space, var: Var, copy: Copy, value: u64) -> Bdd {
    space.equals(var, copy, &number(space, value, space.width(var)))
}

impl Network for Listed {
    fn threads(&self) -> usize {
        self.rules.len()
    }

    fn start(&self, thread: usize) -> Label {
        self.starts[thread]
    }

    fn initial(&mut self, space: &Space, _: usize) -> Bdd {
        space.bdds.and(&is(space, GLOBAL, Copy::Now, 0), &is(space, LOCAL, Copy::Now, 0))
    }

    fn rules(&mut self, space: &Space, thread: usize, label: Label, _: &Bdd) -> Rc<[Rule]> {
        let bdds = &space.bdds;
        let mut rules = Vec::new();
        for (&(at, g, l), effects) in self.rules[thread].iter().filter(|(key, _)| key.0 == label) {
            assert_eq!(at, label);
            let guard = bdds.and(&is(space, GLOBAL, Copy::Now, g), &is(space, LOCAL, Copy::Now, l));
            let set = |var, value| (var, Value::Is(number(space, value, space.width(var))));
            for &effect in effects {
                rules.push(match effect {
                    Effect::Step { g, to, l } => {
                        let assign = [set(GLOBAL, g), set(LOCAL, l)];
                        Rule::Step { to, update: Update::new(space, guard.clone(), &assign, []) }
                    }
                    Effect::Call { g, to, l, site } => Rule::Call {
                        to,
                        site,
                        update: Update::new(space, guard.clone(), &[set(GLOBAL, g)], []),
                        pass: Pass::new(space, &[(LOCAL, number(space, l, 1))], takes_result(site).then_some(LOCAL)),
                    },
                    Effect::Return { g, exit, value } => Rule::Return {
                        exit,
                        update: Update::new(space, guard.clone(), &[set(GLOBAL, g)], []),
                        value: Some(is(space, RESULT, Copy::Now, value)),
                    },
                });
            }
        }
        rules.into()
    }

    fn resume(&mut self, _: &Space, site: Label, exit: Exit) -> Option<Resume> {
        let to = *self.resume.get(&(site, exit))?;
        Some(Resume { to, dest: takes_result(site).then_some(LOCAL) })
    }

    fn rests(&mut self, _: &Space, _: usize, _: Label) -> Rest {
        Rest::Always
    }

    fn blocked(&mut self, _: &Space, _: usize, _: Label) -> Option<Bdd> {
        None
    }

    fn done(&self, _: Label) -> bool {
        false
    }

    fn is_goal(&self, _: Label) -> bool {
        false
    }
}

/// Top first.
type Stack = Vec<(Label, u64)>;
type Configuration = (u64, Vec<Stack>);

fn space() -> Space {
    Space::new(variables(), 1 << 16)
}

fn variables() -> Vec<Declared> {
    let bits = Order::Interleaved;
    vec![(Scope::Result, 1, bits), (Scope::Global, 2, bits), (Scope::Local, 1, bits)]
}

/// Configurations of threads that are kept together.
fn listed_jointly(space: &Space, set: &Bdd, labels: &dyn Fn(usize) -> Vec<Label>) -> BTreeSet<Configuration> {
    let bdds = &space.bdds;
    let mut all = BTreeSet::new();
    let mut rest = set.clone();
    while let Some(assignment) = bdds.pick(&rest) {
        let mut this = is(space, GLOBAL, Copy::Now, space.read(&assignment, GLOBAL, Copy::Now));
        let mut stacks = Vec::new();
        for (&position, cells) in space.positions.iter().zip(&space.cells) {
            let number = space.read(&assignment, position, Copy::Now);
            this = bdds.and(&this, &is(space, position, Copy::Now, number));
            let labels = labels(number as usize);
            let mut stack = Stack::new();
            // The lowest frame has the first word.
            for (at, &label) in labels.iter().rev().enumerate() {
                let word = space.read(&assignment, cells.numbers[at], Copy::Now);
                this = bdds.and(&this, &is(space, cells.numbers[at], Copy::Now, word));
                let forgotten = label >= 100 && takes_result(label);
                stack.insert(0, (label, if forgotten { 0 } else { word }));
            }
            stacks.push(stack);
        }
        all.insert((space.read(&assignment, GLOBAL, Copy::Now), stacks));
        rest = bdds.minus(&rest, &this);
        bdds.tidy();
    }
    all
}

/// What threads that are kept together reach, if their stacks do not grow forever.
fn jointly(network: &Listed, contexts: u32) -> Option<BTreeSet<Configuration>> {
    let mut room = Room { numbers: 1, bits: 2, ..Room::default() };
    loop {
        let space = Space::with_room(variables(), network.threads(), room, 1 << 18);
        let mut found = BTreeSet::new();
        let bounds = Bounds { contexts, splitting: None, all: true, schedules: false };
        let explored = joint::explore(&space, &mut network.clone(), &bounds, room, &mut |set, labels| {
            found.extend(listed_jointly(&space, set, labels));
        });
        match explored {
            Ok(_) => {
                assert!(!space.bdds.is_exhausted());
                return Some(found);
            }
            Err(Short::Room(more)) => room = more,
            Err(Short::Stacks) => return None,
        }
    }
}

/// The configurations of a view tuple, by trying all values.
fn listed(space: &Space, views: &[Rc<View>]) -> BTreeSet<Configuration> {
    let mut all = BTreeSet::new();
    for g in 0..GLOBALS {
        let start = is(space, GLOBAL, Copy::Start, g);
        let stacks: Vec<Vec<Stack>> = views.iter().map(|view| stacks(space, view, &start)).collect();
        let mut tuples: Vec<Vec<Stack>> = vec![vec![]];
        for of_thread in &stacks {
            tuples = tuples
                .iter()
                .flat_map(|tuple| of_thread.iter().map(move |stack| [tuple.clone(), vec![stack.clone()]].concat()))
                .collect();
        }
        all.extend(tuples.into_iter().map(|tuple| (g, tuple)));
    }
    all
}

fn stacks(space: &Space, view: &View, start: &Bdd) -> Vec<Stack> {
    let mut found = Vec::new();
    read(space, view, view.top.iter(), start, &mut Vec::new(), &mut found);
    found
}

fn read<'a>(
    space: &Space,
    view: &View,
    transitions: impl Iterator<Item = (&'a (Label, State), &'a Bdd)>,
    condition: &Bdd,
    stack: &mut Stack,
    found: &mut Vec<Stack>,
) {
    let bdds = &space.bdds;
    for (&(label, state), weight) in transitions {
        for l in 0..2 {
            // A forgotten local may be anything.
            if l == 1 && label >= 100 && takes_result(label) {
                continue;
            }
            let here = bdds.and(&bdds.and(weight, condition), &is(space, LOCAL, Copy::Now, l));
            if bdds.is_false(&here) {
                continue;
            }
            stack.push((label, l));
            if state == BOTTOM {
                found.push(stack.clone());
            } else {
                for (g1, l1) in (0..GLOBALS).flat_map(|g| [(g, 0), (g, 1)]) {
                    let entry = bdds.and(&is(space, GLOBAL, Copy::Entry, g1), &is(space, LOCAL, Copy::Entry, l1));
                    if !bdds.is_false(&bdds.and(&here, &entry)) {
                        let link = bdds.and(&is(space, GLOBAL, Copy::Link, g1), &is(space, LOCAL, Copy::Link, l1));
                        read(space, view, view.frames[&state].iter(), &link, stack, found);
                    }
                }
            }
            stack.pop();
        }
    }
}

fn successors(network: &Listed, thread: usize, g: u64, stack: &Stack) -> Vec<(u64, Stack)> {
    let Some(&(label, l)) = stack.first() else { return vec![] };
    let effects = network.rules[thread].get(&(label, g, l)).cloned().unwrap_or_default();
    let mut next = Vec::new();
    for effect in effects {
        let mut stack = stack.clone();
        match effect {
            Effect::Step { g, to, l } => {
                stack[0] = (to, l);
                next.push((g, stack));
            }
            Effect::Call { g, to, l: argument, site } => {
                stack[0] = (site, if takes_result(site) { 0 } else { l });
                stack.insert(0, (to, argument));
                next.push((g, stack));
            }
            Effect::Return { g, exit, value } => {
                stack.remove(0);
                let Some(top) = stack.first_mut() else { continue };
                let Some(&to) = network.resume.get(&(top.0, exit)) else { continue };
                *top = (to, if takes_result(top.0) { value } else { top.1 });
                next.push((g, stack));
            }
        }
    }
    next
}

/// Everything within so many contexts, and stacks no deeper than `depth`.
fn brute(network: &Listed, contexts: u32, depth: usize) -> BTreeSet<Configuration> {
    let first: Configuration = (0, network.starts.iter().map(|&label| vec![(label, 0)]).collect());
    let mut all = BTreeSet::from([first.clone()]);
    let mut layer = BTreeSet::from([first]);
    for _ in 0..contexts {
        let mut next = BTreeSet::new();
        for configuration in &layer {
            for thread in 0..network.rules.len() {
                let mut todo = vec![configuration.clone()];
                let mut seen = BTreeSet::from([configuration.clone()]);
                while let Some((g, stacks)) = todo.pop() {
                    for (g, stack) in successors(network, thread, g, &stacks[thread]) {
                        let mut stacks = stacks.clone();
                        stacks[thread] = stack;
                        if stacks[thread].len() <= depth && seen.insert((g, stacks.clone())) {
                            todo.push((g, stacks));
                        }
                    }
                }
                next.extend(seen);
            }
        }
        all.extend(next.iter().cloned());
        layer = next;
    }
    all
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

/// Three procedures of three labels each; calls go to later procedures only, unless `recursive`.
fn random(random: &mut Random, recursive: bool) -> Listed {
    let threads = 2 + random.below(2) as usize;
    let mut network = Listed { starts: vec![0; threads], ..Listed::default() };
    for _ in 0..threads {
        let mut rules: BTreeMap<_, Vec<Effect>> = BTreeMap::new();
        for _ in 0..50 + random.below(60) {
            let procedure = random.below(3);
            let label = |random: &mut Random, procedure: u64| (3 * procedure + random.below(3)) as Label;
            let at = label(random, procedure);
            let (g, l) = (random.below(GLOBALS), random.below(2));
            let (after, value) = (random.below(GLOBALS), random.below(2));
            let effect = match random.below(4) {
                0 if procedure > 0 => Effect::Return { g: after, exit: random.below(2) as Exit, value },
                1 if recursive || procedure < 2 => {
                    let least = if recursive { 0 } else { procedure + 1 };
                    let callee = least + random.below(3 - least);
                    // Sites belong to the caller's procedure, so that frames stay in order.
                    let site = 100 + (procedure * 2 + random.below(2)) as Label;
                    for exit in 0..2 {
                        let to = label(random, procedure);
                        network.resume.entry((site, exit)).or_insert(to);
                    }
                    Effect::Call { g: after, to: 3 * callee as Label, l: value, site }
                }
                _ => Effect::Step { g: after, to: label(random, procedure), l: value },
            };
            rules.entry((at, g, l)).or_default().push(effect);
        }
        network.rules.push(rules);
    }
    network
}

fn assert_same<T: Ord + std::fmt::Debug>(found: &BTreeSet<T>, expected: &BTreeSet<T>, case: &str) {
    let invented = found.difference(expected).next();
    let lost = expected.difference(found).next();
    assert!(found == expected, "{case}: invented {invented:?}, lost {lost:?}");
}

fn bounds(contexts: u32, splitting: Splitting) -> Bounds {
    Bounds { contexts, splitting: Some(splitting), all: true, schedules: true }
}

#[test]
fn all_splittings_equal_brute_force_on_random_networks() {
    let mut rng = Random(7);
    let mut tuples = [0; 4];
    let mut sizes = 0;
    for round in 0..120 {
        let network = random(&mut rng, false);
        let expected = brute(&network, 3, 9);
        sizes += expected.len();
        for (mode, count) in MODES.into_iter().zip(&mut tuples) {
            let space = space();
            let mut found = BTreeSet::new();
            let explored = explore(&space, &mut network.clone(), &bounds(3, mode), None, &mut |views| {
                found.extend(listed(&space, views))
            });
            assert_same(&found, &expected, &format!("{mode:?}, round {round}"));
            *count += explored.tuples;
        }
        // Listing configurations one by one takes longer than finding them.
        if round % 8 != 0 {
            continue;
        }
        let together = jointly(&network, 3).expect("stacks are not deep");
        assert_same(&together, &expected, &format!("together, round {round}"));
    }
    assert!(sizes > 20_000, "the networks are worth the effort: {sizes} configurations");
    let [eager, lazy, maximal, slice] = tuples;
    assert!(lazy.max(maximal).max(slice) * 2 < eager, "{tuples:?}");
}

#[test]
fn recursion_loses_and_invents_nothing() {
    let mut rng = Random(11);
    let mut endless = 0;
    for round in 0..60 {
        let network = random(&mut rng, true);
        // Tops of stacks, as far as brute force can see; recursion beyond its depth may reach more,
        // so networks in which more depth still makes a difference are not compared.
        let tops = |all: &BTreeSet<Configuration>| -> Tops {
            all.iter().map(|(g, stacks)| (*g, stacks.iter().map(|stack| stack[0]).collect())).collect()
        };
        let expected = tops(&brute(&network, 2, 6));
        if expected != tops(&brute(&network, 2, 4)) {
            continue;
        }
        for mode in MODES {
            let space = space();
            let mut found = BTreeSet::new();
            explore(&space, &mut network.clone(), &bounds(2, mode), None, &mut |views| {
                found.extend(top_tuples(&space, views))
            });
            assert_same(&found, &expected, &format!("{mode:?}, round {round}"));
        }
        match jointly(&network, 2) {
            Some(found) => assert_same(&tops(&found), &expected, &format!("together, round {round}")),
            None => endless += 1,
        }
    }
    assert!(endless > 0, "some stacks grow forever");
}

/// Globals and the frame on top of each thread.
type Tops = BTreeSet<(u64, Vec<(Label, u64)>)>;

/// The visible states at which views converge, though stacks may grow forever; and the contexts.
fn converged(network: &Listed, contexts: u32) -> Option<(Tops, u32)> {
    let mut room = Room { numbers: 1, bits: 2, ..Room::default() };
    loop {
        let space = Space::with_room(variables(), network.threads(), room, 1 << 18);
        let mut visible = Visible::new(&space, room);
        let bounds = bounds(contexts, Splitting::Slice);
        let explored = explore(&space, &mut network.clone(), &bounds, Some(&mut visible), &mut |_| {});
        if let Some(Short::Room(more)) = visible.short() {
            room = more;
            continue;
        }
        let (seen, label) = visible.seen();
        let labels = |number: usize| vec![label(number)];
        let tops = listed_jointly(&space, seen, &labels);
        let tops = tops.into_iter().map(|(g, stacks)| (g, stacks.into_iter().map(|stack| stack[0]).collect()));
        return explored.converged.then(|| (tops.collect(), explored.contexts));
    }
}

/// Two threads, one procedure of three labels that calls itself.
fn random_loop(random: &mut Random) -> Listed {
    let mut network = Listed { starts: vec![0; 2], ..Listed::default() };
    for exit in 0..2 {
        network.resume.insert((100, exit), random.below(3) as Label);
        network.resume.insert((101, exit), random.below(3) as Label);
    }
    for _ in 0..2 {
        let mut rules: BTreeMap<_, Vec<Effect>> = BTreeMap::new();
        for _ in 0..16 + random.below(20) {
            let at = (random.below(3) as Label, random.below(GLOBALS), random.below(2));
            let (g, value) = (random.below(GLOBALS), random.below(2));
            let effect = match random.below(3) {
                0 => Effect::Return { g, exit: random.below(2) as Exit, value },
                1 => Effect::Call { g, to: 0, l: value, site: 100 + random.below(2) as Label },
                _ => Effect::Step { g, to: random.below(3) as Label, l: value },
            };
            rules.entry(at).or_default().push(effect);
        }
        network.rules.push(rules);
    }
    network
}

/// What is said to hold for any number of contexts does hold for more of them.
#[test]
fn visible_states_converge_though_stacks_grow() {
    let mut rng = Random(23);
    let (mut proved, mut endless) = (0, 0);
    for round in 0..150 {
        let network = random_loop(&mut rng);
        let Some((found, contexts)) = converged(&network, 5) else { continue };
        proved += 1;
        endless += usize::from(jointly(&network, 2).is_none());
        let all = brute(&network, contexts + 2, 3);
        let lost: Tops = all
            .into_iter()
            .map(|(g, stacks)| (g, stacks.iter().map(|stack| stack[0]).collect()))
            .filter(|top| !found.contains(top))
            .collect();
        assert!(lost.is_empty(), "round {round}: after {contexts} contexts {lost:?} still come");
    }
    assert!(proved > 10 && endless > 5, "{proved} converge, of which {endless} have stacks without end");
}

/// Globals and top frames of a view tuple.
fn top_tuples(space: &Space, views: &[Rc<View>]) -> Tops {
    let mut all = BTreeSet::new();
    for g in 0..GLOBALS {
        let start = is(space, GLOBAL, Copy::Start, g);
        let mut tuples: Vec<Vec<(Label, u64)>> = vec![vec![]];
        for view in views {
            let mut tops = BTreeSet::new();
            for (&(label, _), weight) in &view.top {
                for l in 0..2 {
                    let here = space.bdds.and(&space.bdds.and(weight, &start), &is(space, LOCAL, Copy::Now, l));
                    if !space.bdds.is_false(&here) {
                        tops.insert((label, l));
                    }
                }
            }
            tuples = tuples
                .iter()
                .flat_map(|tuple| tops.iter().map(move |top| [tuple.clone(), vec![*top]].concat()))
                .collect();
        }
        all.extend(tuples.into_iter().map(|tuple| (g, tuple)));
    }
    all
}

/// Section 2.4 of Suwimonteerabuth, Esparza and Schwoon (SPIN 2008): g, g', g'' are 0, 1, 2 and a, b are labels 0, 1.
#[test]
fn running_example_of_the_paper() {
    let step = |g, to| vec![Effect::Step { g, to, l: 0 }];
    let network = Listed {
        rules: vec![
            BTreeMap::from([((0, 0, 0), step(1, 1))]),
            BTreeMap::from([((0, 0, 0), step(2, 0)), ((0, 1, 0), step(2, 1))]),
        ],
        resume: BTreeMap::new(),
        starts: vec![0, 0],
    };
    let (a, b) = (vec![(0, 0)], vec![(1, 0)]);
    let expected = BTreeSet::from([
        (0, vec![a.clone(), a.clone()]),
        (1, vec![b.clone(), a.clone()]),
        (2, vec![a.clone(), a.clone()]),
        (2, vec![b.clone(), b.clone()]),
    ]);
    for mode in MODES {
        let space = space();
        let (mut found, mut after_first) = (BTreeSet::new(), Vec::new());
        explore(&space, &mut network.clone(), &bounds(2, mode), None, &mut |views| {
            let here = listed(&space, views);
            after_first.push(here.clone());
            found.extend(here);
        });
        assert_eq!(found, expected, "{mode:?}");
        // From {(g,a,a), (g',b,a)}, which is one tuple, the second thread's context makes two.
        if mode == Splitting::Lazy {
            let first = BTreeSet::from([(0, vec![a.clone(), a.clone()]), (1, vec![b.clone(), a.clone()])]);
            assert!(after_first.contains(&first));
            assert_eq!(after_first.iter().filter(|tuple| tuple.iter().any(|(g, _)| *g == 2)).count(), 3);
        }
    }
}
