//! Final fields: who may see them before they have their value?
//!
//! Reading a final field of a shared object is invisible if nobody can get hold of the object
//! before the field is set, that is, if no constructor that runs until then lets `this` escape
//! (JLS 17.5). The test is conservative: in a constructor, and in those of its superclasses, `this`
//! may only be the base of field accesses and the receiver of another constructor that keeps it.

use heddle_jdk::access;
use heddle_program::ir::{Callee, Code, Instr, InvokeKind, Reg};
use heddle_program::{ClassId, FieldId, MethodId, Origin, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::heap::{HEADER, Ref, SHARED};
use crate::machine::Machine;
use crate::names;
use crate::native::{Stop, Trap};

/// Which constructors keep `this` to themselves, as far as asked.
#[derive(Default)]
pub(crate) struct Constructors {
    keeping: FxHashMap<MethodId, bool>,
}

impl Machine<'_> {
    /// Whether a final instance field has its value whenever another thread can read it.
    pub(crate) fn is_frozen(&mut self, field: FieldId) -> bool {
        let class = self.program.field(field).class;
        self.linkage.constructors.class_keeps_this(self.program, class)
    }

    /// Refuses to write a final field of the program once other threads can see the object: reading it ends no step, so nobody
    /// would notice that it changes. Asked where something else than a constructor writes, by a handle or by `Unsafe`.
    pub fn check_final(&self, object: Ref, place: u32) -> Result<(), Trap> {
        if !self.is_seen_by_others(object) {
            return Ok(());
        }
        match self.field_at(object, place).filter(|&field| self.is_final_of_program(field)) {
            Some(field) => Err(self.refusal("writing the final field", field, "once other threads can see it")),
            None => Ok(()),
        }
    }

    /// The same for a static field, which nothing but its class's initialiser and `Unsafe` can write.
    pub fn check_static_final(&self, field: FieldId) -> Result<(), Trap> {
        if self.is_exploring() && self.live_threads().nth(1).is_some() && self.is_final_of_program(field) {
            return Err(self.refusal("writing the final field", field, "once other threads can see it"));
        }
        Ok(())
    }

    /// Refuses to access by `Unsafe`, for another thread than the one that it belongs to, a field of the JDK that no step ends
    /// before because one thread alone uses it, or that is no part of a state (`Holds::Quiet`, `OwnedByThread`, `Masked`). The
    /// JDK's own code keeps to that; whoever gets round it has to be told that nothing here sees it.
    pub fn check_unseen(&self, object: Ref, place: u32) -> Result<(), Trap> {
        let is_own = object == self.state.threads[self.stepper.current].object;
        // Asked for last, since it looks at the stack: the program itself, by way of nothing but what gives access to memory.
        let is_unsafe = |method| access::is_unsafe(self.program.class_name(self.program.method(method).class));
        let by_program = || self.outside_of_jdk(self.stepper.current, |frame| is_unsafe(frame.method)).is_some();
        if is_own || !self.is_seen_by_others(object) {
            return Ok(());
        }
        match self.field_at(object, place).filter(|&field| self.is_unseen(field) && by_program()) {
            Some(field) => Err(self.refusal("accessing", field, "by its place in memory")),
            None => Ok(()),
        }
    }

    fn is_seen_by_others(&self, object: Ref) -> bool {
        self.is_exploring() && self.state.heap.tag(object) == SHARED && self.live_threads().nth(1).is_some()
    }

    fn field_at(&self, object: Ref, place: u32) -> Option<FieldId> {
        self.program.class(self.class_of(object)).layout.fields.get((place - HEADER) as usize).copied()
    }

    fn is_final_of_program(&self, field: FieldId) -> bool {
        let field = self.program.field(field);
        field.is_final() && self.program.class(field.class).origin == Origin::User
    }

    fn refusal(&self, what: &str, field: FieldId, how: &str) -> Trap {
        let field = self.program.field(field);
        let (class, name) = (names::external(self.program, field.class), self.program.text(field.name));
        Trap::Stop(Stop::Unsupported(format!("{what} {class}.{name} {how}")))
    }
}

impl Constructors {
    fn class_keeps_this(&mut self, program: &Program, class: ClassId) -> bool {
        let init = program.symbol("<init>");
        let methods = program.class(class).methods.iter().copied();
        let mut constructors = methods.filter(|&method| program.method(method).name == init);
        constructors.all(|method| self.keeps_this(program, method))
    }

    /// Whether a constructor, with all that it passes `this` to, keeps it.
    fn keeps_this(&mut self, program: &Program, method: MethodId) -> bool {
        if let Some(&known) = self.keeping.get(&method) {
            return known;
        }
        // A constructor that calls itself is judged by the rest of its code.
        self.keeping.insert(method, true);
        let keeps = match program.code(method) {
            Ok(code) => self.code_keeps_this(program, code),
            Err(_) => false,
        };
        self.keeping.insert(method, keeps);
        keeps
    }

    fn code_keeps_this(&mut self, program: &Program, code: &Code) -> bool {
        let aliases = aliases_of_this(code);
        code.instrs.iter().all(|instr| match *instr {
            Instr::Move { .. } | Instr::GetField { .. } => true,
            Instr::PutField { v, .. } => !aliases.contains(&v),
            // Comparing `this` with something tells nobody else about it.
            Instr::IfEq { .. } | Instr::IfNe { .. } | Instr::IfEqK { .. } | Instr::IfNeK { .. } => true,
            Instr::Invoke { k } => {
                let call = &code.calls[k as usize];
                let passed = call.args.iter().filter(|reg| aliases.contains(reg)).count();
                match passed {
                    0 => true,
                    1 if call.kind == InvokeKind::Special && aliases.contains(&call.args[0]) => {
                        self.is_keeping_constructor(program, code, call.callee)
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

    fn is_keeping_constructor(&mut self, program: &Program, code: &Code, callee: Callee) -> bool {
        let target = match callee {
            Callee::Method(method) => method,
            Callee::Pool(cp) => match program.resolve_method(code.pool_class, cp) {
                Ok(method) => method,
                Err(_) => return false,
            },
        };
        program.text(program.method(target).name) == "<init>" && self.keeps_this(program, target)
    }
}

/// Registers that may hold `this` somewhere in a constructor.
fn aliases_of_this(code: &Code) -> FxHashSet<Reg> {
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
