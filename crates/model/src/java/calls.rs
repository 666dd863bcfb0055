//! Calls that are not inlined: those that a model can do without, and the rest, which it cannot.

use heddle_analysis::inline::{Effect, Register};
use heddle_program::{MethodId, Program};

use super::nodes::Translation;
use crate::language::{Action, Expr, OPAQUE, Value};

/// What a call amounts to.
enum Known {
    /// Nothing that the model could notice.
    Nothing,
    /// It gives something opaque.
    Opaque,
    Value(Value),
    Alive,
    Unknown,
}

impl Translation<'_, '_> {
    pub fn call(
        &mut self,
        method: Option<MethodId>,
        effect: Effect,
        args: &[Register],
        to: Option<Register>,
    ) -> Action {
        let program = self.java.program;
        let known = match method {
            Some(method) if effect != Effect::Havoc => known(program, method),
            _ => Known::Unknown,
        };
        let to = to.map(|to| self.local(to));
        match (known, to) {
            (Known::Nothing | Known::Opaque | Known::Value(_), None) => Action::Skip,
            (Known::Nothing | Known::Opaque, Some(to)) => Action::Set { to, value: Expr::Const(OPAQUE) },
            (Known::Value(value), Some(to)) => Action::Set { to, value: Expr::Const(value) },
            (Known::Alive, to) => {
                let thread = self.local(args[0]);
                to.map_or(Action::Skip, |to| Action::Alive { to, thread })
            }
            (Known::Unknown, _) => {
                let what = method.map_or("a dynamic call".into(), |method| {
                    let info = program.method(method);
                    let class = program.external_name(info.class);
                    format!("{}.{}", class, program.text(info.name))
                });
                Action::Fail(what)
            }
        }
    }
}

fn known(program: &Program, method: MethodId) -> Known {
    let info = program.method(method);
    let class = program.class_name(info.class);
    let (name, descriptor) = (program.text(info.name), program.text(info.descriptor));
    match (class, name) {
        ("java/io/PrintStream", _) => Known::Nothing,
        (_, "<init>" | "printStackTrace" | "fillInStackTrace") => Known::Nothing,
        ("java/lang/Thread", "sleep" | "yield" | "onSpinWait" | "setName" | "setDaemon" | "setPriority") => {
            Known::Nothing
        }
        ("java/lang/Thread", "isAlive") => Known::Alive,
        // There are no interrupts, since a call of `interrupt` is unknown.
        ("java/lang/Thread", "isInterrupted" | "interrupted") => Known::Value(0),
        ("java/lang/Class", "desiredAssertionStatus") => Known::Value(1),
        ("java/lang/StringBuilder" | "java/lang/AbstractStringBuilder", "append" | "toString") => Known::Opaque,
        _ if descriptor.ends_with(")Ljava/lang/String;") => Known::Opaque,
        _ => Known::Unknown,
    }
}
