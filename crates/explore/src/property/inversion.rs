//! Priority inversion, on platforms with strict priorities: a thread waits for a
//! monitor while threads of lower priority that have nothing to do with it run for longer than the
//! bound. And monitors taken by threads above their ceiling.

use heddle_machine::{Pending, Status};
use heddle_verdict::{Choice, Kind, MonitorPolicy, ThreadId};

use super::Property;
use crate::describe;
use crate::findings::{Findings, Found};
use crate::path::Path;
use crate::schedule::{base_priority, ceiling, waited_for};

pub struct Inversion {
    bound: u8,
}

impl Inversion {
    pub fn new(bound: u8) -> Self {
        Self { bound }
    }
}

impl Property for Inversion {
    fn at_state(&mut self, path: &mut Path<'_>, _choices: &[Choice], findings: &Findings<'_>) {
        let late = |path: &Path<'_>, t: &usize| path.machine.state.threads[*t].control.scheduling.delayed > self.bound;
        let Some(t) = path.machine.live_threads().find(|t| late(path, t)) else { return };
        let (Some(owner), Some(by)) = (waited_for(&mut path.machine, t), path.last_thread()) else { return };
        let machine = &mut path.machine;
        let mut side = |t: usize| {
            let name = describe::thread_name(machine, t);
            (ThreadId(t as u16), format!("{name} (priority {})", base_priority(machine, t)))
        };
        let (waiting, holder, running) = (side(t), side(owner), side(by.index()));
        let stack = describe::stack(machine, t);
        let key = format!("priority inversion at {}", describe::key_place(&stack));
        let steps = u32::from(machine.state.threads[t].control.scheduling.delayed);
        findings.violation(path, Found { key, kind: Kind::Inversion { waiting, holder, running, steps, stack } });
    }
}

/// A thread whose priority is above the ceiling of a monitor takes it.
pub struct Ceilings;

impl Property for Ceilings {
    fn at_state(&mut self, path: &mut Path<'_>, choices: &[Choice], findings: &Findings<'_>) {
        let Some(platform) = path.platform().filter(|platform| platform.monitors == MonitorPolicy::Ceiling) else {
            return;
        };
        let platform = platform.clone();
        for choice in choices {
            let t = choice.thread.index();
            let machine = &mut path.machine;
            let (Status::Runnable, Pending::Lock(object)) =
                (machine.state.threads[t].control.status, machine.pending(t))
            else {
                continue;
            };
            let Some(ceiling) = ceiling(machine, &platform, object) else { continue };
            let priority = base_priority(machine, t);
            if priority > ceiling {
                let stack = describe::stack(machine, t);
                let key = format!("ceiling violation at {}", describe::key_place(&stack));
                let thread_name = describe::thread_name(machine, t);
                let what = path.namer.object(&mut path.machine, object);
                let kind = Kind::Ceiling { thread: ThreadId(t as u16), thread_name, what, priority, ceiling, stack };
                findings.violation(path, Found { key, kind });
            }
        }
    }
}
