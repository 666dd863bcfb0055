//! `jdk.internal.*`.

pub mod management;
pub mod outside;
pub mod reflection;
pub mod unsafe_access;
pub mod vm;
