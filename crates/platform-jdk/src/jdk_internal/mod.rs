//! `jdk.internal.*`.

pub mod reflection;
pub mod unsafe_access;
pub mod vm;
