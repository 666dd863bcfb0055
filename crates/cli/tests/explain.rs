//! Every violation of the corpus and of the examples is explained by some of its events: a run along
//! just these ends in the same failure, and they are few. The explanations are those of the default
//! search; livelocks are asked for.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::Value;

mod common;
#[path = "common/programs.rs"]
mod programs;

use common::{Jdk, jdks, run_with_timeout};
use programs::{Case, cases, compile};

const LIMIT: Duration = Duration::from_secs(120);

#[test]
fn every_violation_is_explained_by_few_events_that_replay() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let jdks = jdks();
    let failing = |case: &Case| case.verdict() == "violated" || case.kinds().contains("livelock");
    let mut all: Vec<Case> = cases().into_iter().filter(failing).collect();
    all.extend(examples(folder.path()));
    let jdk_of = |case: &Case| jdks.iter().find(|jdk| jdk.feature >= case.jdk());
    let runnable: Vec<(&Case, &Jdk)> = all.iter().filter_map(|case| Some((case, jdk_of(case)?))).collect();
    for jdk in &jdks {
        let own: Vec<&Case> =
            runnable.iter().filter(|(_, of)| of.feature == jdk.feature).map(|(case, _)| *case).collect();
        compile(jdk, &own, folder.path());
    }
    let next = AtomicUsize::new(0);
    let explained = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some((case, jdk)) = runnable.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let explanation = explain(case, jdk, folder.path());
                    explained.lock().expect("no panic").insert(case.name.clone(), explanation);
                }
            });
        }
    });
    let mut shares = Vec::new();
    let mut decisive = 0;
    let mut wrong = Vec::new();
    for (name, explanation) in explained.into_inner().expect("no panic") {
        let explanation = match explanation {
            Ok(explanation) => explanation,
            Err(problem) => {
                wrong.push(format!("{name}: {problem}"));
                continue;
            }
        };
        let number = |key: &str| explanation[key].as_u64().unwrap_or_default() as f64;
        let events = explanation["trace"]["steps"].as_array().map_or(0, Vec::len) as f64;
        let share = events / number("of");
        println!(
            "{share:.2}  {events:3} of {:4} ({:3}, {:3})  {name}",
            number("of"),
            number("of_own"),
            number("of_steps")
        );
        decisive += usize::from(explanation["decisive"] == true);
        if explanation["replays"] != true {
            wrong.push(format!("{name}: the events do not replay"));
        }
        shares.push(share);
    }
    shares.sort_by(f64::total_cmp);
    let median = shares.get(shares.len() / 2).copied().unwrap_or_default();
    println!(
        "{} explanations, {} wrong, {decisive} of runs that another order would save; median share {median:.3}, largest {:.3}",
        shares.len(),
        wrong.len(),
        shares.last().copied().unwrap_or_default()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Else following events would prove nothing.
    assert!(decisive * 4 >= shares.len() || std::env::var_os("HEDDLE_CORPUS").is_some(), "{decisive} decisive");
    assert!(median <= 0.25, "the median explanation has {median:.2} of its run's events");
}

/// The programs of `examples`, which have no folders of their own, as cases.
fn examples(target: &Path) -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let files = std::fs::read_dir(&root).expect("the examples").flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "java")).collect();
    files.sort();
    let filter = std::env::var("HEDDLE_CORPUS").unwrap_or_default();
    let case = |file: &PathBuf| {
        let main = file.file_stem()?.to_str()?.to_string();
        let folder = target.join("source").join(&main);
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        std::fs::copy(file, folder.join(file.file_name()?)).expect("a copy of the example");
        let expected = format!("verdict = \"violated\"\njdk = 17\nmain = \"{main}\"").parse().expect("valid TOML");
        Some(Case { name: format!("examples/{main}"), folder, expected })
    };
    files.iter().filter_map(case).filter(|case| case.name.contains(&filter)).collect()
}

fn explain(case: &Case, jdk: &Jdk, target: &Path) -> Result<Value, String> {
    let interfaces = target.join(format!("interfaces{}", jdk.feature));
    let class_path = std::env::join_paths([target.join(&case.name), interfaces]).expect("no separator in the path");
    let file = target.join(format!("{}.json", case.name.replace('/', "-")));
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command.current_dir(&case.folder).args(["check", "--jobs", "1", "--explain"]).arg(&file);
    command.args(case.strings("args").unwrap_or_default());
    if case.verdict() != "violated" {
        command.arg("--livelock");
    }
    let main = case.expected.get("main").and_then(toml::Value::as_str).unwrap_or("Main");
    command.arg("--jdk").arg(&jdk.home).arg("--class-path").arg(class_path).arg(main);
    let output = run_with_timeout(command, LIMIT).ok_or("did not end")?;
    let said = || String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_string();
    let text = std::fs::read_to_string(&file).map_err(|_| format!("no explanation: {}", said()))?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}
