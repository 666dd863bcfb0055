//! Methods that are not executed but modelled: what natives, threads and text come down to here.

use heddle_bdd::Bdd;
use heddle_program::ir::{CallSite, Code, InvokeKind, NO_REG, Reg};
use heddle_program::{ClassId, FieldId, MethodId, Origin as From, Program};

use super::layout::{Global, Origin};
use super::rules::{Here, Make};
use super::text::Asked;
use super::word;
use crate::network::Value;
use crate::space::{Bits, Copy};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Model {
    /// Does nothing that matters.
    Nothing,
    /// Gives a text of which nothing is known.
    SomeText,
    /// Gives such a text of this argument.
    TextOf(usize),
    /// Prints this argument, which may be null if it is no array.
    Print {
        argument: usize,
        is_array: bool,
    },
    /// `Thread(...)` with the argument that is the task, if any.
    NewThread(Option<usize>),
    Start,
    Join,
    JoinTimed,
    IsAlive,
    CurrentThread,
    Yield,
    Wait,
    WaitTimed,
    Notify,
    NotifyAll,
    ArrayCopy,
    AnyInt,
    AnyBoolean,
    Assume,
    /// Any number.
    Clock,
    /// 1: assertions are enabled.
    Enabled,
    GetClass,
    Clone,
    /// A question to a string.
    Text(Asked),
    /// The exception for an index.
    OutOfBounds,
    /// A box of this class.
    Box(ClassId),
    Outside,
}

impl Model {
    pub fn is_visible(self) -> bool {
        matches!(self, Self::IsAlive | Self::Yield | Self::ArrayCopy | Self::JoinTimed | Self::Clone)
    }

    /// The argument whose sharing decides.
    pub fn object(self) -> Option<usize> {
        (self == Self::Clone).then_some(0)
    }
}

/// Phase in which a chosen number is checked.
const CHOSEN: u8 = 3;

pub(super) fn find(program: &Program, method: MethodId) -> Option<Model> {
    let declared = program.method(method);
    let class = program.class(declared.class);
    let (holder, name, descriptor) =
        (program.text(class.name), program.text(declared.name), program.text(declared.descriptor));
    if class.origin == From::Jdk
        && name == "<init>"
        && program.is_subtype(declared.class, program.well_known().throwable)
    {
        return Some(Model::Nothing);
    }
    Some(match (holder, name) {
        ("java/lang/Object", "<init>") | (_, "registerNatives") => Model::Nothing,
        ("java/lang/Object", "clone") => Model::Clone,
        ("java/lang/String", "length") => Model::Text(Asked::Length),
        ("java/lang/String", "isEmpty") => Model::Text(Asked::IsEmpty),
        ("java/lang/String", "charAt") => Model::Text(Asked::CharAt),
        ("java/lang/String", "equals") => Model::Text(Asked::Equals),
        ("java/lang/String", "hashCode") => Model::Text(Asked::HashCode),
        ("jdk/internal/util/Preconditions", name) if name.starts_with("outOfBoundsCheck") => Model::OutOfBounds,
        ("java/lang/Object", "wait") if descriptor == "()V" => Model::Wait,
        ("java/lang/Object", "wait" | "wait0") => Model::WaitTimed,
        ("java/lang/Object", "notify") => Model::Notify,
        ("java/lang/Object", "notifyAll") => Model::NotifyAll,
        ("java/lang/Object", "getClass") => Model::GetClass,
        ("java/lang/Thread", "<init>") => {
            let task = declared.params.iter().position(
                |param| matches!(param, heddle_program::Type::Ref(name) if program.text(*name) == "java/lang/Runnable"),
            );
            Model::NewThread(task.map(|at| at + 1))
        }
        ("java/lang/Thread", "start") => Model::Start,
        ("java/lang/Thread", "join") if descriptor == "()V" => Model::Join,
        ("java/lang/Thread", "join") => Model::JoinTimed,
        ("java/lang/Thread", "isAlive") => Model::IsAlive,
        ("java/lang/Thread", "currentThread") => Model::CurrentThread,
        ("java/lang/Thread", "yield" | "onSpinWait" | "sleep") => Model::Yield,
        ("java/lang/Thread", "setName" | "setPriority") => Model::Nothing,
        ("java/lang/Thread", "getName") => Model::SomeText,
        ("java/lang/Thread", _) => Model::Outside,
        ("java/lang/Throwable", "printStackTrace") => Model::Print { argument: 0, is_array: false },
        ("java/lang/Throwable", "fillInStackTrace" | "addSuppressed") => Model::Nothing,
        ("java/lang/Throwable", "toString") => Model::TextOf(0),
        // Messages are not kept, and there may be none.
        ("java/lang/Throwable", "getMessage" | "getLocalizedMessage") => Model::Outside,
        ("java/io/PrintStream", "println" | "print") if descriptor == "(Ljava/lang/Object;)V" => {
            Model::Print { argument: 1, is_array: false }
        }
        ("java/io/PrintStream", "println" | "print") if descriptor == "([C)V" => {
            Model::Print { argument: 1, is_array: true }
        }
        ("java/io/PrintStream", "println" | "print" | "flush" | "write") => Model::Nothing,
        ("java/io/PrintStream", _) => Model::Outside,
        ("java/lang/System", "arraycopy") => Model::ArrayCopy,
        ("java/lang/System", "getProperty" | "getProperties" | "setProperty" | "clearProperty") => Model::Outside,
        ("java/lang/System", "nanoTime" | "currentTimeMillis") => Model::Clock,
        ("java/lang/Class", "desiredAssertionStatus") => Model::Enabled,
        ("java/lang/String", "valueOf") if descriptor.starts_with("(L") => Model::TextOf(0),
        ("java/lang/String", "valueOf") if descriptor.starts_with("([") => Model::Outside,
        ("java/lang/String" | "java/lang/StringBuilder" | "java/lang/StringBuffer", "valueOf" | "toString") => {
            Model::SomeText
        }
        ("java/lang/String" | "java/lang/StringBuilder" | "java/lang/StringBuffer", _) => Model::Outside,
        ("heddle/Verify", "anyInt") => Model::AnyInt,
        ("heddle/Verify", "anyBoolean") => Model::AnyBoolean,
        ("heddle/Verify", "assume") => Model::Assume,
        ("heddle/Verify", "beginAtomic" | "endAtomic") => Model::Outside,
        (
            "java/lang/Integer"
            | "java/lang/Short"
            | "java/lang/Byte"
            | "java/lang/Long"
            | "java/lang/Character"
            | "java/lang/Boolean",
            "valueOf",
        ) if !declared.params.first().is_some_and(|param| param.is_ref()) && declared.params.len() == 1 => {
            Model::Box(declared.class)
        }
        (
            "java/lang/Integer"
            | "java/lang/Short"
            | "java/lang/Byte"
            | "java/lang/Long"
            | "java/lang/Character"
            | "java/lang/Boolean",
            "toString",
        ) => Model::SomeText,
        _ => return None,
    })
}

/// Whether the program says how objects of a class become text, other than by what a record has anyway.
fn has_own_text(program: &Program, class: ClassId) -> bool {
    const TEXT: &str = "()Ljava/lang/String;";
    let is_written = |method: MethodId| {
        let is_user = program.class(program.method(method).class).origin == From::User;
        let code = program.code(method);
        let is_made = |code: &Code| matches!(&code.calls[..], [call] if call.kind == InvokeKind::Dynamic);
        is_user && !code.is_ok_and(is_made)
    };
    let names = ["toString", "getMessage", "getLocalizedMessage"];
    let is_throwable = program.is_subtype(class, program.well_known().throwable);
    let asked = if is_throwable { &names[..] } else { &names[..1] };
    asked.iter().filter_map(|name| program.find_method(class, name, TEXT)).any(is_written)
}

/// A reference field of `Thread`, whose methods are all models: it holds the task.
pub(super) fn task_field(program: &Program) -> Option<FieldId> {
    let thread = program.well_known().thread;
    program.find_field(thread, "target").or_else(|| program.find_field(thread, "holder"))
}

impl<'p> Make<'_, 'p> {
    pub fn run_model(&mut self, here: &Here<'p>, site: &CallSite, method: MethodId, model: Model) {
        let b = self.space.bdds.clone();
        let (args, dest) = (&site.args, site.dest);
        let yes = b.yes();
        match model {
            Model::Nothing => self.done(here, dest),
            Model::SomeText if dest == NO_REG => self.done(here, dest),
            Model::SomeText => self.some_text(here, dest),
            Model::TextOf(argument) => {
                self.leave_text_out(args[argument]);
                if dest == NO_REG { self.done(here, dest) } else { self.some_text(here, dest) }
            }
            Model::Print { argument, is_array } => {
                if is_array {
                    let array = self.reference(args[argument]);
                    self.null_check(here, &array);
                    self.go(here, b.not(&self.is_null(&array)), here.pc + 1, vec![]);
                } else {
                    self.leave_text_out(args[argument]);
                    self.done(here, dest);
                }
            }
            Model::NewThread(task) => self.new_thread(here, args[0], task.map(|at| args[at])),
            Model::Start => self.start_thread(here, args[0]),
            Model::Join => self.join(here, args[0], false),
            Model::JoinTimed => self.join(here, args[0], true),
            Model::IsAlive => self.is_alive(here, args[0], dest),
            Model::CurrentThread => self.current_thread(here, dest),
            Model::Yield => self.go(here, yes, here.pc + 1, vec![]),
            Model::Wait => self.wait(here, args[0], false),
            Model::WaitTimed => self.wait(here, args[0], true),
            Model::Notify => self.notify(here, args[0], false),
            Model::NotifyAll => self.notify(here, args[0], true),
            Model::ArrayCopy => self.array_copy(here, [args[0], args[1], args[2], args[3], args[4]]),
            Model::AnyInt => {
                let exception = self.java.layout.exception();
                self.amid(here, yes, CHOSEN, &[(exception, self.any())]);
            }
            Model::AnyBoolean => {
                // Any one bit: the rest of the register is 0.
                if dest == NO_REG {
                    return self.done(here, dest);
                }
                for value in [0, 1] {
                    let value = self.number(value, 1);
                    self.next(here, yes.clone(), dest, value);
                }
            }
            Model::Assume => {
                let condition = b.not(&word::is(&b, &self.int(args[0]), 0));
                self.go(here, condition, here.pc + 1, vec![]);
            }
            Model::Clock => {
                let assign = if dest == NO_REG { vec![] } else { vec![(self.register(dest), self.any())] };
                self.go(here, yes, here.pc + 1, assign);
            }
            Model::Enabled => {
                let value = self.number(1, 1);
                self.next(here, yes, dest, value);
            }
            Model::GetClass => self.get_class(here, args[0], dest),
            Model::Clone => self.clone_object(here, args[0], dest),
            Model::Text(asked) => self.ask_text(here, site, method, asked),
            Model::OutOfBounds => {
                let plain = self.is_null(&self.reference(args[0]));
                self.outside(b.not(&plain), "exceptions made by formatters");
                self.throw_within(here, plain, "java/lang/IndexOutOfBoundsException");
            }
            Model::Box(class) => self.make_box(here, dest, class, args[0]),
            Model::Outside => {
                let name = self.java.program.external_method(method);
                self.outside(yes, &name);
            }
        }
    }

    /// An object of the program that has methods of its own to make a text of it may do anything in them.
    pub fn leave_text_out(&mut self, object: Reg) {
        let program = self.java.program;
        let own = self.refers_to(&self.reference(object), &|class| has_own_text(program, class));
        self.outside(own.clone(), "a toString or getMessage of the program's that the JDK calls");
        self.within = self.space.bdds.minus(&self.within, &own);
    }

    fn done(&mut self, here: &Here<'p>, dest: Reg) {
        let assign = if dest == NO_REG { vec![] } else { vec![(self.register(dest), Value::Is(self.number(0, 1)))] };
        self.go(here, self.space.bdds.yes(), here.pc + 1, assign);
    }

    /// The chosen number is within the bounds.
    pub fn go_on_with_model(&mut self, here: &Here<'p>, _phase: u8) {
        let b = self.space.bdds.clone();
        let heddle_program::ir::Instr::Invoke { k } = here.code.instrs[here.pc as usize] else { return };
        let site = &here.code.calls[k as usize];
        let mut chosen = self.space.bits(self.java.layout.exception(), Copy::Now);
        let high: Bits = chosen.split_off(self.bits() as usize);
        let low_enough = b.not(&word::less(&b, &self.int(site.args[1]), &chosen));
        let high_enough = b.not(&word::less(&b, &chosen, &self.int(site.args[0])));
        let clean = high.iter().fold(b.yes(), |all, bit| b.minus(&all, bit));
        let guard = b.and(&b.and(&low_enough, &high_enough), &clean);
        self.next(here, guard, site.dest, chosen);
    }

    pub fn model_waits(&mut self, _: &Here<'p>, _: u8) -> Option<Bdd> {
        None
    }

    fn new_thread(&mut self, here: &Here<'p>, object: Reg, task: Option<Reg>) {
        let (Some(task), Some(field)) = (task, task_field(self.java.program)) else {
            return self.go(here, self.space.bdds.yes(), here.pc + 1, vec![]);
        };
        let (reference, task) = (self.reference(object), self.reference(task));
        for slot in 0..self.java.layout.slots.len() {
            let at = self.points_to(&reference, slot);
            let thread = self.java.program.well_known().thread;
            let program = self.java.program;
            if self.java.layout.slots[slot].classes.iter().any(|&class| program.is_subtype(class, thread)) {
                self.write_field(here, at, slot, field, &task, vec![]);
            }
        }
    }

    fn current_thread(&mut self, here: &Here<'p>, dest: Reg) {
        if dest == NO_REG {
            return self.done(here, dest);
        }
        if self.thread == 0 {
            let yes = self.space.bdds.yes();
            let class = self.java.program.well_known().thread;
            let Some(slot) = self.slot(&yes, Origin::MainThread, class) else { return };
            let value = self.reference_to(slot);
            return self.next(here, yes, dest, value);
        }
        let value = self.read(Global::Thread(self.thread), self.java.layout.ref_bits());
        self.next(here, self.space.bdds.yes(), dest, value);
    }

    fn get_class(&mut self, here: &Here<'p>, object: Reg, dest: Reg) {
        let b = self.space.bdds.clone();
        let reference = self.reference(object);
        self.null_check(here, &reference);
        let mut classes: Vec<ClassId> = self.java.layout.slots.iter().flat_map(|slot| slot.classes.clone()).collect();
        classes.sort_unstable();
        classes.dedup();
        let mirrors = self.java.program.well_known().class;
        for class in classes {
            let guard = self.refers_to(&reference, &|other| other == class);
            let guard = b.and(&guard, &self.within);
            let Some(mirror) = self.slot(&guard, Origin::Mirror(class), mirrors) else { continue };
            let value = self.reference_to(mirror);
            self.next(here, guard, dest, value);
        }
    }

    /// `System.arraycopy`, in one go. As a relation between all possible offsets and lengths it
    /// would be huge, so there are rules only for those that occur.
    fn array_copy(&mut self, here: &Here<'p>, [source, from, target, to, count]: [Reg; 5]) {
        let b = self.space.bdds.clone();
        let program = self.java.program;
        let is_array = |class: ClassId| program.class(class).is_array();
        let numbers: Vec<(Vec<i64>, Bdd)> = self
            .values(&[from, to, count], usize::MAX)
            .unwrap_or_default()
            .into_iter()
            .map(|values| {
                let pairs = [from, to, count].into_iter().zip(&values);
                let here = pairs.fold(b.yes(), |all, (reg, &value)| b.and(&all, &word::is(&b, &self.int(reg), value)));
                (values, here)
            })
            .collect();
        let (source, target) = (self.reference(source), self.reference(target));
        self.null_check(here, &source);
        let null = b.minus(&self.is_null(&target), &self.is_null(&source));
        self.throw(here, null, super::instr::NULL_POINTER);
        let sources = self.touched(&source, &is_array);
        let targets = self.touched(&target, &is_array);
        for (s, is_source) in &sources {
            for (t, is_target) in &targets {
                let pair = b.and(is_source, is_target);
                let (held, taken) = (self.element_type(*s), self.element_type(*t));
                if held != taken && !(held.is_ref() && taken.is_ref()) {
                    self.outside(pair, "arraycopy between arrays of different types");
                    continue;
                }
                for (values, at) in &numbers {
                    self.copy_elements(here, b.and(&pair, at), (*s, *t), [values[0], values[1], values[2]]);
                }
            }
        }
    }

    /// Copies between two slots, with known offsets and length.
    fn copy_elements(&mut self, here: &Here<'p>, guard: Bdd, (s, t): (usize, usize), [from, to, count]: [i64; 3]) {
        let b = self.space.bdds.clone();
        const WIDTH: u32 = 33;
        let short = |make: &Self, slot: usize, start: i64| {
            word::below(&b, &make.length(slot, WIDTH), &make.number(start + count, WIDTH))
        };
        let wrong =
            if from < 0 || to < 0 || count < 0 { b.yes() } else { b.or(&short(self, s, from), &short(self, t, to)) };
        self.throw(here, b.and(&guard, &wrong), "java/lang/ArrayIndexOutOfBoundsException");
        let guard = b.minus(&guard, &wrong);
        if b.is_false(&guard) {
            return;
        }
        let width = self.java.layout.width(self.element_type(t));
        let assign = (0..count).map(|k| {
            let value = self.read(Global::Cell(s, (from + k) as u32), width);
            (self.global(Global::Cell(t, (to + k) as u32)), Value::Is(value))
        });
        let assign = assign.collect();
        self.go(here, guard, here.pc + 1, assign);
    }
}
