//! `jdk.internal.*`.

pub mod outside;
pub mod reflection;
pub mod unsafe_access;
pub mod vm;
