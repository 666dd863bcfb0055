//! Explores every interleaving of a program on the machine.
//!
//! [`explore`] puts the layers together: a [`search::Order`], the store of visited states, the
//! properties, one worker or several. The loop itself is [`search::Worker::search`].

mod apart;
mod blocks;
pub mod calls;
mod checkpoint;
mod describe;
mod findings;
mod guided;
mod happens_before;
mod independence;
mod path;
mod portfolio;
mod property;
pub mod reduction;
mod refine;
mod replay;
mod rounds;
mod run;
pub mod schedule;
pub mod search;
mod settings;
mod shorten;
mod simplify;
mod single;
mod store;
mod temporal;
mod timeline;
mod trace_expansion;
mod watch;

pub use blocks::check_blocks;
pub use checkpoint::{Checkpoint, Unresumable, explore_kept};
pub use describe::{Namer, place, short_class, stack, thread_name};
pub use findings::{Collected, Found};
pub use guided::{ContextReplay, Goal, Landmark, Landmarks, replay_contexts, replay_landmarks};
pub use independence::{Broken, Effort, Tried, check_independence};
pub use path::{Path, Switching};
pub use portfolio::Extra;
pub use property::deadlock::{describe_deadlock, waits_for};
pub use property::parked::{parked, signalling};
pub use property::swallowed::describe_swallowed;
pub use property::uncaught::describe_uncaught;
pub use refine::Assuming;
pub use replay::{Diverged, Observed, Replayed, explain, narrate, observe, replay, thread_names};
pub use run::{Explored, explore, explore_on, explore_with};
pub use settings::{Beside, Bound, OrderKind, Sampling, Settings, Severity, StoreKind};
pub use shorten::{shorten, watch_of_shortening};
pub use simplify::simplify;
pub use single::{SingleRun, single_run, with_single_steps};
pub use store::{Fingerprints, Room};
pub use temporal::Temporal;
pub use trace_expansion::expand_trace;
pub use watch::{Reason, Watch};
