//! Whether what a thread was seen to do is among the facts.
//!
//! Comes in: a call, the beginning of a thread or an access that was executed, with the instruction that
//! did it. Goes out: whether the call graph and the accesses of the instruction contain it. If everything that a
//! search executes is confirmed, whatever follows from the facts by deduction holds for what it executes;
//! the first thing that is not confirmed refutes them.
//!
//! Methods whose code was not read (parts of the JDK that the analysis leaves out) count as doing nothing in
//! the call graph. So what they do is confirmed only if code that was read cannot tell:
//! [`Facts::is_beyond`].

use heddle_program::MethodId;
use heddle_program::ir::Pc;

use crate::facts::Facts;
use crate::future::{Place, matches_act};
use crate::solve::Act;

impl Facts {
    /// Whether an instruction may call a method, by itself or through a method that the machine executes.
    pub fn has_call(&self, caller: MethodId, pc: Pc, callee: MethodId) -> bool {
        let Some(body) = self.bodies.get(&caller) else { return false };
        let calls = |method: MethodId| self.calls(method).iter().any(|&(_, target)| target == callee);
        let mut targets = body.calls.iter().filter(|(at, _)| *at == pc).map(|&(_, target)| target);
        targets.any(|target| target == callee || self.bodies[&target].effect.is_some() && calls(target))
            || body.acts.iter().any(|&(at, act)| at == pc && act == Act::Unknown)
    }

    /// Whether a thread may begin with a method, or end with it.
    pub fn has_beginning(&self, method: MethodId) -> bool {
        method == self.entry() || self.at_end.contains(&method) || self.started.contains(&method)
    }

    /// Whether an instruction, or a method that it calls and that the machine executes, may access a place.
    pub fn has_access(&self, method: MethodId, pc: Pc, place: Place, writes: bool) -> bool {
        let place = self.normal(place);
        self.has_act(method, pc, |act| matches_act(self, act, place, writes))
    }

    /// The same for all fields of an object that was made at a site, as a copy of it reads them.
    pub fn has_access_to_all(&self, method: MethodId, pc: Pc, site: u32) -> bool {
        let site = if self.sites.contains_key(&site) { site } else { 0 };
        self.has_act(method, pc, |act| match act {
            Act::Any { base, .. } => self.points_to_site(base, site),
            act => act == Act::Unknown,
        })
    }

    /// Whether an instruction may take, release or wait for a monitor; a call of a synchronised method takes
    /// that of the callee.
    pub fn has_lock(&self, method: MethodId, pc: Pc, place: Place) -> bool {
        let place = self.normal(place);
        let fits = |act| matches_act(self, act, place, false);
        let by_callee = || {
            let callees = self.calls(method).iter().filter(|(at, _)| *at == pc).map(|(_, callee)| &self.bodies[callee]);
            callees.flat_map(|callee| &callee.acts).any(|&(at, act)| at == 0 && fits(act))
        };
        self.has_act(method, pc, fits) || by_callee()
    }

    fn has_act(&self, method: MethodId, pc: Pc, fits: impl Fn(Act) -> bool) -> bool {
        let Some(body) = self.bodies.get(&method) else { return false };
        let by_itself = || body.acts.iter().any(|&(at, act)| at == pc && fits(act));
        let by_native = || {
            let mut callees = body.calls.iter().filter(|(at, _)| *at == pc).map(|(_, callee)| &self.bodies[callee]);
            callees.any(|callee| callee.effect.is_some() && callee.acts.iter().any(|&(_, act)| fits(act)))
        };
        by_itself() || by_native()
    }

    /// Whether the objects of an allocation site were made by code that was not read.
    pub fn is_made_unread(&self, site: u32) -> bool {
        site != 0 && !self.sites.contains_key(&site)
    }

    /// Whether no code that was read accesses a place, so that no question about it is ever answered by what
    /// such code does.
    pub fn is_beyond(&self, place: Place) -> bool {
        match place {
            Place::Field { site, .. } | Place::Element { site } | Place::Lock { site } if self.is_made_unread(site) => {
                true
            }
            Place::Field { field, .. } | Place::Static { field } => !self.by_field.contains_key(&field),
            Place::Element { .. } | Place::Lock { .. } | Place::LockClass => false,
        }
    }

    /// Sites that the analysis does not know are any site.
    pub(crate) fn normal(&self, place: Place) -> Place {
        let known = |site| if self.sites.contains_key(&site) { site } else { 0 };
        match place {
            Place::Field { field, site } => Place::Field { field, site: known(site) },
            Place::Element { site } => Place::Element { site: known(site) },
            Place::Lock { site } => Place::Lock { site: known(site) },
            other => other,
        }
    }
}
