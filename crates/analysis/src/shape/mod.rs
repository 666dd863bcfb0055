//! Shape analysis after Corbett, "Using Shape Analysis to Reduce Finite-State Models of Concurrent Java
//! Programs" (Corbett, TOSEM 2000, sections 5 and 6, with repairs): which
//! memory only one thread can reach, and which is always used under the same lock.
//!
//! Comes in: the inlined graphs of [`crate::inline`]; goes out: [`Shape`], which tells for each node
//! of a graph what it touches and whether that is owned, protected, or shared and why. Where the
//! analysis does not apply (executors, virtual threads, code with irreducible cycles, code that is
//! too large), it says so and claims nothing.

mod dot;
mod flow;
mod locks;
mod objects;
mod protect;
mod sharing;
mod storage;
mod summary;

use std::collections::BTreeSet;

use heddle_program::{FieldId, Program};

use crate::facts::Facts;
use crate::inline::{NodeId, Op, Policy, SiteId, Threads};
pub use dot::dot;
use flow::Flow;
pub use flow::Targets;
pub use objects::Obj;
pub use protect::{Lock, Protection, Unprotected, Variable};
use sharing::{Sharing, touches};
pub use sharing::{Touch, What};
pub use storage::{Part, Storage};
pub use summary::{Subject, Summary};

/// What a node touches is …
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Class {
    /// … reachable by this thread only.
    Owned,
    /// … accessed under these locks only, where others can reach it.
    Protected(BTreeSet<Lock>),
    /// … open to other threads.
    Shared(Shared),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shared {
    /// Objects that the analysis did not see being made, or class objects.
    Unknown,
    Unprotected(Unprotected),
}

/// The facts of the shape analysis.
pub struct Shape<'a> {
    flow: Flow<'a>,
    sharing: Sharing,
    protection: Protection,
}

/// Inlined graphs for the shape analysis.
pub fn threads(program: &Program, facts: &Facts) -> Result<Threads, String> {
    crate::inline::inline(program, facts, &Policy::default())
}

/// Analyses inlined graphs; the error says why there is no result.
pub fn analyze<'a>(program: &'a Program, facts: &'a Facts, threads: &'a Threads) -> Result<Shape<'a>, String> {
    let flow = flow::solve(program, facts, threads)?;
    let sharing = sharing::sharing(&flow);
    let locks: Vec<_> = threads
        .types
        .iter()
        .enumerate()
        .map(|(thread, ty)| match flow.before[thread][ty.graph.entry as usize] {
            Some(_) => locks::must_locks(&flow, thread as u32, &ty.graph),
            None => vec![None; ty.graph.nodes.len()],
        })
        .collect();
    let protection = protect::protection(&flow, &sharing, &locks);
    Ok(Shape { flow, sharing, protection })
}

impl<'a> Shape<'a> {
    pub fn threads(&self) -> &'a Threads {
        self.flow.sites.threads
    }

    /// The storage structure graph before a node; none if it is never reached.
    pub fn before(&self, thread: u32, node: NodeId) -> Option<&Storage> {
        self.flow.before[thread as usize][node as usize].as_ref()
    }

    /// What a part of an object may refer to at a node, with what other threads wrote.
    pub fn targets(&self, thread: u32, node: NodeId, object: Obj, part: Part) -> Targets {
        match self.before(thread, node) {
            Some(storage) => self.flow.targets(thread, node, storage, object, part),
            None => Targets::new(),
        }
    }

    /// A short name of an object, for people.
    pub fn name(&self, object: Obj) -> String {
        self.flow.sites.name(self.flow.program, object)
    }

    pub fn lock_name(&self, lock: Lock) -> String {
        match lock {
            Lock::Class(class) => self.name(Obj::Class(class)),
            Lock::One(site) => self.name(Obj::Current(site)),
            Lock::Same(site) => format!("{} of the same generation", self.name(Obj::Past(site))),
        }
    }

    /// What a node touches, and the class of that; none if it touches no memory that threads could
    /// share, or is never reached.
    pub fn class(&self, thread: u32, node: NodeId) -> Option<Class> {
        let storage = self.before(thread, node)?;
        let op = &self.threads().types[thread as usize].graph.nodes[node as usize].op;
        if let Op::LoadStatic { field, .. } | Op::StoreStatic { field, .. } = *op {
            return Some(match self.sharing.is_owned_static(&self.flow, field) {
                true => Class::Owned,
                false => self.protected(Variable::Static(field)),
            });
        }
        let touched = touches(op);
        if touched.is_empty() {
            return None;
        }
        let mut class = Class::Owned;
        for touch in touched {
            let Some(base) = touch.base else { return Some(Class::Shared(Shared::Unknown)) };
            for &object in self.flow.held(storage, base) {
                class = worse(class, self.class_of(thread, node, object, touch.what));
            }
        }
        Some(class)
    }

    fn class_of(&self, thread: u32, node: NodeId, object: Obj, what: What) -> Class {
        let Some(site) = object.site() else { return Class::Shared(Shared::Unknown) };
        let program = self.flow.program;
        let is_thread = program.is_subtype(self.flow.sites.class(site), program.well_known().thread);
        // A thread notifies its own monitor when it ends, and a lambda may be the same object each time.
        let is_lambda = self.threads().sites[site as usize].lambda.is_some();
        if what == What::Lock && (is_thread || is_lambda) {
            return Class::Shared(Shared::Unprotected(Unprotected::Monitor));
        }
        if !self.sharing.is_shared(&self.flow, thread, node, object) {
            return Class::Owned;
        }
        self.protected(Variable::Part(site, what))
    }

    fn protected(&self, variable: Variable) -> Class {
        match self.protection.get(&variable) {
            Some(Ok(locks)) => Class::Protected(locks.clone()),
            Some(&Err(reason)) => Class::Shared(Shared::Unprotected(reason)),
            None => Class::Shared(Shared::Unknown),
        }
    }

    /// The locks of everything that is accessed while shared.
    pub fn protection(&self) -> &Protection {
        &self.protection
    }

    /// Whether one thread alone accesses a static field.
    pub fn is_owned_static(&self, field: FieldId) -> bool {
        self.sharing.is_owned_static(&self.flow, field)
    }

    /// Objects that change hands: the thread type, the node that starts the new owner, the object.
    pub fn handed_over(&self) -> impl Iterator<Item = (u32, NodeId, Obj)> + '_ {
        self.sharing.handed.iter().copied()
    }

    /// Whether a site makes at most one object.
    pub fn is_singleton(&self, site: SiteId) -> bool {
        self.flow.sites.is_singleton(site)
    }
}

/// The class of two accesses taken together.
fn worse(a: Class, b: Class) -> Class {
    match (a, b) {
        (Class::Shared(reason), _) | (_, Class::Shared(reason)) => Class::Shared(reason),
        (Class::Protected(mut a), Class::Protected(b)) => {
            a.extend(b);
            Class::Protected(a)
        }
        (Class::Protected(locks), _) | (_, Class::Protected(locks)) => Class::Protected(locks),
        (Class::Owned, Class::Owned) => Class::Owned,
    }
}
