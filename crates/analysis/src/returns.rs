//! Where methods return to when the call stack is not asked (phase 2 of Parízek and Lhoták's Figure 5,
//! and their context-insensitive variant): to every call of theirs.
//!
//! Comes in: for one place, the methods that access it, themselves or through calls. Goes out: the
//! methods after whose return an access may follow, in some caller or further up.

use heddle_program::{MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::facts::Facts;
use crate::future::{Context, spread};
use crate::solve::Act;

/// The methods that may return to code with an access. Without any context, what a call returns to
/// belongs to the future of all calls of the same method, so `methods` grows by them.
pub fn returning(
    program: &Program,
    facts: &Facts,
    context: Context,
    methods: &mut FxHashSet<MethodId>,
    own: impl Fn(Act) -> bool,
) -> FxHashSet<MethodId> {
    let mut returning = FxHashSet::default();
    if context == Context::Full || methods.is_empty() {
        return returning;
    }
    let mut followed = Followed { program, facts, hits: FxHashMap::default() };
    loop {
        let found = followed.returning(methods, &own);
        let grown = found.len() > returning.len();
        returning = found;
        if context == Context::Callee || !grown {
            return returning;
        }
        methods.extend(returning.iter().copied());
        close(facts, methods);
    }
}

struct Followed<'a> {
    program: &'a Program,
    facts: &'a Facts,
    /// The instructions of a method that access the place themselves.
    hits: FxHashMap<MethodId, Vec<bool>>,
}

impl Followed<'_> {
    /// Methods that are called somewhere before an access, and all that those call in turn.
    fn returning(&mut self, methods: &FxHashSet<MethodId>, own: &impl Fn(Act) -> bool) -> FxHashSet<MethodId> {
        let mut returning = FxHashSet::default();
        let mut open = Vec::new();
        for &method in self.facts.methods() {
            // A method without any access has none after its calls.
            if !methods.contains(&method) {
                continue;
            }
            let body = &self.facts.bodies[&method];
            let Ok(code) = self.program.code(method) else {
                // The machine's own: it may access before or after what it calls.
                let called = body.calls.iter().map(|&(_, callee)| callee);
                open.extend(called.filter(|&callee| returning.insert(callee)));
                continue;
            };
            let hits = self.hits.entry(method).or_insert_with(|| {
                let mut hits = vec![!body.is_read; code.instrs.len()];
                for &(pc, act) in &body.acts {
                    if let Some(hit) = hits.get_mut(pc as usize) {
                        *hit |= own(act);
                    }
                }
                hits
            });
            let mut hits = hits.clone();
            for &(pc, callee) in &body.calls {
                if let Some(hit) = hits.get_mut(pc as usize) {
                    *hit |= methods.contains(&callee);
                }
            }
            let points = spread(code, &hits);
            for &(pc, callee) in &body.calls {
                // An instruction is executed again once it has initialised a class.
                let after = if self.program.text(self.program.method(callee).name) == "<clinit>" { 3 } else { 2 };
                let after = points.get(pc as usize).is_none_or(|bits| bits & after != 0);
                if after && returning.insert(callee) {
                    open.push(callee);
                }
            }
        }
        while let Some(method) = open.pop() {
            for &(_, callee) in self.facts.calls(method) {
                if returning.insert(callee) {
                    open.push(callee);
                }
            }
        }
        returning
    }
}

/// Adds the callers of all methods in a set.
fn close(facts: &Facts, methods: &mut FxHashSet<MethodId>) {
    let mut open: Vec<MethodId> = methods.iter().copied().collect();
    while let Some(method) = open.pop() {
        for &caller in facts.callers.get(&method).into_iter().flatten() {
            if methods.insert(caller) {
                open.push(caller);
            }
        }
    }
}
