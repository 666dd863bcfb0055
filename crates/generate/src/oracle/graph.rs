//! All states of a program with the steps between them, as far as temporal properties look at them.

use std::collections::HashMap;

use super::state::{Nobody, State};
use super::step::Machine;
use super::{TooLarge, lower};
use crate::program::Program;

/// What a state holds in the shared places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Values {
    pub x: i32,
    pub y: i32,
    pub v: i32,
    pub n: i32,
    pub a: [i32; 2],
    pub b: [i32; 2],
    /// `f` and `v` of `A` and of `B`.
    pub nodes: [[i32; 2]; 2],
    /// The greatest `f` and `v` of any node.
    pub greatest: [i32; 2],
}

/// States are numbered; 0 is the initial one.
pub struct Graph {
    pub values: Vec<Values>,
    /// By state: the thread that moves, and where to. None if nothing follows.
    pub steps: Vec<Vec<(usize, usize)>>,
}

/// The graph of a program with at most `limit` states.
pub fn graph(program: &Program, limit: usize) -> Result<Graph, TooLarge> {
    let code = lower(program);
    let mut machine = Machine::new(&code);
    let initial = machine.initial();
    let mut numbers = HashMap::from([(initial.clone(), 0)]);
    let mut states = vec![initial];
    let mut graph = Graph { values: vec![], steps: vec![] };
    while graph.values.len() < states.len() {
        let state = states[graph.values.len()].clone();
        graph.values.push(values(&state));
        let mut steps = vec![];
        for t in 0..state.threads.len() {
            for alternative in 0..machine.alternatives(&state, t) {
                let mut next = state.clone();
                machine.step(&mut next, t, alternative, &mut Nobody);
                let new = states.len();
                let to = *numbers.entry(next.clone()).or_insert(new);
                if to == new {
                    states.push(next);
                }
                steps.push((t, to));
            }
        }
        graph.steps.push(steps);
        if states.len() > limit {
            return Err(TooLarge);
        }
    }
    Ok(graph)
}

fn values(state: &State) -> Values {
    let State { x, y, v, n, a, b, nodes, .. } = state;
    let [first, second] = [nodes[0], nodes[1]];
    let greatest = [nodes.iter().map(|node| node.f).max(), nodes.iter().map(|node| node.v).max()];
    Values {
        x: *x,
        y: *y,
        v: *v,
        n: *n,
        a: *a,
        b: *b,
        nodes: [[first.f, first.v], [second.f, second.v]],
        greatest: greatest.map(Option::unwrap_or_default),
    }
}
