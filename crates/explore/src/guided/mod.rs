//! Guided replay: finds a run again of which only an outline is known, the threads of its contexts
//! ([`contexts`]) or some of its events ([`landmarks`]). A whole schedule is replayed by `replay.rs`.

mod contexts;
mod landmarks;

pub use contexts::{ContextReplay, replay_contexts};
pub use landmarks::{Goal, Landmark, Landmarks, replay_landmarks};
