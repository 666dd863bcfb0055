//! `java.io`.

pub mod files;
pub mod print_stream;
