//! `java.lang` and `java.lang.ref`.

pub mod arraycopy;
pub mod boxes;
pub mod class;
pub mod class_loader;
pub mod defined;
pub mod math;
pub mod module;
pub mod null_pointer;
pub mod number;
pub mod object;
pub mod properties;
pub mod reference;
pub mod runtime;
pub mod stack_walker;
pub mod string;
pub mod system;
pub mod thread;
pub mod thread_group;
pub mod throwable;
