//! Actions in words, as pages and explanations tell them.

use crate::{Action, ThreadId};

/// A time in the largest unit that it has one of.
pub fn duration(nanos: i64) -> String {
    let units = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "µs"), (1, "ns")];
    let (size, unit) = units.into_iter().find(|&(size, _)| nanos >= size).unwrap_or((1, "ns"));
    let digits = size.ilog10() as usize;
    let fraction = if digits == 0 { String::new() } else { format!(".{:0digits$}", nanos % size) };
    format!("{}{} {unit}", nanos / size, fraction.trim_end_matches('0').trim_end_matches('.'))
}

/// An exception with its message, without the package of its class.
pub fn short_exception(exception: &str) -> &str {
    let class = exception.split([':', ' ', '\n']).next().unwrap_or(exception);
    let is_name = class.chars().all(|c| c.is_alphanumeric() || "._$".contains(c));
    match class.rfind('.').filter(|_| is_name) {
        Some(dot) => &exception[dot + 1..],
        None => exception,
    }
}

impl Action {
    /// What it is, in a few words. `threads` are the names of all threads, by number.
    pub fn words(&self, threads: &[String]) -> Option<String> {
        let name = |thread: &ThreadId| threads.get(thread.index()).map_or("?", String::as_str);
        match self {
            Action::Local | Action::Print => None,
            Action::Read { what, value, .. } => Some(format!("reads {what} = {value}")),
            Action::Write { what, old, new, .. } | Action::Update { what, old, new }
                if synchronizer(what, old, new).is_some() =>
            {
                synchronizer(what, old, new)
            }
            Action::Write { what, old, new, .. } => Some(format!("writes {what} = {new} (was {old})")),
            Action::Update { what, old, new } if old == new => Some(format!("leaves {what} = {old}")),
            Action::Update { what, old, new } => Some(format!("updates {what} = {new} (was {old})")),
            Action::Copy { from, to } => Some(format!("copies {from} to {to}")),
            Action::Lock { what } => Some(format!("locks {what}")),
            Action::Unlock { what } => Some(format!("unlocks {what}")),
            Action::Wait { what } => Some(format!("waits on {what}")),
            Action::Resume { what } => Some(format!("locks {what} again")),
            Action::TimeOut => Some("times out".into()),
            Action::WakeInterrupted => Some("is woken by the interrupt".into()),
            Action::WakeSpuriously => Some("wakes up spuriously".into()),
            Action::Notify { what, woken, .. } if woken.is_empty() => Some(format!("notifies {what}: nobody waits")),
            Action::Notify { what, woken, .. } => {
                let names: Vec<&str> = woken.iter().map(name).collect();
                Some(format!("notifies {what}: wakes {}", names.join(", ")))
            }
            Action::Call { what, method, arguments, result } => {
                let arguments = arguments.as_ref().map_or_else(String::new, |list| format!("({})", list.join(", ")));
                let result = result.as_ref().map_or_else(String::new, |result| format!(" → {result}"));
                Some(format!("calls {what}.{method}{arguments}{result}"))
            }
            Action::Return { what, method, result: None } => Some(format!("returns from {what}.{method}")),
            Action::Return { what, method, result: Some(result) } => {
                Some(format!("returns from {what}.{method} → {result}"))
            }
            Action::Caught { exception, by } if by.user => {
                Some(format!("throws {}, caught at {}", short_exception(exception), by.short()))
            }
            Action::Caught { exception, by } => {
                Some(format!("throws {}, caught by {}.{}", short_exception(exception), by.short_class(), by.method))
            }
            Action::Signal { what, heard: false } => Some(format!("signals {what}: nobody waits")),
            Action::Signal { what, .. } => Some(format!("signals {what}")),
            Action::Throw { exception } => Some(format!("ends with uncaught {}", short_exception(exception))),
            Action::Park => Some("parks".into()),
            Action::Unpark { thread } => Some(format!("unparks {thread}")),
            Action::Start { thread } => Some(format!("starts {thread}")),
            Action::Alive { thread, alive: true } => Some(format!("asks whether {thread} is alive: yes")),
            Action::Alive { thread, alive: false } => Some(format!("asks whether {thread} is alive: no")),
            Action::Interrupt { thread } => Some(format!("interrupts {thread}")),
            Action::Interrupted { thread, interrupted: true } => {
                Some(format!("asks whether {thread} is interrupted: yes"))
            }
            Action::Interrupted { thread, interrupted: false } => {
                Some(format!("asks whether {thread} is interrupted: no"))
            }
            Action::Sleep => Some("sleeps".into()),
            Action::Clock { later: 0 } => Some("reads the clock".into()),
            Action::Clock { later } => Some(format!("reads the clock, {} later", duration(*later))),
            Action::Yield => Some("yields".into()),
            Action::SetPriority { thread } => Some(format!("sets the priority of {thread}")),
            Action::Dispatch => Some("gets a processor".into()),
            Action::Initialize { class } => Some(format!("initialises {class}")),
            Action::Choose { value, of } => Some(format!("takes the {} of {of} possible values", ordinal(value + 1))),
            Action::End => Some("ends".into()),
            Action::Global => Some("uses something that all threads share".into()),
        }
    }
}

/// A change of the number that a lock, semaphore or latch of the JDK consists of. Other classes have fields of that name too.
fn synchronizer(what: &str, old: &str, new: &str) -> Option<String> {
    let what = what.strip_suffix(".state")?;
    let [before, after] = [old.parse::<i64>().ok()?, new.parse::<i64>().ok()?];
    let words = match what.split('#').next() {
        Some("ReentrantLock") if before == 0 && after == 1 => format!("locks {what}"),
        Some("ReentrantLock") if after == 0 && before == 1 => format!("unlocks {what}"),
        Some("ReentrantLock") if after > before => format!("locks {what} again, now {after} times"),
        Some("ReentrantLock") if after < before => format!("unlocks {what}, still holds it"),
        // The upper half counts those who read, the lower half how often the one who writes has taken it.
        Some("ReentrantReadWriteLock") if after - before == 1 << 16 => format!("locks {what} for reading"),
        Some("ReentrantReadWriteLock") if before - after == 1 << 16 => format!("unlocks {what} for reading"),
        Some("ReentrantReadWriteLock") if after == before + 1 => format!("locks {what} for writing"),
        Some("ReentrantReadWriteLock") if after == before - 1 => format!("unlocks {what} for writing"),
        Some("Semaphore") if after < before => format!("takes {} of {what}, leaves {new}", permits(before - after)),
        Some("Semaphore") if after > before => format!("gives {} to {what}, now {new}", permits(after - before)),
        Some("CountDownLatch") if after < before => format!("counts {what} down to {new}"),
        _ => return None,
    };
    Some(words)
}

/// 1st, 2nd, 3rd, 4th.
fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

fn permits(count: i64) -> String {
    if count == 1 { "a permit".into() } else { format!("{count} permits") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_package_of_an_exception_is_left_out() {
        assert_eq!(short_exception("java.lang.AssertionError: a.b: c"), "AssertionError: a.b: c");
        assert_eq!(short_exception("java.lang.AssertionError"), "AssertionError");
        assert_eq!(short_exception("Failure: see java.lang"), "Failure: see java.lang");
    }
}
