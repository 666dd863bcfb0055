//! `java.lang.Throwable` and `java.lang.StackTraceElement`: backtraces as Java prints them.

use heddle_machine::{BacktraceFrame, Machine, Native, NativeResult, Ref, Status, Trap, names};
use heddle_program::effect::{Aspect, PURE, Place, Source};
use heddle_program::ir::{Callee, Instr};
use heddle_program::{MethodId, Origin, Program};

use crate::java_lang::module;
use crate::java_lang::properties::property;
use crate::reflect;
use crate::rows::{Slots, object, pure, row};

const ELEMENT: &str = "java/lang/StackTraceElement";

pub const ROWS: &[Native] = &[
    row(
        "java/lang/Throwable",
        "fillInStackTrace",
        "(I)Ljava/lang/Throwable;",
        fill_in_stack_trace,
        PURE.giving(Source::Argument(0)),
    ),
    pure(ELEMENT, "of", "(Ljava/lang/Throwable;I)[Ljava/lang/StackTraceElement;", elements_of_throwable),
    pure(ELEMENT, "of", "(Ljava/lang/Object;I)[Ljava/lang/StackTraceElement;", elements_of_backtrace),
    pure(ELEMENT, "computeFormat", "()V", compute_format),
    row(
        "java/lang/Thread",
        "getStackTrace0",
        "()Ljava/lang/Object;",
        stack_trace_of_thread,
        PURE.observing(&[Aspect::ThreadStates]).giving(Source::Made),
    ),
    row(
        "java/lang/Thread",
        "dumpThreads",
        "([Ljava/lang/Thread;)[[Ljava/lang/StackTraceElement;",
        dump_threads,
        PURE.observing(&[Aspect::ThreadStates]).reading(&[Place::Elements(0)]),
    ),
];

fn fill_in_stack_trace(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    machine.fill_backtrace(args.object(0), true)?;
    object(args.object(0))
}

/// `of(throwable, depth)` of JDK 17.
fn elements_of_throwable(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let frames = machine.stored_backtrace(args.object(0));
    object(elements(machine, &frames)?)
}

/// `of(backtrace, depth)` since JDK 21.
fn elements_of_backtrace(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let frames = unpack(machine, args.object(0));
    object(elements(machine, &frames)?)
}

fn unpack(machine: &Machine<'_>, array: Ref) -> Vec<BacktraceFrame> {
    (0..machine.state.heap.len(array))
        .map(|index| {
            let packed = machine.state.heap.load_u64(array, index);
            BacktraceFrame { method: MethodId((packed >> 32) as u32), pc: packed as u32 }
        })
        .collect()
}

/// A `StackTraceElement[]` of the frames that Java shows.
pub fn elements(machine: &mut Machine<'_>, frames: &[BacktraceFrame]) -> Result<Ref, Trap> {
    let mut shown = Vec::with_capacity(frames.len());
    for &frame in frames {
        let class = machine.program.method(frame.method).class;
        if !is_hidden(machine, frame.method) {
            shown.push(virtual_run(machine.program, frame).unwrap_or(frame));
        } else if let Some(method) = reflect::shown_as(machine, class) {
            shown.push(BacktraceFrame { method, pc: 0 });
        }
    }
    let class = machine.program.well_known().stack_trace_element;
    let array_class = machine.program.array_of(class);
    let array = machine.new_array(array_class, shown.len() as u32)?;
    for (index, frame) in shown.into_iter().enumerate() {
        let element = machine.new_object(class)?;
        fill_element(machine, element, frame);
        machine.store_element_ref(array, index as u32, element);
    }
    Ok(array)
}

/// The bottom frame of a virtual thread, which is a thread of its own here, as a JVM shows it.
fn virtual_run(program: &Program, frame: BacktraceFrame) -> Option<BacktraceFrame> {
    let method = program.method(frame.method);
    if program.class_name(method.class) != "java/lang/ThreadBuilders$BoundVirtualThread" {
        return None;
    }
    let class = program.load("java/lang/VirtualThread").ok()?;
    let method = program.find_declared_method(class, program.text(method.name), "(Ljava/lang/Runnable;)V")?;
    let (code, file) = (program.code(method).ok()?, program.class(class).file.as_ref()?);
    let runs_task = |instr: &Instr| {
        let Instr::Invoke { k } = *instr else { return false };
        let Callee::Pool(cp) = code.calls[k as usize].callee else { return false };
        file.member_ref(cp).is_ok_and(|member| member.name == "runWith")
    };
    let pc = code.instrs.iter().position(runs_task)?;
    Some(BacktraceFrame { method, pc: pc as u32 })
}

/// Frames of classes that the machine wrote, and of methods annotated as hidden.
pub fn is_hidden(machine: &Machine<'_>, method: MethodId) -> bool {
    let method = machine.program.method(method);
    let class = machine.program.class(method.class);
    let (Some(file), Some(at)) = (class.file.as_ref(), method.file_index) else { return true };
    if crate::is_hidden_class(machine.program, method.class) {
        return true;
    }
    if class.origin == Origin::User {
        return false;
    }
    let Some(member) = file.methods().get(usize::from(at)) else { return false };
    let annotations = file.raw_attribute(file.attributes_of(member), "RuntimeVisibleAnnotations");
    annotations.is_some_and(|bytes| has_hidden_annotation(file, bytes))
}

/// The types of annotations of hidden frames take no elements, so each is four bytes long; the
/// first annotation that has elements ends the search.
fn has_hidden_annotation(file: &heddle_classfile::ClassFile, bytes: &[u8]) -> bool {
    let word = |at: usize| bytes.get(at..at + 2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    let mut at = 2;
    for _ in 0..word(0).unwrap_or(0) {
        let (Some(name), Some(elements)) = (word(at), word(at + 2)) else { return false };
        let hidden = file.utf8(name).is_ok_and(|name| {
            matches!(&*name, "Ljdk/internal/vm/annotation/Hidden;" | "Ljava/lang/invoke/LambdaForm$Hidden;")
        });
        if hidden {
            return true;
        }
        if elements != 0 {
            return false;
        }
        at += 4;
    }
    false
}

/// `format` bits: no loader name (it is a built-in one), no module version (it is the JDK's).
const DROP_LOADER: u64 = 1;
const DROP_VERSION: u64 = 2;
/// The line number of a native method.
const NATIVE_LINE: i32 = -2;

/// Sets the fields of a stack trace element.
pub fn fill_element(machine: &mut Machine<'_>, element: Ref, frame: BacktraceFrame) {
    let program = machine.program;
    let method = program.method(frame.method);
    let class = method.class;
    let class_name = machine.intern_str(&names::external(program, class));
    let method_name = machine.intern_str(program.text(method.name));
    machine.set_field(element, "declaringClass", class_name.into());
    machine.set_field(element, "methodName", method_name.into());
    if let Some(file) = program.source_file(class) {
        let file = machine.intern_str(&file);
        machine.set_field(element, "fileName", file.into());
    }
    let line = if method.is_native() {
        NATIVE_LINE
    } else {
        program.code(frame.method).ok().and_then(|code| code.line(frame.pc)).map_or(-1, i32::from)
    };
    machine.set_field(element, "lineNumber", u64::from(line as u32));
    match module::name_of_class(program, class) {
        Some(module) => {
            let module = machine.intern_str(&module);
            machine.set_field(element, "moduleName", module.into());
            if let Some(version) = property(machine, "java.version") {
                let version = machine.intern_str(&version);
                machine.set_field(element, "moduleVersion", version.into());
            }
            machine.set_field(element, "format", DROP_LOADER | DROP_VERSION);
        }
        None => {
            let loader = machine.intern_str("app");
            machine.set_field(element, "classLoaderName", loader.into());
            machine.set_field(element, "format", DROP_LOADER);
        }
    }
}

/// Done by [`fill_element`].
fn compute_format(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    Ok(0)
}

/// `Thread.getStackTrace` of another thread, or null.
fn stack_trace_of_thread(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    object(trace_of(machine, args.object(0))?)
}

fn trace_of(machine: &mut Machine<'_>, thread: Ref) -> Result<Ref, Trap> {
    if thread != machine.current_thread() {
        machine.show_thread_states();
        machine.depend_on_positions();
    }
    match machine.thread_of(thread) {
        Some(thread) if machine.state.threads[thread].is_alive() => {
            let frames = frames_of_thread(machine, thread);
            elements(machine, &frames)
        }
        _ => Ok(0),
    }
}

/// The frames of a thread, the newest first: with the native method in which it waits, if it does.
pub fn frames_of_thread(machine: &Machine<'_>, thread: usize) -> Vec<BacktraceFrame> {
    let mut frames = machine.backtrace(thread);
    if thread != machine.stepper.current && machine.state.threads[thread].control.status != Status::Runnable {
        let native = frames.first().and_then(|&top| native_called(machine.program, top));
        frames.splice(0..0, native.map(|method| BacktraceFrame { method, pc: 0 }));
    }
    frames
}

/// The native method that the instruction at which a frame stands calls.
fn native_called(program: &Program, frame: BacktraceFrame) -> Option<MethodId> {
    let code = program.code(frame.method).ok()?;
    let Instr::Invoke { k } = *code.instrs.get(frame.pc as usize)? else { return None };
    let Callee::Pool(cp) = code.calls[k as usize].callee else { return None };
    let class = program.method(frame.method).class;
    let file = program.class(class).file.as_ref()?;
    let member = file.member_ref(cp).ok()?;
    let holder = program.load_beside(class, &file.class_name(member.class).ok()?).ok()?;
    let called = program.find_method(holder, &member.name, &member.descriptor)?;
    program.method(called).is_native().then_some(called)
}

/// Elements as a JVM makes them: that loaders and versions go without saying is decided later, by the JDK.
pub fn raw_elements(machine: &mut Machine<'_>, frames: &[BacktraceFrame]) -> Result<Ref, Trap> {
    let array = elements(machine, frames)?;
    make_raw(machine, array);
    Ok(array)
}

fn make_raw(machine: &mut Machine<'_>, array: Ref) {
    for index in 0..machine.state.heap.len(array) {
        let element = machine.state.heap.load_u32(array, index);
        machine.set_field(element, "format", 0);
    }
}

fn dump_threads(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let threads = args.object(0);
    let class = machine.load("[[Ljava/lang/StackTraceElement;")?;
    let len = machine.state.heap.len(threads);
    let traces = machine.new_array(class, len)?;
    for index in 0..len {
        let thread = machine.state.heap.load_u32(threads, index);
        let trace = trace_of(machine, thread)?;
        if trace != 0 {
            make_raw(machine, trace);
        }
        machine.store_element_ref(traces, index, trace);
    }
    object(traces)
}
