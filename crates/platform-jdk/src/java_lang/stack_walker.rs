//! `java.lang.StackWalker`: the two natives that hand out frames in batches, and the frames.
//!
//! The anchor of a walk is the number of frames from the bottom of the stack that it walks, so that
//! later batches leave out what the walk itself has called since.

use heddle_machine::{Args, BacktraceFrame, Machine, Native, NativeResult, Ref, Trap};
use heddle_program::MethodId;
use heddle_program::effect::{PURE, Place, Source, UNKNOWN};

use crate::boot::is_launcher;
use crate::handles;
use crate::java_lang::throwable::{fill_element, is_hidden};
use crate::rows::{Slots, flag, int, nothing, object, one, pure, row};

const WALKER: &str = "java/lang/StackStreamFactory$AbstractStackWalker";
const FRAME: &str = "java/lang/StackFrameInfo";
const CLASS_FRAME: &str = "java/lang/ClassFrameInfo";

pub const ROWS: &[Native] = &[
    pure("java/lang/StackStreamFactory", "checkStackWalkModes", "()Z", one),
    row(
        WALKER,
        "callStackWalk",
        "(JILjdk/internal/vm/ContinuationScope;Ljdk/internal/vm/Continuation;II[Ljava/lang/Object;)Ljava/lang/Object;",
        |machine, args| begin(machine, args, args.long(1), &[args[3], args[6], args[7], args[8]]),
        UNKNOWN.giving(Source::Existing("java/lang/Object")),
    ),
    row(
        WALKER,
        "callStackWalk",
        "(JIII[Ljava/lang/Object;)Ljava/lang/Object;",
        |machine, args| begin(machine, args, args.long(1), &[args[3], args[4], args[5], args[6]]),
        UNKNOWN.giving(Source::Existing("java/lang/Object")),
    ),
    row(
        WALKER,
        "callStackWalk",
        "(IILjdk/internal/vm/ContinuationScope;Ljdk/internal/vm/Continuation;II[Ljava/lang/Object;)Ljava/lang/Object;",
        |machine, args| {
            let room = args[5].saturating_sub(args[6]);
            begin(machine, args, i64::from(args.int(1)), &[args[2], room, args[6], args[7]])
        },
        UNKNOWN.giving(Source::Existing("java/lang/Object")),
    ),
    // Up to JDK 21 the index behind the last frame is wanted, later the number of frames.
    row(
        WALKER,
        "fetchStackFrames",
        "(JJII[Ljava/lang/Object;)I",
        |machine, args| {
            let count = fetch(machine, args.object(0), args.long(1), args.long(3), &[args[5], args[6], args[7]])?;
            Ok(count + args[6])
        },
        PURE.writing(&[Place::Elements(7)]),
    ),
    row(
        WALKER,
        "fetchStackFrames",
        "(IJIII[Ljava/lang/Object;)I",
        |machine, args| {
            let room = args[5].saturating_sub(args[6]);
            fetch(machine, args.object(0), i64::from(args.int(1)), args.long(2), &[room, args[6], args[7]])
        },
        PURE.writing(&[Place::Elements(7)]),
    ),
    // Frames know their method and instruction by injected fields, so they need no member names.
    pure(FRAME, "<clinit>", "()V", nothing),
    pure(CLASS_FRAME, "<clinit>", "()V", nothing),
    pure(FRAME, "<init>", "(Ljava/lang/StackWalker;)V", make_frame),
    pure(FRAME, "declaringClass", "()Ljava/lang/Class;", declaring_class),
    pure(FRAME, "getMethodName", "()Ljava/lang/String;", method_name),
    pure(FRAME, "getMethodType", "()Ljava/lang/invoke/MethodType;", method_type),
    pure(FRAME, "getDescriptor", "()Ljava/lang/String;", descriptor),
    pure(FRAME, "getByteCodeIndex", "()I", bytecode_index),
    pure(FRAME, "isNativeMethod", "()Z", is_native),
    pure(CLASS_FRAME, "isCallerSensitive", "()Z", nothing),
    pure(CLASS_FRAME, "isHidden", "()Z", nothing),
    row(
        "java/lang/StackTraceElement",
        "initStackTraceElement",
        "(Ljava/lang/StackTraceElement;Ljava/lang/StackFrameInfo;)V",
        init_element,
        PURE.writing(&[Place::Any(0)]),
    ),
];

/// Injected fields of `StackFrameInfo`.
pub const METHOD: &str = "heddleMethod";
pub const PC: &str = "heddlePc";

/// Mode bits of a walk.
const CLASS_ONLY: i64 = 0x2;
const SHOW_HIDDEN: i64 = 0x20;

/// Starts a walk; `rest` is frames to skip, room in the batch (up to JDK 21 that is given, later
/// the size of the whole), first index in it, the batch.
fn begin(machine: &mut Machine<'_>, args: &[u64], mode: i64, rest: &[u64]) -> NativeResult {
    let (skip, room, start, batch) = (rest.int(0), rest.int(1), rest.int(2), rest.object(3));
    let frames = &machine.state.threads[machine.stepper.current].frames;
    let own = frames.iter().rev().take_while(|frame| is_walker(machine, frame.method)).count();
    let anchor = frames.len() - own;
    let count = fill(machine, mode, anchor, skip as usize, room, start, batch)?;
    let walker = machine.load(WALKER)?;
    let walk = machine.method(walker, "doStackWalk", "(JIIII)Ljava/lang/Object;")?;
    let number = |value: i32| u64::from(value as u32);
    let (anchor, end) = (anchor as u64, number(start + count));
    let args = [args[0], anchor, anchor, number(skip), number(count), number(start), end];
    Err(Trap::Tail(walk, Args::from_slice(&args)))
}

/// The next batch of a walk; `rest` is the room in it, first index in it, the batch. The walker
/// counts in `depth` the frames that it has been given.
fn fetch(machine: &mut Machine<'_>, walker: Ref, mode: i64, anchor: i64, rest: &[u64]) -> NativeResult {
    let given = machine.field(walker, "depth") as usize;
    int(fill(machine, mode, anchor as usize, given, rest.int(0), rest.int(1), rest.object(2))?)
}

/// Frames of the classes that implement walking.
fn is_walker(machine: &Machine<'_>, method: MethodId) -> bool {
    let class = machine.program.class_name(machine.program.method(method).class);
    class == "java/lang/StackWalker" || class.starts_with("java/lang/StackStreamFactory")
}

/// Puts as many frames as there is room into a batch from index `start` on; how many.
fn fill(
    machine: &mut Machine<'_>,
    mode: i64,
    anchor: usize,
    skip: usize,
    room: i32,
    start: i32,
    batch: Ref,
) -> Result<i32, Trap> {
    let frames = &machine.state.threads[machine.stepper.current].frames[..anchor];
    // What starts `main` is native in a JVM.
    let is_shown = |method| match mode & SHOW_HIDDEN {
        0 => !is_hidden(machine, method),
        _ => !is_launcher(machine, method),
    };
    let shown = frames.iter().rev().filter(|frame| is_shown(frame.method));
    let frames: Vec<(MethodId, u32)> =
        shown.skip(skip).take(room.max(0) as usize).map(|frame| (frame.method, frame.pc)).collect();
    for (index, &(method, pc)) in frames.iter().enumerate() {
        let class = machine.program.method(method).class;
        let mirror = machine.mirror(class);
        let at = start as u32 + index as u32;
        let info = machine.state.heap.load_u32(batch, at);
        // JDK 17 wants mirrors if no method is asked for, later ones frames in any case.
        if mode & CLASS_ONLY != 0 && !has_frames(machine, batch) {
            machine.store_element_ref(batch, at, mirror);
            continue;
        }
        machine.set_field(info, METHOD, u64::from(method.0));
        machine.set_field(info, PC, u64::from(pc));
        machine.set_field(info, "classOrMemberName", mirror.into());
    }
    Ok(frames.len() as i32)
}

fn has_frames(machine: &Machine<'_>, batch: Ref) -> bool {
    machine.program.class_name(machine.class_of(batch)) != "[Ljava/lang/Class;"
}

/// The constructor: whether classes may be asked for is kept as this JDK does.
fn make_frame(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    /// `ClassFrameInfo.RETAIN_CLASS_REF_BIT`.
    const RETAIN: u64 = 0x0800_0000;
    let (frame, walker) = (args.object(0), args.object(1));
    let retain = machine.field(walker, "retainClassRef");
    machine.set_field(frame, "retainClassRef", retain);
    machine.set_field(frame, "flags", if retain != 0 { RETAIN } else { 0 });
    Ok(0)
}

fn frame_of(machine: &mut Machine<'_>, info: Ref) -> BacktraceFrame {
    let method = MethodId(machine.field(info, METHOD) as u32);
    BacktraceFrame { method, pc: machine.field(info, PC) as u32 }
}

fn declaring_class(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let frame = frame_of(machine, args.object(0));
    let class = machine.program.method(frame.method).class;
    object(machine.mirror(class))
}

fn method_name(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let frame = frame_of(machine, args.object(0));
    let name = machine.program.text(machine.program.method(frame.method).name);
    object(machine.intern_str(name))
}

fn method_type(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let info = args.object(0);
    if machine.field(info, "retainClassRef") == 0 && machine.field(info, "flags") == 0 {
        let message = "No access to RETAIN_CLASS_REFERENCE";
        return Err(machine.throw("java/lang/UnsupportedOperationException", message));
    }
    let frame = frame_of(machine, info);
    let descriptor = machine.program.text(machine.program.method(frame.method).descriptor);
    object(handles::method_type(machine, descriptor)?)
}

fn descriptor(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let frame = frame_of(machine, args.object(0));
    let descriptor = machine.program.text(machine.program.method(frame.method).descriptor);
    object(machine.intern_str(descriptor))
}

fn bytecode_index(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let frame = frame_of(machine, args.object(0));
    let code = machine.program.code(frame.method).ok();
    int(code.and_then(|code| code.bci.get(frame.pc as usize)).map_or(-1, |&bci| i32::from(bci)))
}

fn is_native(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let frame = frame_of(machine, args.object(0));
    flag(machine.program.method(frame.method).is_native())
}

fn init_element(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let frame = frame_of(machine, args.object(1));
    fill_element(machine, args.object(0), frame);
    Ok(0)
}
