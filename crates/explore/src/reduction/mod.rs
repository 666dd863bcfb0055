//! Reductions, most of which rest on a static analysis of the program: each tells the machine of
//! actions that are independent of all that other threads can still do, so that no step has to end before them.
//!
//! | name | an action needs no step of its own if | file |
//! |---|---|---|
//! | `future` | no other thread can make a conflicting access in future | [`future`] |
//! | `immutable` | it reads a field that never changes once others see it | here |
//! | `monitors` | it takes a monitor that no other thread will use in future | [`future`] |
//! | `owned` | no other thread can reach what it touches | [`owned`] |
//! | `protected` | what it touches is only used under a lock that the thread holds | [`protected`] |
//! | `notify` | it notifies nobody, or those whom the monitor keeps from going on | [`notify`] |
//! | `guarded` | every access to what it touches holds the same lock, as the search finds out | [`guarded`] |
//! | `library` | a synchroniser of the JDK makes it on data that it guards | [`library`] |
//! | `operations` | an operation of such a synchroniser that has begun goes on with it, or what it reads is final | [`operations`], [`stable_reads`], [`pool_assumptions`] |
//!
//! One more takes choices away: a thread cannot move where it would have to wait (`queues`, [`queues`]).
//!
//! Two more of Corbett's (TOSEM 2000), `relock` and `unlock`, need no analysis: the machine never ends a step
//! before a thread takes a monitor again or releases one.
//!
//! All of them decide from the state and, but for the last three, the facts of the analysis. An action that is
//! dependent on something another thread may do is never touched, so verdicts, final results, deadlocks
//! and races stay what they are: a race needs two threads before conflicting accesses, and neither of those is
//! independent.

mod audit;
mod future;
mod guarded;
mod library;
mod notify;
mod operations;
mod owned;
mod pool_assumptions;
mod protected;
mod queues;
mod site_facts;
mod stable_reads;

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use heddle_analysis::future::{Context, Futures, Place};
use heddle_analysis::{Facts, PointsTo, immutable};
use heddle_machine::{Access, Location, Machine, Pending, Reduction, Ref};
use heddle_program::{FieldId, MethodId, Origin, Program};
use rustc_hash::FxHashSet;

pub use self::future::others_may_access;
use self::guarded::{Guarded, Refuted, Use};
use self::library::Library;
use self::operations::Operations;
use self::queues::{Manners, Queues};
use self::site_facts::SiteFacts;

/// Which reductions are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reductions {
    pub future: bool,
    pub immutable: bool,
    pub monitors: bool,
    pub owned: bool,
    pub protected: bool,
    pub notify: bool,
    pub guarded: bool,
    pub library: bool,
    pub operations: bool,
    pub queues: bool,
    /// Whether states are compared with what the analysis says, also where no reduction asks for it.
    pub audit: bool,
    /// What the futures that `future` and `monitors` ask for know of the call stack.
    pub context: Context,
    /// Which objects they take an access to be about.
    pub points_to: PointsTo,
}

impl Reductions {
    pub const ALL: Self = Self {
        future: true,
        immutable: true,
        monitors: true,
        owned: true,
        protected: true,
        notify: true,
        guarded: true,
        library: true,
        operations: true,
        queues: true,
        audit: false,
        context: Context::Full,
        points_to: PointsTo::Exhaustive,
    };
    pub const NAMES: [&str; 10] = [
        "future",
        "immutable",
        "monitors",
        "owned",
        "protected",
        "notify",
        "guarded",
        "library",
        "operations",
        "queues",
    ];
    /// Those that do without an analysis.
    pub const UNANALYSED: [&str; 3] = ["guarded", "library", "operations"];

    /// Turns one on by name; whether there is such a one.
    pub fn add(&mut self, name: &str) -> bool {
        match name {
            "future" => self.future = true,
            "immutable" => self.immutable = true,
            "monitors" => self.monitors = true,
            "owned" => self.owned = true,
            "protected" => self.protected = true,
            "notify" => self.notify = true,
            "guarded" => self.guarded = true,
            "library" => self.library = true,
            "operations" => self.operations = true,
            "queues" => self.queues = true,
            // Part of every search but the plain one.
            "relock" | "unlock" => {}
            "insensitive" => self.context = Context::Insensitive,
            "callee-sensitive" => self.context = Context::Callee,
            "by-field" => self.points_to = PointsTo::Fields,
            "object-sensitive" => self.points_to = PointsTo::ObjectSensitive,
            "on-demand" => self.points_to = PointsTo::Demand,
            "refined-on-demand" => self.points_to = PointsTo::Refined,
            _ => return false,
        }
        true
    }

    pub fn is_empty(self) -> bool {
        !self.switches().contains(&true)
    }

    /// Whether any of them rests on an analysis of the program, or states are to be compared with it.
    pub fn need_analysis(self) -> bool {
        self.audit || !Self { guarded: false, library: false, operations: false, ..self }.is_empty()
    }

    /// In the order of the names.
    fn switches(self) -> [bool; 10] {
        let Self {
            future, immutable, monitors, owned, protected, notify, guarded, library, operations, queues, ..
        } = self;
        [future, immutable, monitors, owned, protected, notify, guarded, library, operations, queues]
    }

    /// The names of those that are on.
    pub fn names(self) -> Vec<String> {
        let on = self.switches();
        let context = match self.context {
            Context::Insensitive => Some("insensitive"),
            Context::Callee => Some("callee-sensitive"),
            Context::Full => None,
        };
        let points_to = match self.points_to {
            PointsTo::Fields => Some("by-field"),
            PointsTo::Exhaustive => None,
            PointsTo::ObjectSensitive => Some("object-sensitive"),
            PointsTo::Demand => Some("on-demand"),
            PointsTo::Refined => Some("refined-on-demand"),
        };
        let on = Self::NAMES.iter().zip(on).filter(|(_, on)| *on).map(|(name, _)| *name);
        on.chain(context).chain(points_to).map(str::to_owned).collect()
    }
}

/// What the reductions know of a program, for all workers.
#[derive(Clone)]
pub struct Knowledge {
    facts: Arc<Facts>,
    immutable: Arc<FxHashSet<FieldId>>,
    /// Made when first asked for; none if the shape analysis does not apply.
    site_facts: Arc<OnceLock<Option<Arc<SiteFacts>>>>,
}

impl Knowledge {
    pub fn new(program: &Program, facts: Facts) -> Self {
        let immutable = Arc::new(immutable::immutable_fields(program, &facts));
        Self { facts: Arc::new(facts), immutable, site_facts: Arc::default() }
    }

    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The facts, to keep.
    pub fn share(&self) -> Arc<Facts> {
        Arc::clone(&self.facts)
    }

    fn site_facts(&self, program: &Program) -> Option<Arc<SiteFacts>> {
        self.site_facts.get_or_init(|| SiteFacts::new(program, &self.facts).ok().map(Arc::new)).clone()
    }

    /// Whether a field never changes once other threads can see it, though it is not final.
    pub fn is_immutable(&self, field: FieldId) -> bool {
        self.immutable.contains(&field)
    }
}

/// Gives machines the reductions; those that need an analysis only with what it found. `refuted` are the
/// assumptions that an earlier search refuted.
pub fn install(machines: &mut [Machine<'_>], which: Reductions, knowledge: Option<&Knowledge>, refuted: &[String]) {
    let refuted = Refuted::new(refuted);
    for machine in machines {
        let program = machine.program;
        let analysis = knowledge.map(|knowledge| Analysis {
            which,
            futures: Futures::new(program, Arc::clone(&knowledge.facts), which.context),
            immutable: Arc::clone(&knowledge.immutable),
            site_facts: if which.owned || which.protected || which.audit {
                knowledge.site_facts(program)
            } else {
                None
            },
            only_notified: notify::only_notified(program, &knowledge.facts),
        });
        let births = knowledge.is_some_and(|knowledge| library::leaves_bookkeeping(program, &knowledge.facts));
        let library = which.library.then(|| Library::new(births, refuted.clone()));
        let counts = knowledge.is_none_or(|knowledge| operations::counts_arrivals(program, &knowledge.facts));
        let forgets = knowledge.is_some_and(|knowledge| stable_reads::leaves_counts(program, &knowledge.facts));
        let operations = which.operations.then(|| Operations::new(refuted.clone(), counts, forgets));
        let guarded = which.guarded.then(|| Guarded::new(refuted.clone()));
        let known = refuted.names();
        let refuted = refuted.clone();
        let manners = knowledge.map(|knowledge| Manners::of(program, &knowledge.facts));
        let queues = manners.filter(|_| which.queues).map(Queues::new);
        machine.set_reduction(Box::new(Stack { analysis, guarded, library, operations, queues, refuted, known }));
    }
}

struct Stack<'p> {
    analysis: Option<Analysis<'p>>,
    guarded: Option<Guarded>,
    library: Option<Library>,
    operations: Option<Operations>,
    queues: Option<Queues>,
    refuted: Refuted,
    /// Assumptions that were refuted before this search began.
    known: BTreeSet<String>,
}

/// The reductions that rest on an analysis.
struct Analysis<'p> {
    which: Reductions,
    futures: Futures<'p>,
    immutable: Arc<FxHashSet<FieldId>>,
    site_facts: Option<Arc<SiteFacts>>,
    only_notified: bool,
}

impl Reduction for Stack<'_> {
    fn is_independent(&mut self, machine: &mut Machine<'_>, pending: Pending) -> bool {
        if let Pending::Memory(access) = pending
            && self.waits(machine, machine.stepper.current, access)
        {
            return false;
        }
        if self.operations.as_mut().is_some_and(|operations| operations.is_inside(machine, pending)) {
            self.watch(machine, pending);
            return true;
        }
        match pending {
            Pending::Memory(access) => self.is_access_independent(machine, access),
            Pending::Copy { from, to } => {
                self.is_access_independent(machine, from) && self.is_access_independent(machine, to)
            }
            _ => self.analysis.as_mut().is_some_and(|analysis| analysis.is_independent(machine, pending)),
        }
    }

    fn observe(&mut self, machine: &mut Machine<'_>, pending: Pending) {
        if let Some(operations) = &mut self.operations {
            operations.observe(machine, pending);
        }
        self.watch(machine, pending);
    }

    fn waits(&mut self, machine: &Machine<'_>, t: usize, access: Access) -> bool {
        !operations::is_off(machine) && self.queues.as_mut().is_some_and(|queues| queues.waits(machine, t, access))
    }

    fn refuted(&self) -> Vec<String> {
        self.known.iter().cloned().collect()
    }

    fn refine(&mut self) {
        self.known = self.refuted.names();
        self.guarded.iter_mut().for_each(Guarded::refine);
        self.library.iter_mut().for_each(Library::refine);
        self.operations.iter_mut().for_each(Operations::refine);
    }

    fn audit(&mut self, machine: &mut Machine<'_>) -> Option<String> {
        let Analysis { futures, immutable, site_facts, .. } = self.analysis.as_mut()?;
        let site_facts = site_facts.as_deref();
        audit::check_facts(futures, immutable, machine).or_else(|| audit::check_shape(site_facts?, machine))
    }

    fn forgets_empty_queues(&self) -> bool {
        self.operations.is_some() && self.queues.as_ref().is_some_and(Queues::are_unseen)
    }
}

impl Stack<'_> {
    /// Shows the accesses of an action to the reductions that assume something about memory.
    fn watch(&mut self, machine: &mut Machine<'_>, pending: Pending) {
        for access in pending.accesses() {
            self.library.iter().for_each(|library| library.observe(machine, access));
            if self.use_of(machine, access) == Use::First {
                self.is_access_independent(machine, access);
            }
        }
    }

    /// How an access fits the guard of what it touches.
    fn use_of(&mut self, machine: &mut Machine<'_>, access: Access) -> Use {
        let Some(guarded) = &mut self.guarded else { return Use::Other };
        if self.analysis.as_ref().is_some_and(|analysis| analysis.reads_immutable(access)) {
            return Use::Other;
        }
        guarded.observe(machine, access)
    }

    fn is_access_independent(&mut self, machine: &mut Machine<'_>, access: Access) -> bool {
        if let Some(library) = &mut self.library {
            if library.is_guarded(machine, access) {
                return true;
            }
            library.observe(machine, access);
        }
        let how = self.use_of(machine, access);
        if how == Use::Guarded {
            return true;
        }
        if self.analysis.as_mut().is_some_and(|analysis| analysis.is_access_independent(machine, access)) {
            return true;
        }
        how == Use::First && self.guarded.as_mut().is_some_and(|guarded| guarded.begin(machine, access))
    }
}

impl Analysis<'_> {
    fn is_independent(&mut self, machine: &Machine<'_>, pending: Pending) -> bool {
        match pending {
            Pending::Lock(object) => self.is_lock_independent(machine, object),
            Pending::Notify { object, all } => {
                self.which.notify && notify::is_independent(machine, object, all, self.only_notified)
            }
            _ => false,
        }
    }
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

/// Whether an access is one of a native method to many places.
fn is_run(location: Location) -> bool {
    matches!(location, Location::Elements { .. } | Location::Fields { .. })
}

/// The monitor of an object, as the analysis sees it.
fn lock(machine: &Machine<'_>, object: Ref) -> Place {
    match machine.class_of_mirror(object) {
        Some(_) => Place::LockClass,
        None => Place::Lock { site: machine.state.heap.site(object) },
    }
}

impl Analysis<'_> {
    fn reads_immutable(&self, access: Access) -> bool {
        let Location::Field { field, .. } = access.location else { return false };
        self.which.immutable && !access.writes && self.immutable.contains(&field)
    }

    fn is_access_independent(&mut self, machine: &Machine<'_>, access: Access) -> bool {
        if self.reads_immutable(access) {
            return true;
        }
        if let (Some(site_facts), false) = (&self.site_facts, is_run(access.location)) {
            let owned = self.which.owned && owned::is_memory_owned(site_facts, machine);
            if owned || self.which.protected && protected::is_memory_protected(site_facts, machine) {
                return true;
            }
        }
        let Some(place) = place(machine, access.location) else { return false };
        self.which.future && !future::others_may_access(&mut self.futures, machine, place, !access.writes)
    }

    /// Threads notify their own monitor when they end, so those always count.
    fn is_lock_independent(&mut self, machine: &Machine<'_>, object: Ref) -> bool {
        let class = machine.class_of(object);
        if machine.program.is_subtype(class, machine.program.well_known().thread)
            || machine.state.heap.monitor(object).0 != 0
        {
            return false;
        }
        if let Some(site_facts) = &self.site_facts {
            let owned = self.which.owned && owned::is_monitor_owned(site_facts, machine);
            if owned || self.which.protected && protected::is_monitor_protected(site_facts, machine) {
                return true;
            }
        }
        let place = lock(machine, object);
        self.which.monitors && !future::others_may_access(&mut self.futures, machine, place, false)
    }
}
