//! Supervision of an analysis: limits of time and memory, cancellation, notes and progress.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use heddle_explore::spread::Travelled;
use heddle_explore::{Reason, Room, Watch};
use heddle_verdict::{Limit, Seconds, Statistics};

use crate::estimate::Estimator;
use crate::{Difference, Estimate, LitmusReport, SymbolicReport, TestName, TestResult};

/// Stops an analysis from anywhere: clones share one switch.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks the analysis to end soon, with what it has found by then.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the analysis was asked to end.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A flag that is set elsewhere, such as by a signal handler.
impl From<Arc<AtomicBool>> for Cancel {
    fn from(switch: Arc<AtomicBool>) -> Self {
        Self(switch)
    }
}

/// Receives notes and progress of an analysis. Methods may be called from threads of the library.
pub trait Observer: Sync {
    /// Something that the user may want to know, though the analysis goes on.
    fn note(&self, _note: &Note) {}

    /// How far a search has come; once a second.
    fn progress(&self, _progress: &Progress) {}

    /// A search has ended: no more progress.
    fn searched(&self) {}

    /// The check of one of several tests has ended.
    fn tested(&self, _result: &TestResult) {}

    /// The outcomes of one of several litmus tests are known: the how many-th of how many.
    fn listed(&self, _report: &LitmusReport, _number: usize, _of: usize) {}

    /// How far several tests have come; once a second.
    fn testing(&self, _progress: &TestProgress) {}

    /// A symbolic analysis does not end although its time is up, since one operation on diagrams cannot be
    /// interrupted: what it has found so far.
    fn overdue(&self, _report: &SymbolicReport) {}
}

/// Ignores everything.
impl Observer for () {}

/// What connects an analysis with its caller.
#[derive(Clone)]
pub struct Supervision<'o> {
    /// Receives notes and progress.
    pub observer: &'o dyn Observer,
    /// Ends the analysis early.
    pub cancel: Cancel,
}

/// No observer, and no cancellation.
impl Default for Supervision<'_> {
    fn default() -> Self {
        Self { observer: &(), cancel: Cancel::default() }
    }
}

/// Something that the user may want to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// Messages of `javac`, which accepted the sources.
    Compiler(String),
    /// Annotation processors on the class path were executed by `javac`.
    Processors,
    /// Several classes have a main method, and this one is taken.
    SeveralMains(String),
    /// Several workers were asked for, but a temporal property is checked by one.
    OneWorker,
    /// The platform of the paper differs from the one that was published.
    PaperPlatform,
    /// There is no shape analysis of the program, for this reason; a model takes nothing for owned or protected.
    NoShape(String),
    /// Something is not as it was when a run was saved.
    RunDiffers(Difference),
    /// A search that was stopped can be gone on with from this file.
    Kept(PathBuf),
    /// Memory is short, so visited states go to files in this folder, and searches beside the one that matters have ended.
    Spilling(String),
    /// A checkpoint could not be written to this file, for this reason. The search goes on.
    NotKept(PathBuf, String),
    /// These processes have not joined the search yet.
    WaitingFor(Vec<usize>),
    /// Somebody at this address wanted to join the search without knowing the secret.
    Stranger(String),
    /// States that went from one process to another, and the steps of all.
    Travelled(Travelled, u64),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compiler(messages) => f.write_str(messages.trim_end()),
            Self::Processors => f.write_str(
                "heddle: annotation processors of the class path may have been executed by javac, outside of Heddle",
            ),
            Self::SeveralMains(chosen) => {
                write!(f, "heddle: several classes have a main method; this is about {chosen} (--main CLASS chooses)")
            }
            Self::OneWorker => f.write_str("a temporal property is checked by one worker"),
            Self::PaperPlatform => f.write_str(
                "heddle: cldc-paper is the platform of the paper; the published CLDC HotSpot also switches at \
                 branches and method entries (cldc-hi)",
            ),
            Self::NoShape(reason) => {
                write!(f, "no shape analysis, so no memory counts as owned or protected: {reason}")
            }
            Self::RunDiffers(difference) => write!(f, "heddle: {difference}"),
            Self::Kept(file) => write!(f, "heddle: heddle resume {} goes on from here", file.display()),
            Self::Spilling(folder) => {
                write!(f, "heddle: memory is short (--memory), so visited states go to files in {folder} (--spill)")
            }
            Self::NotKept(file, why) => write!(f, "heddle: no checkpoint was written to {}: {why}", file.display()),
            Self::WaitingFor(processes) => {
                let (s, list) =
                    (if processes.len() == 1 { "" } else { "es" }, processes.iter().map(ToString::to_string));
                write!(f, "heddle: waiting for process{s} {}", list.collect::<Vec<_>>().join(", "))
            }
            Self::Stranger(address) => {
                write!(f, "heddle: {address} wanted to join the search without knowing the secret, and was refused")
            }
            Self::Travelled(Travelled { states, new, bytes }, steps) => {
                let share = 100.0 * *states as f64 / (*steps).max(1) as f64;
                let each = bytes / (*states).max(1);
                write!(
                    f,
                    "heddle: {states} states travelled between processes, {new} of them new, {each} bytes each, {share:.1} % of steps"
                )
            }
        }
    }
}

/// How far a search has come. The figures lag behind by a few hundred steps.
#[derive(Clone, Debug)]
pub struct Progress {
    /// What was counted so far.
    pub statistics: Statistics,
    /// Steps since the last report of progress.
    pub steps: u64,
    /// How deep a worker is now.
    pub depth: u64,
    /// Choices that a worker still has to take, or walks; the least that is left.
    pub waiting: u64,
    /// Runs of a search that samples.
    pub walks: Option<u64>,
    /// The states after which the search stops.
    pub max_states: Option<u64>,
    /// Bytes that the process has in use; nothing where the system does not tell.
    pub memory: Option<u64>,
    /// Since the search began.
    pub elapsed: Duration,
    /// How much of the tree of runs is explored, from 0 to 1; 0 if the order of the search does not tell. Each state hands its
    /// part to its choices in equal shares.
    pub explored: f64,
    /// How many states there may be, once that can be told.
    pub estimate: Option<Estimate>,
    /// Instructions of the program that some thread has come to, and those of methods that were called; nothing if that is
    /// not recorded ([`CheckOptions::live`](crate::CheckOptions::live)).
    pub coverage: Option<(u64, u64)>,
}

/// How far the tests of a program have come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestProgress {
    /// How many have ended.
    pub done: usize,
    /// How many there are.
    pub all: usize,
    /// Those that are being checked, and for how long; the longest first.
    pub running: Vec<(TestName, Duration)>,
}

/// How much time and memory a search may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Stop after so many seconds.
    pub seconds: Option<Seconds>,
    /// Stop when the process uses so many bytes; if none is given, three quarters of the machine's memory.
    pub bytes: Option<u64>,
}

/// Where visited states go that there is no memory for ([`Limits::bytes`]).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spill {
    /// The folder; if none is given, the system's for temporary files. Files have no names there, and vanish with the process.
    pub folder: Option<PathBuf>,
    /// Bytes of visited states that are kept in memory at most, however much there is.
    pub kept: Option<u64>,
}

impl Spill {
    pub(crate) fn room(&self, limits: &Limits) -> Room {
        let folder = self.folder.clone().unwrap_or_else(std::env::temp_dir);
        let place = folder.display().to_string();
        Room::on_disk(self.kept.unwrap_or(limits.memory() / 4 * 3), place, move || tempfile::tempfile_in(&folder))
    }
}

impl Limits {
    /// The limit that made a search stop, if one did.
    pub(crate) fn reached(&self, watch: &Watch) -> Option<Limit> {
        watch.limit(self.seconds.unwrap_or(Seconds::whole(0)), self.memory())
    }

    /// The limit that an analysis without a watch has passed since it began.
    pub(crate) fn passed(&self, begin: Instant) -> Option<Limit> {
        let seconds = self.seconds.filter(|&seconds| begin.elapsed() >= seconds.duration());
        let memory = || memory_in_use().is_some_and(|bytes| bytes > self.memory());
        seconds.map(Limit::Seconds).or_else(|| memory().then(|| Limit::Memory(self.memory())))
    }

    fn memory(&self) -> u64 {
        self.bytes.unwrap_or_else(most_memory)
    }
}

pub(crate) const PAUSE: Duration = Duration::from_millis(20);
pub(crate) const BETWEEN_REPORTS: Duration = Duration::from_secs(1);

/// Runs `body` while its watch is being watched. `walks` is how many runs a search samples.
pub(crate) fn watched<T>(
    watch: &Watch,
    limits: &Limits,
    walks: Option<u64>,
    supervision: &Supervision<'_>,
    body: impl FnOnce() -> T,
) -> T {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| observe(watch, limits, walks, supervision, &done));
        let _set_at_the_end = SetAtTheEnd(&done);
        body()
    })
}

/// Sets a flag also when the body panics, so that the observer ends in any case.
pub(crate) struct SetAtTheEnd<'f>(pub &'f AtomicBool);

impl Drop for SetAtTheEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn observe(watch: &Watch, limits: &Limits, walks: Option<u64>, supervision: &Supervision<'_>, done: &AtomicBool) {
    let begin = Instant::now();
    let most = limits.memory();
    let (mut told, mut transitions) = (begin, 0);
    let mut estimator = Estimator::default();
    while !done.load(Ordering::Relaxed) {
        std::thread::park_timeout(PAUSE);
        if supervision.cancel.is_cancelled() {
            watch.stop(Reason::Interrupted);
        }
        if limits.seconds.is_some_and(|seconds| begin.elapsed() >= seconds.duration()) {
            watch.stop(Reason::Time);
        }
        let memory = memory_in_use();
        if memory.is_some_and(|bytes| bytes > most) {
            watch.stop(Reason::Memory);
        }
        if memory.is_some_and(|bytes| bytes > most / 4 * 3) && watch.room.ask_to_stay_within(most / 16) {
            supervision.observer.note(&Note::Spilling(watch.room.place().to_owned()));
        }
        if told.elapsed() >= BETWEEN_REPORTS {
            told = Instant::now();
            let statistics = watch.statistics();
            let steps = statistics.transitions.saturating_sub(transitions);
            transitions = statistics.transitions;
            let explored = watch.explored();
            estimator.add(statistics.states, explored);
            let called = watch.called.load(Ordering::Relaxed);
            supervision.observer.progress(&Progress {
                statistics,
                steps,
                depth: watch.now_at.load(Ordering::Relaxed),
                waiting: watch.waiting.load(Ordering::Relaxed),
                walks,
                max_states: watch.max_states,
                memory,
                elapsed: begin.elapsed(),
                explored,
                estimate: estimator.estimate(),
                coverage: (called > 0).then(|| (watch.reached.load(Ordering::Relaxed), called)),
            });
        }
    }
    supervision.observer.searched();
}

/// Bytes of memory that this process has in use, where the system tells.
pub fn memory_in_use() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// Three quarters of the machine's memory, or 4 GiB if the system does not tell.
fn most_memory() -> u64 {
    let total = || {
        let text = std::fs::read_to_string("/proc/meminfo").ok()?;
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok()
    };
    total().map_or(4 << 30, |kib| kib * 1024 / 4 * 3)
}
