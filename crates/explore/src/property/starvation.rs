//! Starvation loops: on a platform that switches at yield points only, all processors are taken by
//! threads in loops without any, while another thread could continue. That is a
//! real behaviour of such a platform, so it is reported instead of being interrupted.
//!
//! A loop is found when its steps are cut for length. It is endless if the state comes back, for
//! nothing else moves. Loops over shared memory on several processors, and of threads with a high
//! priority, are cycles of many steps; they are found when endless runs are looked for
//! (`search/fair.rs`).

use heddle_machine::StepEnd;
use heddle_verdict::{Choice, Kind, ThreadId};

use super::Property;
use crate::describe;
use crate::findings::{Findings, Found};
use crate::path::Path;

/// Steps after which a loop counts as one that does not repeat itself.
const ROUNDS: usize = 8;

pub struct Starvation;

impl Property for Starvation {
    fn at_state(&mut self, path: &mut Path<'_>, choices: &[Choice], findings: &Findings<'_>) {
        if !path.was_cut() || choices.is_empty() {
            return;
        }
        let machine = &mut path.machine;
        let ready: Vec<usize> = (0..machine.state.threads.len()).filter(|&t| machine.is_ready(t)).collect();
        let (running, waiting): (Vec<usize>, Vec<usize>) =
            ready.into_iter().partition(|&t| choices.iter().any(|choice| choice.thread.index() == t));
        let held = running.iter().all(|&t| machine.state.threads[t].control.scheduling.held);
        if waiting.is_empty() || !held || !running.iter().all(|&t| loops_for_ever(path, t)) {
            return;
        }
        let machine = &mut path.machine;
        let named = |machine: &mut heddle_machine::Machine<'_>, t: &usize| {
            (ThreadId(*t as u16), describe::thread_name(machine, *t))
        };
        let stacks: Vec<_> = running.iter().map(|&t| describe::stack(machine, t)).collect();
        let mut places: Vec<String> = stacks.iter().map(|stack| describe::key_place(stack)).collect();
        places.sort();
        let threads = running.iter().map(|t| named(machine, t)).collect();
        let starved = waiting.iter().map(|t| named(machine, t)).collect();
        let key = format!("starvation by {}", places.join(" and "));
        findings.violation(path, Found { key, kind: Kind::Starvation { threads, stacks, starved, cycle: 0 } });
    }
}

/// Whether a thread that goes on alone comes back to a state that it was in, without leaving its
/// loop.
fn loops_for_ever(path: &mut Path<'_>, t: usize) -> bool {
    let depth = path.depth();
    let mut seen = vec![path.machine.fingerprint()];
    let again = (0..ROUNDS).any(|_| {
        let cut = path.step(Choice { thread: ThreadId(t as u16), alternative: 0 }) == StepEnd::Cut;
        let now = path.machine.fingerprint();
        cut && {
            let again = seen.contains(&now);
            seen.push(now);
            again
        }
    });
    path.back_to(depth);
    again
}
