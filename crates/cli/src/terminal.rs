//! The terminal: pages and their width, notes, the progress of a search, what cannot be written, and Ctrl-C.

use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use heddle::verdict::Place;
use heddle::{Cancel, LitmusReport, Note, Observer, Progress, Project, Supervision};
use heddle_report::Page;

/// Whether only results and errors are shown.
static QUIET: AtomicBool = AtomicBool::new(false);

/// From now on, shows only results and errors.
pub fn be_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

/// Whether only results and errors are shown.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Shows something on standard error. If that is impossible, nobody is there to be told, and the verdict still counts.
pub fn say(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Shows figures beside a result, on standard error.
pub fn aside(text: &str) {
    if !is_quiet() {
        say(text);
    }
}

/// An observer that shows notes and progress on standard error.
#[derive(Default)]
pub struct Terminal {
    /// So many lines at the end of the terminal show progress.
    open: AtomicUsize,
    /// When something was said last about litmus tests.
    told: Mutex<Option<Instant>>,
}

impl Terminal {
    /// Shows the progress of an analysis, and lets Ctrl-C or a request to terminate end it with what it has found by then.
    pub fn supervision(&self) -> Supervision<'_> {
        Supervision { observer: self, cancel: interruption() }
    }

    /// Shows lines that the next ones replace on a terminal.
    pub fn show(&self, lines: &[String]) {
        let lines_before = if is_watched() { self.open.swap(lines.len(), Ordering::Relaxed) } else { 0 };
        // In one piece, so that nothing flickers.
        say(&format!("{}{}\n", if lines_before > 0 { above(lines_before) } else { String::new() }, lines.join("\n")));
    }

    /// Clears the lines that show progress.
    pub fn clear(&self) {
        let lines = self.open.swap(0, Ordering::Relaxed);
        if lines > 0 {
            say(&above(lines));
        }
    }
}

/// To the beginning of so many lines above, which are cleared.
fn above(lines: usize) -> String {
    format!("\r\x1b[{lines}A\x1b[J")
}

/// Whether somebody sees progress as it goes: standard error is a terminal, and progress is wanted.
pub fn is_watched() -> bool {
    !is_quiet() && std::io::stderr().is_terminal()
}

impl Observer for Terminal {
    fn note(&self, note: &Note) {
        self.clear();
        aside(&format!("{note}\n"));
    }

    fn progress(&self, progress: &Progress) {
        if is_quiet() {
            return;
        }
        // The last column stays free: some terminals wrap when it is written to.
        let view = || heddle_report::progress_view(progress, width().saturating_sub(1));
        self.show(&if is_watched() { view() } else { vec![heddle_report::progress(progress)] });
    }

    fn listed(&self, report: &LitmusReport, number: usize, of: usize) {
        if is_quiet() || of < 2 {
            return;
        }
        // In a file, a line a second is enough.
        let Ok(mut told) = self.told.lock() else { return };
        let long_ago = told.is_none_or(|told| told.elapsed() >= Duration::from_secs(1));
        let line = heddle_report::litmus::progress(report, number, of);
        if is_watched() || told.is_some() && long_ago {
            self.show(&[line]);
        }
        if long_ago {
            *told = Some(Instant::now());
        }
    }

    fn searched(&self) {
        self.clear();
    }
}

/// Set by Ctrl-C or a request to terminate, once these do not end the process any more.
static INTERRUPTED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Whether the user, or the system, has asked for an end.
pub fn interruption() -> Cancel {
    Cancel::from(Arc::clone(INTERRUPTED.get_or_init(Arc::default)))
}

/// From now on, Ctrl-C or a request to terminate lets the command end by itself; a second one ends the process.
pub fn end_in_peace() {
    let interrupted = INTERRUPTED.get_or_init(Arc::default);
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // Without the handlers, the signal ends the process as usual. The first one looks before the second one sets.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(interrupted));
        let _ = signal_hook::flag::register(signal, Arc::clone(interrupted));
    }
}

/// Why a result could not be printed.
static LOST: OnceLock<std::io::Error> = OnceLock::new();

/// Prints to standard output; colours only where they are wanted.
pub fn print(text: &str) {
    let mut stdout = anstream::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        // Who closes a pipe has read enough.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            // The first one is the reason of all others.
            let _ = LOST.set(error);
        }
        _ => {}
    }
}

/// Why a result could not be printed, if one could not.
pub fn lost() -> Option<&'static std::io::Error> {
    LOST.get()
}

/// Prints what is written on a page with the sources of a project.
pub fn print_page(project: &Project, assumptions: bool, write: impl FnOnce(&Page<'_>) -> String) {
    let source = |place: &Place| project.source_line(place);
    print(&write(&Page { width: width(), source: &source, assumptions }));
}

/// The terminal's width, else `COLUMNS`, else 100.
pub fn width() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let variable = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal.or_else(variable).unwrap_or(100)
}
