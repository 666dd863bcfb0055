//! What the reductions of Corbett (TOSEM 2000) and of Parízek and Lhoták (ASE 2011) save, on the programs of `bench/reduction`: states and
//! CPU time of plain search, of each paper's reductions alone, and of all together; and what the
//! analysis alone costs.
//!
//! Arguments name the programs to measure; without any it is all of them. Needs the release build of
//! `heddle` beside this program.

use std::path::Path;
use std::process::Command;

use heddle_bench::{compile, cpu_time_of, heddle, jdk};
use serde_json::Value;

/// States after which a search is cut. A cut plain search is counted with what it saw, so a factor
/// computed from it is too low, never too high.
const MAX_STATES: &str = "2000000";

const PAPER_000: &str = "owned,protected,relock,notify,unlock";
const PAPER_001: &str = "future,immutable,monitors";

const PROGRAMS: [(&str, &[u32]); 8] = [
    ("Consumers", &[1, 2, 3, 4, 5, 6]),
    ("Mutators", &[1, 2, 3, 4, 5, 6, 7]),
    ("Elevator", &[1, 2]),
    ("FileSystem", &[2]),
    ("RayTracer", &[2]),
    ("Trading", &[2, 3]),
    ("Autopilot", &[1]),
    ("Orders", &[2]),
];

struct Run {
    states: f64,
    cut: bool,
    cpu: f64,
    verdict: String,
}

fn main() {
    let classes = compile("reduction");
    println!(
        "{:<11} {:>2} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>7} {:>7} {:>7}",
        "program", "n", "plain", "local", "000", "001", "all", "plain/all", "plain s", "all s", "analysis"
    );
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    let mut logarithms = Vec::new();
    for (class, sizes) in PROGRAMS {
        if !chosen.is_empty() && !chosen.iter().any(|name| name == class) {
            continue;
        }
        for size in sizes {
            let [plain, local, p000, p001, all] = ["none", "local", PAPER_000, PAPER_001, "all"]
                .map(|reductions| search(&classes, class, *size, reductions));
            let runs = [&plain, &local, &p000, &p001, &all];
            let complete: Vec<&str> = runs.iter().filter(|run| !run.cut).map(|run| run.verdict.as_str()).collect();
            assert!(
                complete.windows(2).all(|pair| pair[0] == pair[1]),
                "{class} {size}: verdicts differ: {complete:?}"
            );
            let factor = plain.states / all.states;
            logarithms.push(factor.ln());
            println!(
                "{class:<11} {size:>2} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>7.2} {:>7.2} {:>7.2}",
                shown(&plain),
                shown(&local),
                shown(&p000),
                shown(&p001),
                shown(&all),
                format!("{}{factor:.0}", if plain.cut { ">" } else { "" }),
                plain.cpu,
                all.cpu,
                analysis(&classes, class),
            );
        }
    }
    let mean = (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp();
    println!("geometric mean of plain/all, counting cut searches with what they saw: {mean:.0}");
}

fn shown(run: &Run) -> String {
    if run.cut { format!(">{}", run.states) } else { run.states.to_string() }
}

fn search(classes: &Path, class: &str, size: u32, reductions: &str) -> Run {
    let mut command = Command::new("sh");
    // The exit code is a verdict.
    command.arg("-c").arg("\"$0\" \"$@\" || [ $? -le 2 ]").arg(heddle());
    command.args(["check", "--json", "--jobs", "1", "--max-states", MAX_STATES, "--reduce", reductions]);
    command.arg("--jdk").arg(&jdk().home).arg("--class-path").arg(classes).arg(class).arg("--").arg(size.to_string());
    let (cpu, output) = cpu_time_of(command);
    let report: Value = serde_json::from_slice(&output).expect("heddle prints JSON");
    Run {
        states: report["statistics"]["states"].as_f64().unwrap_or(f64::NAN),
        cut: report["assumptions"].to_string().contains("\"limit\":\"states\""),
        cpu,
        verdict: report["verdict"]["is"].as_str().unwrap_or_default().to_owned(),
    }
}

/// Seconds of CPU time for all analyses, start-up included.
fn analysis(classes: &Path, class: &str) -> f64 {
    let mut command = Command::new(heddle());
    command.arg("analyze").arg("--jdk").arg(&jdk().home).arg("--class-path").arg(classes).arg(class);
    cpu_time_of(command).0
}
