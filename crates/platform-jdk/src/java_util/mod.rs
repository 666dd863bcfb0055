//! `java.util` and `java.text`.

pub mod formatter;
pub mod lock_support;
pub mod service_loader;
pub mod zip;
