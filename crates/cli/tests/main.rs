//! The command `heddle`, and what the tree says of itself. One binary for all files: each would link the whole of Heddle
//! again, and a file that is done would leave a processor idle.

mod action;
mod analyze;
mod checkpoint;
mod command_line;
mod corpus;
mod debug;
mod differential;
mod documentation;
mod explain;
mod explore;
mod formats;
mod html;
mod interleavings;
mod json_schema;
mod ledger;
mod libraries;
mod litmus;
mod lsp;
mod manners;
mod maven;
mod model;
mod platform;
mod saved_runs;
mod symbolic;
mod temporal;
mod tests;
mod tidy;
mod trace;
mod vscode;
mod watch;
mod weak;
