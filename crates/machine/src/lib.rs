//! The machine: a Java virtual machine whose whole state is small, canonical, cheap to step back
//! and cheap to compare. The only code that changes a state.
//!
//! A [`Machine`] is booted by `heddle-platform-jdk`, which also owns the table of natives. It can
//! run a program to its end ([`Machine::run_to_end`]) or be driven step by step by an explorer:
//! [`Machine::choices`], [`Machine::step`], [`Machine::undo`], [`Machine::fingerprint`].

mod allocate;
mod announce;
mod arrays;
mod call;
mod canonical;
mod choices;
mod classes;
mod code;
mod dependence;
mod divergence;
mod elapsed;
mod exit;
mod fields;
mod fifo;
mod footprint;
mod for_handles;
mod for_natives;
mod frozen;
mod gc;
mod guard;
mod heap;
mod init;
mod inject;
mod inspect;
mod interp;
mod interp_macros;
mod invoke;
mod joining;
mod journal;
mod linkage;
mod machine;
mod monitor;
pub mod names;
mod native;
mod numbers;
mod observe;
mod op;
mod pending;
mod permanent;
mod portable;
mod reach;
mod reduction;
mod run;
mod settings;
mod state;
mod step;
mod stepper;
mod stops;
mod stores;
mod strings;
mod swallowed;
mod thread;
mod throw;
pub mod time;
mod touch;
mod visible;
mod wakeup;

pub use canonical::Fingerprint;
pub use dependence::{ANY_PROPERTY, Dependence, Dependences};
pub use elapsed::MOST_LEARNED;
pub use for_natives::Input;
pub use heap::{HEADER, Heap, Ref, ReserveError, SHARED};
pub use init::INIT_FAILURE;
pub use joining::Joining;
pub use journal::Mark;
pub use linkage::Linkage;
pub use machine::Machine;
pub use native::{
    Announce, Args, CallSiteTarget, ConstantValue, HandleCall, Hooks, Native, NativeFn, NativeResult, NativeTable,
    Notice, Stop, Trap,
};
pub use numbers::{IdentityUse, NumberUse, NumbersUse};
pub use observe::{INSTANCES, Observed};
pub use pending::{Access, Location, Mode, Pending};
pub use portable::Unrestorable;
pub use reduction::Reduction;
pub use run::RunEnd;
pub use settings::Resources;
pub use state::{Output, State};
pub use step::{Step, StepEnd};
pub use stepper::{Passed, Stepper};
pub use stops::{Stepping, Stops, kind_of};
pub use swallowed::SWALLOWED;
pub use thread::{
    Blocking, Cause, Confirmed, Control, Counters, Frame, FrameKind, PROLOGUE, Phase, Scheduling, Status, Thread,
};
pub use throw::BacktraceFrame;
pub use touch::{Resource, Touch, Touched, Use};
pub use wakeup::Wakeup;
