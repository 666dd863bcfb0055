//! Methods of the program that the JDK calls inside of what is not executed here: to make a text of an object, to print a
//! stack trace, to make an exception. Where one could run, the analysis is at its end.

use heddle_bdd::Bdd;
use heddle_jdk::values;
use heddle_program::ir::{Callee, Code, Instr, InvokeKind, Reg};
use heddle_program::{ClassId, ClassKind, MethodId, Origin as From, Program};

use super::dynamic;
use super::rules::Make;

const TEXT: &str = "()Ljava/lang/String;";

/// Whether a method of a class is one that the program has written, other than what a record has anyway.
pub(super) fn is_own(program: &Program, class: ClassId, name: &str, descriptor: &str) -> bool {
    program.find_method(class, name, descriptor).is_some_and(|method| is_written(program, method))
}

fn is_written(program: &Program, method: MethodId) -> bool {
    let holder = program.method(method).class;
    let of_record = |code: &Code| match &code.calls[..] {
        [call] if call.kind == InvokeKind::Dynamic => match call.callee {
            Callee::Pool(cp) => dynamic::record_method(program, code.pool_class, cp).is_some(),
            Callee::Method(_) => false,
        },
        _ => false,
    };
    program.class(holder).origin == From::User && !program.code(method).is_ok_and(of_record)
}

/// Whether the program says how objects of a class become text.
fn has_own_text(program: &Program, class: ClassId) -> bool {
    let is_own = |name: &str| is_own(program, class, name, TEXT);
    let is_throwable = program.is_subtype(class, program.well_known().throwable);
    is_own("toString") || is_throwable && ["getMessage", "getLocalizedMessage"].into_iter().any(is_own)
}

/// Whether the text of an object is made of those of others: a collection's, a record's.
fn asks_others(program: &Program, class: ClassId) -> bool {
    if !matches!(program.class(class).kind, ClassKind::Instance) {
        return false;
    }
    let Some(method) = program.find_method(class, "toString", TEXT) else { return true };
    let holder = program.method(method).class;
    match program.class(holder).origin {
        From::User => program.class(holder).layout.fields.iter().any(|&field| program.field(field).ty.is_ref()),
        _ => holder != program.well_known().throwable && !values::has_plain_text(program.class_name(holder)),
    }
}

/// Whether an exception says what is printed of it.
fn has_own_trace(program: &Program, class: ClassId) -> bool {
    const TO_STREAM: &str = "(Ljava/io/PrintStream;)V";
    program.is_subtype(class, program.well_known().throwable)
        && (has_own_text(program, class)
            || is_own(program, class, "getCause", "()Ljava/lang/Throwable;")
            || is_own(program, class, "printStackTrace", TO_STREAM))
}

/// Whether making an exception runs code of the program's that does more than to give it back.
fn has_own_filling(program: &Program, class: ClassId) -> bool {
    const FILL: (&str, &str) = ("fillInStackTrace", "()Ljava/lang/Throwable;");
    let gives_itself = |method: MethodId| {
        program.code(method).is_ok_and(|code| matches!(code.instrs[..], [Instr::ReturnValue { a: 0 }]))
    };
    let method = program.find_method(class, FILL.0, FILL.1);
    method.is_some_and(|method| is_written(program, method) && !gives_itself(method))
}

impl Make<'_, '_> {
    /// What is left out where the JDK asks an object for its text.
    pub fn leave_text_out(&mut self, object: Reg) {
        let reference = self.reference(object);
        self.leave_text_of(&reference);
    }

    pub fn leave_text_of(&mut self, reference: &[Bdd]) {
        let program = self.java.program;
        let others = self.exists(&|class| has_own_text(program, class));
        self.leave_out(reference, &|class| has_own_text(program, class) || others && asks_others(program, class));
    }

    /// What is left out where the JDK prints the stack trace of an exception, and of what belongs to it.
    pub fn leave_trace_out(&mut self, object: Reg) {
        let program = self.java.program;
        let others = self.exists(&|class| has_own_trace(program, class));
        let reference = self.reference(object);
        self.leave_out(&reference, &|_| others);
    }

    /// What is left out where the JDK makes an exception.
    pub fn leave_filling_out(&mut self, object: Reg) {
        let program = self.java.program;
        let reference = self.reference(object);
        self.leave_out(&reference, &|class| has_own_filling(program, class));
    }

    /// Whether there may be an object of such a class by now.
    fn exists(&self, accepts: &dyn Fn(ClassId) -> bool) -> bool {
        self.java.layout.slots.iter().any(|slot| slot.classes.iter().any(|&class| accepts(class)))
    }

    fn leave_out(&mut self, reference: &[Bdd], accepts: &dyn Fn(ClassId) -> bool) {
        let own = self.refers_to(reference, accepts);
        self.outside(own.clone(), "a method of the program's that the JDK calls for a text or an exception");
        self.within = self.space.bdds.minus(&self.within, &own);
    }
}
