//! `System.out` and `System.err`: real `java.io.PrintStream`s made without their constructor and
//! marked by an injected field. Whatever way of printing ends in one of the private methods below,
//! which append to the machine's output at once; other print streams run the JDK's code.
//!
//! A printer respects the stream's monitor: `synchronized (System.out)` keeps others out.

use heddle_jdk::values;
use heddle_machine::{Args, Machine, Native, NativeResult, Pending, Ref, SHARED, Trap};
use heddle_program::effect::{Calls, Effect, PURE, Place, Source};
use heddle_program::ir::ElementKind;
use heddle_program::{ClassId, access};
use heddle_verdict::{PrintedText, SearchAssumption};

use crate::emit::{self, ClassBuilder, CodeBuilder};
use crate::rows::{LATER, Slots, flag, row};

const CLASS: &str = "java/io/PrintStream";

/// A printer may have to wait for the stream's monitor.
const PRINTS: Effect = PURE.touching(&[Place::Monitor(0)]).calling(Calls::Print).blocking();
const PRINTS_ARRAY: Effect = PRINTS.reading(&[Place::Monitor(0), Place::Elements(1)]);

pub const ROWS: &[Native] = &[
    row(CLASS, "write", "(Ljava/lang/String;)V", write_string, PRINTS).refined(effect),
    row(CLASS, "writeln", "(Ljava/lang/String;)V", write_line, PRINTS).refined(effect),
    row(CLASS, "write", "([C)V", write_chars, PRINTS_ARRAY).refined(effect_of_array),
    row(CLASS, "writeln", "([C)V", write_chars_line, PRINTS_ARRAY).refined(effect_of_array),
    row(CLASS, "newLine", "()V", new_line, PRINTS).refined(effect),
    row(CLASS, "write", "(I)V", write_byte, PRINTS).refined(effect),
    row(CLASS, "write", "([BII)V", write_bytes, PRINTS_ARRAY).refined(effect_of_array),
    row(
        CLASS,
        "format",
        "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;",
        format,
        PRINTS.calling(Calls::Format(2)).giving(Source::Argument(0)),
    )
    .refined(LATER),
    row(
        CLASS,
        "format",
        "(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;",
        format,
        PRINTS.calling(Calls::Format(3)).giving(Source::Argument(0)),
    )
    .refined(LATER),
    row(CLASS, "charset", "()Ljava/nio/charset/Charset;", charset, PRINTS).refined(LATER),
    row(CLASS, "flush", "()V", flush, PRINTS).refined(effect_of_monitor),
    row(CLASS, "close", "()V", close, PRINTS).refined(effect_of_monitor),
    row(CLASS, "checkError", "()Z", check_error, PRINTS).refined(effect_of_monitor),
    // What `implWrite` and friends of JDK 21 do is done by their callers here.
    row(CLASS, "implWrite", "(Ljava/lang/String;)V", write_string, PRINTS).refined(effect),
    row(CLASS, "implWriteln", "(Ljava/lang/String;)V", write_line, PRINTS).refined(effect),
    row(CLASS, "implWrite", "([C)V", write_chars, PRINTS_ARRAY).refined(effect_of_array),
    row(CLASS, "implWriteln", "([C)V", write_chars_line, PRINTS_ARRAY).refined(effect_of_array),
    row(CLASS, "implNewLine", "()V", new_line, PRINTS).refined(effect),
    row(CLASS, "implWrite", "(I)V", write_byte, PRINTS).refined(effect),
    row(CLASS, "implWrite", "([BII)V", write_bytes, PRINTS_ARRAY).refined(effect_of_array),
];

/// The injected field: 1 or 2 for the standard streams, 0 for all others.
pub const DESCRIPTOR: &str = "heddleDescriptor";

fn descriptor(machine: &mut Machine<'_>, stream: Ref) -> u64 {
    machine.field(stream, DESCRIPTOR)
}

/// Appends bytes to the output, if the stream is one of ours and nobody else holds it.
fn print(
    machine: &mut Machine<'_>,
    stream: Ref,
    bytes: impl FnOnce(&mut Machine<'_>) -> Result<Vec<u8>, Trap>,
) -> NativeResult {
    let descriptor = descriptor(machine, stream);
    if descriptor == 0 {
        return Err(Trap::Bytecode);
    }
    if !is_free(machine, stream) {
        return Err(Trap::Block);
    }
    if machine.field(stream, "out") == 0 {
        machine.set_field(stream, "trouble", 1);
        return Ok(0);
    }
    let bytes = bytes(machine)?;
    machine.print(descriptor == 2, &bytes);
    Ok(0)
}

fn is_free(machine: &Machine<'_>, stream: Ref) -> bool {
    machine.state.heap.monitor(stream).0 == 0 || machine.holds(stream)
}

/// Printing is a step of its own only if output counts, or if the stream is locked by another
/// thread, or if it is known that the program takes the monitor of a stream itself: then whoever prints may
/// have to wait for it.
fn effect(machine: &Machine<'_>, args: &[u64]) -> Pending {
    let stream = args.object(0);
    if !is_free(machine, stream) {
        Pending::Lock(stream)
    } else if machine.semantics().printed_text == PrintedText::PartOfState {
        Pending::Output
    } else if !machine.assumes_unlocked_streams() && !machine.holds(stream) {
        Pending::Lock(stream)
    } else {
        Pending::Local
    }
}

/// What prints nothing waits for the monitor, too.
fn effect_of_monitor(machine: &Machine<'_>, args: &[u64]) -> Pending {
    match effect(machine, args) {
        Pending::Output => Pending::Local,
        effect => effect,
    }
}

/// What is in an array that others can reach is read first, by code that they may interrupt.
fn effect_of_array(machine: &Machine<'_>, args: &[u64]) -> Pending {
    if is_shared(machine, args.object(1)) { Pending::Local } else { effect(machine, args) }
}

fn is_shared(machine: &Machine<'_>, array: Ref) -> bool {
    machine.is_exploring() && array != 0 && machine.state.heap.tag(array) == SHARED
}

/// Goes on with a method that copies a shared array and prints the copy.
fn copy_first(machine: &mut Machine<'_>, name: &str, args: &[u64]) -> NativeResult {
    let copier = define_copier(machine)?;
    Err(Trap::Tail(emit::method_of(machine, copier, name), Args::from_slice(args)))
}

fn write_string(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    print(machine, args.object(0), |machine| text(machine, args.object(1)))
}

fn write_line(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    print(machine, args.object(0), |machine| {
        let mut bytes = text(machine, args.object(1))?;
        bytes.push(b'\n');
        Ok(bytes)
    })
}

fn write_chars(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if is_shared(machine, args.object(1)) && descriptor(machine, args.object(0)) != 0 {
        return copy_first(machine, "print", args);
    }
    print(machine, args.object(0), |machine| chars(machine, args.object(1)))
}

fn write_chars_line(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if is_shared(machine, args.object(1)) && descriptor(machine, args.object(0)) != 0 {
        return copy_first(machine, "println", args);
    }
    print(machine, args.object(0), |machine| {
        let mut bytes = chars(machine, args.object(1))?;
        bytes.push(b'\n');
        Ok(bytes)
    })
}

fn new_line(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    print(machine, args.object(0), |_| Ok(vec![b'\n']))
}

fn write_byte(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    print(machine, args.object(0), |_| Ok(vec![args[1] as u8]))
}

fn write_bytes(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (array, from, len) = (args.object(1), args.int(2), args.int(3));
    if is_shared(machine, array) && descriptor(machine, args.object(0)) != 0 {
        let end = i64::from(from) + i64::from(len);
        if from >= 0 && len >= 0 && end <= i64::from(machine.state.heap.len(array)) {
            return copy_first(machine, "write", &[args[0], args[1], args[2], end as u64, 0, args[3]]);
        }
    }
    print(machine, args.object(0), |machine| {
        let (array, from, len) = (args.object(1), args.int(2), args.int(3));
        if array == 0 {
            return Err(crate::rows::null_pointer(machine));
        }
        let bytes = machine.state.heap.bytes(array, ElementKind::Byte);
        let end = i64::from(from) + i64::from(len);
        if from < 0 || len < 0 || end > bytes.len() as i64 {
            let message = format!("Range [{from}, {from} + {len}) out of bounds for length {}", bytes.len());
            return Err(machine.throw("java/lang/IndexOutOfBoundsException", &message));
        }
        Ok(bytes[from as usize..end as usize].to_vec())
    })
}

/// While exploring, `printf` to a standard stream formats first and prints then, which spares the
/// stream's monitor and makes it one output. If formatting fails, what there was is printed. Where a method of the program
/// makes a text, it does so inside of the monitor, as the JDK has it.
fn format(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if !machine.is_exploring() || descriptor(machine, args.object(0)) == 0 {
        return Err(Trap::Bytecode);
    }
    if !formats_plainly(machine, args) {
        if machine.assumes_unlocked_streams() {
            machine.refute(SearchAssumption::StandardStreamsUnlocked);
        }
        return Err(Trap::Bytecode);
    }
    let formatter = define_formatter(machine)?;
    let name = if args.len() == 4 { "formatIn" } else { "format" };
    Err(Trap::Tail(emit::method_of(machine, formatter, name), Args::from_slice(args)))
}

/// Whether no method of the program is called for the texts of what is formatted.
fn formats_plainly(machine: &mut Machine<'_>, args: &[u64]) -> bool {
    let array = args.object(args.len() - 1);
    let objects = if array == 0 { 0 } else { machine.state.heap.len(array) };
    (0..objects).all(|index| {
        let object = machine.state.heap.load_u32(array, index);
        object == 0 || values::has_plain_text(machine.program.class_name(machine.class_of(object)))
    })
}

/// A class with the static methods `format(stream, format, args)` and, with a locale after the
/// stream, `formatIn`.
fn define_formatter(machine: &mut Machine<'_>) -> Result<ClassId, Trap> {
    const NAME: &str = "java/io/PrintStream$$Format";
    const STREAM: &str = "Ljava/io/PrintStream;";
    const BUILDER: &str = "java/lang/StringBuilder";
    const FORMATTER: &str = "java/util/Formatter";
    const OBJECT: &str = "Ljava/lang/Object;";
    emit::define(machine, NAME, || {
        let mut class = ClassBuilder::new(NAME, "java/lang/Object");
        for (name, locale) in [("format", ""), ("formatIn", "Ljava/util/Locale;")] {
            let texts = "Ljava/lang/String;[Ljava/lang/Object;";
            class.method(access::STATIC, name, &format!("({STREAM}{locale}{texts}){STREAM}"), |code| {
                let (start, end, failed) = (code.label(), code.label(), code.label());
                let builder = code.new_local(OBJECT);
                code.new_object(BUILDER);
                code.dup();
                code.invoke_special(BUILDER, "<init>", "()V");
                code.store(OBJECT, builder);
                code.bind(start);
                code.new_object(FORMATTER);
                code.dup();
                code.load(OBJECT, builder);
                code.check_cast(BUILDER);
                let mut first = 1;
                if locale.is_empty() {
                    code.invoke_special(FORMATTER, "<init>", "(Ljava/lang/Appendable;)V");
                } else {
                    code.load(OBJECT, 1);
                    code.invoke_special(FORMATTER, "<init>", "(Ljava/lang/Appendable;Ljava/util/Locale;)V");
                    first = 2;
                }
                code.load(OBJECT, first);
                code.load(OBJECT, first + 1);
                code.invoke_virtual(FORMATTER, "format", &format!("({texts})L{FORMATTER};"));
                code.pop(OBJECT);
                code.bind(end);
                let print = |code: &mut CodeBuilder<'_>| {
                    code.load(OBJECT, 0);
                    code.load(OBJECT, builder);
                    code.invoke_virtual("java/lang/Object", "toString", "()Ljava/lang/String;");
                    code.invoke_virtual(CLASS, "print", "(Ljava/lang/String;)V");
                };
                print(code);
                code.load(OBJECT, 0);
                code.ret(STREAM);
                code.handler(start, end, failed, None);
                code.bind(failed);
                let exception = code.new_local(OBJECT);
                code.store(OBJECT, exception);
                print(code);
                code.load(OBJECT, exception);
                code.check_cast("java/lang/Throwable");
                code.throw();
            });
        }
        class
    })
}

/// A class whose methods copy an array and print what they copied.
fn define_copier(machine: &mut Machine<'_>) -> Result<ClassId, Trap> {
    const NAME: &str = "java/io/PrintStream$$Copy";
    const STREAM: &str = "Ljava/io/PrintStream;";
    const TEXT: &str = "java/lang/String";
    emit::define(machine, NAME, || {
        let mut class = ClassBuilder::new(NAME, "java/lang/Object");
        for name in ["print", "println"] {
            class.method(access::STATIC, name, &format!("({STREAM}[C)V"), |code| {
                code.load(STREAM, 0);
                code.new_object(TEXT);
                code.dup();
                code.load("[C", 1);
                code.invoke_special(TEXT, "<init>", "([C)V");
                code.invoke_virtual(CLASS, name, "(Ljava/lang/String;)V");
                code.ret("V");
            });
        }
        // The range of the array and that of its copy.
        class.method(access::STATIC, "write", &format!("({STREAM}[BIIII)V"), |code| {
            code.load(STREAM, 0);
            code.load("[B", 1);
            code.load("I", 2);
            code.load("I", 3);
            code.invoke_static("java/util/Arrays", "copyOfRange", "([BII)[B");
            code.load("I", 4);
            code.load("I", 5);
            code.invoke_virtual(CLASS, "write", "([BII)V");
            code.ret("V");
        });
        class
    })
}

fn text(machine: &mut Machine<'_>, string: Ref) -> Result<Vec<u8>, Trap> {
    if string == 0 {
        return Err(crate::rows::null_pointer(machine));
    }
    let units = machine.string_utf16(string);
    Ok(encode(&units))
}

fn chars(machine: &mut Machine<'_>, array: Ref) -> Result<Vec<u8>, Trap> {
    if array == 0 {
        return Err(crate::rows::null_pointer(machine));
    }
    let units: Vec<u16> =
        (0..machine.state.heap.len(array)).map(|index| machine.state.heap.load_u16(array, index)).collect();
    Ok(encode(&units))
}

/// UTF-8, with a question mark for each half of a broken surrogate pair, as the JDK's encoder.
fn encode(units: &[u16]) -> Vec<u8> {
    char::decode_utf16(units.iter().copied()).map(|unit| unit.unwrap_or('?')).collect::<String>().into_bytes()
}

/// While exploring, what is printed to a closed stream is kept: it is what the program wanted to show. A plain run
/// loses it, as `java` does.
fn close(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let stream = args.object(0);
    if descriptor(machine, stream) == 0 {
        return Err(Trap::Bytecode);
    }
    if !is_free(machine, stream) {
        return Err(Trap::Block);
    }
    if !machine.is_exploring() {
        machine.set_field(stream, "closing", 1);
        machine.set_field(stream, "out", 0);
    }
    Ok(0)
}

/// Nothing is buffered.
fn flush(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    match descriptor(machine, args.object(0)) {
        0 => Err(Trap::Bytecode),
        _ if !is_free(machine, args.object(0)) => Err(Trap::Block),
        _ => Ok(0),
    }
}

fn charset(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if descriptor(machine, args.object(0)) == 0 {
        return Err(Trap::Bytecode);
    }
    let utf_8 = machine.load("sun/nio/cs/UTF_8")?;
    machine.ensure_initialized(utf_8)?;
    Ok(machine.static_field(utf_8, "INSTANCE"))
}

fn check_error(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    match descriptor(machine, args.object(0)) {
        0 => Err(Trap::Bytecode),
        _ if !is_free(machine, args.object(0)) => Err(Trap::Block),
        _ => flag(machine.field(args.object(0), "trouble") != 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_surrogates_print_as_question_marks() {
        assert_eq!(encode(&[0x61, 0xd83d, 0xde00, 0xd83d, 0x62]), "a😀?b".as_bytes());
    }
}
