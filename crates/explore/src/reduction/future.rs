//! Future accesses with the dynamic call stack (Parízek and Lhoták, ASE 2011, with repairs):
//! what the frames of the other live threads can still do, and what they do when they end. Threads
//! that are not started yet count for those that may start them. In the paper's weaker variants only
//! the topmost frame is asked, which then answers for all that its method may return to.

use heddle_analysis::future::{Context, Futures, Place, Point};
use heddle_machine::{FrameKind, Machine, PROLOGUE, Pending};

use super::layer::{Answer, Layer};
use super::place;
use super::table::Setting;

struct FutureAccesses<'p> {
    futures: Futures<'p>,
}

pub fn layer<'p>(setting: &Setting<'_, 'p>) -> Option<Box<dyn Layer + 'p>> {
    let futures = setting.knowledge?.futures(setting.program, setting.semantics.precision);
    Some(Box::new(FutureAccesses { futures }))
}

impl Layer for FutureAccesses<'_> {
    fn ask(&mut self, machine: &mut Machine<'_>, action: Pending) -> Answer {
        let Pending::Memory(access) = action else { return Answer::Unknown };
        match place(machine, access.location) {
            Some(place) if !others_may_access(&mut self.futures, machine, place, !access.writes) => Answer::Independent,
            _ => Answer::Unknown,
        }
    }
}

/// Whether a live thread other than the running one may still access a place: write it, or access
/// it at all if not `writes_only`.
pub fn others_may_access(futures: &mut Futures<'_>, machine: &Machine<'_>, place: Place, writes_only: bool) -> bool {
    let table = futures.ask(place, writes_only);
    let mut others = machine.live_threads().filter(|&thread| thread != machine.stepper.current);
    others.any(|thread| futures.at_end(table) || may_access(futures, machine, thread, table))
}

/// Whether the frames of a thread may still make such an access.
pub fn may_access(futures: &mut Futures<'_>, machine: &Machine<'_>, thread: usize, table: u32) -> bool {
    let frames = &machine.state.threads[thread].frames;
    let asked = if futures.context() == Context::Full { 0 } else { frames.len().saturating_sub(1) };
    if frames[..asked].iter().any(|frame| frame.pc == PROLOGUE) {
        return true;
    }
    (asked..frames.len()).rev().any(|index| {
        let frame = frames[index];
        // The superclasses of a class that is being initialised come first; they are few.
        if frame.pc == PROLOGUE {
            return true;
        }
        let point = match frames.get(index + 1) {
            // The instruction is executed again after an initialiser.
            Some(callee) if !matches!(callee.kind, FrameKind::Initializer(_) | FrameKind::Native) => {
                Point::After(frame.pc)
            }
            _ => Point::Before(frame.pc),
        };
        futures.from(table, frame.method, point)
    })
}
