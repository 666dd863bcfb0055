//! Work on many programs at once.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Machines recurse on class files of the JDK, and explorers on deep runs.
pub const STACK: usize = 256 << 20;

/// What comes out for each item, in the order of the items: a worker per core takes the next one. A panic becomes
/// an error with its message, so that it is known which item it belongs to.
pub fn for_each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<Result<R, String>> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(items.len()));
    let worker = || {
        while let Some(index) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&index| index < items.len()) {
            let result = catch_unwind(AssertUnwindSafe(|| work(&items[index]))).map_err(message);
            done.lock().expect("no panic while it is locked").push((index, result));
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker).expect("a thread can be started");
        }
    });
    let mut done = done.into_inner().expect("no panic while it was locked");
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Runs a test in a thread with room for deep recursion.
pub fn with_large_stack(test: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(STACK).spawn(test).expect("a thread can be started");
    if let Err(panic) = thread.join() {
        resume_unwind(panic);
    }
}

fn message(panic: Box<dyn Any + Send>) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("panicked: {}", text.unwrap_or("without a message"))
}
