//! Which variables are protected by a lock (Corbett, TOSEM 2000, section 6.2): whenever a thread accesses
//! the variable while others can reach it, it holds one and the same lock object.
//!
//! A variable is a part of the objects of a site, the lock a site: the one object that is ever made
//! there, or the one of the same generation as the variable's object. That two objects are of the
//! same generation follows from the links between the values of the access and of the monitor, each
//! read off the graph at the load: the common value is the *root*, and all edges on both ways have to
//! be one-to-one. Since the relation is about when objects were made, it does not matter what the
//! fields hold later.

use std::collections::{BTreeMap, BTreeSet};

use heddle_program::{ClassId, FieldId};

use super::flow::Flow;
use super::locks::{Link, Locks, Value, loaded_part};
use super::objects::Obj;
use super::sharing::{Sharing, What, touches};
use crate::inline::{Graph, NodeId, Op, SiteId};

/// What is accessed, as far as locks care.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Variable {
    Part(SiteId, What),
    Static(FieldId),
}

/// The lock that protects a variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lock {
    Class(ClassId),
    /// The only object of a site.
    One(SiteId),
    /// The object of a site that is of the same generation as the variable's.
    Same(SiteId),
}

/// Why a variable has no lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unprotected {
    /// An access without any monitor held.
    NoLock { thread: u32, node: NodeId },
    /// An access with monitors that do not tell which lock it is, or not one that others hold too.
    OtherLock { thread: u32, node: NodeId },
    /// Code that is not followed may access it.
    Escaped,
    /// A thread's own monitor, or one that is waited for.
    Monitor,
}

/// For each variable that is accessed while shared: its locks, or why there is none.
pub type Protection = BTreeMap<Variable, Result<BTreeSet<Lock>, Unprotected>>;

pub fn protection(flow: &Flow<'_>, sharing: &Sharing, locks: &[Vec<Option<Locks>>]) -> Protection {
    let mut protection = Protection::new();
    for (thread, ty) in flow.sites.threads.types.iter().enumerate() {
        for (node, known) in locks[thread].iter().enumerate() {
            let Some(known) = known else { continue };
            let at = At { flow, thread: thread as u32, graph: &ty.graph, node: node as NodeId, known };
            at.collect(sharing, &mut protection);
        }
    }
    protection
}

/// A node and what is known before it.
struct At<'a> {
    flow: &'a Flow<'a>,
    thread: u32,
    graph: &'a Graph,
    node: NodeId,
    known: &'a Locks,
}

impl At<'_> {
    fn collect(&self, sharing: &Sharing, protection: &mut Protection) {
        let op = &self.graph.nodes[self.node as usize].op;
        if let Op::LoadStatic { field, .. } | Op::StoreStatic { field, .. } = *op
            && !sharing.is_owned_static(self.flow, field)
        {
            let found = match self.flow.is_unknown_static(field) {
                true => Err(Unprotected::Escaped),
                false => Ok(self.candidates(None, None)),
            };
            self.narrow(protection, Variable::Static(field), found);
        }
        let storage = self.flow.before[self.thread as usize][self.node as usize].as_ref().expect("reached");
        for touch in touches(op) {
            let Some(base) = touch.base else { continue };
            let value = self.known.values.get(&base).copied();
            for &object in self.flow.held(storage, base) {
                let Some(site) = object.site() else { continue };
                if !sharing.is_shared(self.flow, self.thread, self.node, object) {
                    continue;
                }
                let program = self.flow.program;
                let is_thread = program.is_subtype(self.flow.sites.class(site), program.well_known().thread);
                let found = if self.flow.is_escaped(object) {
                    Err(Unprotected::Escaped)
                } else if touch.what == What::Lock && (touch.waits || is_thread) {
                    Err(Unprotected::Monitor)
                } else {
                    let mut found = self.candidates(value, Some(site));
                    if touch.what == What::Lock {
                        found.retain(|&lock| lock != Lock::One(site) && lock != Lock::Same(site));
                    }
                    Ok(found)
                };
                self.narrow(protection, Variable::Part(site, touch.what), found);
            }
        }
    }

    /// Intersects the locks of a variable with those of one access.
    fn narrow(&self, protection: &mut Protection, variable: Variable, found: Result<BTreeSet<Lock>, Unprotected>) {
        let (thread, node) = (self.thread, self.node);
        let without = |found: &BTreeSet<Lock>| match found.is_empty() && self.known.held.is_empty() {
            true => Unprotected::NoLock { thread, node },
            false => Unprotected::OtherLock { thread, node },
        };
        let narrowed = match (protection.remove(&variable), found) {
            (Some(Err(reason)), _) => Err(reason),
            (_, Err(reason)) => Err(reason),
            (None, Ok(found)) if found.is_empty() => Err(without(&found)),
            (None, Ok(found)) => Ok(found),
            (Some(Ok(old)), Ok(found)) => {
                let both: BTreeSet<Lock> = old.intersection(&found).copied().collect();
                if both.is_empty() { Err(without(&found)) } else { Ok(both) }
            }
        };
        protection.insert(variable, narrowed);
    }

    /// The locks held here that are known as seen from an object of a site, which `value` names.
    fn candidates(&self, value: Option<Value>, site: Option<SiteId>) -> BTreeSet<Lock> {
        let mut found = BTreeSet::new();
        let sites = &self.flow.sites;
        let roots = value.zip(site).map(|(value, site)| self.roots(value, site)).unwrap_or_default();
        for (&monitor, held) in &self.known.held {
            let mut objects = held.objects.iter();
            if let (Some(&only), None) = (objects.next(), objects.next()) {
                match only {
                    Obj::Class(class) => {
                        found.insert(Lock::Class(class));
                    }
                    Obj::Current(site) if sites.is_singleton(site) => {
                        found.insert(Lock::One(site));
                    }
                    _ => {}
                }
            }
            for &(root, root_site, same) in &roots {
                let Some((lock, lock_same)) = self.descend(root, root_site, monitor) else { continue };
                if sites.is_singleton(lock) {
                    found.insert(Lock::One(lock));
                } else if same && lock_same {
                    found.insert(Lock::Same(lock));
                }
            }
        }
        found
    }

    /// The values that an access can be traced back to, itself first, each with the only site its
    /// object can be of and whether that object is of the accessed one's generation.
    fn roots(&self, value: Value, site: SiteId) -> Vec<(Value, SiteId, bool)> {
        let mut roots = vec![(value, site, true)];
        let (mut value, mut site, mut same) = (value, site, true);
        while let Some(&link) = self.known.links.get(&value) {
            let Some((above, edge_same)) = self.above(link, site) else { break };
            (value, site, same) = (link.base, above, same && edge_same);
            if roots.iter().any(|&(seen, _, _)| seen == value) {
                break;
            }
            roots.push((value, site, same));
        }
        roots
    }

    /// From a root down to a monitor: the only site that it can be of, and whether it is of the
    /// root's generation.
    fn descend(&self, root: Value, root_site: SiteId, monitor: Value) -> Option<(SiteId, bool)> {
        let mut links = Vec::new();
        let mut at = monitor;
        while at != root {
            let &link = self.known.links.get(&at)?;
            if links.len() > 32 {
                return None;
            }
            links.push(link);
            at = link.base;
        }
        let mut found = (root_site, true);
        for &link in links.iter().rev() {
            let (below, same) = self.below(link, found.0)?;
            found = (below, found.1 && same);
        }
        Some(found)
    }

    /// The edges that a load may have followed: from site, to site, of the same generation. None if
    /// some end is not of a site.
    fn edges(&self, link: Link) -> Vec<(Option<SiteId>, Option<SiteId>, bool)> {
        let flow = self.flow;
        let Some(storage) = &flow.before[self.thread as usize][link.at as usize] else { return Vec::new() };
        let Some((base, part)) = loaded_part(&self.graph.nodes[link.at as usize].op) else { return Vec::new() };
        let mut edges = Vec::new();
        for &from in flow.held(storage, base) {
            for (to, same) in flow.targets(self.thread, link.at, storage, from, part) {
                edges.push((from.site(), to.site(), same));
            }
        }
        edges
    }

    /// The only site from which a load can have reached an object of this site.
    fn above(&self, link: Link, site: SiteId) -> Option<(SiteId, bool)> {
        only(self.edges(link).into_iter().filter(|&(_, to, _)| to == Some(site)).map(|(from, _, same)| (from, same)))
    }

    /// The only site that a load can have reached from an object of this site.
    fn below(&self, link: Link, site: SiteId) -> Option<(SiteId, bool)> {
        only(self.edges(link).into_iter().filter(|&(from, _, _)| from == Some(site)).map(|(_, to, same)| (to, same)))
    }
}

fn only(ends: impl Iterator<Item = (Option<SiteId>, bool)>) -> Option<(SiteId, bool)> {
    let mut found: Option<(SiteId, bool)> = None;
    for (end, same) in ends {
        let end = end?;
        found = match found {
            None => Some((end, same)),
            Some((old, old_same)) if old == end => Some((old, old_same && same)),
            Some(_) => return None,
        };
    }
    found
}
