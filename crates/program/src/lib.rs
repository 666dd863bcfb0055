//! Class files, the JDK's image and jars → one linked [`Program`].
//!
//! Bytes come in through [`Sources`]; out go [`Class`], [`Method`], [`Field`] and, per method, the
//! register form [`ir::Code`]. Nothing here executes anything.

mod ids;
pub mod ir;
pub mod maps;
mod model;
mod program;

pub use ids::{ClassId, FieldId, MethodId, Symbol};
pub use model::{Class, ClassKind, Field, Layout, Method, Origin, Statics, Type, access};
pub use program::{Injected, LinkError, Program, Sources};
