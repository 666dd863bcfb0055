//! Watches a search from outside: time, memory, Ctrl-C; tells how it is getting on.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use heddle_explore::{Reason, Watch};

/// What the search may use.
pub struct Allowance {
    pub seconds: Option<u64>,
    pub bytes: u64,
    /// Runs of a sampling search.
    pub walks: Option<u64>,
}

const PAUSE: Duration = Duration::from_millis(20);

/// Runs `body` while its watch is being watched.
pub fn watched<T>(watch: &Watch, allowance: &Allowance, body: impl FnOnce() -> T) -> T {
    let interrupted = Arc::new(AtomicBool::new(false));
    // Without the handler, Ctrl-C ends the process as usual.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&interrupted));
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| observe(watch, allowance, &interrupted, &done));
        let _set_at_the_end = SetAtTheEnd(&done);
        body()
    })
}

/// Sets a flag also when the body panics, so that the observer ends in any case.
struct SetAtTheEnd<'f>(&'f AtomicBool);

impl Drop for SetAtTheEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn observe(watch: &Watch, allowance: &Allowance, interrupted: &AtomicBool, done: &AtomicBool) {
    let begin = Instant::now();
    let mut told = begin;
    let mut progress = Progress::default();
    while !done.load(Ordering::Relaxed) {
        std::thread::park_timeout(PAUSE);
        if interrupted.load(Ordering::Relaxed) {
            watch.stop(Reason::Interrupted);
        }
        if allowance.seconds.is_some_and(|seconds| begin.elapsed() >= Duration::from_secs(seconds)) {
            watch.stop(Reason::Time);
        }
        let memory = memory_in_use();
        if memory.is_some_and(|bytes| bytes > allowance.bytes) {
            watch.stop(Reason::Memory);
        }
        if told.elapsed() >= Duration::from_secs(1) {
            told = Instant::now();
            progress.tell(watch, allowance, begin.elapsed(), memory.unwrap_or(0));
        }
    }
    progress.end();
}

#[derive(Default)]
struct Progress {
    transitions: u64,
    /// A line without its end is on the terminal.
    open: bool,
}

impl Progress {
    fn tell(&mut self, watch: &Watch, allowance: &Allowance, elapsed: Duration, memory: u64) {
        let figures = watch.statistics();
        let rate = figures.transitions.saturating_sub(self.transitions);
        self.transitions = figures.transitions;
        let line = format!(
            "{} states, {} steps ({} known), {}/s, depth {} of {}, {}, {} MiB, {} s",
            short(figures.states),
            short(figures.transitions),
            short(figures.matched),
            short(rate),
            watch.now_at.load(Ordering::Relaxed),
            figures.depth,
            ahead(watch, allowance, figures.states, elapsed),
            memory >> 20,
            elapsed.as_secs(),
        );
        let mut stderr = std::io::stderr().lock();
        self.open = stderr.is_terminal();
        let _ = if self.open { write!(stderr, "\r\x1b[K{line}") } else { writeln!(stderr, "{line}") };
        let _ = stderr.flush();
    }

    fn end(&self) {
        if self.open {
            eprint!("\r\x1b[K");
        }
    }
}

/// What is known of the way that is left. How many states there are is not known before the end, so
/// an exhaustive search tells how many steps are waiting, which is the least that is left.
fn ahead(watch: &Watch, allowance: &Allowance, states: u64, elapsed: Duration) -> String {
    let waiting = watch.waiting.load(Ordering::Relaxed);
    let seconds = |done: f64, all: f64| elapsed.as_secs_f64() * (all - done).max(0.0) / done.max(1.0);
    if let Some(walks) = allowance.walks {
        let done = walks.saturating_sub(waiting);
        return format!("run {done} of {walks}, about {:.0} s left", seconds(done as f64, walks as f64));
    }
    let limit = watch.max_states.map(|most| {
        let left = seconds(states as f64, most as f64);
        format!(", at most {left:.0} s left to {} states", short(most))
    });
    format!("{} waiting{}", short(waiting), limit.unwrap_or_default())
}

/// 1234567 as 1.23 M.
pub fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{:.1} k", number as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.2} M", number as f64 / 1e6),
        _ => format!("{:.2} G", number as f64 / 1e9),
    }
}

/// Bytes of memory that this process has in use, where the system tells.
pub fn memory_in_use() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// Three quarters of the machine's memory, or 4 GiB if the system does not tell.
pub fn default_allowance() -> u64 {
    let total = || {
        let text = std::fs::read_to_string("/proc/meminfo").ok()?;
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok()
    };
    total().map_or(4 << 30, |kib| kib * 1024 / 4 * 3)
}
