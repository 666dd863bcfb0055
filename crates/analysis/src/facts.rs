//! What the analysis found, in the form that questions are asked in.

use std::collections::BTreeSet;

use std::sync::{Mutex, PoisonError};

use heddle_jdk::{launch, threads};
use heddle_program::effect::{Calls, Effect, Source};
use heddle_program::ir::Pc;
use heddle_program::{ClassId, FieldId, MethodId, Origin, Program};
use heddle_verdict::PointsTo;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::demand::{Constraints, Demand};
use crate::dynamic::Lambda;
use crate::graph::{Graph, NOWHERE, Node};
use crate::objects::{Made, ObjectId, Objects};
use crate::solve::{Act, Body, Caller, Effects, Solver};

/// Reachable methods, call graph, accesses and points-to sets.
pub struct Facts {
    points_to: PointsTo,
    demand: Option<Mutex<Demand>>,
    pub(crate) bodies: FxHashMap<MethodId, Body>,
    /// Reachable methods in the order in which they were found.
    pub(crate) reached: Vec<MethodId>,
    pub(crate) graph: Graph,
    pub(crate) objects: Objects,
    pub(crate) sites: FxHashMap<u32, Vec<ObjectId>>,
    /// Who may call a method.
    pub(crate) callers: FxHashMap<MethodId, Vec<MethodId>>,
    /// Accesses by field; those of elements, of unknown fields, of monitors and of anything.
    pub(crate) by_field: FxHashMap<FieldId, Vec<(MethodId, Act)>>,
    pub(crate) elements: Vec<(MethodId, Act)>,
    pub(crate) any: Vec<(MethodId, Act)>,
    pub(crate) locks: Vec<(MethodId, Act)>,
    pub(crate) lambdas: Vec<Lambda>,
    /// Which lambdas an instruction may call.
    pub(crate) lambda_calls: FxHashMap<(MethodId, Pc), BTreeSet<u32>>,
    /// `java.lang.Class`.
    pub(crate) class: ClassId,
    /// What every thread does when it ends.
    pub(crate) at_end: Vec<MethodId>,
    /// What threads that are started begin with.
    pub(crate) started: FxHashSet<MethodId>,
    /// Reachable methods by name and descriptor.
    pub(crate) named: FxHashMap<(heddle_program::Symbol, heddle_program::Symbol), Vec<MethodId>>,
    without_summary: Vec<MethodId>,
    escapes: Option<String>,
}

/// How much an analysis may do before it is given up.
pub struct Budget<'b> {
    /// How often an object may be passed to a variable or field.
    pub work: u64,
    /// Whether somebody wants it to end.
    pub is_cancelled: &'b dyn Fn() -> bool,
}

impl Budget<'_> {
    /// For those who want an answer, whatever it costs.
    pub const UNLIMITED: Budget<'static> = Budget { work: u64::MAX, is_cancelled: &|| false };
}

/// An analysis was given up because its budget was spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// So many methods were found to be reachable by then.
    pub methods: usize,
}

/// Analyses the program that begins with `entry`, a static method of one array of strings; `effects` says what the
/// machine does for methods that it executes itself.
pub fn analyze(
    program: &Program,
    entry: MethodId,
    effects: &Effects<'_>,
    points_to: PointsTo,
    budget: &Budget<'_>,
) -> Result<Facts, TooLarge> {
    let mut solver = Solver::new(program, effects, points_to == PointsTo::ObjectSensitive);
    if matches!(points_to, PointsTo::Demand | PointsTo::Refined) {
        solver.constraints = Some(Constraints::default());
    }
    solver.reach(entry);
    let arguments = solver.parameter(entry, 0);
    solver.made_by_machine(program.well_known().string_array, arguments);
    let (class, name, descriptor) = launch::AT_START;
    if let Some(method) = program.load(class).ok().and_then(|class| program.find_method(class, name, descriptor)) {
        solver.reach(method);
    }
    for class in launch::INITIALIZED {
        if let Ok(class) = program.load(class) {
            solver.initialize(Caller::Code(entry, 0), class);
        }
    }
    for class in launch::thrown_by_machine() {
        if let Ok(class) = program.load(class) {
            let object = solver.object(class, Made::Merged);
            solver.give(solver.thrown, object);
            if launch::has_cause(program.class_name(class)) {
                for field in ["cause", "exception"].into_iter().filter_map(|name| program.find_field(class, name)) {
                    let cause = solver.field(object, field);
                    solver.copy(solver.thrown, cause);
                }
            }
        }
    }
    let at_end = end_of_thread(&mut solver);
    solver.solve(budget)?;
    Ok(Facts::new(program, solver, at_end, points_to))
}

/// `Thread.exit`, and what happens to uncaught exceptions.
fn end_of_thread(solver: &mut Solver<'_, '_>) -> Vec<MethodId> {
    let program = solver.program;
    let thread = program.well_known().thread;
    let main = solver.object(thread, Made::ByMachine);
    let threads = solver.all_of(thread);
    solver.give(threads, main);
    let mut methods = Vec::new();
    for (name, descriptor) in threads::AT_END {
        if let Some(method) = program.find_method(thread, name, descriptor) {
            let this = solver.parameter(method, 0);
            solver.copy(threads, this);
            let exception = solver.parameter(method, 1);
            solver.copy(solver.thrown, exception);
            solver.writes_thread_field(method, "threadStatus");
            methods.push(method);
        }
    }
    methods
}

impl Facts {
    fn new(program: &Program, solver: Solver<'_, '_>, at_end: Vec<MethodId>, points_to: PointsTo) -> Self {
        let Solver {
            bodies,
            reached,
            graph,
            objects,
            sites,
            lambdas,
            lambda_calls,
            constraints,
            without_summary,
            started,
            escapes,
            ..
        } = solver;
        let mut facts = Self {
            points_to,
            demand: None,
            bodies,
            reached,
            graph,
            objects,
            sites,
            callers: FxHashMap::default(),
            by_field: FxHashMap::default(),
            elements: Vec::new(),
            any: Vec::new(),
            locks: Vec::new(),
            lambdas,
            lambda_calls,
            class: program.well_known().class,
            at_end,
            started,
            named: FxHashMap::default(),
            without_summary,
            escapes,
        };
        facts.index(program);
        if let Some(constraints) = constraints {
            let demand = Demand::new(program, &facts, constraints, points_to == PointsTo::Refined);
            facts.demand = Some(Mutex::new(demand));
        }
        facts
    }

    /// What is known by callee, by field and by name follows from what is known by method.
    fn index(&mut self, program: &Program) {
        for &method in &self.reached {
            let body = &self.bodies[&method];
            for &(_, callee) in &body.calls {
                self.callers.entry(callee).or_default().push(method);
            }
            for &(_, act) in &body.acts {
                match act {
                    Act::Field { field, .. } | Act::Static { field, .. } => {
                        self.by_field.entry(field).or_default().push((method, act));
                    }
                    Act::Element { .. } => self.elements.push((method, act)),
                    Act::Any { .. } | Act::Unknown => self.any.push((method, act)),
                    Act::Lock { .. } | Act::LockClass => self.locks.push((method, act)),
                }
            }
            let info = program.method(method);
            self.named.entry((info.name, info.descriptor)).or_default().push(method);
        }
    }

    /// Something that the program does and that the facts do not follow: they hold as long as that touches nothing
    /// which they speak of. A search notices; who concludes from the facts alone must not.
    pub fn escapes(&self) -> Option<&str> {
        self.escapes.as_deref()
    }

    /// Facts that lack the calls and accesses of the program's own code that are drawn: with these a test sees
    /// that a search refutes facts that are wrong.
    pub fn damaged(mut self, program: &Program, mut draw: impl FnMut() -> bool) -> Self {
        for &method in &self.reached {
            if program.class(program.method(method).class).origin == Origin::User
                && let Some(body) = self.bodies.get_mut(&method)
            {
                body.calls.retain(|_| !draw());
                body.acts.retain(|_| !draw());
            }
        }
        self.callers.clear();
        self.by_field.clear();
        self.named.clear();
        (self.elements, self.any, self.locks) = Default::default();
        self.index(program);
        self
    }

    /// Reachable methods, in the order in which they were found.
    pub fn methods(&self) -> &[MethodId] {
        &self.reached
    }

    /// Native methods that are reachable but that nobody has declared the effect of. They count as never
    /// executed: the machine has no row for them either, and ends as *unknown* if it gets there.
    pub fn without_summary(&self) -> &[MethodId] {
        &self.without_summary
    }

    /// The declared effect of a method that the machine executes itself.
    pub(crate) fn effect(&self, method: MethodId) -> Option<Effect> {
        self.bodies.get(&method).and_then(|body| body.effect)
    }

    /// Whether a method is the user's, calls something of the user's, or calls a native that hands out objects
    /// which exist already.
    pub(crate) fn calls_user(&self, program: &Program, method: MethodId) -> bool {
        self.leads_to_user(program, method, |_| false)
    }

    /// The same, but what the method starts in another thread does not count.
    pub(crate) fn calls_back(&self, program: &Program, method: MethodId) -> bool {
        let starts = |method| self.effect(method).is_some_and(|effect| effect.calls == Calls::Start);
        self.leads_to_user(program, method, starts)
    }

    /// Whether a native hands out objects that the program uses. Constants of enums are the program's only if it
    /// has enums.
    fn hands_out(&self, program: &Program, effect: &Effect) -> bool {
        const ENUMS: Source = Source::Existing("[Ljava/lang/Enum;");
        if !effect.hands_out() || effect.gives != ENUMS || effect.calls == Calls::Anything || !effect.stores.is_empty()
        {
            return effect.hands_out();
        }
        let Some(enums) = program.loaded("java/lang/Enum") else { return false };
        let is_own = |class| program.class(class).origin == Origin::User && program.is_subtype(class, enums);
        self.objects.list.iter().any(|object| is_own(object.class))
    }

    fn leads_to_user(&self, program: &Program, method: MethodId, ends: impl Fn(MethodId) -> bool) -> bool {
        let mut seen = FxHashSet::from_iter([method]);
        let mut open = vec![method];
        while let Some(at) = open.pop() {
            let is_user = program.class(program.method(at).class).origin == Origin::User;
            if is_user || self.effect(at).is_some_and(|effect| self.hands_out(program, &effect)) {
                return true;
            }
            if ends(at) {
                continue;
            }
            open.extend(self.calls(at).iter().map(|&(_, callee)| callee).filter(|&callee| seen.insert(callee)));
        }
        false
    }

    /// The method that the main thread begins with.
    pub fn entry(&self) -> MethodId {
        self.reached[0]
    }

    pub fn is_reachable(&self, method: MethodId) -> bool {
        self.bodies.contains_key(&method)
    }

    /// Whether a method is reachable and its code was read.
    pub fn is_read(&self, method: MethodId) -> bool {
        self.bodies.get(&method).is_some_and(|body| body.is_read)
    }

    /// What a method calls, by instruction.
    pub fn calls(&self, method: MethodId) -> &[(Pc, MethodId)] {
        self.bodies.get(&method).map_or(&[], |body| &body.calls)
    }

    /// Number of abstract objects.
    pub fn objects(&self) -> usize {
        self.objects.list.len()
    }

    /// How many objects the bases of all accesses may hold, together: by the exhaustive analysis, by
    /// the one in use, and by both.
    pub fn held_objects(&self) -> [usize; 3] {
        let mut sums = [0; 3];
        for (_, act) in self.reached.iter().flat_map(|method| &self.bodies[method].acts) {
            let (Act::Field { base, .. } | Act::Element { base, .. } | Act::Lock { base }) = *act else { continue };
            if base == NOWHERE {
                continue;
            }
            let set = self.graph.set(base);
            let all = set.iter().count();
            let (chosen, both) = match &self.demand {
                None => (all, all),
                Some(demand) => {
                    let mut demand = demand.lock().unwrap_or_else(PoisonError::into_inner);
                    let held = demand.objects(&self.graph, base);
                    (held.len(), held.iter().filter(|&&object| set.contains(object)).count())
                }
            };
            for (sum, count) in sums.iter_mut().zip([all, chosen, both]) {
                *sum += count;
            }
        }
        sums
    }

    /// The allocation sites of the objects that an instruction may access.
    pub fn sites_accessed(&self, method: MethodId, pc: Pc) -> BTreeSet<u32> {
        let acts = self.bodies.get(&method).into_iter().flat_map(|body| &body.acts);
        let bases = acts.filter(|(at, _)| *at == pc).filter_map(|(_, act)| match *act {
            Act::Field { base, .. } | Act::Element { base, .. } => Some(base),
            _ => None,
        });
        let bases: Vec<Node> = bases.collect();
        self.sites.keys().copied().filter(|&site| bases.iter().any(|&base| self.may_hold(base, site))).collect()
    }

    /// Whether the program's own code may lock the object of a thread, as threads do when they start, join and end.
    pub fn locks_threads(&self, program: &Program) -> bool {
        let is_thread = |object: ObjectId| self.objects.fits(program, object, program.well_known().thread);
        self.locks.iter().any(|&(method, act)| match act {
            Act::Lock { base } if base != NOWHERE => {
                program.class(program.method(method).class).origin == Origin::User
                    && self.graph.set(base).iter().any(is_thread)
            }
            _ => false,
        })
    }

    /// Whether a node may hold an object of an allocation site; site 0 is any.
    pub(crate) fn may_hold(&self, node: Node, site: u32) -> bool {
        if self.points_to == PointsTo::Fields {
            return node != NOWHERE && !self.graph.set(node).is_empty();
        }
        self.points_to_site(node, site)
    }

    /// The same, also where objects of a field are not told apart.
    pub(crate) fn points_to_site(&self, node: Node, site: u32) -> bool {
        if node == NOWHERE {
            return false;
        }
        let set = self.graph.set(node);
        let Some(objects) = self.sites.get(&site) else { return !set.is_empty() };
        if !objects.iter().any(|&object| set.contains(object)) {
            return false;
        }
        let Some(demand) = &self.demand else { return true };
        let mut demand = demand.lock().unwrap_or_else(PoisonError::into_inner);
        let held = demand.objects(&self.graph, node);
        objects.iter().any(|object| held.contains(object))
    }

    /// Whether a node may hold an object of exactly this class that the machine made.
    pub(crate) fn may_hold_made(&self, node: Node, class: ClassId) -> bool {
        let object = crate::objects::Object { class, made: Made::ByMachine, within: 0 };
        node != NOWHERE && self.objects.find(object).is_some_and(|object| self.graph.set(node).contains(object))
    }
}
