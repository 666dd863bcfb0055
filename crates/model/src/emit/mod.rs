//! Models for other tools.
