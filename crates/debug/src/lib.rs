//! A saved or found run in any debugger that speaks the Debug Adapter Protocol, forwards and backwards.
//!
//! In: requests as the protocol has them, from any reader. Out: responses and events, to any writer. What a request means is
//! in [`heddle::Debugger`]; here are the messages. Specification: Debug Adapter Protocol 1.68, base protocol and the requests
//! that `adapter.rs` lists. Everything is answered in the order in which it comes, so that a session is the same every time.

#![deny(missing_docs)]

mod adapter;
mod framing;

pub use adapter::serve;
