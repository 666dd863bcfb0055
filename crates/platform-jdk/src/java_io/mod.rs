//! `java.io`.

pub mod file_system;
pub mod files;
pub mod open;
pub mod print_stream;
pub mod random_access;
pub mod store;
