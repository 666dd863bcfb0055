//! What is known about classes of the JDK, against the JDKs that are installed.

mod names;
mod places;
