//! Which methods are inlined, and what the others do.
//!
//! The user's methods are inlined. Of the JDK, methods with a known effect have it; others are
//! inlined if they are read and call nothing of the user, or else may do anything.

use heddle_program::{MethodId, Origin, Program};

/// What a call that is not inlined does to the program's objects. It throws whatever it likes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Touches no object of the program; a result is fresh, shared by all and immutable, or null.
    None,
    /// Reads and locks its arguments, keeps no reference to them and gives none back.
    Reads,
    /// Reads and writes elements of its arguments, arrays of numbers, and keeps no reference to them.
    Elements,
    /// May do anything with what it can reach, and lets every thread reach that.
    Havoc,
}

/// What becomes of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Treatment {
    Inline,
    Leave(Effect),
}

/// How far inlining goes.
#[derive(Clone, Copy)]
pub struct Policy<'a> {
    /// How often a method may be inlined within itself.
    pub recursion: u32,
    /// Calls are no longer inlined once a graph has so many nodes.
    pub nodes: usize,
    pub treatment: &'a dyn Fn(&Program, MethodId) -> Treatment,
}

impl Default for Policy<'_> {
    fn default() -> Self {
        Self { recursion: 1, nodes: 40_000, treatment: &treatment }
    }
}

/// The policy of the analyses.
pub fn treatment(program: &Program, method: MethodId) -> Treatment {
    let info = program.method(method);
    if program.class(info.class).origin == Origin::User {
        return if info.is_native() { Treatment::Leave(Effect::Havoc) } else { Treatment::Inline };
    }
    let class = program.class_name(info.class);
    let name = program.text(info.name);
    let descriptor = program.text(info.descriptor);
    // What takes an object as text calls its `toString`, and what compares calls `equals`.
    let takes_any = descriptor.split(')').next().is_some_and(|args| {
        [
            "Ljava/lang/Object;",
            "Ljava/lang/Iterable;",
            "Ljava/lang/CharSequence;",
            "Ljava/util/",
            "Ljava/lang/Appendable;",
        ]
        .iter()
        .any(|ty| args.contains(ty))
    });
    let effect = match (class, name) {
        ("java/lang/Object", "<init>" | "getClass" | "hashCode") => Effect::None,
        ("java/lang/Object", "equals") => Effect::Reads,
        ("java/lang/String", "equals") => Effect::None,
        (
            "java/lang/Math"
            | "java/lang/StrictMath"
            | "java/lang/Boolean"
            | "java/lang/Byte"
            | "java/lang/Character"
            | "java/lang/Short"
            | "java/lang/Integer"
            | "java/lang/Long"
            | "java/lang/Float"
            | "java/lang/Double"
            | "java/lang/Number"
            | "java/lang/String"
            | "java/lang/StringBuilder"
            | "java/lang/AbstractStringBuilder"
            | "java/lang/Class",
            _,
        ) if !takes_any => Effect::None,
        ("java/lang/Thread", "yield" | "sleep" | "onSpinWait" | "interrupted" | "isInterrupted" | "interrupt") => {
            Effect::None
        }
        ("java/lang/Thread", "isAlive" | "getName" | "setName" | "getId" | "threadId" | "setDaemon" | "isDaemon") => {
            Effect::None
        }
        ("java/lang/Thread", "setPriority" | "getPriority" | "getState") => Effect::None,
        ("java/lang/System", "nanoTime" | "currentTimeMillis" | "identityHashCode" | "lineSeparator" | "exit") => {
            Effect::None
        }
        ("java/lang/System", "arraycopy") => Effect::Havoc,
        ("java/util/Arrays", "sort" | "fill" | "equals") if !descriptor.contains('L') && !descriptor.contains("[[") => {
            Effect::Elements
        }
        ("jdk/internal/util/Preconditions", "outOfBoundsMessage") => Effect::None,
        ("java/lang/Enum", "<init>" | "ordinal" | "name") | ("java/lang/Record", "<init>") => Effect::None,
        ("java/io/PrintStream", "print" | "println" | "flush") if !takes_any => Effect::Reads,
        _ if is_exception(program, method) => match (name, descriptor) {
            ("getMessage" | "getLocalizedMessage" | "getStackTrace" | "toString", "()Ljava/lang/String;") => {
                Effect::None
            }
            _ => Effect::Havoc,
        },
        _ => return Treatment::Inline,
    };
    Treatment::Leave(effect)
}

fn is_exception(program: &Program, method: MethodId) -> bool {
    program.is_subtype(program.method(method).class, program.well_known().throwable)
}
