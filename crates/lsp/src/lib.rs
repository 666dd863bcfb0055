//! Heddle in editors: the Language Server Protocol, version 3.17, over standard input and output.
//!
//! | the editor | gets |
//! |---|---|
//! | asks for code lenses | "check" above main methods and tests, "check for every input" above static methods with parameters |
//! | executes one of them | progress that can be cancelled, then diagnostics: where it fails, with the steps of the run as related locations; or which lines a symbolic analysis reaches |
//! | points at a field | what is known of it: immutable, owned by one thread, guarded by a lock, shared and why, racy |
//!
//! In: messages. Out: messages; what they mean is in `heddle`. [`server`] is the loop, [`work`] what takes time, in threads of
//! its own; [`source`] finds methods and fields in Java text without compiling it; [`facts`] words what is known of fields.
//! Messages are `serde_json` values: the crate with types for them has not followed the protocol.

mod facts;
mod server;
mod source;
mod uri;
mod work;

pub use server::serve;
