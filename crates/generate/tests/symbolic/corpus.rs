//! Both engines on the programs of `corpus`, within the same bounds. Programs out of the symbolic
//! engine's reach are listed with the reason.
//!
//! A sample is compared by default; `HEDDLE_CORPUS=all` takes all programs, another value those whose
//! path contains it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use heddle_symbolic::java::layout::Sizes;
use heddle_symbolic::{Answer, Progress};

use super::tool::{self, Batch, Search, jdk};
use super::{CONTEXTS, Counts, STATES, ask, compare, compare_lines, is_complete};

/// For the symbolic engine, per program.
const LIMIT: Duration = Duration::from_secs(20);
/// One of so many programs belongs to the sample, but these topics need more than the engine has.
const SAMPLE: usize = 9;
const OTHER: [&str; 6] = ["files/", "juc/", "platform/", "temporal/", "time/", "virtual/"];

#[test]
fn symbolic_search_agrees_with_explicit_search_on_the_corpus() {
    let worker = std::thread::Builder::new().stack_size(256 << 20);
    worker.spawn(campaign).expect("a thread can be started").join().expect("no disagreement");
}

fn campaign() {
    let (programs, interfaces, _folder) = compiled(chosen());
    let mut counts = Counts::default();
    let (mut agree, mut wrong): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    let mut beyond: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (name, classes) in &programs {
        let batch = Batch::open(vec![classes.clone(), interfaces.clone()]);
        let begin = Instant::now();
        let answer =
            limited(|progress| ask(&batch, "Main", Sizes { bits: 8, heap: 60, array: 16, threads: 4 }, progress));
        if let Some(reason) = out_of_reach(&answer) {
            beyond.entry(reason).or_default().push(name);
            continue;
        }
        let symbolic = begin.elapsed();
        let facts = match batch.search("Main", Search::Contexts(CONTEXTS), STATES) {
            tool::Answer::Complete { facts, .. } => facts,
            other => {
                beyond.entry(format!("explicit search: {}", reason(&other))).or_default().push(name);
                continue;
            }
        };
        let lines_before = counts.mapped;
        let difference = compare(&batch, &facts, &answer, &mut counts)
            .or_else(|| compare_lines(&batch, "Main", &answer, &mut counts));
        println!("{name}: {symbolic:?}, lines compared: {}", counts.mapped > lines_before);
        match difference {
            Some(difference) => {
                println!("{name}: DIFFERS: {difference}");
                wrong.push(name);
            }
            None => agree.push(name),
        }
    }
    for (reason, names) in &beyond {
        println!("out of reach, {reason}: {}", names.join(" "));
    }
    println!("{} programs: {} agree, {} differ. {counts:?}", programs.len(), agree.len(), wrong.len());
    assert!(wrong.is_empty(), "disagreements: {wrong:?}");
    let sampled = std::env::var_os("HEDDLE_CORPUS").is_none();
    let enough = !sampled || agree.len() * 2 > programs.len();
    assert!(enough, "a good part is in reach: {} of {}", agree.len(), programs.len());
}

/// Why nothing can be compared.
fn out_of_reach(answer: &Answer) -> Option<String> {
    if answer.stopped {
        return Some("it takes too long".into());
    }
    if answer.exhausted {
        return Some("diagrams too large".into());
    }
    if !answer.wraps.is_empty() {
        return Some("numbers of more than 8 bits".into());
    }
    (!is_complete(answer)).then(|| answer.outside.iter().chain(&answer.beyond).next().cloned().unwrap_or_default())
}

fn reason(answer: &tool::Answer) -> String {
    match answer {
        tool::Answer::Unsupported(what) => what.clone(),
        _ => "too many states".into(),
    }
}

/// Runs an analysis for a while.
fn limited(body: impl FnOnce(&Arc<Progress>) -> Answer) -> Answer {
    let progress = Arc::new(Progress::default());
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let begin = Instant::now();
            while !done.load(Ordering::Relaxed) {
                std::thread::park_timeout(Duration::from_millis(50));
                if begin.elapsed() > LIMIT {
                    progress.stop.store(true, Ordering::Relaxed);
                }
            }
        });
        let answer = body(&progress);
        done.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        answer
    })
}

/// Names and folders of programs.
fn chosen() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let folders = |path: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(path).expect("a readable folder").flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
        paths.sort();
        paths
    };
    let all = folders(&root).into_iter().flat_map(|topic| folders(&topic));
    let all = all.filter_map(|folder| {
        let name = folder.strip_prefix(&root).expect("below the root").display().to_string();
        let expected = std::fs::read_to_string(folder.join("expect.toml")).ok()?;
        let value = |key: &str| {
            let line = expected.lines().find(|line| line.split('=').next().is_some_and(|of| of.trim() == key))?;
            line.split_once('=').map(|(_, value)| value.trim().to_string())
        };
        // Options of `check` have no counterpart here.
        let plain =
            value("args").is_none() && value("jdk").is_some_and(|level| level.parse::<u32>().is_ok_and(|l| l <= 17));
        plain.then_some((name, folder))
    });
    match std::env::var("HEDDLE_CORPUS") {
        Ok(filter) if filter == "all" => all.collect(),
        Ok(filter) => all.filter(|(name, _)| name.contains(&filter)).collect(),
        Err(_) => all.filter(|(name, _)| !OTHER.iter().any(|topic| name.starts_with(topic))).step_by(SAMPLE).collect(),
    }
}

/// Compiles programs, each to a folder of its own; and the folder of Heddle's own interfaces.
fn compiled(programs: Vec<(String, PathBuf)>) -> (Vec<(String, PathBuf)>, PathBuf, tempfile::TempDir) {
    let target = tempfile::tempdir().expect("a temporary folder");
    let heddle = Path::new(env!("CARGO_MANIFEST_DIR")).join("../heddle");
    let interfaces = target.path().join("interfaces");
    let mut command = Command::new(jdk().join("bin/java"));
    command.arg(heddle.join("tests/java/CompileAll.java"));
    command.arg(&interfaces).arg(heddle.join("../../java/heddle")).arg(&interfaces);
    for (name, folder) in &programs {
        command.arg(folder).arg(target.path().join(name));
    }
    let output = command.output().expect("java runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let programs = programs.into_iter().map(|(name, _)| (name.clone(), target.path().join(name))).collect();
    (programs, interfaces, target)
}
