//! Class files, linking, verification and translation.

mod class_path;
mod common;
mod define;
mod jdk;
mod linking;
mod listing;
mod mutation;
mod straight_line;
mod synthetic;
mod translate;
mod verifier;
