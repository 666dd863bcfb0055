//! A thread's configurations: an automaton that reads stacks, with diagrams as weights.
//!
//! `top` has the transitions from the one initial state, `frames` those from the states in between.
//! A state in between stands for *called, with these globals and arguments*; its transitions say
//! which frames wait for that call. In a resting thread the globals are in the copy `Start`.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use heddle_bdd::{Bdd, Bdds};
use rustc_hash::FxHashMap;

use crate::network::Label;

/// A state of the automaton; [`BOTTOM`] is final.
pub type State = u32;
pub const BOTTOM: State = 0;

/// Weights over (`Start`, `Now`, locals `Now`, `Entry`), without `Now` globals at rest.
pub type Top = BTreeMap<(Label, State), Bdd>;
/// Weights over (`Start`, `Link`, locals `Now`, `Entry`).
pub type Frames = BTreeMap<(Label, State), Bdd>;

#[derive(Clone, Default)]
pub struct View {
    pub top: Top,
    pub frames: BTreeMap<State, Rc<Frames>>,
}

impl View {
    /// Drops frames that no transition leads to.
    pub fn prune(&mut self) {
        let mut reached = BTreeSet::new();
        let mut todo: Vec<State> = self.top.keys().map(|key| key.1).collect();
        while let Some(state) = todo.pop() {
            if reached.insert(state)
                && let Some(frames) = self.frames.get(&state)
            {
                todo.extend(frames.keys().map(|key| key.1));
            }
        }
        self.frames.retain(|state, _| reached.contains(state));
    }
}

/// Names for states in between. Equal sets of waiting frames get the same name, whichever context
/// they come from, so that views of different contexts can be compared; only recursion within one
/// context keeps names of its own.
#[derive(Default)]
pub struct Names {
    next: State,
    known: FxHashMap<Vec<(Label, State, Bdd)>, State>,
}

impl Names {
    pub fn fresh(&mut self) -> State {
        self.next += 1;
        self.next
    }

    /// Renames those of `fresh`, to known names where the frames are known.
    pub fn settle(&mut self, bdds: &Bdds, view: &mut View, fresh: &BTreeSet<State>) {
        let mut unsettled: BTreeSet<State> = fresh.iter().copied().filter(|s| view.frames.contains_key(s)).collect();
        let mut renamed: BTreeMap<State, State> = BTreeMap::new();
        loop {
            let settled = |to: &State| !unsettled.contains(to);
            let ready = unsettled.iter().copied().find(|state| view.frames[state].keys().all(|(_, to)| settled(to)));
            let Some(state) = ready else { break };
            unsettled.remove(&state);
            let frames = rename(bdds, &view.frames[&state], &renamed);
            let key = frames.iter().map(|(&(label, to), weight)| (label, to, weight.clone())).collect();
            // Classes of one context share states with different frames: a new key gets a new name.
            let next = &mut self.next;
            let name = *self.known.entry(key).or_insert_with(|| {
                *next += 1;
                *next
            });
            view.frames.remove(&state);
            view.frames.insert(name, Rc::new(frames));
            renamed.insert(state, name);
        }
        for &state in &unsettled {
            renamed.insert(state, self.fresh());
        }
        for state in unsettled {
            let frames = view.frames.remove(&state).expect("it is not settled yet");
            view.frames.insert(renamed[&state], Rc::new(rename(bdds, &frames, &renamed)));
        }
        view.top = rename(bdds, &view.top, &renamed);
    }
}

/// Transitions with their targets renamed; those that fall together are joined.
fn rename(bdds: &Bdds, transitions: &Frames, renamed: &BTreeMap<State, State>) -> Frames {
    let mut result = Frames::new();
    for (&(label, to), weight) in transitions {
        let to = renamed.get(&to).copied().unwrap_or(to);
        let joined = match result.get(&(label, to)) {
            Some(other) => bdds.or(other, weight),
            None => weight.clone(),
        };
        result.insert((label, to), joined);
    }
    result
}
