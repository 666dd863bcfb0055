//! Which methods are inlined, and what the others do.
//!
//! The user's methods are inlined. Of the JDK, methods with a known effect have it; others are
//! inlined if they are read and call nothing of the user, or else may do anything.

use heddle_program::{Method, MethodId, Origin, Program, Type, effect};

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
        ) => match of_values(program, info) {
            Some(effect) => effect,
            None => return Treatment::Inline,
        },
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
        ("java/io/PrintStream", "print" | "println" | "flush") => match of_values(program, info) {
            Some(_) => Effect::Reads,
            None => return Treatment::Inline,
        },
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

/// What a method of numbers and texts may do to the program's objects, by the types that it takes and gives: a
/// number or text is not one of them, an array of numbers is, and of anything else nothing is known.
fn of_values(program: &Program, info: &Method) -> Option<Effect> {
    const VALUES: [&str; 14] = [
        "java/lang/AbstractStringBuilder",
        "java/lang/Boolean",
        "java/lang/Byte",
        "java/lang/Character",
        "java/lang/Class",
        "java/lang/Double",
        "java/lang/Float",
        "java/lang/Integer",
        "java/lang/Long",
        "java/lang/Number",
        "java/lang/Short",
        "java/lang/String",
        "java/lang/StringBuffer",
        "java/lang/StringBuilder",
    ];
    let named = |ty: Type| if let Type::Ref(name) = ty { program.text(name) } else { "" };
    let is_value = |ty: Type| !ty.is_ref() || VALUES.contains(&named(ty));
    let is_array = |ty: Type| named(ty).len() == 2 && named(ty).starts_with('[');
    let gives_new = is_value(info.result) || named(info.result) == "[Ljava/lang/String;" || is_array(info.result);
    let takes_array = info.params.iter().any(|&ty| is_array(ty));
    let is_known = info.params.iter().all(|&ty| is_value(ty) || is_array(ty)) && gives_new;
    // A method that takes an array and gives one may give the same.
    match (is_known, takes_array) {
        (true, false) => Some(Effect::None),
        (true, true) if is_value(info.result) => Some(Effect::Elements),
        _ => None,
    }
}

/// Whether the declared effect of a native is not more than what a call of it is taken for.
pub fn is_at_most(native: &effect::Effect, claim: Effect) -> bool {
    use effect::{Calls, Place, Source};
    let is_covered = |(place, writes): (Place, bool)| match place {
        Place::Elements(_) | Place::Range(..) => match claim {
            Effect::None => false,
            Effect::Reads => !writes,
            Effect::Elements | Effect::Havoc => true,
        },
        Place::Monitor(_) => matches!(claim, Effect::Reads | Effect::Havoc),
        // The JDK's own objects.
        Place::OfAll(..) | Place::Scheduling | Place::Files | Place::OffHeap => true,
        Place::Field(..) | Place::Any(_) | Place::Static(..) | Place::Thrown | Place::Everything => {
            claim == Effect::Havoc
        }
    };
    claim == Effect::Havoc
        || native.places().all(is_covered)
            && native.stores.is_empty()
            && matches!(native.gives, Source::Fresh | Source::Null)
            && !matches!(native.calls, Calls::Anything | Calls::Start)
}

fn is_exception(program: &Program, method: MethodId) -> bool {
    program.is_subtype(program.method(method).class, program.well_known().throwable)
}
