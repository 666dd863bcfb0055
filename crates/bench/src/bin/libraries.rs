//! Small programs that use public libraries from several threads (`bench/libraries`): the verdict, states and CPU time of each,
//! compared with the verdicts in `bench/libraries/expected.txt`.
//!
//! Each folder there has a `pom.xml` with exact versions, so that every library has a class path of its own; Maven fetches
//! the jars. Arguments name libraries (`guava`) or drivers (`guava/EventBusPosts`); without any it is all of them. The
//! report of a driver that is named is shown whole. `JAVA_HOME` chooses the JDK, `SECONDS` how long a search may take. Exits
//! with 1 if a verdict is not the expected one. Needs the release build of `heddle` beside this program.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use heddle_bench::{children, heddle, repository};
use serde_json::Value;

fn main() -> ExitCode {
    let folder = repository("bench").join("libraries");
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    let drivers: Vec<(String, String)> = expected(&folder)
        .into_iter()
        .filter(|(driver, _)| {
            let library = driver.split('/').next().expect("a driver has a library");
            chosen.is_empty() || chosen.iter().any(|name| name == driver || name == library)
        })
        .collect();
    if drivers.is_empty() {
        eprintln!("no such driver; {} lists them", folder.join("expected.txt").display());
        return ExitCode::from(64);
    }
    let mut class_paths = BTreeMap::new();
    println!("{:<44} {:<9} {:>10} {:>7}", "driver", "verdict", "states", "CPU s");
    let (mut final_verdicts, mut deviations) = (0, 0);
    for (driver, expected) in &drivers {
        let (library, class) = driver.split_once('/').expect("a driver has a library");
        let library = folder.join(library);
        let class_path = class_paths.entry(library.clone()).or_insert_with(|| class_path(&library));
        let run = check(&library, class, class_path);
        // What is bounded here may be proved in the same time on a faster machine.
        let is_expected = run.verdict == *expected || expected == "bounded" && run.verdict == "proved";
        deviations += u32::from(!is_expected);
        final_verdicts += u32::from(matches!(run.verdict.as_str(), "proved" | "violated"));
        let note = if is_expected { String::new() } else { format!("  expected: {expected}") };
        println!("{driver:<44} {:<9} {:>10} {:>7.1}{note}", run.verdict, run.states, run.cpu);
        if chosen.contains(driver) {
            println!("\n{}", run.page);
        }
    }
    println!("{} drivers, {final_verdicts} with a final verdict, {deviations} not as expected", drivers.len());
    ExitCode::from(u8::from(deviations > 0))
}

/// The drivers and their verdicts, in the order of the file: `library/Driver verdict`, and comments after `#`.
fn expected(folder: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(folder.join("expected.txt")).expect("bench/libraries/expected.txt");
    let lines =
        text.lines().map(|line| line.split('#').next().unwrap_or_default().split_whitespace().collect::<Vec<_>>());
    lines
        .filter(|words| !words.is_empty())
        .map(|words| match words[..] {
            [driver, verdict] => (driver.to_owned(), verdict.to_owned()),
            _ => panic!("expected.txt: a line is a driver and a verdict, not {words:?}"),
        })
        .collect()
}

/// The jars of a library, as Maven resolves them. They are asked for again when the `pom.xml` is newer than the answer.
fn class_path(library: &Path) -> String {
    let (pom, answer) = (library.join("pom.xml"), library.join("target/class-path"));
    let written = |path: &PathBuf| fs::metadata(path).and_then(|data| data.modified()).ok();
    if written(&answer).is_none_or(|at| written(&pom).is_some_and(|pom| pom > at)) {
        let status = Command::new("mvn").args(["-q", "-B", "-f"]).arg(&pom).arg("dependency:build-classpath").status();
        assert!(status.is_ok_and(|status| status.success()), "Maven does not resolve {}", pom.display());
    }
    fs::read_to_string(&answer).expect("Maven writes the class path")
}

struct Run {
    verdict: String,
    states: String,
    cpu: f64,
    page: String,
}

fn check(library: &Path, class: &str, class_path: &str) -> Run {
    let seconds = std::env::var("SECONDS").unwrap_or_else(|_| "60".to_owned());
    let json = tempfile::NamedTempFile::new().expect("a temporary file");
    let before = children();
    let mut command = Command::new(heddle());
    // Accepted races of a library stand in a heddle.toml in its folder.
    command.current_dir(library).args(["check", "--jobs", "1", "--memory", "4000", "--timeout", &seconds]);
    command.arg("--report").arg(format!("json={}", json.path().display()));
    command.arg("--class-path").arg(class_path).arg(format!("{class}.java"));
    let output = command.output().expect("heddle runs");
    let cpu = children() - before;
    let page = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let report: Value =
        fs::read(json.path()).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
    Run {
        verdict: report["verdict"]["is"].as_str().unwrap_or("error").to_owned(),
        states: report["statistics"]["states"].as_u64().map_or("-".to_owned(), |states| states.to_string()),
        cpu,
        page,
    }
}
