//! Final fields: who may see them before they have their value?
//!
//! Reading a final field of a shared object is invisible if nobody can get hold of the object
//! before the field is set, that is, if no constructor that runs until then lets `this` escape
//! (JLS 17.5). The test is conservative: in a constructor, and in those of its superclasses, `this`
//! may only be the base of field accesses and the receiver of another constructor that keeps it.

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

    /// What is said of a method that writes a final field of another class, as handles made by reflection do, once other threads
    /// can see the object: reading the field ends no step, so nobody would notice that it changes.
    #[cold]
    #[inline(never)]
    pub(crate) fn refuse_rewrite(&self, method: MethodId, object: Ref, place: u16) -> Option<Trap> {
        let program = self.program;
        let field = program.class(self.class_of(object)).layout.fields[usize::from(place) - HEADER as usize];
        let info = program.field(field);
        let is_rewritten = info.is_final()
            && program.method(method).class != info.class
            && program.class(info.class).origin == Origin::User
            && self.state.heap.tag(object) == SHARED
            && self.live_threads().nth(1).is_some();
        is_rewritten.then(|| {
            let (class, name) = (names::external(program, info.class), program.text(info.name));
            let text = format!("writing the final field {class}.{name} once other threads can see it");
            Trap::Stop(Stop::Unsupported(text))
        })
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
