//! Taking a monitor that no other thread will use in future: the same question as for memory ([`super::future`]),
//! asked about monitors (Parízek and Lhoták, ASE 2011).

use heddle_analysis::future::{Futures, Place};
use heddle_machine::{Machine, Pending, Ref};

use super::future::others_may_access;
use super::layer::{Answer, Layer};
use super::table::Setting;

struct FutureMonitors<'p> {
    futures: Futures<'p>,
}

pub fn layer<'p>(setting: &Setting<'_, 'p>) -> Option<Box<dyn Layer + 'p>> {
    let futures = setting.knowledge?.futures(setting.program, setting.semantics.precision);
    Some(Box::new(FutureMonitors { futures }))
}

impl Layer for FutureMonitors<'_> {
    fn ask(&mut self, machine: &mut Machine<'_>, action: Pending) -> Answer {
        match action {
            Pending::Lock(object)
                if is_free_of_threads(machine, object)
                    && !others_may_access(&mut self.futures, machine, place(machine, object), false) =>
            {
                Answer::Independent
            }
            _ => Answer::Unknown,
        }
    }
}

/// The monitor of an object, as the analysis sees it.
pub fn place(machine: &Machine<'_>, object: Ref) -> Place {
    if machine.class_of(object) == machine.program.well_known().class {
        return Place::LockClass;
    }
    Place::Lock { site: machine.state.heap.site(object) }
}

/// Whether nobody has a monitor, and it is not that of a thread: threads notify their own monitor when they end,
/// so others always have a use for it.
pub fn is_free_of_threads(machine: &Machine<'_>, object: Ref) -> bool {
    let class = machine.class_of(object);
    !machine.program.is_subtype(class, machine.program.well_known().thread) && machine.state.heap.monitor(object).0 == 0
}
