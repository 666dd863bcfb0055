//! Small random concurrent programs, for comparing searches with each other and with the truth.
//!
//! A [`program::Program`] is drawn by [`random`] or [`synchronizers`], printed as Java by [`java`], judged by
//! [`oracle`], which shares no code with the machine, and made smaller by [`shrink`] when somebody
//! disagrees. What is compared are [`facts::Facts`]. [`arguments`], [`corners`], [`expressions`], [`observers`], [`combined`],
//! [`contended`], [`helpers`], [`interrupts`], [`reached`], [`single`] and [`timed`] draw programs as text.

#![forbid(unsafe_code)]

pub mod arguments;
pub mod combined;
pub mod contended;
pub mod corners;
pub mod expressions;
pub mod facts;
pub mod helpers;
pub mod interrupts;
pub mod java;
pub mod observers;
pub mod oracle;
pub mod priorities;
pub mod program;
pub mod random;
pub mod reached;
pub mod shrink;
pub mod single;
pub mod synchronizers;
pub mod timed;
pub mod twins;
