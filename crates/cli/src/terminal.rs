//! The terminal: pages and their width, notes, a line that tells how a search gets on, and Ctrl-C.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use heddle::{Cancel, Note, Observer, Progress, Project, Supervision};
use heddle_report::Page;
use heddle_verdict::Place;

/// Shows what it is told on standard error.
#[derive(Default)]
pub struct Terminal {
    /// A line without its end is there.
    open: AtomicBool,
}

impl Terminal {
    /// Shows how an analysis gets on, and lets Ctrl-C end it.
    pub fn supervision(&self) -> Supervision<'_> {
        let interrupted = Arc::new(AtomicBool::new(false));
        // Without the handler, Ctrl-C ends the process as usual.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&interrupted));
        Supervision { observer: self, cancel: Cancel::from(interrupted) }
    }

    /// Ends a line that is there, without a trace.
    fn clear(&self) {
        if self.open.swap(false, Ordering::Relaxed) {
            eprint!("\r\x1b[K");
        }
    }
}

impl Observer for Terminal {
    fn note(&self, note: &Note) {
        self.clear();
        eprintln!("{note}");
    }

    fn progress(&self, progress: &Progress) {
        let figures = &progress.statistics;
        let line = format!(
            "{} states, {} steps ({} known), {}/s, depth {} of {}, {}, {} MiB, {} s",
            short(figures.states),
            short(figures.transitions),
            short(figures.matched),
            short(progress.steps),
            progress.depth,
            figures.depth,
            ahead(progress),
            progress.memory.unwrap_or(0) >> 20,
            progress.elapsed.as_secs(),
        );
        let mut stderr = std::io::stderr().lock();
        let open = stderr.is_terminal();
        self.open.store(open, Ordering::Relaxed);
        let _ = if open { write!(stderr, "\r\x1b[K{line}") } else { writeln!(stderr, "{line}") };
        let _ = stderr.flush();
    }

    fn searched(&self) {
        self.clear();
    }
}

/// What is known of the way that is left. How many states there are is not known before the end, so
/// an exhaustive search tells how many steps are waiting, which is the least that is left.
fn ahead(progress: &Progress) -> String {
    let seconds = |done: f64, all: f64| progress.elapsed.as_secs_f64() * (all - done).max(0.0) / done.max(1.0);
    if let Some(walks) = progress.walks {
        let done = walks.saturating_sub(progress.waiting);
        return format!("run {done} of {walks}, about {:.0} s left", seconds(done as f64, walks as f64));
    }
    let limit = progress.max_states.map(|most| {
        let left = seconds(progress.statistics.states as f64, most as f64);
        format!(", at most {left:.0} s left to {} states", short(most))
    });
    format!("{} waiting{}", short(progress.waiting), limit.unwrap_or_default())
}

/// How far a search came, and what it took.
pub fn figures(statistics: &heddle_verdict::Statistics, elapsed: Duration) {
    eprintln!(
        "{} states, {} steps, {:.1} s, {} MiB",
        short(statistics.states),
        short(statistics.transitions),
        elapsed.as_secs_f64(),
        heddle::memory_in_use().unwrap_or_default() >> 20,
    );
}

/// 1234567 as 1.23 M.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{:.1} k", number as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.2} M", number as f64 / 1e6),
        _ => format!("{:.2} G", number as f64 / 1e9),
    }
}

/// Prints to standard output; colours only where they are wanted.
pub fn print(text: &str) {
    // A closed pipe is no reason to change the exit code.
    let _ = anstream::stdout().write_all(text.as_bytes());
}

/// Prints what is written on a page with the sources of a project.
pub fn print_page(project: &Project, write: impl FnOnce(&Page<'_>) -> String) {
    let source = |place: &Place| project.source_line(place);
    print(&write(&Page { width: width(), source: &source }));
}

/// The terminal's width, else `COLUMNS`, else 100.
fn width() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let variable = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal.or_else(variable).unwrap_or(100)
}
