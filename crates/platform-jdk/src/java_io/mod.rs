//! `java.io`.

pub mod print_stream;
