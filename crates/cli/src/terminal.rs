//! The terminal: pages and their width, notes, the progress of a search, what cannot be written, and Ctrl-C.

use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use heddle::verdict::Place;
use heddle::{Cancel, Note, Observer, Progress, Project, Supervision};
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
    /// The last line on the terminal shows progress and has no newline.
    open: AtomicBool,
}

impl Terminal {
    /// Shows the progress of an analysis, and lets Ctrl-C or a request to terminate end it with what it has found by then.
    pub fn supervision(&self) -> Supervision<'_> {
        let interrupted = Arc::new(AtomicBool::new(false));
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            // Without the handler, the signal ends the process as usual.
            let _ = signal_hook::flag::register(signal, Arc::clone(&interrupted));
        }
        Supervision { observer: self, cancel: Cancel::from(interrupted) }
    }

    /// Clears the line that shows progress.
    fn clear(&self) {
        if self.open.swap(false, Ordering::Relaxed) {
            say("\r\x1b[K");
        }
    }
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
        let line = heddle_report::progress(progress);
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
