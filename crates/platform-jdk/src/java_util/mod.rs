//! `java.util` and `java.text`.

pub mod deflate;
pub mod fork_join;
pub mod formatter;
pub mod lock_support;
pub mod random;
pub mod service_loader;
pub mod zip;
