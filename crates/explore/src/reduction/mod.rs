//! The stack of partial-order reductions. Each layer tells the machine of actions that are independent of all that
//! other threads can still do, so that no step has to end before them; or of threads that may as well wait.
//!
//! [`table`] has one row per reduction, in the order in which the layers are asked; `layer.rs` says what a layer is
//! and how the answers combine; each layer has a file of its own. A new reduction is a file and a row (and its name
//! in [`heddle_verdict::ReductionKind`], which saved runs carry).
//!
//! Two more of Corbett's (TOSEM 2000), `relock` and `unlock`, are no layers: the machine never ends a step
//! before a thread takes a monitor again or releases one.
//!
//! An action that is dependent on something another thread may do is never called independent, so verdicts, final
//! results, deadlocks and races stay what they are: a race needs two threads before conflicting accesses, and neither
//! of those is independent. `docs/reductions.md` has the theorems.

mod audit;
mod confirm;
mod future;
mod guarded;
mod immutable;
mod layer;
mod library;
mod monitors;
mod notify;
mod observers;
mod operations;
mod own_memory;
mod owned;
mod pool_assumptions;
mod protected;
mod queues;
mod site_facts;
mod stable_reads;
mod symmetry;
pub mod table;

use std::sync::{Arc, OnceLock};

use heddle_analysis::future::{Futures, Place};
use heddle_analysis::{Facts, immutable as immutable_fields};
use heddle_machine::{Location, Machine, Reduction, Ref};
use heddle_program::{FieldId, MethodId, Origin, Program};
use heddle_verdict::{Precision, ReductionKind, ReductionSet, SearchAssumption, Semantics};
use rustc_hash::FxHashSet;

use self::audit::Audit;
use self::confirm::{Confirmation, OnFacts, Seen};
pub use self::future::others_may_access;
use self::layer::{Layer, Stack};
use self::site_facts::SiteFacts;
use self::table::{Needs, Row, Scope, Setting, TABLE};

/// What the reductions know of a program, for all workers.
#[derive(Clone)]
pub struct Knowledge {
    facts: Arc<Facts>,
    immutable: Arc<FxHashSet<FieldId>>,
    /// Made when first asked for; none if the shape analysis does not apply.
    site_facts: Arc<OnceLock<Option<Arc<SiteFacts>>>>,
    seen: Arc<Seen>,
}

impl Knowledge {
    pub fn new(program: &Program, facts: Facts) -> Self {
        let immutable = Arc::new(immutable_fields::immutable_fields(program, &facts));
        Self { facts: Arc::new(facts), immutable, site_facts: Arc::default(), seen: Arc::default() }
    }

    /// The same for another search, of which nothing has been seen yet.
    pub fn for_another_search(&self) -> Self {
        Self { seen: Arc::default(), ..self.clone() }
    }

    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The facts, to keep.
    pub fn share(&self) -> Arc<Facts> {
        Arc::clone(&self.facts)
    }

    fn confirmation(&self) -> Box<dyn Layer> {
        Box::new(Confirmation::new(self.share(), Arc::clone(&self.seen)))
    }

    fn immutable(&self) -> Arc<FxHashSet<FieldId>> {
        Arc::clone(&self.immutable)
    }

    fn futures<'p>(&self, program: &'p Program, precision: Precision) -> Futures<'p> {
        Futures::new(program, Arc::clone(&self.facts), precision.context)
    }

    fn site_facts(&self, program: &Program) -> Option<Arc<SiteFacts>> {
        self.site_facts.get_or_init(|| SiteFacts::new(program, &self.facts).ok().map(Arc::new)).clone()
    }

    /// Whether a field never changes once other threads can see it, though it is not final.
    pub fn is_immutable(&self, field: FieldId) -> bool {
        self.immutable.contains(&field)
    }
}

/// Gives machines the reductions of these semantics; those that need an analysis only with what it found. With
/// `audit`, states can be compared with it.
pub fn install(machines: &mut [Machine<'_>], semantics: &Semantics, knowledge: Option<&Knowledge>, audit: bool) {
    let set = semantics.reductions;
    if !audit && (semantics.granularity.is_single() || set.is_empty()) {
        return;
    }
    let knowledge = knowledge.filter(|_| SearchAssumption::static_facts_hold(&semantics.refuted));
    for machine in machines {
        let setting = Setting { program: machine.program, semantics, knowledge };
        let mut stack = stack(&setting, set);
        stack.audit = audit.then(|| Audit::new(&setting)).flatten();
        machine.set_reduction(Box::new(stack));
    }
}

/// The layers about single actions, each by itself; but not those that assume something which nothing checks.
pub fn single<'p>(
    program: &'p Program,
    semantics: &Semantics,
    knowledge: Option<&Knowledge>,
) -> Vec<(ReductionKind, Box<dyn Reduction + 'p>)> {
    let rows = TABLE.iter().filter(|row| row.is_checked());
    rows.map(|row| (row.kind, alone(row, &[], program, semantics, knowledge))).collect()
}

/// The other layers, each by itself: those about whole steps, and those that assume something which nothing checks. Who waits before
/// a queue is tried with operations in one go: access by access, few programs with a queue are small enough to be tried.
pub fn blocks<'p>(
    program: &'p Program,
    semantics: &Semantics,
    knowledge: Option<&Knowledge>,
) -> Vec<(ReductionKind, Box<dyn Reduction + 'p>)> {
    let rows = TABLE.iter().filter(|row| !row.is_checked() && row.kind != ReductionKind::Symmetry);
    let with = |kind| match kind {
        ReductionKind::Queues => &[ReductionKind::Operations, ReductionKind::Library][..],
        _ => &[],
    };
    rows.map(|row| (row.kind, alone(row, with(row.kind), program, semantics, knowledge))).collect()
}

/// What makes states count as the same, by itself or with all others, which hold threads back.
pub fn symmetries<'p>(
    program: &'p Program,
    semantics: &Semantics,
    knowledge: Option<&Knowledge>,
) -> [Box<dyn Reduction + 'p>; 2] {
    let row = Row::of(ReductionKind::Symmetry);
    [&[][..], &ReductionKind::ALL[..]].map(|with| alone(row, with, program, semantics, knowledge))
}

/// One layer, with those that it cannot do without.
fn alone<'p>(
    row: &Row,
    with: &[ReductionKind],
    program: &'p Program,
    semantics: &Semantics,
    knowledge: Option<&Knowledge>,
) -> Box<dyn Reduction + 'p> {
    let kinds = with.iter().copied().chain([row.kind]);
    let semantics = Semantics { reductions: kinds.collect(), ..semantics.clone() };
    let setting = Setting { program, semantics: &semantics, knowledge };
    Box::new(stack(&setting, semantics.reductions))
}

fn stack<'p>(setting: &Setting<'_, 'p>, set: ReductionSet) -> Stack<'p> {
    let knowledge = setting.knowledge;
    let layers = |scope: Scope| {
        let rows = TABLE.iter().filter(move |row| row.scope == scope && set.contains(row.kind));
        rows.filter_map(|row| layer(row, setting)).collect::<Vec<_>>()
    };
    // Before all others, which may then rely on what it has found out about the stack.
    let confirmation = knowledge.map(Knowledge::confirmation);
    let mut all: Vec<_> = confirmation.into_iter().chain(layers(Scope::Steps)).collect();
    let of_steps = all.len();
    all.extend(layers(Scope::Actions));
    // Between operations, a queue with nothing but its first node is empty.
    let forgets_empty_queues = set.contains(ReductionKind::Operations)
        && set.contains(ReductionKind::Queues)
        && knowledge.is_some_and(|knowledge| queues::are_unseen(setting.program, knowledge));
    let interchanges_threads = set.contains(ReductionKind::Symmetry);
    // `queues` holds who waits for them back, and `operations` watches who interrupts and notifies.
    let forgets_orders_of_joins = interchanges_threads
        && knowledge.is_some()
        && set.contains(ReductionKind::Queues)
        && set.contains(ReductionKind::Operations);
    Stack { layers: all, of_steps, forgets_empty_queues, interchanges_threads, forgets_orders_of_joins, audit: None }
}

/// The layer of a row; one that rests on an analysis is asked only where that has been confirmed.
fn layer<'p>(row: &Row, setting: &Setting<'_, 'p>) -> Option<Box<dyn Layer + 'p>> {
    let layer = row.layer(setting)?;
    if row.needs == Needs::Nothing {
        return Some(layer);
    }
    setting.knowledge?;
    Some(Box::new(OnFacts { layer, of_steps: row.scope == Scope::Steps, holds: true }))
}

/// The methods that the user's code calls, or hands to others to call.
fn called_by_user(program: &Program, facts: &Facts) -> FxHashSet<MethodId> {
    let is_user = |method: &&MethodId| program.class(program.method(**method).class).origin == Origin::User;
    let mut called = FxHashSet::default();
    let mut classes = FxHashSet::default();
    for &caller in facts.methods().iter().filter(is_user) {
        called.extend(facts.calls(caller).iter().map(|&(_, callee)| callee));
        classes.insert(program.method(caller).class);
    }
    for class in classes {
        let Some(file) = program.class(class).file.as_deref() else { continue };
        let bootstraps = file.bootstrap_methods().unwrap_or_default();
        let handles = bootstraps.iter().flat_map(|bootstrap| &bootstrap.arguments);
        let references = handles.filter_map(|&handle| file.method_handle(handle).ok());
        called.extend(references.filter_map(|(_, reference)| program.resolve_method(class, reference).ok()));
    }
    called
}

/// The place of an access, as the analysis sees it; it has none for all fields of an object.
fn place(machine: &Machine<'_>, location: Location) -> Option<Place> {
    let site = |object| machine.state.heap.site(object);
    Some(match location {
        Location::Field { object, field } => Place::Field { field, site: site(object) },
        Location::Static { field } => Place::Static { field },
        Location::Element { array, .. } | Location::Elements { array, .. } => Place::Element { site: site(array) },
        Location::Fields { .. } => return None,
    })
}

/// The object that a place belongs to.
fn object(location: Location) -> Option<Ref> {
    match location {
        Location::Field { object, .. } | Location::Fields { object } => Some(object),
        Location::Element { array, .. } | Location::Elements { array, .. } => Some(array),
        Location::Static { .. } => None,
    }
}

/// Whether an access is one of a native method to many places.
fn is_run(location: Location) -> bool {
    matches!(location, Location::Elements { .. } | Location::Fields { .. })
}
