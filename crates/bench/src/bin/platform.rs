//! What platforms save (Parízek and Kalibera, FMICS 2009). First the collision detector in `bench/platform/collision`, in
//! the configurations of the paper's Tables 1 and 2: the whole state space, and up to the first
//! race. Then what the block rule saves on each platform, for the programs of `bench/explore`.
//!
//! Arguments choose rows: those that have all of the given words, such as `collision 10` or
//! `Philosophers ovm`. Needs the release build of `heddle` beside this program.

use std::path::Path;
use std::process::Command;

use heddle_bench::{compile, cpu_time_of, heddle, jdk};
use serde_json::Value;

/// States after which a search is cut.
const MAX_STATES: &str = "500000";

const PLATFORMS: [&str; 10] =
    ["jls", "quasi:2", "green", "cldc-hi", "ovm", "jikes:1", "jikes:2", "virtual:1", "virtual:2", "rtsj:1"];

const PROGRAMS: [(&str, &str); 5] =
    [("ProducerConsumer", "3"), ("Observer", "2"), ("Philosophers", "3"), ("Elevator", "2"), ("Treiber", "1")];

fn main() {
    collision_detector();
    block_rule();
}

/// Whether the arguments choose a row.
fn is_chosen(row: [&str; 3]) -> bool {
    std::env::args().skip(1).all(|word| row.contains(&word.as_str()))
}

struct Run {
    states: u64,
    cut: bool,
    cpu: f64,
    /// Kinds of the violations found.
    kinds: String,
}

fn run(classes: &Path, class: &str, size: &str, options: &[&str]) -> Run {
    let mut command = Command::new("sh");
    // The exit code is a verdict.
    command.arg("-c").arg("\"$0\" \"$@\" || [ $? -le 2 ]").arg(heddle());
    command.args(["check", "--json", "--jobs", "1", "--no-shorten", "--max-states", MAX_STATES]).args(options);
    command.arg("--jdk").arg(&jdk().home).arg("--class-path").arg(classes).arg(class).arg("--").arg(size);
    let (cpu, output) = cpu_time_of(command);
    let report: Value = serde_json::from_slice(&output).expect("heddle prints JSON");
    let violations = report["verdict"]["violations"].as_array().into_iter().flatten();
    let mut kinds: Vec<&str> = violations.filter_map(|violation| violation["kind"].as_str()).collect();
    kinds.dedup();
    Run {
        states: report["statistics"]["states"].as_u64().unwrap_or_default(),
        cut: report["assumptions"].to_string().contains("\"limit\":\"states\""),
        cpu,
        kinds: if kinds.is_empty() { "-".into() } else { kinds.join(" ") },
    }
}

fn shown(run: &Run) -> String {
    if run.cut { format!(">{}", run.states) } else { run.states.to_string() }
}

fn collision_detector() {
    let classes = compile("platform/collision");
    println!(
        "{:<10} {:<9} {:>10} {:>8}   {:>10} {:>8}  found",
        "messages", "platform", "states", "CPU s", "to race", "CPU s"
    );
    for messages in ["5", "10"] {
        let mut whole = Vec::new();
        for platform in ["jls", "quasi:2", "green"] {
            if !is_chosen(["collision", messages, platform]) {
                continue;
            }
            let all = run(&classes, "Main", messages, &["--platform", platform, "--all", "--races", "off"]);
            let first = run(&classes, "Main", messages, &["--platform", platform]);
            println!(
                "{messages:<10} {platform:<9} {:>10} {:>8.2}   {:>10} {:>8.2}  {}",
                shown(&all),
                all.cpu,
                shown(&first),
                first.cpu,
                first.kinds
            );
            whole.push(all.states as f64);
        }
        if let [_, quasi, green] = whole[..] {
            println!("{messages:<10} green has {:.1} times fewer states than quasi:2", quasi / green);
        }
    }
}

fn block_rule() {
    let classes = compile("explore");
    println!("\n{:<18} {:<10} {:>10} {:>10} {:>7}", "program", "platform", "unreduced", "block rule", "ratio");
    for (class, size) in PROGRAMS {
        for platform in PLATFORMS {
            if !is_chosen([class, size, platform]) {
                continue;
            }
            let common = ["--platform", platform, "--all", "--races", "off"];
            let reduced = run(&classes, class, size, &common);
            let plain = run(&classes, class, size, &[&common[..], &["--reduce", "none"]].concat());
            let ratio = plain.states as f64 / reduced.states.max(1) as f64;
            let (plain, reduced) = (shown(&plain), shown(&reduced));
            println!("{class:<18} {platform:<10} {plain:>10} {reduced:>10} {ratio:>6.1}x");
        }
    }
}
