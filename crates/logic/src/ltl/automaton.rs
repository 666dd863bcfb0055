//! From a formula to a generalised Büchi automaton with acceptance on edges.
//!
//! A state is a set of formulas that all have to hold from now on. Its edges come from writing their
//! conjunction as *now and next* (Couvreur, FM 1999; Gastin and Oddoux, CAV 2001): `a U b` is `b`, or
//! `a` and the same again next; the second choice *postpones* it. There is one set of accepting edges
//! per until formula: those that do not postpone it. A run is accepted if it takes edges of every set
//! infinitely often.
//!
//! Edges that others make superfluous are left out, states that cannot accept anything are removed,
//! and states with the same edges are one.

use std::collections::{BTreeSet, HashMap};

use super::{Arena, Ltl, LtlId};

/// A generalised Büchi automaton; it begins in state 0.
#[derive(Clone, Debug)]
pub struct Automaton {
    /// The edges of each state.
    pub states: Vec<Vec<Edge>>,
    /// How many sets of accepting edges there are.
    pub sets: u32,
}

/// An edge that reads one valuation of the atoms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge {
    /// Atoms that have to be true, and false.
    pub must: u64,
    pub must_not: u64,
    pub to: u32,
    /// The sets that it belongs to.
    pub accepts: u64,
}

impl Edge {
    #[inline]
    pub fn reads(&self, valuation: u64) -> bool {
        self.must & !valuation == 0 && self.must_not & valuation == 0
    }
}

/// Accepts exactly the sequences of valuations that satisfy the formula.
pub fn automaton(arena: &Arena, formula: LtlId) -> Automaton {
    let untils = untils(arena, formula);
    // Sets of accepting edges are bits; a formula with more untils than bits is too large anyhow.
    assert!(untils.len() <= 64, "a formula has at most 64 different until operators");
    let all = ones(untils.len());
    let mut numbers: HashMap<BTreeSet<LtlId>, u32> = HashMap::new();
    let mut sets = vec![BTreeSet::from([formula])];
    numbers.insert(sets[0].clone(), 0);
    let mut states = Vec::new();
    while states.len() < sets.len() {
        let found = branches(arena, &untils, &sets[states.len()]);
        let edges = found.into_iter().map(|branch| {
            let next = sets.len() as u32;
            let to = *numbers.entry(branch.next.clone()).or_insert_with(|| {
                sets.push(branch.next);
                next
            });
            Edge { must: branch.must, must_not: branch.must_not, to, accepts: all & !branch.postponed }
        });
        let edges = edges.collect();
        states.push(edges);
    }
    simplified(Automaton { states, sets: untils.len() as u32 })
}

fn ones(count: usize) -> u64 {
    if count == 64 { u64::MAX } else { (1 << count) - 1 }
}

/// The until formulas within a formula.
fn untils(arena: &Arena, formula: LtlId) -> Vec<LtlId> {
    let (mut seen, mut stack, mut untils) = (BTreeSet::new(), vec![formula], Vec::new());
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        match arena.node(id) {
            Ltl::True | Ltl::False | Ltl::Atom(..) => {}
            Ltl::And(a, b) | Ltl::Or(a, b) | Ltl::Release(a, b) => stack.extend([a, b]),
            Ltl::Until(a, b) => {
                untils.push(id);
                stack.extend([a, b]);
            }
        }
    }
    untils.sort();
    untils
}

/// One way to satisfy a set of formulas now, and what is left for next.
#[derive(Clone, PartialEq, Debug, Default)]
struct Branch {
    must: u64,
    must_not: u64,
    next: BTreeSet<LtlId>,
    postponed: u64,
}

impl Branch {
    /// Whether whatever the other allows, this allows too.
    fn covers(&self, other: &Branch) -> bool {
        self.must & !other.must == 0
            && self.must_not & !other.must_not == 0
            && self.postponed & !other.postponed == 0
            && self.next.is_subset(&other.next)
    }
}

fn branches(arena: &Arena, untils: &[LtlId], set: &BTreeSet<LtlId>) -> Vec<Branch> {
    let mut found: Vec<Branch> = Vec::new();
    let mut open = vec![(Branch::default(), set.iter().copied().collect::<Vec<_>>())];
    while let Some((mut branch, mut todo)) = open.pop() {
        let Some(id) = todo.pop() else {
            if !found.iter().any(|other| other.covers(&branch)) {
                found.retain(|other| !branch.covers(other));
                found.push(branch);
            }
            continue;
        };
        match arena.node(id) {
            Ltl::True => open.push((branch, todo)),
            Ltl::False => {}
            Ltl::Atom(number, value) => {
                let (mine, other) =
                    if value { (&mut branch.must, branch.must_not) } else { (&mut branch.must_not, branch.must) };
                *mine |= 1 << number;
                if other & 1 << number == 0 {
                    open.push((branch, todo));
                }
            }
            Ltl::And(a, b) => {
                todo.extend([a, b]);
                open.push((branch, todo));
            }
            Ltl::Or(a, b) => {
                for side in [a, b] {
                    let mut todo = todo.clone();
                    todo.push(side);
                    open.push((branch.clone(), todo));
                }
            }
            Ltl::Until(hold, goal) => {
                let mut later = branch.clone();
                let at = untils.binary_search(&id).expect("all until formulas are listed");
                later.postponed |= 1 << at;
                later.next.insert(id);
                let mut held = todo.clone();
                held.push(hold);
                open.push((later, held));
                todo.push(goal);
                open.push((branch, todo));
            }
            Ltl::Release(end, hold) => {
                let mut later = branch.clone();
                later.next.insert(id);
                let mut held = todo.clone();
                held.push(hold);
                open.push((later, held));
                todo.extend([end, hold]);
                open.push((branch, todo));
            }
        }
    }
    found
}

fn simplified(mut automaton: Automaton) -> Automaton {
    loop {
        let before = size(&automaton);
        let components = components(&automaton);
        forget_acceptance_between(&mut automaton, &components);
        drop_hopeless(&mut automaton, &components);
        drop_covered(&mut automaton);
        merge_equal(&mut automaton);
        if size(&automaton) == before {
            return automaton;
        }
    }
}

fn size(automaton: &Automaton) -> (usize, usize) {
    (automaton.states.len(), automaton.states.iter().map(Vec::len).sum())
}

/// By state: the number of its strongly connected component. A component has a smaller number than
/// those from which it is reached.
fn components(automaton: &Automaton) -> Vec<usize> {
    let count = automaton.states.len();
    let (mut index, mut low, mut component) = (vec![usize::MAX; count], vec![0; count], vec![usize::MAX; count]);
    let (mut next, mut found) = (0, 0);
    let mut open = Vec::new();
    for root in 0..count {
        let mut visits = vec![(root, 0)];
        while let Some(&mut (state, ref mut at)) = visits.last_mut() {
            if *at == 0 {
                if index[state] != usize::MAX {
                    visits.pop();
                    continue;
                }
                (index[state], low[state]) = (next, next);
                next += 1;
                open.push(state);
            }
            if let Some(edge) = automaton.states[state].get(*at) {
                *at += 1;
                let to = edge.to as usize;
                if index[to] == usize::MAX {
                    visits.push((to, 0));
                } else if component[to] == usize::MAX {
                    low[state] = low[state].min(index[to]);
                }
                continue;
            }
            visits.pop();
            if low[state] == index[state] {
                while let Some(member) = open.pop() {
                    component[member] = found;
                    if member == state {
                        break;
                    }
                }
                found += 1;
            }
            if let Some(&(parent, _)) = visits.last() {
                low[parent] = low[parent].min(low[state]);
            }
        }
    }
    component
}

/// No run takes an edge between components infinitely often.
fn forget_acceptance_between(automaton: &mut Automaton, component: &[usize]) {
    for (state, edges) in automaton.states.iter_mut().enumerate() {
        for edge in edges {
            if component[state] != component[edge.to as usize] {
                edge.accepts = 0;
            }
        }
    }
}

/// Removes states from which nothing is accepted.
fn drop_hopeless(automaton: &mut Automaton, component: &[usize]) {
    let all = ones(automaton.sets as usize);
    let count = component.iter().max().map_or(0, |most| most + 1);
    let (mut accepts, mut inner) = (vec![0; count], vec![false; count]);
    for (state, edges) in automaton.states.iter().enumerate() {
        for edge in edges.iter().filter(|edge| component[edge.to as usize] == component[state]) {
            accepts[component[state]] |= edge.accepts;
            inner[component[state]] = true;
        }
    }
    let mut hopeful: Vec<bool> = (0..count).map(|c| inner[c] && accepts[c] == all).collect();
    // Components are numbered so that what is reached comes first.
    let mut order: Vec<usize> = (0..automaton.states.len()).collect();
    order.sort_by_key(|&state| component[state]);
    for state in order {
        let reaches = automaton.states[state].iter().any(|edge| hopeful[component[edge.to as usize]]);
        hopeful[component[state]] |= reaches;
    }
    // A later member of a component may have made it hopeful.
    for edges in &mut automaton.states {
        edges.retain(|edge| hopeful[component[edge.to as usize]]);
    }
    keep_reachable(automaton);
}

fn keep_reachable(automaton: &mut Automaton) {
    let mut numbers = vec![None; automaton.states.len()];
    let mut kept = vec![0];
    numbers[0] = Some(0);
    let mut at = 0;
    while at < kept.len() {
        for edge in &automaton.states[kept[at]] {
            let to = edge.to as usize;
            if numbers[to].is_none() {
                numbers[to] = Some(kept.len() as u32);
                kept.push(to);
            }
        }
        at += 1;
    }
    let number = |edge: &Edge| Edge { to: numbers[edge.to as usize].expect("it was reached"), ..*edge };
    automaton.states = kept.iter().map(|&old| automaton.states[old].iter().map(number).collect()).collect();
}

/// Of two edges to the same state, the one that reads less and accepts less is of no use.
fn drop_covered(automaton: &mut Automaton) {
    let covers = |a: &Edge, b: &Edge| {
        a.to == b.to && a.must & !b.must == 0 && a.must_not & !b.must_not == 0 && b.accepts & !a.accepts == 0
    };
    for edges in &mut automaton.states {
        edges.sort();
        edges.dedup();
        let all = edges.clone();
        edges.retain(|edge| !all.iter().any(|other| other != edge && covers(other, edge)));
    }
}

/// States with the same edges accept the same.
fn merge_equal(automaton: &mut Automaton) {
    let mut first: HashMap<&[Edge], u32> = HashMap::new();
    let same: Vec<u32> = automaton
        .states
        .iter()
        .enumerate()
        .map(|(state, edges)| *first.entry(edges.as_slice()).or_insert(state as u32))
        .collect();
    for edges in &mut automaton.states {
        edges.iter_mut().for_each(|edge| edge.to = same[edge.to as usize]);
    }
    keep_reachable(automaton);
}
