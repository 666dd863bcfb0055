//! `java.util` and `java.text`.

pub mod service_loader;
pub mod zip;
