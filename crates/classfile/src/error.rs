//! What is wrong with a class file, as the Java error that a JVM would throw.

/// Why bytes are not a class. Reasons use HotSpot's words, so that a program that prints the error
/// prints the same.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct FormatError {
    /// Internal name of the Java error: `java/lang/ClassFormatError` or a sibling.
    pub java_class: &'static str,
    reason: String,
    /// Whether HotSpot ends the message with the class's name.
    names_class: bool,
}

pub(crate) type Result<T> = std::result::Result<T, FormatError>;

impl FormatError {
    /// An error whose message ends in `in class file <name>`.
    pub(crate) fn in_file(reason: impl Into<String>) -> Self {
        Self { java_class: "java/lang/ClassFormatError", reason: reason.into(), names_class: true }
    }

    /// An error whose message is complete.
    pub(crate) fn complete(reason: impl Into<String>) -> Self {
        Self { java_class: "java/lang/ClassFormatError", reason: reason.into(), names_class: false }
    }

    pub(crate) fn truncated() -> Self {
        Self::complete("Truncated class file")
    }

    pub(crate) fn bad_index(cp: u16) -> Self {
        Self::in_file(format!("Invalid constant pool index {cp}"))
    }

    pub(crate) fn with_class(mut self, java_class: &'static str) -> Self {
        self.java_class = java_class;
        self
    }

    /// The message as HotSpot words it for a class of this (internal) name.
    pub fn message(&self, class: &str) -> String {
        if self.names_class { format!("{} in class file {class}", self.reason) } else { self.reason.clone() }
    }
}
