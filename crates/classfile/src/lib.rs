//! Bytes → [`ClassFile`] (JVMS 4). Bad bytes give a [`FormatError`], never a panic, and memory is
//! bounded by the size of the input.
//!
//! The parser is our own. `noak` 0.7, the best of the crates we read, borrows its input, so that an
//! owned class would have to refer to itself; it validates every string of every constant pool
//! before anybody asks; and it makes none of the checks for which a JVM throws `ClassFormatError`.
//! Here a class keeps its `Bytes` and a table of constants; members, attributes and method bodies
//! are located in one pass and decoded when asked for.

mod attribute;
mod check;
mod class;
mod code;
mod constant;
mod error;
mod mutf8;
mod names;
mod reader;
mod stack_map;

pub use attribute::{BootstrapMethod, EnclosingMethod, InnerClass, MethodParameter, RecordComponent};
pub use class::{Attribute, ClassFile, Member};
pub use code::{Code, ExceptionEntry, LineNumber, LocalVariable};
pub use constant::{Constant, HandleKind, MemberRef, NameAndType};
pub use error::FormatError;
pub use mutf8::{to_text, to_utf16};
pub use names::{is_class_name, is_field_descriptor, is_method_descriptor};
pub use stack_map::{Frame, FrameKind, VerificationType};

/// The newest class-file version that is understood: Java 25.
pub const NEWEST_MAJOR: u16 = 69;
/// The oldest: Java 1.0.2.
pub const OLDEST_MAJOR: u16 = 45;
