//! Calls that are not inlined: those that a model can do without, and the rest, which it cannot.
//!
//! A call that may throw is among the rest, unless it cannot with the constants that it is given.

use heddle_analysis::inline::{Effect, NodeId as InlineNode, Register};
use heddle_jdk::summaries::{Summary, summary};
use heddle_program::{MethodId, Program};

use super::nodes::{MONITOR, Translation};
use super::{compute, is_thread};
use crate::language::{Action, Expr, OPAQUE, PERHAPS, TEXT, Value};

/// What a call amounts to.
enum Known {
    /// Nothing that the model could notice.
    Nothing,
    /// It gives this.
    Value(Value),
    /// Nothing, if these numbers are right; others throw.
    Checks(fn(&[i64]) -> bool),
    Alive,
    SetDaemon,
    Unknown,
}

impl Translation<'_, '_> {
    pub fn call(
        &mut self,
        of: InlineNode,
        method: Option<MethodId>,
        effect: Effect,
        args: &[Register],
        to: Option<Register>,
    ) -> Option<Action> {
        let program = self.java.program;
        let known = match method {
            Some(method) if effect != Effect::Havoc => known(program, method),
            _ => Known::Unknown,
        };
        let to = to.map(|to| self.local(to));
        let action = match (known, to) {
            (Known::SetDaemon, _) if self.java.daemon.is_some() => {
                self.set_daemon(of, args);
                return None;
            }
            (Known::Alive, Some(to)) if self.java.ending.is_some() => {
                self.alive(of, args[0], to);
                return None;
            }
            (Known::SetDaemon, _) if self.argument_constants(of).is_some_and(|numbers| numbers == [0]) => Action::Skip,
            (Known::Checks(right), _) if self.argument_constants(of).is_some_and(|numbers| right(&numbers)) => {
                Action::Skip
            }
            (Known::Nothing | Known::Value(_), None) => Action::Skip,
            (Known::Nothing, Some(to)) => Action::Set { to, value: Expr::Const(OPAQUE) },
            (Known::Value(value), Some(to)) => Action::Set { to, value: Expr::Const(value) },
            (Known::Alive, to) => {
                let thread = self.local(args[0]);
                to.map_or(Action::Skip, |to| Action::Alive { to, thread })
            }
            (Known::Unknown | Known::Checks(_) | Known::SetDaemon, _) => {
                let what = method.map_or("a dynamic call".into(), |method| {
                    let info = program.method(method);
                    let class = program.external_name(info.class);
                    format!("{}.{}", class, program.text(info.name))
                });
                Action::Fail(what)
            }
        };
        Some(action)
    }

    /// Whether a call has a time limit, which is a constant: 0 stands for none.
    pub fn has_limit(&self, of: InlineNode, timed: bool) -> Option<bool> {
        if !timed {
            return Some(false);
        }
        match self.argument_constants(of)?[..] {
            [0] | [0, 0] => Some(false),
            [millis] if millis > 0 => Some(true),
            [millis, nanos] if millis >= 0 && (0..1_000_000).contains(&nanos) => Some(true),
            _ => None,
        }
    }

    /// The numbers that are put into the arguments of a call right before it, if all of them are.
    pub fn argument_constants(&self, of: InlineNode) -> Option<Vec<i64>> {
        let node = &self.graph().nodes[of as usize];
        let code = self.graph().code(self.java.program, node.copy);
        compute::argument_constants(self.java.program, code, node.pc)
    }

    /// A thread that ends notifies whoever waits on its object; a model has such a step where it is seen to be needed.
    pub fn wait(&mut self, of: InlineNode, object: Register, timed: bool) {
        let program = self.java.program;
        let threads = self.java.objects.ranges(|class, lambda| lambda.is_none() && is_thread(program, class));
        let next = self.next(of);
        let action = Action::Wait { object: self.local(object), timed };
        if threads.is_empty() || self.java.ending.is_some() {
            self.set(of, action, next);
            let at = self.first(of).index();
            self.nodes[at].caught = self.is_caught(of, MONITOR);
            return;
        }
        let wait = self.add(of, action, next);
        self.nodes[wait.index()].shared = (self.java.shared)(self.ty, of);
        self.nodes[wait.index()].caught = self.is_caught(of, MONITOR);
        let end = self.fail(of, "waiting on a thread, which is notified when it ends");
        let condition = Expr::Within(self.local(object), threads);
        self.set(of, Action::Branch { condition, otherwise: wait }, end);
        let at = self.first(of).index();
        self.nodes[at].shared = false;
    }
}

/// What a method of the JDK comes down to, if that stands in `crates/jdk`.
pub(super) fn summary_of(program: &Program, method: MethodId) -> Option<Summary> {
    let info = program.method(method);
    summary(program.class_name(info.class), program.text(info.name), program.text(info.descriptor))
}

fn known(program: &Program, method: MethodId) -> Known {
    let info = program.method(method);
    let class = program.class_name(info.class);
    let (name, descriptor) = (program.text(info.name), program.text(info.descriptor));
    match summary(class, name, descriptor) {
        Some(Summary::Nothing | Summary::Yield | Summary::Print { is_array: false, .. }) => return Known::Nothing,
        Some(Summary::Sleep(_)) => {
            return Known::Checks(|numbers| match *numbers {
                [millis] => millis >= 0,
                [millis, nanos] => millis >= 0 && (0..1_000_000).contains(&nanos),
                _ => false,
            });
        }
        Some(Summary::SetPriority) => return Known::Checks(|numbers| matches!(*numbers, [1..=10])),
        Some(Summary::SetDaemon) => return Known::SetDaemon,
        Some(Summary::IsAlive) => return Known::Alive,
        // There are no interrupts, since a call of `interrupt` is unknown here.
        Some(Summary::IsInterrupted) => return Known::Value(0),
        Some(Summary::Enabled) => return Known::Value(1),
        Some(Summary::Text) => return Known::Value(TEXT),
        _ => {}
    }
    match (class, name) {
        ("java/lang/Enum" | "java/lang/Record", "<init>") => Known::Nothing,
        ("java/lang/StringBuilder", "<init>") if descriptor == "()V" => Known::Nothing,
        (_, "printStackTrace") if descriptor == "()V" => Known::Nothing,
        ("java/lang/StringBuilder" | "java/lang/AbstractStringBuilder", "append") if !takes_array(descriptor) => {
            Known::Value(OPAQUE)
        }
        (_, "getMessage" | "getLocalizedMessage") if descriptor == "()Ljava/lang/String;" => Known::Value(PERHAPS),
        _ if descriptor.ends_with(")Ljava/lang/String;") && always_gives_text(class, name, descriptor) => {
            Known::Value(TEXT)
        }
        _ => Known::Unknown,
    }
}

/// Arrays may be null, and ranges of them out of bounds.
fn takes_array(descriptor: &str) -> bool {
    descriptor.starts_with("([") || descriptor.contains("II)")
}

/// Whether a method gives a text whatever its arguments are.
fn always_gives_text(class: &str, name: &str, descriptor: &str) -> bool {
    match class {
        "java/lang/String" => match name {
            "toString" | "trim" | "strip" | "stripLeading" | "stripTrailing" | "toLowerCase" | "toUpperCase"
            | "intern" => descriptor.starts_with("()"),
            "valueOf" => !takes_array(descriptor),
            _ => false,
        },
        "java/lang/Character" => name == "toString" && !descriptor.starts_with("(I"),
        "java/lang/Boolean" | "java/lang/Byte" | "java/lang/Short" | "java/lang/Integer" | "java/lang/Long"
        | "java/lang/Float" | "java/lang/Double" => {
            matches!(name, "toString" | "toHexString" | "toBinaryString" | "toOctalString" | "toUnsignedString")
        }
        "java/lang/StringBuilder" | "java/lang/Class" => {
            matches!(name, "toString" | "getName" | "getSimpleName") && descriptor.starts_with("()")
        }
        "java/lang/Enum" => name == "name",
        _ => name == "toString" && descriptor.starts_with("()"),
    }
}
