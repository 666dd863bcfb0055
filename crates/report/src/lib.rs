//! Data in, text out: what the library found, for people and for machines. Nothing is computed again here, and
//! nothing is printed: the caller provides the source lines and prints the result.
//!
//! | command | text | JSON | other formats |
//! |---|---|---|---|
//! | `check`, `replay` | [`text`], [`text_with`] an explanation, [`replay_text`] | [`json`], [`replay_json`] | [`explanation`] as text, SVG, DOT, JSON |
//! | `test` | [`test::line`], [`test::summary`] | [`test::json`] | |
//! | `symbolic` | [`symbolic::text`] | [`symbolic::json`] | |
//! | `litmus` | [`litmus::text`] | [`litmus::json`] | [`litmus::dot`], [`litmus::event_space`] |
//! | `model` | [`model::text`] | [`model::json`] | [`model::export`] |
//! | `analyze` | [`analyze::text`], [`analyze::future_text`] | [`analyze::json`], [`analyze::future_json`] | |
//! | `run`, `doctor` | [`run::ended`], [`run::doctor`] | [`run::run_json`], [`run::doctor_json`] | |
//! | `explore` | the words of [`explore`] | | |
//! | `lsp` | the words of [`editor`] | | |
//!
//! All JSON reports follow one [`schema`]. A [`Summary`] of what any command with a verdict found can be rendered in each
//! [`Format`] for other tools.

#![deny(missing_docs, rustdoc::private_intra_doc_links)]

pub mod analyze;
pub mod coverage;
pub mod editor;
mod explanation;
pub mod explore;
mod formats;
mod json;
pub mod litmus;
pub mod model;
mod progress;
pub mod run;
pub mod symbolic;
pub mod test;
mod text;

pub use explanation::{ExplanationFormat, explanation};
pub use formats::{Format, Sources, Summary, WAIT_FOR};
pub use json::{SCHEMA_VERSION, json, replay_json, schema};
pub use progress::{figures, progress, progress_view, test_progress};
pub use text::{Page, replay_text, text, text_with, violation_text};
