//! `jdk.internal.*`.

pub mod flags;
pub mod interfaces;
pub mod management;
pub mod memory_beans;
pub mod outside;
pub mod reflection;
pub mod thread_info;
pub mod unsafe_access;
pub mod vm;
