//! Generated programs about time have the same outcomes whatever the search reduces, and `java` shows none that a search
//! does not find. `HEDDLE_SEEDS=from..to` chooses other seeds.
//!
//! `java` runs each program several times beside threads that keep the processors busy, so that time-outs fire when
//! they hardly ever do else.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::time::Duration;

use heddle::{CheckOptions, Project};
use heddle_explore::Severity;
use heddle_generate::timed;
use heddle_testing::{Jdk, check, compile, for_each, jdk, open_classes, reduced, run_with_timeout, seeds};

/// Beyond these a search is given up and not compared.
const STATES: u64 = 60_000;
const PLAIN_STATES: u64 = 25_000;

/// Runs the programs that are named, each several times, and prints what `go` gives.
const NOISE: &str = r#"
public class Noise {
    static volatile boolean over;
    static volatile long sink;

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 3; i++) {
            Thread busy = new Thread(() -> {
                java.util.Random random = new java.util.Random(7);
                while (!over) {
                    for (int n = random.nextInt(3_000_000); n > 0; n--) sink += n;
                    Thread.yield();
                }
            });
            busy.setDaemon(true);
            busy.start();
        }
        for (int round = 0; round < 6; round++) {
            for (String name : args) {
                Object program = Class.forName(name).getConstructor().newInstance();
                System.out.println(name + ":" + program.getClass().getMethod("go").invoke(program));
            }
        }
        over = true;
    }
}
"#;

#[test]
fn searches_find_the_same_outcomes_and_all_that_java_shows() {
    let jdk = jdk();
    let seeds: Vec<u64> = seeds(0..24).collect();
    let names: Vec<String> = seeds.iter().map(|seed| format!("Timed{seed}")).collect();
    let mut sources: Vec<(String, String)> = Vec::new();
    for (seed, name) in seeds.iter().zip(&names) {
        sources.push((format!("{name}.java"), timed::program(*seed, name)));
    }
    sources.push(("Noise.java".into(), NOISE.into()));
    let classes = compile(jdk, &sources);
    let shown = run_by_java(jdk, &classes, &names);
    let found = for_each(&names, |name| {
        let project = open_classes(jdk, name, &[&classes]);
        let [default, local, plain] = [("all", STATES), ("local", STATES), ("none", PLAIN_STATES)]
            .map(|(reduce, states)| outcomes(&project, reduce, states));
        (default, local, plain)
    });
    let (mut problems, mut compared) = (Vec::new(), [0; 3]);
    for (name, found) in names.iter().zip(found) {
        let (default, local, plain) = match found {
            Ok(found) => found,
            Err(panic) => {
                problems.push(format!("{name}: {panic}"));
                continue;
            }
        };
        let Some(default) = default else { continue };
        compared[0] += 1;
        for (at, other, what) in [(1, local, "local"), (2, plain, "none")] {
            if let Some(other) = other {
                compared[at] += 1;
                if other != default {
                    problems.push(format!("{name}: all {default:?}, {what} {other:?}"));
                }
            }
        }
        let missed: Vec<&String> =
            shown.get(name).into_iter().flatten().filter(|text| !default.contains(*text)).collect();
        if !missed.is_empty() {
            problems.push(format!("{name}: java shows {missed:?}, not among {default:?}"));
        }
    }
    println!("{} programs: {compared:?} compared with java, local, none", names.len());
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
    assert!(
        compared[0] * 3 > names.len() && compared[1] > 0 && compared[2] > 0,
        "too few were small enough: {compared:?}"
    );
}

/// Whatever a program does to measure a time, and wherever its limit comes from, time passes so that both sides of the
/// limit are reached, or the verdict is not that all was tried. `HEDDLE_EACH` tries all programs.
#[test]
fn both_sides_of_every_limit_are_reached() {
    let jdk = jdk();
    let mut programs = timed::comparisons();
    if std::env::var_os("HEDDLE_EACH").is_none() {
        // A number that has no divisor in common with those of forms, limits and relations.
        programs = programs.into_iter().step_by(7).collect();
    }
    let sources: Vec<(String, String)> =
        programs.iter().map(|program| (format!("{}.java", program.name), program.text.clone())).collect();
    let classes = compile(jdk, &sources);
    let found = for_each(&programs, |program| outcomes(&open_classes(jdk, &program.name, &[&classes]), "all", STATES));
    let both = BTreeSet::from(["false".to_owned(), "true".to_owned()]);
    let mut problems = Vec::new();
    for (program, found) in programs.iter().zip(found) {
        let is_right = match &found {
            Ok(Some(outcomes)) => *outcomes == both,
            Ok(None) => program.is_unlearned,
            Err(_) => false,
        };
        if !is_right {
            let line = program.text.lines().find(|line| line.contains("println")).expect("it prints").trim();
            problems.push(format!("{}: {line} gives {found:?}", program.name));
        }
    }
    println!("{} programs", programs.len());
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

/// All outcomes; `None` if there are too many states.
fn outcomes(project: &Project, reduce: &str, states: u64) -> Option<BTreeSet<String>> {
    let options = CheckOptions {
        outcomes: true,
        races: Severity::Off,
        shorten: false,
        max_states: Some(states),
        ..CheckOptions::default()
    };
    let report = check(project, &reduced(options, reduce)).report;
    assert!(report.verdict.name() != "unknown" && report.verdict.name() != "violated", "{:?}", report.verdict);
    let printed = report.outcomes.iter().flatten().map(|outcome| outcome.stdout.trim_end().to_owned());
    (report.verdict.name() == "proved").then(|| printed.collect())
}

fn run_by_java(jdk: &Jdk, classes: &std::path::Path, names: &[String]) -> BTreeMap<String, BTreeSet<String>> {
    let mut shown: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for names in names.chunks(100) {
        let mut java = Command::new(jdk.tool("java"));
        java.arg("-cp").arg(classes).arg("Noise").args(names);
        let output = run_with_timeout(java, Duration::from_secs(300)).expect("the programs end");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let (name, said) = line.split_once(':').expect("a name and what was said");
            shown.entry(name.to_owned()).or_default().insert(said.trim_end().to_owned());
        }
    }
    shown
}
