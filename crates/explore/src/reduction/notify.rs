//! Corbett's reduction of notifications (TOSEM 2000, section 4.5): while a thread
//! holds a monitor, nobody else can enter or leave its wait set, so a notification that leaves
//! nothing to choose can be part of any step.
//!
//! Without waiters nothing happens. With waiters, those notified still need the monitor, so nobody
//! can tell before it is released. Waiters that may leave the set without the monitor (time-outs,
//! interrupts, spurious wake-ups) make the order matter, and so does a thread that looks at the
//! states of others; then a notification with waiters keeps its own step. The paper merges it with
//! the unlocking that follows; here that comes for free, as unlocking never ends a step.

use heddle_analysis::Facts;
use heddle_machine::{Machine, Pending, Ref, Status};
use heddle_program::Program;
use heddle_verdict::{Monitors, SpuriousWakeups};

use super::layer::{Answer, Layer};
use super::table::Setting;

struct Notify {
    only_notified: bool,
}

pub fn layer<'p>(setting: &Setting<'_, 'p>) -> Option<Box<dyn Layer + 'p>> {
    let only_notified = only_notified(setting.program, setting.knowledge?.facts());
    Some(Box::new(Notify { only_notified }))
}

impl Layer for Notify {
    fn ask(&mut self, machine: &mut Machine<'_>, action: Pending) -> Answer {
        match action {
            Pending::Notify { object, all } if is_independent(machine, object, all, self.only_notified) => {
                Answer::Independent
            }
            _ => Answer::Unknown,
        }
    }
}

/// Whether nothing but a notification takes a thread out of a wait set or shows that it is in one.
fn only_notified(program: &Program, facts: &Facts) -> bool {
    !facts.methods().iter().any(|&method| {
        let info = program.method(method);
        info.class == program.well_known().thread
            && matches!(program.text(info.name), "interrupt" | "interrupt0" | "getState" | "threadState")
    })
}

fn is_independent(machine: &Machine<'_>, object: Ref, all: bool, only_notified: bool) -> bool {
    if !machine.holds(object) {
        return false;
    }
    let mut waiters = machine.waiters(object).peekable();
    if waiters.peek().is_none() {
        return true;
    }
    if !only_notified
        || !machine.assumes_states_unobserved()
        || machine.semantics().spurious_wakeups == SpuriousWakeups::Possible
        || machine.semantics().monitors == Monitors::Fifo
    {
        return false;
    }
    let is_timed =
        |thread: usize| matches!(machine.state.threads[thread].control.status, Status::Waiting { timed: true, .. });
    let waiters: Vec<usize> = waiters.collect();
    (all || waiters.len() == 1) && !waiters.into_iter().any(is_timed)
}
