//! Explores every interleaving of a program on the machine.
//!
//! [`explore`] puts the layers together: a [`search::Order`], the store of visited states, the
//! properties, one worker or several. The loop itself is [`search::search`].

mod along;
mod describe;
mod findings;
mod follow;
mod hunt;
mod order;
mod path;
mod property;
pub mod reduction;
mod replay;
mod run;
pub mod schedule;
pub mod search;
mod settings;
mod shorten;
mod simplify;
mod single;
mod store;
mod tell;
mod temporal;
mod watch;

pub use along::{Along, along};
pub use describe::{Namer, stack};
pub use findings::Collected;
pub use follow::{Goal, Landmark, Landmarks, follow};
pub use path::Path;
pub use replay::{Diverged, Replayed, explain, narrate, replay, thread_names};
pub use run::{Explored, explore};
pub use settings::{Bound, OrderKind, Settings, Severity, StoreKind};
pub use shorten::shorten;
pub use simplify::simplify;
pub use single::{SingleRun, single_run, with_single_steps};
pub use tell::tell;
pub use temporal::Temporal;
pub use watch::{Reason, Watch};
