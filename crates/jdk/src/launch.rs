//! What a virtual machine does by itself: runs and initialises at its start, and throws.

use crate::entry::{self, Class, Holds, Is};

/// A method of the JDK that runs when the virtual machine starts: class, name, descriptor.
pub const AT_START: (&str, &str, &str) = ("java/lang/System", "setJavaLangAccess", "()V");

pub(crate) const CLASSES: &[Class] = &[
    Class::new("jdk/internal/misc/UnsafeConstants"),
    thrown("java/lang/NullPointerException"),
    thrown("java/lang/ArrayIndexOutOfBoundsException"),
    thrown("java/lang/IndexOutOfBoundsException"),
    thrown("java/lang/StringIndexOutOfBoundsException"),
    thrown("java/lang/NegativeArraySizeException"),
    thrown("java/lang/ArrayStoreException"),
    thrown("java/lang/ArithmeticException"),
    thrown("java/lang/ClassCastException"),
    thrown("java/lang/IllegalArgumentException"),
    thrown("java/lang/IllegalStateException"),
    thrown("java/lang/IllegalAccessException"),
    thrown("java/lang/IllegalMonitorStateException"),
    thrown("java/lang/InterruptedException"),
    thrown("java/lang/CloneNotSupportedException"),
    thrown("java/lang/ClassNotFoundException"),
    thrown("java/lang/NoSuchFieldException"),
    thrown("java/lang/NoSuchMethodException"),
    thrown("java/lang/InstantiationException"),
    thrown("java/lang/UnsupportedOperationException"),
    thrown("java/lang/StackOverflowError"),
    thrown("java/lang/OutOfMemoryError"),
    thrown("java/lang/AbstractMethodError"),
    thrown("java/lang/IncompatibleClassChangeError"),
    thrown_with_cause("java/lang/NoClassDefFoundError"),
    thrown("java/lang/NoSuchFieldError"),
    thrown("java/lang/NoSuchMethodError"),
    thrown_with_cause("java/lang/ExceptionInInitializerError"),
    thrown_with_cause("java/lang/BootstrapMethodError"),
    thrown("java/lang/InternalError"),
    thrown("java/lang/MatchException").since(21),
];

const fn thrown(name: &'static str) -> Class {
    Class::new(name).is(&[Is::ThrownByMachine])
}

const fn thrown_with_cause(name: &'static str) -> Class {
    Class::new(name).is(&[Is::ThrownByMachine, Is::ThrownWithCause])
}

/// Classes that are initialised when the virtual machine starts.
pub const INITIALIZED: [&str; 6] = [
    "java/lang/String",
    "java/lang/Class",
    "java/lang/Thread",
    "java/lang/Throwable",
    "java/lang/System",
    "jdk/internal/misc/UnsafeConstants",
];

/// Exceptions that the machine throws by itself.
pub fn thrown_by_machine() -> impl Iterator<Item = &'static str> {
    CLASSES.iter().filter(|class| class.is.contains(&Is::ThrownByMachine)).map(Class::name)
}

/// Whether an exception that the machine throws says which other one led to it.
pub fn has_cause(class: &str) -> bool {
    entry::is(class, Is::ThrownWithCause)
}

/// Whether the virtual machine sets a static field at its start.
pub fn is_set_at_start(class: &str, field: &str) -> bool {
    entry::holds(class, field).any(|holds| holds == Holds::SetAtStart)
}

/// Whether a static field of the JDK is final, but replaced by a method of its class.
pub fn is_stream(class: &str, field: &str) -> bool {
    entry::holds(class, field).any(|holds| holds == Holds::Stream)
}
