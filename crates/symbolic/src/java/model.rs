//! Methods that are not executed but modelled: what natives, threads and text come down to here.

use heddle_bdd::Bdd;
use heddle_jdk::summaries::{Limit, StandIn, Summary, stand_in, summary};
use heddle_jdk::threads;
use heddle_jdk::values::has_settled_cause;
use heddle_program::ir::{CallSite, Instr, NO_REG, Reg};
use heddle_program::{ClassId, FieldId, MethodId, Origin as From, Program};

use super::layout::{Fact, Global, Origin};
use super::rules::{Here, Make};
use super::{word, written};
use crate::network::Value;
use crate::space::{Bits, Copy};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Model {
    /// What `crates/jdk` says of it.
    Of(Summary),
    /// An exception of the JDK's, made with a message and a cause.
    NewThrowable(Made),
    /// `initCause` of an exception.
    InitCause,
    AnyInt,
    AnyBoolean,
    Assume,
}

/// What an exception is made with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Made {
    pub told: Told,
    /// The argument that is the cause.
    pub cause: Option<usize>,
    /// Whether the cause stays as it is, even if there is none: `initCause` refuses then.
    pub is_settled: bool,
}

/// The message that an exception is made with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Told {
    None,
    Argument(usize),
    /// What this argument says of itself; a text is its own.
    Detail(usize),
    /// A text of which nothing is known.
    Something,
    /// What the cause says of itself, if there is one.
    OfCause,
}

impl Model {
    pub fn is_visible(self) -> bool {
        use Summary::*;
        let Self::Of(summary) = self else { return false };
        matches!(
            summary,
            IsAlive
                | Interrupt
                | IsInterrupted
                | Yield
                | Sleep(_)
                | ArrayCopy
                | JoinTimed(_)
                | Clone
                | Atomic(..)
                | ThroughHandle(_)
                | AtOffset(_)
                | Acquire
                | SetDaemon
                | IsDaemon
        )
    }

    pub fn limit(self) -> Option<Limit> {
        match self {
            Self::Of(Summary::JoinTimed(limit) | Summary::Sleep(limit) | Summary::WaitTimed(limit)) => Some(limit),
            _ => None,
        }
    }

    /// The argument whose sharing decides.
    pub fn object(self) -> Option<usize> {
        let Self::Of(summary) = self else { return None };
        match summary {
            Summary::Clone | Summary::Atomic(..) | Summary::Acquire | Summary::IsDaemon => Some(0),
            Summary::ThroughHandle(_) | Summary::AtOffset(_) => Some(1),
            _ => None,
        }
    }
}

/// Phase in which a chosen number is checked.
const CHOSEN: u8 = 3;

const ILLEGAL: &str = "java/lang/IllegalArgumentException";

pub(super) fn find(program: &Program, method: MethodId) -> Option<Model> {
    let declared = program.method(method);
    let class = program.class(declared.class);
    let (holder, name, descriptor) =
        (program.text(class.name), program.text(declared.name), program.text(declared.descriptor));
    if class.origin != From::Jdk {
        return match (holder, name) {
            ("heddle/Verify", "anyInt") => Some(Model::AnyInt),
            ("heddle/Verify", "anyBoolean") => Some(Model::AnyBoolean),
            ("heddle/Verify", "assume") => Some(Model::Assume),
            ("heddle/Verify", "beginAtomic" | "endAtomic") => Some(Model::Of(Summary::Unknown)),
            _ => None,
        };
    }
    if name == "<clinit>" {
        return None;
    }
    if name == "<init>" && program.is_subtype(declared.class, program.well_known().throwable) {
        return Some(throwable_constructor(program, method));
    }
    if name == "initCause" && declared.class == program.well_known().throwable {
        return Some(Model::InitCause);
    }
    if name == "registerNatives" && declared.is_native() {
        return Some(Model::Of(Summary::Nothing));
    }
    match summary(holder, name, descriptor) {
        None | Some(Summary::Code) => None,
        Some(summary) => Some(Model::Of(summary)),
    }
}

/// What a constructor of one of the JDK's exceptions does. Those that keep more than a message and a cause are outside.
fn throwable_constructor(program: &Program, method: MethodId) -> Model {
    let declared = program.method(method);
    let fields = |class: ClassId| program.class(class).layout.fields.len();
    let name = program.class_name(declared.class);
    // The texts that `NullPointerException` keeps besides are made by its own `getMessage`.
    if name != "java/lang/NullPointerException" && fields(declared.class) > fields(program.well_known().throwable) {
        return Model::Of(Summary::Unknown);
    }
    let (told, cause) = match (name, program.text(declared.descriptor)) {
        (_, "()V") => (Told::None, None),
        (_, "(Ljava/lang/String;)V") => (Told::Argument(1), None),
        (_, "(Ljava/lang/Throwable;)V") => (Told::OfCause, Some(1)),
        (_, "(Ljava/lang/String;Ljava/lang/Throwable;)V") => (Told::Argument(1), Some(2)),
        (ASSERTION, "(Ljava/lang/Object;)V") => (Told::Detail(1), Some(1)),
        (_, "(I)V" | "(J)V" | "(Z)V" | "(C)V" | "(F)V" | "(D)V") => (Told::Something, None),
        _ => return Model::Of(Summary::Unknown),
    };
    let is_settled = has_settled_cause(name) || cause.is_some() && name != ASSERTION;
    Model::NewThrowable(Made { told, cause, is_settled })
}

const ASSERTION: &str = "java/lang/AssertionError";

/// The constant that the instructions right before one put into a register.
pub(super) fn written_before(here: &Here<'_>, reg: Reg) -> Option<i64> {
    let jumped_to = |pc: u32| {
        let mut found = here.code.handlers.iter().any(|handler| handler.target == pc);
        for (from, instr) in here.code.instrs.iter().enumerate().filter(|(from, _)| *from as u32 + 1 != pc) {
            instr.successors(from as u32, here.code, |to| found |= to == pc);
        }
        found
    };
    for (at, instr) in here.code.instrs[..here.pc as usize].iter().enumerate().rev() {
        if jumped_to(at as u32 + 1) {
            return None;
        }
        match *instr {
            Instr::Const32 { d, v } if d == reg => return Some(i64::from(v as i32)),
            Instr::Const64 { d, k } if d == reg => return Some(here.code.wide[k as usize] as i64),
            Instr::Const32 { .. } | Instr::Const64 { .. } => {}
            _ => return None,
        }
    }
    None
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
            Model::Of(summary) => self.summarised(here, site, method, summary),
            Model::NewThrowable(made) => self.new_throwable(here, args, made),
            Model::InitCause => self.init_cause(here, args, dest),
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
                self.end(&b.not(&condition));
                self.go(here, condition, here.pc + 1, vec![]);
            }
        }
    }

    fn summarised(&mut self, here: &Here<'p>, site: &CallSite, method: MethodId, summary: Summary) {
        let b = self.space.bdds.clone();
        let (args, dest) = (&site.args, site.dest);
        let yes = b.yes();
        match summary {
            Summary::Nothing => self.done(here, dest),
            Summary::Itself => {
                let value = self.reference(args[0]);
                self.next(here, yes, dest, value);
            }
            Summary::Text => self.summarised_text(here, dest),
            Summary::TextOf(argument) => {
                self.leave_text_out(args[argument]);
                self.summarised_text(here, dest);
            }
            Summary::Print { argument, is_array } => {
                if is_array {
                    let array = self.reference(args[argument]);
                    self.null_check(here, &array);
                    self.go(here, b.not(&self.is_null(&array)), here.pc + 1, vec![]);
                } else {
                    // What prints itself is an exception, with its stack trace.
                    if argument == 0 {
                        self.leave_trace_out(args[0])
                    } else {
                        self.leave_text_out(args[argument])
                    }
                    self.done(here, dest);
                }
            }
            Summary::NewThread { task, name } => {
                if let Some(name) = name {
                    self.refuse_null(here, args[name]);
                }
                self.leave_question_to_maker_out();
                self.new_thread(here, args[0], task.map(|at| args[at]));
            }
            Summary::SetName => {
                self.refuse_null(here, args[1]);
                self.done(here, dest);
            }
            Summary::SetPriority => {
                let width = self.bits().max(6);
                let priority = word::signed(&b, &self.int(args[1]), width);
                let low = word::less(&b, &priority, &self.number(1, width));
                let high = word::less(&b, &self.number(10, width), &priority);
                self.refuse(here, b.or(&low, &high), ILLEGAL);
                self.done(here, dest);
            }
            Summary::Start => self.start_thread(here, args[0]),
            Summary::Join => self.join(here, args[0], &b.no()),
            Summary::JoinTimed(limit) => {
                let timed = self.check_limit(here, args, limit);
                if !self.java.layout.alive {
                    return self.lacks(yes, Fact::Alive);
                }
                self.join(here, args[0], &timed);
            }
            Summary::IsAlive => self.is_alive(here, args[0], dest),
            Summary::CurrentThread => self.current_thread(here, dest),
            Summary::Interrupt => self.interrupt(here, site),
            Summary::IsInterrupted => self.ask_interrupted(here, site),
            Summary::Yield => self.go(here, yes, here.pc + 1, vec![]),
            Summary::Sleep(limit) => {
                self.check_limit(here, args, limit);
                self.sleep(here);
            }
            Summary::Wait => self.wait(here, args[0], &b.no()),
            Summary::WaitTimed(limit) => {
                let timed = self.check_limit(here, args, limit);
                self.wait(here, args[0], &timed);
            }
            Summary::AddSuppressed => self.add_suppressed(here, args),
            Summary::Suppressed => self.suppressed(here, args[0]),
            Summary::Cause => self.kept_by_throwable(here, args[0], dest, "cause"),
            Summary::Message => self.kept_by_throwable(here, args[0], dest, "detailMessage"),
            Summary::Notify => self.notify(here, args[0], false),
            Summary::NotifyAll => self.notify(here, args[0], true),
            Summary::ArrayCopy => self.array_copy(here, [args[0], args[1], args[2], args[3], args[4]]),
            Summary::Clock => {
                self.notes_wrap(here, yes.clone());
                let assign = if dest == NO_REG { vec![] } else { vec![(self.register(dest), self.any())] };
                self.go(here, yes, here.pc + 1, assign);
            }
            Summary::Enabled => {
                let value = self.number(1, 1);
                self.next(here, yes, dest, value);
            }
            Summary::GetClass => self.get_class(here, args[0], dest),
            Summary::Class(told) => self.ask_class(here, site, told),
            Summary::PrimitiveClass => self.primitive_class(here, site),
            Summary::NewArray { class, length } => self.new_array_of(here, site, args[class], args[length]),
            Summary::Clone => self.clone_object(here, args[0], dest),
            Summary::OutOfBounds => self.out_of_bounds(here, args[0]),
            Summary::Exception(class) => {
                let Ok(class) = self.java.program.load(class) else { return };
                let Some(slot) = self.slot(&yes, Origin::Thrown(class, (here.method, 0)), class) else { return };
                let value = self.reference_to(slot);
                self.next(here, yes, dest, value);
            }
            Summary::Box => {
                let class = self.java.program.method(method).class;
                self.make_box(here, dest, class, args[0]);
            }
            Summary::NewBox => {
                let caller = self.java.program.method(here.method).class;
                if self.java.program.class(caller).origin == From::Jdk {
                    return self.call_code(here, site, method);
                }
                // A box of its own, where equal numbers have one otherwise.
                self.outside(yes, &self.java.program.source_method(method));
            }
            Summary::Atomic(field, access) => self.atomic(here, site, method, field, access),
            Summary::Lookup => self.lookup(here, dest),
            Summary::LookupClass => self.lookup_class(here, site),
            Summary::FieldHandle(sought) => self.field_handle(here, site, &sought),
            Summary::ElementHandle => self.element_handle(here, site),
            Summary::ThroughHandle(access) => self.through_handle(here, site, method, access),
            Summary::FieldOffset(class) => self.field_offset(here, site, class),
            Summary::AtOffset(access) => self.at_offset(here, site, method, access),
            Summary::Processors => self.processors(here, method, dest),
            Summary::Acquire => self.acquire(here, site),
            Summary::Await { firmly } => self.await_signal(here, args[0], firmly),
            Summary::Signal { all } => self.signal(here, args[0], all),
            Summary::Number(number) => {
                let value = self.number(number, self.bits());
                self.next(here, yes, dest, value);
            }
            Summary::Property => self.property(here, site, method),
            Summary::EnumConstant => self.enum_constant(here, args),
            Summary::EnumConstants => self.enum_constants(here, args[0]),
            Summary::Locale => {
                self.java.assumed.insert("the default locale is English".into());
                let class = self.java.program.method(method).class;
                let Some(slot) = self.slot(&yes, Origin::Locale, class) else { return };
                let value = self.reference_to(slot);
                self.next(here, yes, dest, value);
            }
            Summary::Language => {
                let Some(value) = self.text(&yes, "en") else { return };
                self.next(here, yes, dest, value);
            }
            Summary::TextHash => self.text_hash(here, site),
            Summary::Written(written) => match written::replacement(self.java.program, method, written) {
                Some(method) => self.call_code(here, site, method),
                None => self.outside(yes, &self.java.program.source_method(method)),
            },
            Summary::Character(asked) => self.ask_character(here, site, method, asked),
            Summary::SetDaemon => self.set_daemon(here, args),
            Summary::IsDaemon => self.ask_daemon(here, args[0], dest),
            Summary::InternalAccess => self.internal_access(here, method, dest),
            Summary::Code | Summary::Unknown => {
                let name = self.java.program.source_method(method);
                self.outside(yes, &name);
            }
        }
    }

    /// The number of processors decides about the JDK's tables and how long it spins; what a program makes of it is
    /// unknown.
    fn processors(&mut self, here: &Here<'p>, method: MethodId, dest: Reg) {
        let program = self.java.program;
        let yes = self.space.bdds.yes();
        if program.class(program.method(here.method).class).origin != From::Jdk {
            return self.outside(yes, &program.source_method(method));
        }
        self.java.assumed.insert("the JDK's tables are tuned for one processor".into());
        let value = self.number(1, self.bits());
        self.next(here, yes, dest, value);
    }

    /// Gives a text of which nothing is known, if anybody wants it.
    pub fn summarised_text(&mut self, here: &Here<'p>, dest: Reg) {
        if dest == NO_REG { self.done(here, dest) } else { self.some_text(here, dest) }
    }

    /// Throws the exception that a formatter makes for an index, or the usual one without a formatter.
    fn out_of_bounds(&mut self, here: &Here<'p>, formatter: Reg) {
        let b = self.space.bdds.clone();
        let program = self.java.program;
        let formatter = self.reference(formatter);
        let plain = self.is_null(&formatter);
        self.refuse(here, plain, "java/lang/IndexOutOfBoundsException");
        for slot in 0..self.java.layout.slots.len() {
            let Origin::Stream(field) = self.java.layout.slots[slot].origin else { continue };
            let field = program.field(field);
            let known = stand_in(program.class_name(field.class), program.text(field.name));
            if let Some(StandIn::Formatter(class)) = known {
                self.refuse(here, self.points_to(&formatter, slot), class);
            }
        }
        self.outside(b.yes(), "exceptions made by formatters");
    }

    /// Throws an exception of the JDK's under a condition; what follows is for the rest.
    pub fn refuse(&mut self, here: &Here<'p>, wrong: Bdd, class: &str) {
        self.throw_within(here, wrong.clone(), class);
        self.within = self.space.bdds.minus(&self.within, &wrong);
    }

    fn refuse_null(&mut self, here: &Here<'p>, argument: Reg) {
        let null = self.is_null(&self.reference(argument));
        self.refuse(here, null, super::instr::NULL_POINTER);
    }

    /// Refuses a time limit that is none; answers when it is more than 0, which stands for no limit.
    fn check_limit(&mut self, here: &Here<'p>, args: &[Reg], limit: Limit) -> Bdd {
        let (wrong, timed) = self.time_limit(here, args, limit);
        self.refuse(here, wrong, ILLEGAL);
        timed
    }

    /// When a time limit is refused, and when it is more than 0. A constant is looked at as it is written.
    pub fn time_limit(&self, here: &Here<'p>, args: &[Reg], limit: Limit) -> (Bdd, Bdd) {
        let b = &self.space.bdds;
        let width = self.bits().max(21);
        let number = |at: usize| match written_before(here, args[at]) {
            Some(value) => self.number(value.clamp(-1, 1_000_000), width),
            None => word::signed(b, &self.int(args[at]), width),
        };
        let millis = number(limit.millis);
        let mut wrong = millis[width as usize - 1].clone();
        let mut none = word::is(b, &millis, 0);
        if let Some(nanos) = limit.nanos.map(number) {
            let out = b.or(&nanos[width as usize - 1], &word::less(b, &self.number(999_999, width), &nanos));
            wrong = b.or(&wrong, &out);
            none = b.and(&none, &word::is(b, &nanos, 0));
        }
        (wrong, b.not(&none))
    }

    /// Whether a constant that is being loaded is a time limit, which [`Make::time_limit`] reads by itself.
    pub fn is_time_limit(&mut self, here: &Here<'p>, d: Reg) -> bool {
        let is_constant = |instr: &Instr| matches!(instr, Instr::Const32 { .. } | Instr::Const64 { .. });
        let further = here.code.instrs[here.pc as usize..].iter().take_while(|instr| is_constant(instr)).count();
        let pc = here.pc + further as u32;
        let Some(Instr::Invoke { k }) = here.code.instrs.get(pc as usize) else { return false };
        let site = &here.code.calls[*k as usize];
        let limit = self.model_of(here, site).and_then(Model::limit);
        let is_limit =
            |limit: Limit| [Some(limit.millis), limit.nanos].into_iter().flatten().any(|at| site.args[at] == d);
        limit.is_some_and(is_limit) && written_before(&Here { pc, ..*here }, d).is_some()
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
        self.end(&b.not(&guard));
        self.next(here, guard, site.dest, chosen);
    }

    pub fn model_waits(&mut self, _: &Here<'p>, _: u8) -> Option<Bdd> {
        None
    }

    /// A constructor of a thread calls a method of the thread that it runs in, which is outside if the program overrides it. That of
    /// the main thread is the JDK's.
    fn leave_question_to_maker_out(&mut self) {
        if self.thread == 0 {
            return;
        }
        let (program, yes) = (self.java.program, self.space.bdds.yes());
        let (name, descriptor) = threads::ASKED_OF_MAKER;
        let overrides = |class: ClassId| {
            let method = program.find_method(class, name, descriptor);
            method.is_some_and(|method| program.class(program.method(method).class).origin == From::User)
        };
        if let Some(maker) = self.this_thread(&yes) {
            let asked = self.refers_to(&maker, &overrides);
            self.outside(asked, "a constructor of Thread that calls a method of the thread that makes it");
        }
    }

    fn new_thread(&mut self, here: &Here<'p>, object: Reg, task: Option<Reg>) {
        let b = self.space.bdds.clone();
        let reference = self.reference(object);
        let task = task.and_then(|task| Some((task_field(self.java.program)?, self.reference(task))));
        if task.is_none() && !self.may_end_daemons() {
            return self.go(here, b.yes(), here.pc + 1, vec![]);
        }
        for slot in 0..self.java.layout.slots.len() {
            let at = self.points_to(&reference, slot);
            let thread = self.java.program.well_known().thread;
            let program = self.java.program;
            if self.java.layout.slots[slot].classes.iter().any(|&class| program.is_subtype(class, thread)) {
                let assign = self.handed_down(slot).into_iter().collect();
                match &task {
                    Some((field, task)) => self.write_field(here, at, slot, *field, task, assign),
                    None => self.go(here, at, here.pc + 1, assign),
                }
            }
        }
    }

    /// The object by which the JDK's packages reach `java.lang`: of a class within `System` that has no state.
    fn internal_access(&mut self, here: &Here<'p>, method: MethodId, dest: Reg) {
        let program = self.java.program;
        let yes = self.space.bdds.yes();
        let name = program.source_method(method);
        let Ok(wanted) = program.class_of_type(program.method(method).result) else {
            return self.outside(yes, &name);
        };
        let within = (1..10).filter_map(|number| program.load(&format!("java/lang/System${number}")).ok());
        let mut found = within.filter(|&class| program.is_subtype(class, wanted));
        let Some(class) = found.next().filter(|&class| program.class(class).layout.fields.is_empty()) else {
            return self.outside(yes, &name);
        };
        let Some(slot) = self.slot(&yes, Origin::InternalAccess, class) else { return };
        let value = self.reference_to(slot);
        self.next(here, yes, dest, value);
    }

    fn current_thread(&mut self, here: &Here<'p>, dest: Reg) {
        if dest == NO_REG {
            return self.done(here, dest);
        }
        let yes = self.space.bdds.yes();
        if let Some(me) = self.this_thread(&yes) {
            self.next(here, yes, dest, me);
        }
    }

    /// The object of this thread.
    pub fn this_thread(&mut self, guard: &Bdd) -> Option<Bits> {
        if self.thread != 0 {
            return Some(self.read(Global::Thread(self.thread), self.java.layout.ref_bits()));
        }
        let class = self.java.program.well_known().thread;
        let slot = self.slot(guard, Origin::MainThread, class)?;
        Some(self.reference_to(slot))
    }

    /// `Enum.valueOf`, with a method that is written for each enum that may be meant.
    fn enum_constant(&mut self, here: &Here<'p>, args: &[Reg]) {
        let program = self.java.program;
        let class = self.reference(args[0]);
        self.refuse_null(here, args[0]);
        for slot in 0..self.java.layout.slots.len() {
            let Origin::Mirror(of) = self.java.layout.slots[slot].origin else { continue };
            let guard = self.space.bdds.and(&self.points_to(&class, slot), &self.within);
            if self.space.bdds.is_false(&guard) {
                continue;
            }
            let Some((text, constants)) = written::enum_constant(program, of) else { continue };
            let name = format!("{}$$SymbolicValueOf", program.class_name(of));
            let Some(method) = self.write(text, of, &name, written::BY_NAME, constants) else { continue };
            self.push(here, guard, method, vec![(0, self.word(args[1]))]);
        }
    }

    /// All constants of the enum whose class is given.
    fn enum_constants(&mut self, here: &Here<'p>, class: Reg) {
        let program = self.java.program;
        let class = self.reference(class);
        for slot in 0..self.java.layout.slots.len() {
            let Origin::Mirror(of) = self.java.layout.slots[slot].origin else { continue };
            let guard = self.space.bdds.and(&self.points_to(&class, slot), &self.within);
            if self.space.bdds.is_false(&guard) {
                continue;
            }
            let Some(text) = written::enum_constants(program, of) else { continue };
            let name = format!("{}$$SymbolicValues", program.class_name(of));
            let Some(method) = self.write(text, of, &name, "()Ljava/lang/Object;", vec![]) else { continue };
            self.push(here, guard, method, vec![]);
        }
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
}
