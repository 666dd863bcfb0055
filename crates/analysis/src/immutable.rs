//! Fields that never change once another thread can see them: every write is
//! `this.f = …` in a constructor of the declaring class, and `this` does not leave any of its
//! constructors.
//!
//! A constructor keeps `this` if it only uses it as the base of field accesses, in comparisons, and
//! as the receiver of methods that are called without dispatch and keep it too: the superclass's
//! constructor (the paper's condition as printed would refuse every class for calling that), other
//! constructors, private and final helpers. A write in such a helper does not count as one in a
//! constructor unless all its callers are.

use heddle_program::ir::{Callee, Code, Instr, InvokeKind, Reg};
use heddle_program::{ClassId, FieldId, MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::facts::Facts;
use crate::solve::Act;

/// The instance fields that are immutable though not final, as far as reachable code can tell.
pub fn immutable_fields(program: &Program, facts: &Facts) -> FxHashSet<FieldId> {
    let mut judge = Judge { program, facts, keeping: FxHashMap::default(), building: FxHashMap::default() };
    let mut found = FxHashSet::default();
    for (&field, accesses) in &facts.by_field {
        let info = program.field(field);
        // A field that is accessed by offset or by a variable handle is written who knows where. What
        // the JDK does by reflection does not write to fields of others.
        let is_cleared = heddle_jdk::values::is_cleared_by_collector(program.class_name(info.class));
        if info.is_static() || info.is_volatile() || is_cleared || judge.is_written_blindly(field) {
            continue;
        }
        let mut writers = accesses
            .iter()
            .filter(|(_, act)| matches!(act, Act::Field { writes: true, .. }))
            .map(|&(method, _)| method);
        if writers.all(|method| judge.builds(method, info.class) && judge.writes_own(method, field))
            && judge.class_keeps_this(info.class)
        {
            found.insert(field);
        }
    }
    found
}

struct Judge<'a> {
    program: &'a Program,
    facts: &'a Facts,
    keeping: FxHashMap<MethodId, bool>,
    building: FxHashMap<(MethodId, ClassId), bool>,
}

impl Judge<'_> {
    fn is_written_blindly(&self, field: FieldId) -> bool {
        let class = self.program.field(field).class;
        self.facts.any.iter().any(|&(_, act)| match act {
            Act::Any { base, writes: true } if base != crate::graph::NOWHERE => {
                let objects = self.facts.graph.set(base).iter();
                let mut classes = objects.map(|object| self.facts.objects.list[object as usize].class);
                classes.any(|of| self.program.is_subtype(of, class))
            }
            _ => false,
        })
    }

    fn is_constructor(&self, method: MethodId) -> bool {
        self.program.text(self.program.method(method).name) == "<init>"
    }

    /// Whether a method only runs while an object of the class is built: it is a constructor of it,
    /// or a helper without dispatch that nothing else calls.
    fn builds(&mut self, method: MethodId, class: ClassId) -> bool {
        if self.program.method(method).class != class {
            return false;
        }
        if self.is_constructor(method) {
            return true;
        }
        if let Some(&known) = self.building.get(&(method, class)) {
            return known;
        }
        self.building.insert((method, class), true);
        let callers = self.facts.callers.get(&method).cloned().unwrap_or_default();
        let builds = is_undispatched(self.program, method)
            && !callers.is_empty()
            && callers.into_iter().all(|caller| self.builds(caller, class) && self.calls_on_this(caller, method));
        self.building.insert((method, class), builds);
        builds
    }

    /// Whether all calls of `callee` in a method are on its own `this`.
    fn calls_on_this(&self, method: MethodId, callee: MethodId) -> bool {
        let Ok(code) = self.program.code(method) else { return false };
        let aliases = this_only(code);
        code.calls.iter().all(|call| match call.callee {
            Callee::Pool(cp) if call.kind != InvokeKind::Dynamic => {
                self.program.resolve_method(code.pool_class, cp) != Ok(callee) || aliases.contains(&call.args[0])
            }
            _ => true,
        })
    }

    /// Whether all writes of a field in a method go to its own `this`.
    fn writes_own(&self, method: MethodId, field: FieldId) -> bool {
        let Ok(code) = self.program.code(method) else { return false };
        let aliases = this_only(code);
        code.instrs.iter().all(|instr| match *instr {
            Instr::PutField { a, cp, .. } => {
                self.program.resolve_field(code.pool_class, cp) != Ok(field) || aliases.contains(&a)
            }
            _ => true,
        })
    }

    fn class_keeps_this(&mut self, class: ClassId) -> bool {
        let methods = self.program.class(class).methods.iter().copied();
        let constructors: Vec<MethodId> = methods.filter(|&method| self.is_constructor(method)).collect();
        constructors.into_iter().all(|method| self.keeps_this(method))
    }

    fn keeps_this(&mut self, method: MethodId) -> bool {
        if let Some(&known) = self.keeping.get(&method) {
            return known;
        }
        // One that calls itself is judged by the rest of its code.
        self.keeping.insert(method, true);
        let keeps = self.program.code(method).is_ok_and(|code| self.code_keeps_this(code));
        self.keeping.insert(method, keeps);
        keeps
    }

    fn code_keeps_this(&mut self, code: &Code) -> bool {
        let aliases = this_somewhere(code);
        code.instrs.iter().all(|instr| match *instr {
            Instr::Move { .. } | Instr::GetField { .. } => true,
            Instr::PutField { v, .. } => !aliases.contains(&v),
            Instr::IfEq { .. } | Instr::IfNe { .. } | Instr::IfEqK { .. } | Instr::IfNeK { .. } => true,
            Instr::Invoke { k } => {
                let call = &code.calls[k as usize];
                match call.args.iter().filter(|reg| aliases.contains(reg)).count() {
                    0 => true,
                    1 if aliases.contains(&call.args[0]) && call.kind != InvokeKind::Dynamic => {
                        let Callee::Pool(cp) = call.callee else { return false };
                        let Ok(target) = self.program.resolve_method(code.pool_class, cp) else { return false };
                        let direct = call.kind == InvokeKind::Special || is_undispatched(self.program, target);
                        direct && !self.program.method(target).is_static() && self.keeps_this(target)
                    }
                    _ => false,
                }
            }
            ref other => {
                let mut uses = false;
                other.sources(code, |reg| uses |= aliases.contains(&reg));
                !uses
            }
        })
    }
}

fn is_undispatched(program: &Program, method: MethodId) -> bool {
    use heddle_program::access::FINAL;
    let info = program.method(method);
    !info.is_static() && (info.is_private() || (info.access | program.class(info.class).access) & FINAL != 0)
}

/// Registers that may hold `this` somewhere.
fn this_somewhere(code: &Code) -> FxHashSet<Reg> {
    let mut aliases = FxHashSet::from_iter([0]);
    loop {
        let before = aliases.len();
        for instr in &code.instrs {
            if let Instr::Move { d, a } = *instr
                && aliases.contains(&a)
            {
                aliases.insert(d);
            }
        }
        if aliases.len() == before {
            return aliases;
        }
    }
}

/// Registers that hold nothing but `this` wherever they are read: never written but from such ones.
fn this_only(code: &Code) -> FxHashSet<Reg> {
    let mut aliases = this_somewhere(code);
    loop {
        let before = aliases.len();
        for instr in &code.instrs {
            let Some(dest) = instr.dest(code) else { continue };
            let keeps = matches!(*instr, Instr::Move { a, .. } if aliases.contains(&a));
            if !keeps {
                aliases.remove(&dest);
            }
        }
        for handler in &code.handlers {
            aliases.remove(&handler.dest);
        }
        if aliases.len() == before {
            return aliases;
        }
    }
}
