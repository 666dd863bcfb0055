//! `heddle explore`: a page in a browser over the live machine.
//!
//! In: a way to open an [`Explorer`](heddle::Explorer). Out: answers to requests of one user on this machine, until the process ends.
//! [`server`] decides who is answered, [`session`] what; the page is plain HTML, CSS and modules in `page/`, embedded as
//! they are.

mod server;
mod session;

pub use server::Server;
