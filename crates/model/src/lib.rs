//! Finite-state models in the sense of Corbett (TOSEM 2000): guarded transformations over finite variables.
//!
//! [`language`] is what a model is, [`explore()`] visits its states, [`emit`] writes it for other tools.

mod count;
pub mod domains;
pub mod emit;
mod explore;
pub mod java;
pub mod language;
mod monitors;
mod prepare;
pub mod state;
pub mod step;

pub use count::{Transformations, transformations};
pub use explore::{Explored, Run, RunStep, TrapKind, Wrong, explore, sort_of_trap};
pub use prepare::{may_be_visible, prepare};
