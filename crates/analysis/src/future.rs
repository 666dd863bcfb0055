//! Future accesses (Parízek and Lhoták, ASE 2011): which places a thread may still access,
//! given where its frames stand.
//!
//! The paper computes the set of future accesses of every program point beforehand. Here the
//! question is turned round: for each place that is asked about, which points have an access to it
//! in their future? Few places are ever asked about, so that is far less work. For one place,
//! `before` and `after` of an instruction are the paper's `before1` and `after1`: what the rest of
//! the method, with all that it calls or starts, may access. Exceptional successors count, and so
//! does what runs as class initialiser. The dynamic call stack supplies the context; the paper's
//! weaker variants, which know only the topmost frame, are in [`crate::returns`].

use std::sync::Arc;

use heddle_program::ir::{Callee, Code, Instr, InvokeKind, Pc};
use heddle_program::{ClassId, FieldId, MethodId, Origin, Program};
pub use heddle_verdict::Context;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::calls::initializers;
use crate::facts::Facts;
use crate::returns;
use crate::solve::Act;

/// A place as the analysis sees it. A site is the machine's number of an allocation; 0 is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    Field {
        field: FieldId,
        site: u32,
    },
    Static {
        field: FieldId,
    },
    Element {
        site: u32,
    },
    Lock {
        site: u32,
    },
    /// The monitor of a class object.
    LockClass,
}

/// Where a frame stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Point {
    /// The instruction is yet to be executed, or will be executed again.
    Before(Pc),
    /// It is a call that has not returned.
    After(Pc),
}

/// Answers questions about one program, remembering what it worked out. One per worker.
pub struct Futures<'p> {
    pub(crate) program: &'p Program,
    pub(crate) facts: Arc<Facts>,
    context: Context,
    /// By place, and whether only writes count.
    tables: FxHashMap<(Place, bool), u32>,
    list: Vec<Table>,
    /// Methods that the machine wrote itself, such as those of lambdas.
    written: FxHashMap<MethodId, Arc<Written>>,
}

/// For one place: which methods have an access in their future, and from where.
struct Table {
    /// The methods that access the place, directly or through what they call.
    methods: FxHashSet<MethodId>,
    /// Where the context is not known: the methods that may return to code with an access.
    returning: FxHashSet<MethodId>,
    at_end: bool,
    /// Per method asked about: bit 0 of an instruction is `before`, bit 1 `after`.
    points: FxHashMap<MethodId, Box<[u8]>>,
    place: Place,
    writes_only: bool,
}

/// What a method does that was written after the analysis.
#[derive(Default)]
struct Written {
    calls: Vec<(Pc, MethodId)>,
    unknown: Vec<Pc>,
}

impl<'p> Futures<'p> {
    pub fn new(program: &'p Program, facts: Arc<Facts>, context: Context) -> Self {
        Self { program, facts, context, tables: FxHashMap::default(), list: Vec::new(), written: FxHashMap::default() }
    }

    pub fn context(&self) -> Context {
        self.context
    }

    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// A number for a place and the kind of access that matters: only writes, or all.
    pub fn ask(&mut self, place: Place, writes_only: bool) -> u32 {
        let place = self.facts.normal(place);
        if let Some(&table) = self.tables.get(&(place, writes_only)) {
            return table;
        }
        let mut methods = reaching(&self.facts, place, writes_only);
        let at_end = self.facts.at_end.iter().any(|method| methods.contains(method));
        let own = |act| matches_act(&self.facts, act, place, writes_only);
        let returning = returns::returning(self.program, &self.facts, self.context, &mut methods, own);
        let table = self.list.len() as u32;
        self.list.push(Table { methods, returning, at_end, points: FxHashMap::default(), place, writes_only });
        self.tables.insert((place, writes_only), table);
        table
    }

    /// Whether a thread may make such an access when it ends.
    pub fn at_end(&self, table: u32) -> bool {
        self.list[table as usize].at_end
    }

    /// Whether a method, from its beginning, may make such an access.
    pub fn from_entry(&self, table: u32, method: MethodId) -> bool {
        self.list[table as usize].methods.contains(&method)
    }

    /// Whether the rest of a frame may make such an access. Where the context does not count, that
    /// includes whatever its method may return to.
    pub fn from(&mut self, table: u32, method: MethodId, point: Point) -> bool {
        let (pc, bit) = match point {
            Point::Before(pc) => (pc, 1),
            Point::After(pc) => (pc, 2),
        };
        // Methods that the analysis never saw may return anywhere.
        if self.context != Context::Full
            && (self.list[table as usize].returning.contains(&method) || !self.facts.is_reachable(method))
        {
            return true;
        }
        if let Some(points) = self.list[table as usize].points.get(&method) {
            return points.get(pc as usize).is_none_or(|bits| bits & bit != 0);
        }
        let points = self.points(table, method);
        let answer = points.get(pc as usize).is_none_or(|bits| bits & bit != 0);
        self.list[table as usize].points.insert(method, points);
        answer
    }

    /// The answers for all instructions of a method. Code that nobody can read may do anything.
    fn points(&mut self, table: u32, method: MethodId) -> Box<[u8]> {
        let Ok(code) = self.program.code(method) else { return Box::new([]) };
        let mut hits = vec![false; code.instrs.len()];
        let facts = Arc::clone(&self.facts);
        if let Some(body) = facts.bodies.get(&method) {
            if !body.is_read {
                return vec![3; code.instrs.len()].into();
            }
            let table = &self.list[table as usize];
            for &(pc, act) in &body.acts {
                hits[pc as usize] |= matches_act(&facts, act, table.place, table.writes_only);
            }
            for &(pc, callee) in &body.calls {
                hits[pc as usize] |= table.methods.contains(&callee);
            }
        } else if !is_written(self.program, method) {
            // Code that the analysis does not know of may do anything.
            return vec![3; code.instrs.len()].into();
        } else {
            let written = self.written(method, code);
            let table = &self.list[table as usize];
            written.calls.iter().for_each(|&(pc, callee)| hits[pc as usize] |= table.methods.contains(&callee));
            written.unknown.iter().for_each(|&pc| hits[pc as usize] = true);
        }
        spread(code, &hits)
    }

    /// A method of the machine's own: it calls what its code says, on receivers of any class.
    fn written(&mut self, method: MethodId, code: &Code) -> Arc<Written> {
        if let Some(written) = self.written.get(&method) {
            return Arc::clone(written);
        }
        let mut written = Written::default();
        for (pc, instr) in code.instrs.iter().enumerate() {
            let pc = pc as Pc;
            match *instr {
                Instr::Invoke { k } => {
                    let site = &code.calls[k as usize];
                    let target = match site.callee {
                        Callee::Pool(cp) if site.kind != InvokeKind::Dynamic => {
                            self.program.resolve_method(code.pool_class, cp).ok()
                        }
                        Callee::Method(target) => Some(target),
                        Callee::Pool(_) => None,
                    };
                    match target {
                        Some(target) if is_boxing(self.program, target) => {}
                        Some(target) => self.written_call(&mut written, pc, site.kind, target),
                        None => written.unknown.push(pc),
                    }
                }
                Instr::GetField { cp, .. } => {
                    let field = self.program.resolve_field(code.pool_class, cp);
                    if !field.is_ok_and(|field| self.program.field(field).is_final()) {
                        written.unknown.push(pc);
                    }
                }
                Instr::GetStatic { .. } | Instr::PutStatic { .. } | Instr::MonitorEnter { .. } => {
                    written.unknown.push(pc);
                }
                Instr::New { cp, .. } => match self.program.resolve_class(code.pool_class, cp) {
                    Ok(class) => self.written_initializers(&mut written, pc, class),
                    Err(_) => written.unknown.push(pc),
                },
                _ => {}
            }
        }
        let written = Arc::new(written);
        self.written.insert(method, Arc::clone(&written));
        written
    }

    fn written_call(&self, written: &mut Written, pc: Pc, kind: InvokeKind, target: MethodId) {
        let info = self.program.method(target);
        let same = self.facts.named.get(&(info.name, info.descriptor));
        let exact = matches!(kind, InvokeKind::Static | InvokeKind::Special);
        if kind == InvokeKind::Static {
            self.written_initializers(written, pc, info.class);
        }
        if exact && self.facts.is_reachable(target) {
            written.calls.push((pc, target));
        } else if let (false, Some(same)) = (exact, same) {
            written.calls.extend(same.iter().map(|&method| (pc, method)));
        } else {
            written.unknown.push(pc);
        }
    }

    /// The user's initialisers that an instruction of the machine's own code may run.
    fn written_initializers(&self, written: &mut Written, pc: Pc, class: ClassId) {
        let user =
            |&initializer: &MethodId| self.program.class(self.program.method(initializer).class).origin == Origin::User;
        for initializer in initializers(self.program, class).into_iter().filter(user) {
            if self.facts.is_reachable(initializer) {
                written.calls.push((pc, initializer));
            } else {
                written.unknown.push(pc);
            }
        }
    }
}

/// Whether the machine wrote a method itself: that of a lambda, of a proxy, an adapter of a method handle.
pub fn is_written(program: &Program, method: MethodId) -> bool {
    let class = program.method(method).class;
    program.class(class).origin == Origin::Jdk && program.class_name(class).contains("$$")
}

/// Whether a method puts a primitive value into a box or takes it out, which the machine's own code does.
pub fn is_boxing(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    heddle_jdk::values::is_boxing(program.class_name(info.class), program.text(info.name))
}

/// Backwards through a method: an instruction has an access after it if one of its successors has
/// one before it.
pub(crate) fn spread(code: &Code, hits: &[bool]) -> Box<[u8]> {
    let mut points: Box<[u8]> = hits.iter().map(|&hit| u8::from(hit)).collect();
    loop {
        let mut changed = false;
        for pc in (0..code.instrs.len()).rev() {
            if points[pc] == 3 {
                continue;
            }
            let instr = &code.instrs[pc];
            let mut after = false;
            instr.successors(pc as Pc, code, |next| after |= points[next as usize] & 1 != 0);
            if instr.can_throw() && !after {
                after = code.handlers_at(pc as Pc).any(|handler| points[handler.target as usize] & 1 != 0);
            }
            if after {
                points[pc] = 3;
                changed = true;
            }
        }
        if !changed {
            return points;
        }
    }
}

/// The methods with a matching access of their own or in what they call.
fn reaching(facts: &Facts, place: Place, writes_only: bool) -> FxHashSet<MethodId> {
    let own = match place {
        Place::Field { field, .. } | Place::Static { field } => facts.by_field.get(&field).map_or(&[][..], |v| v),
        Place::Element { .. } => &facts.elements,
        Place::Lock { .. } | Place::LockClass => &facts.locks,
    };
    let mut methods = FxHashSet::default();
    let mut open = Vec::new();
    for &(method, act) in own.iter().chain(&facts.any) {
        if !methods.contains(&method) && matches_act(facts, act, place, writes_only) {
            methods.insert(method);
            open.push(method);
        }
    }
    while let Some(method) = open.pop() {
        for &caller in facts.callers.get(&method).into_iter().flatten() {
            if methods.insert(caller) {
                open.push(caller);
            }
        }
    }
    methods
}

/// Whether an access may concern a place and counts.
pub(crate) fn matches_act(facts: &Facts, act: Act, place: Place, writes_only: bool) -> bool {
    let counts = |writes: bool| writes || !writes_only;
    match (act, place) {
        (Act::Unknown, _) => true,
        (Act::Field { field: accessed, base, writes }, Place::Field { field, site }) => {
            accessed == field && counts(writes) && facts.may_hold(base, site)
        }
        (Act::Static { field: accessed, writes }, Place::Static { field }) => accessed == field && counts(writes),
        (Act::Element { base, writes }, Place::Element { site }) => counts(writes) && facts.may_hold(base, site),
        (Act::Any { base, writes }, Place::Field { site, .. } | Place::Element { site }) => {
            // Without a field there would be nothing left to tell accesses apart by.
            counts(writes) && facts.points_to_site(base, site)
        }
        (Act::Lock { base }, Place::Lock { site }) => facts.may_hold(base, site),
        (Act::Lock { base }, Place::LockClass) => facts.may_hold_made(base, facts.class),
        (Act::LockClass, Place::LockClass) => true,
        _ => false,
    }
}
