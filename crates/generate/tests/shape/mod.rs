//! The shape analysis of Corbett (TOSEM 2000) on real programs, compiled from source and read by the
//! same pipeline as everybody's.

mod inlining;
mod java;
mod sharing;
