//! What threads do to each other, step by step: monitors, wait sets, interrupts, class initialisation, and which
//! choices there are meanwhile (JLS 17.1, 17.2, 12.4.2).

use crate::common::{choice, class, drive, drive_to, finish, object_in, started, static_of, ways};
use heddle_machine::{Cause, Machine, Pending, Ref, Status, StepEnd, Wakeup};
use heddle_verdict::{Monitors, Semantics, SpuriousWakeups, Timeouts};

/// Owner and count of a monitor, the owner as an index.
fn owner(machine: &Machine<'_>, object: Ref) -> Option<(usize, u16)> {
    let (owner, count) = machine.state.heap.monitor(object);
    (owner != 0).then(|| (usize::from(owner) - 1, count))
}

#[test]
fn a_monitor_keeps_others_out_until_it_is_given_back_as_often_as_it_was_taken() {
    let mut machine = started("Locks", Semantics::default(), 2);
    let lock = object_in(&mut machine, "Locks", "lock");
    drive_to(&mut machine, 1, Pending::Lock(lock));
    drive_to(&mut machine, 2, Pending::Lock(lock));
    assert_eq!(owner(&machine, lock), None);
    assert_eq!((ways(&mut machine, 1), ways(&mut machine, 2)), (1, 1));

    let free = machine.mark();
    machine.step(choice(1, 0));
    assert_eq!(owner(&machine, lock), Some((1, 2)), "entering it again is invisible");
    assert_eq!(ways(&mut machine, 2), 0);
    assert_eq!(machine.monitors_held(1), [lock]);

    drive(&mut machine, 1, |machine| owner(machine, lock).is_none());
    assert_eq!(ways(&mut machine, 2), 1);
    finish(&mut machine, 1);
    machine.step(choice(2, 0));
    assert_eq!(owner(&machine, lock).map(|(owner, _)| owner), Some(2));

    machine.undo(free);
    assert_eq!(owner(&machine, lock), None);
    assert_eq!((ways(&mut machine, 1), ways(&mut machine, 2)), (1, 1));
}

/// The first two threads wait.
fn both_wait(semantics: Semantics) -> (Machine<'static>, Ref) {
    let mut machine = started("Waiting", semantics, 4);
    let lock = object_in(&mut machine, "Waiting", "lock");
    for t in [1, 2] {
        drive(&mut machine, t, |machine| {
            machine.state.threads[t].control.status == Status::Waiting { object: lock, timed: false }
        });
    }
    assert_eq!(machine.waiters(lock).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(owner(&machine, lock), None, "waiting gives the monitor back");
    (machine, lock)
}

#[test]
fn a_notified_thread_has_to_take_the_monitor_again() {
    let (mut machine, lock) = both_wait(Semantics::default());
    assert_eq!((ways(&mut machine, 1), ways(&mut machine, 2)), (0, 0));
    drive_to(&mut machine, 3, Pending::Notify { object: lock, all: false });
    assert_eq!(ways(&mut machine, 3), 2, "either of the two may be woken");
    machine.step(choice(3, 1));
    let statuses = [1, 2].map(|t| machine.state.threads[t].control.status);
    assert_eq!(statuses, [Status::Waiting { object: lock, timed: false }, Status::Notified { object: lock }]);
    if owner(&machine, lock).is_some() {
        assert_eq!(ways(&mut machine, 2), 0, "the notifier has the monitor");
        drive(&mut machine, 3, |machine| owner(machine, lock).is_none());
    }
    finish(&mut machine, 2);
    assert_eq!(static_of(&mut machine, "Waiting", "interrupted"), 0);
    assert_eq!(machine.waiters(lock).collect::<Vec<_>>(), [1]);
}

#[test]
fn an_interrupt_ends_waiting_with_an_exception() {
    let (mut machine, lock) = both_wait(Semantics::default());
    let waiting = machine.mark();
    drive(&mut machine, 4, |machine| machine.state.threads[1].control.blocking.cause == Cause::Interrupted);
    assert_eq!(machine.waiters(lock).collect::<Vec<_>>(), [1, 2], "a notification may still come first");
    assert_eq!(machine.wakeups(1).to_vec(), [Wakeup::Interrupt]);
    machine.step(choice(1, 0));
    assert_eq!(machine.state.threads[1].control.status, Status::Notified { object: lock });
    finish(&mut machine, 1);
    assert_eq!(static_of(&mut machine, "Waiting", "interrupted"), 1);
    let thread = machine.state.threads[1].object;
    assert!(!machine.is_interrupted(thread), "the exception clears the flag");

    machine.undo(waiting);
    assert_eq!(static_of(&mut machine, "Waiting", "interrupted"), 0);
    assert_eq!(machine.waiters(lock).collect::<Vec<_>>(), [1, 2]);
}

/// JLS 17.2.4: a thread that was notified and interrupted returns with the interrupt pending, or throws, and then
/// the notification is another waiter's.
#[test]
fn a_notification_is_not_lost_to_an_interrupt() {
    let (mut machine, lock) = both_wait(Semantics::default());
    drive_to(&mut machine, 3, Pending::Notify { object: lock, all: false });
    machine.step(choice(3, 0));
    drive(&mut machine, 3, |machine| owner(machine, lock).is_none());
    let thread = machine.state.threads[1].object;
    drive(&mut machine, 4, |machine| machine.is_interrupted(thread));
    assert_eq!(ways(&mut machine, 1), 2, "it returns, or throws and tells thread 2");
    let notified = machine.mark();
    machine.step(choice(1, 0));
    assert!(machine.is_interrupted(thread));
    assert_eq!(machine.waiters(lock).collect::<Vec<_>>(), [2]);

    machine.undo(notified);
    machine.step(choice(1, 1));
    assert!(!machine.is_interrupted(thread));
    assert_eq!(machine.state.threads[2].control.status, Status::Notified { object: lock });
}

#[test]
fn queues_wake_the_thread_that_has_waited_longest() {
    let semantics = Semantics { monitors: Monitors::Fifo, ..Semantics::default() };
    let (mut machine, lock) = both_wait(semantics);
    drive_to(&mut machine, 3, Pending::Notify { object: lock, all: false });
    assert_eq!(ways(&mut machine, 3), 1);
    machine.step(choice(3, 0));
    assert_eq!(machine.waiters(lock).collect::<Vec<_>>(), [2]);
}

#[test]
fn waiting_ends_without_a_reason_only_where_the_semantics_say_so() {
    let semantics = Semantics { spurious_wakeups: SpuriousWakeups::Possible, ..Semantics::default() };
    let (mut machine, lock) = both_wait(semantics);
    assert_eq!((ways(&mut machine, 1), ways(&mut machine, 2)), (1, 1));
    assert!(!machine.is_promised(choice(2, 0)), "it may as well never happen");
    machine.step(choice(2, 0));
    assert_eq!(machine.state.threads[2].control.status, Status::Notified { object: lock });
}

#[test]
fn time_is_up_at_any_time_or_when_nothing_else_can_run() {
    for (timeouts, ways_meanwhile) in [(Timeouts::Any, 1), (Timeouts::Last, 0)] {
        let mut machine = started("Timed", Semantics { timeouts, ..Semantics::default() }, 2);
        let lock = object_in(&mut machine, "Timed", "lock");
        drive(&mut machine, 1, |machine| machine.waiters(lock).count() == 1);
        assert_eq!(ways(&mut machine, 1), ways_meanwhile, "{timeouts:?}");
        finish(&mut machine, 2);
        finish(&mut machine, 0);
        assert_eq!(ways(&mut machine, 1), 1, "{timeouts:?}");
        finish(&mut machine, 1);
        assert!(machine.is_finished());
    }
}

#[test]
fn a_class_is_initialised_by_one_thread_while_others_wait() {
    let mut machine = started("Initialisation", Semantics::default(), 2);
    let slow = class("Initialisation$Slow");
    drive_to(&mut machine, 1, Pending::Initialize(slow));
    drive_to(&mut machine, 2, Pending::Initialize(slow));
    let before = machine.mark();
    machine.step(choice(1, 0));
    assert_eq!(machine.initializing_thread(slow), Some(1));
    assert_eq!(ways(&mut machine, 2), 0);
    drive(&mut machine, 1, |machine| machine.initializing_thread(slow).is_none());
    assert_eq!(ways(&mut machine, 2), 1);
    assert_ne!(machine.pending(2), Pending::Initialize(slow), "it is done");

    machine.undo(before);
    assert_eq!(machine.initializing_thread(slow), None);
    assert_eq!((machine.pending(1), machine.pending(2)), (Pending::Initialize(slow), Pending::Initialize(slow)));
}

#[test]
fn a_class_whose_initialiser_failed_stays_unusable() {
    let mut machine = started("Initialisation", Semantics::default(), 2);
    // Values of `shared` as the thread leaves the handlers: of the failure, and of the second attempt.
    for expected in [10, 20] {
        drive(&mut machine, 1, |machine| static_of(machine, "Initialisation", "shared") == expected);
    }
    finish(&mut machine, 1);
    // The other thread gets to know of the failure at once.
    drive(&mut machine, 2, |machine| {
        assert_ne!(static_of(machine, "Initialisation", "shared"), 10, "it does not run the initialiser");
        !machine.state.uncaught.is_empty() || !machine.state.threads[2].is_alive()
    });
    assert_eq!(machine.state.uncaught.iter().map(|&(thread, _)| thread).collect::<Vec<_>>(), [2]);
}

#[test]
fn an_action_that_others_can_notice_is_announced_before_it_happens() {
    let semantics = Semantics { printed_text: heddle_verdict::PrintedText::PartOfState, ..Semantics::default() };
    let mut machine = started("Everything", semantics, 2);
    let mut announced: Vec<String> = Vec::new();
    for _ in 0..1_000 {
        if machine.is_finished() {
            break;
        }
        // The thread that does everything as long as it can.
        let choices = crate::common::choices(&mut machine);
        let next = choices.iter().find(|choice| choice.thread.index() == 1).or(choices.first()).copied();
        let Some(next) = next else { break };
        let name = format!("{:?}", machine.pending(next.thread.index()));
        let name = name.split([' ', '(', '{']).next().unwrap_or_default().to_owned();
        if next.thread.index() == 1 && announced.last() != Some(&name) {
            announced.push(name);
        }
        assert_ne!(machine.step(next).end, StepEnd::Cut);
    }
    assert!(machine.is_finished());
    for expected in
        ["Memory", "Copy", "Lock", "Notify", "Wait", "Initialize", "Unpark", "Park", "Interrupt", "Output", "End"]
    {
        assert!(announced.iter().any(|name| name == expected), "{expected} is not among {announced:?}");
    }
}
