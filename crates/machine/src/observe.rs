//! What a temporal property looks at. A step ends before every instruction that may change it, so
//! that a step changes it at most once, and first of all.
//!
//! *Fields and elements*: stores to observed fields, and to observed numbers of array elements, of
//! objects that several threads could reach. What is observed is found from static fields, and all
//! that those lead to counts as shared, so stores to other objects change nothing.
//!
//! *Locations*: entering and leaving one is an action of its own. A thread enters just before the first
//! instruction of the location is executed and leaves just before it executes one that lies outside;
//! what the location calls belongs to it, returning from its method does not. Which locations a thread
//! is at is part of its control state.
//!
//! *Instances* of a class count from when they are made by `new`, forever: they are kept in a list of the
//! class's mirror, which makes them part of the state, and shared. Making one is the first of its step.
//!
//! *Fairness*: whether a thread can move must be seen at the same moments as without reductions. So a
//! step ends after taking what others may wait for too, and after what a native does to others.

use heddle_program::{ClassId, FieldId, MethodId};
use heddle_verdict::Granularity;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::heap::{HEADER, Ref, SHARED};
use crate::machine::Machine;
use crate::native::Trap;
use crate::op::Op;
use crate::pending::{Access, Location, Pending};

/// Field of `Class` that the platform injects: a list of instances that are kept.
pub const INSTANCES: &str = "heddleInstances";

/// What ends steps.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    pub fields: FxHashSet<FieldId>,
    /// Numbers of array elements.
    pub elements: Vec<u32>,
    /// Classes whose instances, those of subclasses among them, are kept.
    pub instances: Vec<ClassId>,
    /// By method and instruction: the locations that it belongs to, one bit each.
    pub locations: FxHashMap<MethodId, Box<[u32]>>,
    /// Steps end after taking a monitor.
    pub fair: bool,
}

impl Machine<'_> {
    /// Ends steps where something that is observed may change, from now on.
    pub fn observe(&mut self, observed: Observed) {
        // Constants get their values when a class is first looked at, which is no step.
        for &field in &observed.fields {
            self.class_state(self.program.field(field).class);
        }
        let mirrors: Vec<Ref> = observed.instances.iter().map(|&class| self.mirror(class)).collect();
        debug_assert!(mirrors.iter().all(|&mirror| mirror != 0), "every class has a mirror");
        self.settings.observed = Some(Box::new(observed));
    }

    /// Whether instances of a class are kept.
    #[inline]
    pub(crate) fn keeps(&self, class: ClassId) -> bool {
        self.settings
            .observed
            .as_ref()
            .is_some_and(|observed| observed.instances.iter().any(|&kept| self.program.is_subtype(class, kept)))
    }

    /// Keeps a new instance.
    #[cold]
    pub(crate) fn keep(&mut self, object: Ref) -> Result<(), Trap> {
        let class = self.class_of(object);
        let kept = self.settings.observed.as_ref().map_or_else(Vec::new, |observed| observed.instances.clone());
        for of in kept.into_iter().filter(|&of| self.program.is_subtype(class, of)) {
            let mirror = self.mirror(of);
            let before = self.field(mirror, INSTANCES) as Ref;
            let node = self.new_array(self.program.well_known().object_array, 2)?;
            self.store_element_ref(node, 0, object);
            self.store_element_ref(node, 1, before);
            self.set_field(mirror, INSTANCES, u64::from(node));
        }
        Ok(())
    }

    /// The instances of an observed class that have been made, last ones first.
    pub fn instances(&self, class: ClassId) -> Vec<Ref> {
        let mirror = self.linkage.classes[class.index()].mirror;
        let list = self.program.find_field(self.class_of(mirror), INSTANCES).expect("the platform injects it");
        let mut found = Vec::new();
        let mut node = self.state.heap.cell(mirror + HEADER + self.program.field(list).place) as Ref;
        while node != 0 {
            found.push(self.state.heap.load_u32(node, 0));
            node = self.state.heap.load_u32(node, 1);
        }
        found
    }

    /// Whether an action may change what is observed.
    #[inline]
    pub(crate) fn is_observed(&self, pending: Pending) -> bool {
        match (&self.settings.observed, pending) {
            (Some(observed), Pending::Memory(access) | Pending::Beside(access) | Pending::Copy { to: access, .. }) => {
                access.writes && self.is_store_observed(observed, access)
            }
            _ => false,
        }
    }

    #[cold]
    fn is_store_observed(&self, observed: &Observed, access: Access) -> bool {
        let is_shared = |object| self.state.heap.tag(object) == SHARED;
        match access.location {
            Location::Field { object, field } => observed.fields.contains(&field) && is_shared(object),
            Location::Fields { object } => !observed.fields.is_empty() && is_shared(object),
            Location::Static { field } => observed.fields.contains(&field),
            Location::Element { array, index } => observed.elements.contains(&index) && is_shared(array),
            Location::Elements { array, from, to } => {
                observed.elements.iter().any(|index| (from..to).contains(index)) && is_shared(array)
            }
        }
    }

    /// Whether steps end after taking a monitor, because others may be seen to wait for it.
    #[inline]
    pub fn stops_after_taking(&self) -> bool {
        self.settings.semantics.granularity == Granularity::VisibleAndAcquired
            || !self.assumed.thread_states_unobserved
            || self.settings.observed.as_ref().is_some_and(|observed| observed.fair)
    }

    #[inline]
    pub(crate) fn observes_locations(&self) -> bool {
        self.settings.observed.as_ref().is_some_and(|observed| !observed.locations.is_empty())
    }

    /// The locations that the calls below a thread's top frame belong to.
    #[cold]
    pub(crate) fn locations_below(&self, t: usize) -> u32 {
        let frames = &self.state.threads[t].frames;
        let below = &frames[..frames.len().saturating_sub(1)];
        below.iter().map(|frame| self.location_of(frame.method, frame.pc as usize)).fold(0, |all, one| all | one)
    }

    /// The locations that an instruction belongs to. Returning is outside of all of them, so that a
    /// synchronized method is left before its monitor is given back.
    #[cold]
    pub(crate) fn location_of(&self, method: MethodId, pc: usize) -> u32 {
        let Some(observed) = &self.settings.observed else { return 0 };
        let bits = observed.locations.get(&method).and_then(|bits| bits.get(pc)).copied().unwrap_or(0);
        if bits != 0 && matches!(self.code(method).op(pc), Op::Return | Op::ReturnValue { .. }) { 0 } else { bits }
    }

    /// The locations that a thread is at, one bit each.
    pub fn locations_of(&self, t: usize) -> u32 {
        if self.state.threads[t].is_alive() { self.state.threads[t].control.at } else { 0 }
    }
}
