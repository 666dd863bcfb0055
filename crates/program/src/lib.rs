//! Class files, the JDK's image and jars → one linked [`Program`].
//!
//! Bytes come in through [`Sources`]; out go [`Class`], [`Method`], [`Field`] and, per method, the
//! register form [`ir::Code`]. Nothing here executes anything.

mod access_check;
mod archive;
mod arrays;
pub mod cfg;
mod class_path;
pub mod descriptor;
pub mod effect;
mod ids;
mod instr_facts;
pub mod ir;
mod jar;
mod jimage;
mod jimage_compression;
mod link;
pub mod listing;
mod load;
pub mod loops;
pub mod maps;
mod messages;
mod model;
mod program;
mod resolve;
mod select;
pub mod self_check;
mod services;
mod symbols;
mod synthetic;
pub mod translate;
mod vtable;
mod well_known;

pub use archive::Archive;
pub use class_path::{OpenError, classes_in, feature_version, jar_entry, main_class, read_classes};
pub use ids::{ClassId, FieldId, MethodId, Symbol};
pub use model::{Class, ClassKind, Field, Layout, Method, Origin, Statics, Type, access};
pub use program::{Injected, LinkError, Program, Sources};
pub use services::Provider;
pub use synthetic::{MakeCode, SyntheticClass, SyntheticField, SyntheticIds, SyntheticMethod};
pub use well_known::WellKnown;
