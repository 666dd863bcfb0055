//! What tests and benchmarks share, so that each is about its own subject: which JDKs there are ([`jdks`]), compiled
//! Java programs ([`compile`]), programs opened by the library and checked in this process ([`open`], [`check`]),
//! the programs of `corpus` with what is expected of them ([`Case`]), printed pages that are compared with files
//! ([`page`]), and the command as a process ([`heddle!`]).
//!
//! Tests only: nothing that is shipped depends on this crate. What goes wrong here is a panic with the reason.

mod compile;
mod compiler;
mod corpus;
mod jdk;
mod page;
mod parallel;
mod process;
mod random;
mod search;

use std::path::{Path, PathBuf};

pub use compile::{compile, compile_each, compile_files, compile_into, compile_with};
pub use corpus::{Case, CompiledCase, cases, compiled, set_number};
pub use jdk::{Jdk, jdk, jdks};
pub use page::{assert_in_order, bless, blessing, page, plain, without_jdk_lines};
pub use parallel::{STACK, for_each, with_large_stack};
pub use process::run_with_timeout;
pub use random::{Random, seeds};
pub use search::{check, names_of_reductions, open, open_classes, options, reduced, replay};

/// A file or folder of the repository.
pub fn repository(path: impl AsRef<Path>) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates/testing lies two levels down");
    root.join(path)
}

/// The command `heddle` as a process to be configured and run; for integration tests of the crate that has it.
/// Its JDK is that of [`jdk`], its pages are 100 columns wide and without colours.
#[macro_export]
macro_rules! heddle {
    ($($argument:expr),* $(,)?) => {{
        let mut command = ::std::process::Command::new(env!("CARGO_BIN_EXE_heddle"));
        command.env("JAVA_HOME", &$crate::jdk().home).env("COLUMNS", "100").env("NO_COLOR", "1");
        $(command.arg($argument);)*
        command
    }};
}
