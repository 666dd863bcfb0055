//! `java.util` and `java.text`.

pub mod deflate;
pub mod draws;
pub mod fork_join;
pub mod formatter;
pub mod immutable_collections;
pub mod lock_support;
pub mod preferences;
pub mod random;
pub mod service_loader;
pub mod zip;
