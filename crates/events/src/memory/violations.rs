//! What is wrong at the end of an execution: exceptions and failed assertions that nobody caught or heard of, threads that
//! wait for ever, and threads that read old values for ever. In the words of the explorer, so that both engines tell
//! a violation by the same key.

use heddle_explore::{Found, Namer, describe_deadlock, describe_swallowed, describe_uncaught, stack, thread_name};
use heddle_machine::Machine;
use heddle_verdict::{Kind, Place, ThreadId};

use super::drive::Driver;

/// All that is wrong where an execution stands: it has ended, or some threads go on that see nothing new, the `stale` ones
/// for ever.
pub fn of(driver: &mut Driver<'_>, stale: &[usize], ended: bool) -> Vec<Found> {
    let machine = &mut driver.machine;
    let mut found: Vec<Found> =
        (0..machine.state.uncaught.len()).map(|index| describe_uncaught(machine, index)).collect();
    if !stale.is_empty() {
        found.push(stale_reads(machine, stale));
    }
    if !ended {
        return found;
    }
    let mut choices = Vec::new();
    machine.choices(&mut choices);
    if choices.is_empty() && !machine.is_finished() {
        let stuck = machine.live_threads().collect();
        found.push(describe_deadlock(machine, &mut Namer::default(), stuck));
    }
    found.extend(describe_swallowed(machine));
    found
}

/// What tells the violations apart that have happened so far.
pub fn so_far(driver: &mut Driver<'_>) -> Vec<String> {
    let found = of(driver, &[], false).into_iter().chain(describe_swallowed(&mut driver.machine));
    found.map(|found| found.key).collect()
}

fn stale_reads(machine: &mut Machine<'_>, stale: &[usize]) -> Found {
    let stacks: Vec<Vec<Place>> = stale.iter().map(|&t| stack(machine, t)).collect();
    let of_user = |stack: &Vec<Place>| {
        let place = stack.iter().find(|place| place.user).or(stack.first());
        place.map(Place::to_string).unwrap_or_default()
    };
    let places: Vec<String> = stacks.iter().map(of_user).collect();
    let threads = stale.iter().map(|&t| (ThreadId(t as u16), thread_name(machine, t))).collect();
    let key = format!("livelock at {}", places.join(" and "));
    Found { key, kind: Kind::Livelock { threads, stacks, cycle: 0 } }
}
