//! Search orders and reductions on programs that they are made for.

mod dpor;
mod endless;
mod portfolio;
mod reductions;
