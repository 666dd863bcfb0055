//! One file per command; what they have in common.

pub mod analyze;
mod analyze_shape;
pub mod check;
pub mod doctor;
pub mod explain;
pub mod litmus;
pub mod model;
pub mod replay;
pub mod run;
pub mod symbolic;

use crate::{INTERNAL, USAGE};

/// Why a command could not do its job: one message that names the cause and the way out.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("{0}")]
    Usage(String),
    #[error("internal error: {0}; please report this")]
    Internal(String),
}

impl Failure {
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) => USAGE,
            Self::Internal(_) => INTERNAL,
        }
    }
}
