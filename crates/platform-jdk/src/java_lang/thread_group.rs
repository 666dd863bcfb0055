//! `java.lang.ThreadGroup`: membership and uncaught exceptions.
//!
//! JDK 17 keeps arrays of the live threads of a group, which depend on the schedule; here the
//! members are found by looking at all threads.

use heddle_machine::{Args, Machine, Native, NativeResult, Pending, Ref, Trap};
use heddle_program::effect::{Aspect, Calls, Effect, PURE, Place, Source};
use heddle_program::{ClassId, access};

use crate::emit::{self, ClassBuilder, jump};
use crate::rows::{Slots, int, nothing, pure, row};

const CLASS: &str = "java/lang/ThreadGroup";

const ENUMERATES: Effect = PURE
    .observing(&[Aspect::ThreadStates])
    .writing(&[Place::Elements(1)])
    .storing(&[(Source::Existing("java/lang/Thread"), Place::Elements(1))]);

const INTERRUPTS: Effect = PURE.observing(&[Aspect::ThreadStates]).calling(Calls::Anything);

pub const ROWS: &[Native] = &[
    pure(CLASS, "addUnstarted", "()V", nothing),
    pure(CLASS, "add", "(Ljava/lang/Thread;)V", nothing),
    pure(CLASS, "remove", "(Ljava/lang/Thread;)V", nothing),
    pure(CLASS, "threadStartFailed", "(Ljava/lang/Thread;)V", nothing),
    pure(CLASS, "threadTerminated", "(Ljava/lang/Thread;)V", nothing),
    row(CLASS, "activeCount", "()I", active_count, PURE.observing(&[Aspect::ThreadStates])),
    row(CLASS, "interrupt", "()V", interrupt, INTERRUPTS).refined(|_, _| Pending::Global),
    row(CLASS, "enumerate", "([Ljava/lang/Thread;IZ)I", enumerate, ENUMERATES),
    row(
        CLASS,
        "uncaughtException",
        "(Ljava/lang/Thread;Ljava/lang/Throwable;)V",
        uncaught_exception,
        PURE.calling(Calls::OwnCode),
    ),
];

fn group_of(machine: &mut Machine<'_>, thread: Ref) -> Ref {
    let holder = machine.field(thread, "holder") as Ref;
    machine.field(if holder == 0 { thread } else { holder }, "group") as Ref
}

/// Objects of the live threads in a group and, if asked, in the groups below it.
fn members(machine: &mut Machine<'_>, group: Ref, recurse: bool) -> Vec<Ref> {
    machine.note_identity();
    let live: Vec<Ref> = machine.live_threads().map(|thread| machine.state.threads[thread].object).collect();
    let mut members = Vec::new();
    for thread in live {
        let mut of = group_of(machine, thread);
        while recurse && of != 0 && of != group {
            of = machine.field(of, "parent") as Ref;
        }
        if of == group {
            members.push(thread);
        }
    }
    members
}

fn active_count(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    int(members(machine, args.object(0), true).len() as i32)
}

/// `interrupt()` of JDK 17 goes through its arrays: one thread after the other is told, by a method that it may override.
fn interrupt(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let members = members(machine, args.object(0), true);
    let class = machine.program.array_of(machine.program.well_known().thread);
    let list = machine.new_array(class, members.len() as u32)?;
    for (index, thread) in members.into_iter().enumerate() {
        machine.store_element_ref(list, index as u32, thread);
    }
    let interrupter = define_interrupter(machine)?;
    Err(Trap::Tail(emit::method_of(machine, interrupter, "interrupt"), Args::from_slice(&[u64::from(list)])))
}

/// A class with the static method `interrupt(threads)`.
fn define_interrupter(machine: &mut Machine<'_>) -> Result<ClassId, Trap> {
    const NAME: &str = "java/lang/ThreadGroup$$Interrupt";
    const THREAD: &str = "java/lang/Thread";
    const LIST: &str = "[Ljava/lang/Thread;";
    emit::define(machine, NAME, || {
        let mut class = ClassBuilder::new(NAME, "java/lang/Object");
        class.method(access::STATIC, "interrupt", &format!("({LIST})V"), |code| {
            let (next, tell) = (code.label(), code.label());
            let index = code.new_local("I");
            code.int(0);
            code.store("I", index);
            code.bind(next);
            code.load("I", index);
            code.load(LIST, 0);
            code.array_length();
            code.jump(jump::IF_ICMP_NE, tell);
            code.ret("V");
            code.bind(tell);
            code.load(LIST, 0);
            code.load("I", index);
            code.array_load("Ljava/lang/Thread;");
            code.invoke_virtual(THREAD, "interrupt", "()V");
            code.load("I", index);
            code.int(1);
            code.int_add();
            code.store("I", index);
            code.jump(jump::GOTO, next);
        });
        class
    })
}

/// `enumerate(list, n, recurse)` of JDK 17: fills the list from `n` on and gives the new `n`.
fn enumerate(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (group, list, start, recurse) = (args.object(0), args.object(1), args.int(2), args.flag(3));
    let mut next = start as u32;
    for thread in members(machine, group, recurse) {
        if next < machine.state.heap.len(list) {
            machine.store_element_ref(list, next, thread);
            next += 1;
        }
    }
    int(next as i32)
}

/// Remembers an exception that nothing handles: the group is the root, and there is no default
/// handler. The JDK's code then prints it.
fn uncaught_exception(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let parent = machine.field(args.object(0), "parent");
    let thread = machine.program.well_known().thread;
    if parent == 0 && machine.static_field(thread, "defaultUncaughtExceptionHandler") == 0 {
        machine.state.uncaught.push((machine.stepper.current as u16, args.object(2)));
    }
    Err(Trap::Bytecode)
}
