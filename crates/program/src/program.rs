//! [`Program`]: the append-only tables of everything linked so far, shared by all workers.
//!
//! Classes are loaded and linked when first asked for, under one lock; what has been handed out
//! never moves or changes, so readers take no lock. Ids depend on the order of loading, so nothing
//! that reaches a report may be ordered by id alone.

use std::path::PathBuf;

use crate::ir::Code;
use crate::{Class, ClassId, Field, FieldId, Method, MethodId, Symbol, Type};

/// A failure to load or link, as the Java error that the running program would see.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{java_class}: {message}")]
pub struct LinkError {
    /// Internal name of the error, such as `java/lang/NoClassDefFoundError`.
    pub java_class: &'static str,
    pub message: String,
}

/// A field that the machine adds to instances of a JDK class.
#[derive(Clone, Copy, Debug)]
pub struct Injected {
    pub class: &'static str,
    pub name: &'static str,
    pub descriptor: &'static str,
}

/// What a program is made of.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The JDK's home folder; its `lib/modules` is the class library.
    pub jdk: PathBuf,
    /// Folders and jars with the user's classes, searched in order.
    pub class_path: Vec<PathBuf>,
    pub injected: &'static [Injected],
}
