//! The library.

mod explorer;
mod library;
mod reachable;
