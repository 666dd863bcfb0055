//! The library as other programs use it: several checks in one process, progress, cancellation; and that it keeps
//! to itself.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use heddle::verdict::{Limit, Verdict};
use heddle::{Cancel, CheckOptions, Environment, Jdk, Observer, Progress, Project, Spill, Supervision, Target, check};

fn jdk() -> Jdk {
    let environment = Environment { java_home: std::env::var_os("JAVA_HOME"), path: std::env::var_os("PATH") };
    Jdk::find(&environment).expect("a JDK")
}

fn example(name: &str) -> Project {
    let file = format!("{}/../../examples/{name}.java", env!("CARGO_MANIFEST_DIR"));
    Project::open(&Target::new(file), &jdk()).expect("an example that compiles")
}

/// A program with more states than anybody waits for.
fn endless(folder: &Path) -> Project {
    let file = folder.join("Endless.java");
    let source = "public class Endless {
        static volatile long a, b;
        public static void main(String[] args) {
            new Thread(() -> { while (true) a++; }).start();
            while (true) b++;
        }
    }";
    std::fs::write(&file, source).expect("a writable folder");
    Project::open(&Target::new(file.display().to_string()), &jdk()).expect("a program that compiles")
}

#[test]
fn two_checks_run_at_the_same_time() {
    let (wrong, right) = (example("Transfer"), example("fixed/Transfer"));
    let options = CheckOptions { jobs: Some(1), ..CheckOptions::default() };
    let alone = [&wrong, &right].map(|project| check(project, &options, &Supervision::default()).expect("a verdict"));
    let together = std::thread::scope(|scope| {
        let checks = [&wrong, &right, &right, &wrong]
            .map(|project| scope.spawn(|| check(project, &options, &Supervision::default()).expect("a verdict")));
        checks.map(|check| check.join().expect("no panic"))
    });
    let reports = together.map(|checked| checked.report);
    assert_eq!(reports[0].verdict, alone[0].report.verdict);
    assert_eq!(reports[3].verdict, alone[0].report.verdict);
    assert_eq!(reports[1], alone[1].report);
    assert_eq!(reports[2], alone[1].report);
    assert_eq!([0, 1].map(|at| reports[at].verdict.name()), ["violated", "proved"]);
}

#[test]
fn a_cancelled_check_ends_with_what_it_has() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let project = endless(folder.path());
    let cancel = Cancel::default();
    let (options, switch) = (CheckOptions::default(), cancel.clone());
    let checked = std::thread::scope(|scope| {
        let supervision = Supervision { observer: &(), cancel };
        let checking = scope.spawn({
            let (project, options) = (&project, &options);
            move || check(project, options, &supervision).expect("a verdict")
        });
        std::thread::sleep(std::time::Duration::from_millis(300));
        switch.cancel();
        checking.join().expect("no panic")
    });
    assert_eq!(checked.report.verdict, Verdict::Bounded { limits: vec![Limit::Interrupted] });
}

#[test]
fn states_on_disk_change_nothing() {
    let project = example("fixed/Transfer");
    for jobs in [1, 2] {
        let options = CheckOptions { jobs: Some(jobs), ..CheckOptions::default() };
        let in_memory = check(&project, &options, &Supervision::default()).expect("a verdict").report;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let spill = Spill { folder: Some(folder.path().into()), kept: Some(1) };
        let on_disk =
            check(&project, &CheckOptions { spill, ..options }, &Supervision::default()).expect("a verdict").report;
        assert_eq!(on_disk.verdict, in_memory.verdict);
        assert_eq!(on_disk.assumptions, in_memory.assumptions);
        assert_eq!(on_disk.statistics.states, in_memory.statistics.states);
        assert_eq!(std::fs::read_dir(folder.path()).expect("still there").count(), 0, "files have no names");
    }
}

/// Removes the folder for visited states when the search has begun.
struct Removing(tempfile::TempDir);

impl Observer for Removing {
    fn progress(&self, _progress: &Progress) {
        let _ = std::fs::remove_dir(self.0.path());
    }
}

#[test]
fn a_disk_that_cannot_be_written_bounds_the_search_and_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let project = endless(folder.path());
    let observer = Removing(tempfile::tempdir().expect("a temporary folder"));
    let spill = Spill { folder: Some(observer.0.path().into()), kept: Some(1 << 16) };
    let options = CheckOptions { spill, ..CheckOptions::default() };
    let supervision = Supervision { observer: &observer, cancel: Cancel::default() };
    let report = check(&project, &options, &supervision).expect("a verdict").report;
    let Verdict::Bounded { limits } = report.verdict else { panic!("{:?}", report.verdict) };
    let named =
        |limit: &Limit| matches!(limit, Limit::Disk(why) if why.starts_with(&observer.0.path().display().to_string()));
    assert!(limits.iter().any(named), "{limits:?}");
}

#[test]
fn a_folder_for_states_that_is_none_is_refused() {
    let spill = Spill { folder: Some("no such folder".into()), kept: None };
    let options = CheckOptions { spill, ..CheckOptions::default() };
    let error = check(&example("Transfer"), &options, &Supervision::default()).expect_err("refused");
    assert!(error.to_string().contains("no such folder"), "{error}");
}

/// Cancels a check when it has reported progress.
#[derive(Default)]
struct Impatient {
    reports: AtomicUsize,
    cancel: Cancel,
}

impl Observer for Impatient {
    fn progress(&self, progress: &Progress) {
        assert!(progress.elapsed.as_millis() > 0);
        self.reports.fetch_add(1, Ordering::Relaxed);
        self.cancel.cancel();
    }
}

#[test]
fn an_observer_receives_progress() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let project = endless(folder.path());
    let observer = Impatient::default();
    let supervision = Supervision { observer: &observer, cancel: observer.cancel.clone() };
    let checked = check(&project, &CheckOptions::default(), &supervision).expect("a verdict");
    assert_eq!(checked.report.verdict.name(), "bounded");
    assert!(observer.reports.load(Ordering::Relaxed) >= 1);
}

/// What would print, exit, or look at the environment of the process.
const LOUD: [&str; 10] = [
    "println!(",
    "print!(",
    "eprintln!(",
    "eprint!(",
    "dbg!(",
    "process::exit",
    "process::abort",
    "env::var",
    "env::args",
    "env::current_dir",
];

/// All crates but the command and those for tests and measurements are part of the library.
#[test]
fn the_library_does_not_print_exit_or_read_the_environment() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    let mut files = 0;
    for entry in std::fs::read_dir(crates).expect("the folder of crates").flatten() {
        let manifest = std::fs::read_to_string(entry.path().join("Cargo.toml")).unwrap_or_default();
        if manifest.contains("publish = false") || manifest.contains("[[bin]]") {
            continue;
        }
        let mut folders = vec![entry.path().join("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                files += 1;
                let text = std::fs::read_to_string(&path).expect("readable source");
                // Tests may look at the environment, and documentation may print.
                let code = text.split("#[cfg(test)]").next().unwrap_or_default();
                let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
                found.extend(
                    lines
                        .filter(|line| LOUD.iter().any(|loud| line.contains(loud)))
                        .map(|line| (path.clone(), line.to_owned())),
                );
            }
        }
    }
    assert!(files > 300, "only {files} files were looked at");
    assert!(found.is_empty(), "{found:#?}");
}
