//! How memory is accessed other than by plain instructions: atomic classes, `VarHandle`, `Unsafe`.
//!
//! Access modes are read off the names of methods, which follow the javadoc of `VarHandle`.

use crate::entry::{self, Class, Does, Is, methods};

/// The atomic classes.
pub const ATOMIC: &str = "java/util/concurrent/atomic/";
/// What the JDK accesses memory with, and classes named after it.
pub const UNSAFE: &str = "jdk/internal/misc/Unsafe";
const MISC_UNSAFE: &str = "sun/misc/Unsafe";

/// Whether the number in objects of a class stands for a truth value.
pub fn holds_truth(class: &str) -> bool {
    class == "java/util/concurrent/atomic/AtomicBoolean"
}

/// What a fence keeps in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fence {
    Full,
    Acquire,
    Release,
}

/// Fences of `VarHandle`, and of `Unsafe` under older names.
const FENCES: [crate::Methods; 3] = [
    methods(Does::Fence(Fence::Full), &["fullFence"]),
    methods(Does::Fence(Fence::Acquire), &["acquireFence", "loadLoadFence"]),
    methods(Does::Fence(Fence::Release), &["releaseFence", "storeStoreFence"]),
];

pub(crate) const CLASSES: &[Class] = &[
    Class::new("java/lang/invoke/VarHandle").methods(&FENCES),
    Class::new(UNSAFE).is(&[Is::Modelled]).methods(&[
        methods(Does::Fence(Fence::Full), &["fullFence"]),
        methods(Does::Fence(Fence::Acquire), &["loadFence", "loadLoadFence"]),
        methods(Does::Fence(Fence::Release), &["storeFence", "storeStoreFence"]),
    ]),
    Class::new("sun/misc/Unsafe").is(&[Is::Escapes]).methods(&[
        methods(Does::Fence(Fence::Full), &["fullFence"]),
        methods(Does::Fence(Fence::Acquire), &["loadFence"]),
        methods(Does::Fence(Fence::Release), &["storeFence"]),
    ]),
    Class::all(ATOMIC).methods(&[methods(Does::LeftToCaller, &["getPlain", "setPlain", "weakCompareAndSetPlain"])]),
    Class::all("jdk/internal/misc/").is(&[Is::AccessesForCaller]),
    Class::new("jdk/internal/misc/ScopedMemoryAccess").is(&[Is::Modelled]),
    Class::all("java/util/").is(&[Is::Modelled]),
    Class::all("java/lang/invoke/").is(&[Is::Modelled]),
    Class::all("java/nio/").is(&[Is::Modelled]),
    Class::new("java/lang/Object").is(&[Is::Modelled]),
    Class::new("java/lang/StringLatin1").is(&[Is::Modelled]),
    Class::new("java/lang/StringUTF16").is(&[Is::Modelled]),
];

/// Whether a class is one of the atomic classes.
pub fn is_atomic(class: &str) -> bool {
    class.starts_with(ATOMIC)
}

/// Whether a method accesses memory on behalf of whoever called it, who has to synchronise.
pub fn is_for_caller(class: &str, name: &str) -> bool {
    let left = |methods: &crate::Methods| methods.does == Does::LeftToCaller && methods.names.contains(&name);
    entry::is_among(CLASSES, class, Is::AccessesForCaller)
        || is_atomic(class) && CLASSES.iter().flat_map(|class| class.methods).any(left)
}

/// Whether a method makes an access in the mode that its name says, chosen by its caller: of `VarHandle`, `Unsafe` or an
/// atomic class.
pub fn names_mode(class: &str, name: &str) -> bool {
    let ends = ["Opaque", "Acquire", "Release", "Plain"];
    entry::is_among(CLASSES, class, Is::AccessesForCaller)
        || class.starts_with("java/lang/invoke/")
        || class.starts_with("java/lang/reflect/")
        || class == MISC_UNSAFE && name.starts_with("putOrdered")
        || is_atomic(class)
            && (name == "lazySet" || name == "weakCompareAndSet" || ends.iter().any(|end| name.ends_with(end)))
}

/// Whether memory models also follow what code of a class of the JDK does to the JDK's own objects, those that exist
/// before the program runs: collections, atomics, synchronisers and strings. The rest (printing, reflection, properties)
/// finds such objects as they are. All other objects are followed whoever accesses them.
pub fn is_modelled(class: &str) -> bool {
    entry::is(class, Is::Modelled) || entry::is_among(CLASSES, class, Is::Modelled)
}

/// Whether code of a class only passes calls of the program on: reflection, handles, and what the machine writes for lambdas.
pub fn is_passage(class: &str) -> bool {
    class.contains("$$")
        || class.starts_with("jdk/internal/reflect/")
        || class.starts_with("java/lang/reflect/")
        || class.starts_with("java/lang/invoke/")
}

/// Whether a class gives access to memory by places in it.
pub fn is_unsafe(class: &str) -> bool {
    class == UNSAFE || class == MISC_UNSAFE
}

/// Whether a method tells its caller that a compare-and-set failed which may do so without a reason.
pub fn passes_failure_on(class: &str, name: &str) -> bool {
    (is_atomic(class) || is_unsafe(class)) && name.starts_with("weakCompareAndSet")
}

/// Whether a method is a compare-and-set that may fail without a reason, of `VarHandle` or of `Unsafe`.
pub fn may_fail(class: &str, name: &str) -> bool {
    let accesses = class == UNSAFE || class.starts_with("java/lang/invoke/");
    accesses && name.starts_with("weakCompareAndSet")
}

/// Whether a method begins or ends an optimistic read.
pub fn reads_optimistically(class: &str, name: &str) -> bool {
    entry::does(class, name, "").any(|does| does == Does::ReadsOptimistically)
}

/// The fence that a method is.
pub fn fence(class: &str, name: &str) -> Option<Fence> {
    entry::does(class, name, "").find_map(|does| match does {
        Does::Fence(fence) => Some(fence),
        _ => None,
    })
}
