//! How fast the explorer is: transitions per second of CPU time, bytes per state, growth over
//! three sizes, one and two workers; beside it SPIN on a hand-written model of the producer and
//! consumers with the same granularity, in the same run.
//!
//! Needs the release build of `heddle` beside this program; `spin` and `cc` for the comparison.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use heddle_bench::{compile, cpu_time_of, heddle, jdk};
use serde_json::Value;

const PROGRAMS: [(&str, [u32; 3]); 7] = [
    ("ProducerConsumer", [3, 6, 9]),
    ("Observer", [2, 3, 4]),
    ("Philosophers", [3, 4, 5]),
    ("Elevator", [2, 3, 4]),
    ("Treiber", [1, 2, 3]),
    ("LockBuffer", [1, 2, 3]),
    ("BlockingQueue", [1, 1, 1]),
];

/// States after which a run is cut, so that the whole takes minutes.
const MAX_STATES: &str = "2000000";

fn main() {
    let classes = compile("explore");
    println!(
        "{:<18} {:>4} {:>10} {:>11} {:>8} {:>10} {:>9} {:>9} {:>8}",
        "program", "size", "states", "steps", "CPU s", "steps/s", "B/state", "exact B", "2 jobs"
    );
    for (class, sizes) in PROGRAMS {
        for (at, size) in sizes.into_iter().enumerate() {
            if at > 0 && sizes[at - 1] == size {
                continue;
            }
            let run = |options: &[&str]| {
                let mut command = Command::new(heddle());
                command.args(["check", "--json", "--max-states", MAX_STATES]).args(options);
                command.arg("--jdk").arg(jdk()).arg("--class-path").arg(classes.path());
                command.arg(class).arg("--").arg(size.to_string());
                measure(command)
            };
            let one = run(&["--jobs", "1"]);
            let exact = run(&["--jobs", "1", "--exact"]);
            let two = run(&["--jobs", "2"]);
            println!(
                "{class:<18} {size:>4} {:>10} {:>11} {:>8.2} {:>10.0} {:>9.1} {:>9.1} {:>7.2}x",
                one.states,
                one.steps,
                one.cpu,
                one.steps / one.cpu,
                one.bytes / one.states,
                exact.bytes / exact.states,
                one.wall / two.wall,
            );
        }
    }
    spin();
}

struct Run {
    states: f64,
    steps: f64,
    bytes: f64,
    cpu: f64,
    wall: f64,
}

fn measure(command: Command) -> Run {
    let start = Instant::now();
    let (cpu, output) = cpu_time_of_any(command);
    let wall = start.elapsed().as_secs_f64();
    let report: Value = serde_json::from_slice(&output).expect("heddle prints JSON");
    let figure = |name: &str| report["statistics"][name].as_f64().unwrap_or(f64::NAN);
    Run { states: figure("states"), steps: figure("transitions"), bytes: figure("store_bytes"), cpu, wall }
}

/// As `cpu_time_of`, for commands whose exit code is a verdict.
fn cpu_time_of_any(command: Command) -> (f64, Vec<u8>) {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg("\"$0\" \"$@\" || [ $? -le 2 ]").arg(command.get_program()).args(command.get_args());
    cpu_time_of(shell)
}

fn spin() {
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/explore/producer_consumer.pml");
    let folder = tempfile::tempdir().expect("a temporary folder");
    for items in [6, 9] {
        let made = Command::new("spin")
            .arg("-a")
            .arg(format!("-DITEMS={items}"))
            .arg(model.canonicalize().expect("the model exists"))
            .current_dir(folder.path())
            .output();
        if !made.is_ok_and(|output| output.status.success()) {
            println!("SPIN is not installed: no comparison");
            return;
        }
        let compiled = Command::new("cc")
            .args(["-O2", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"])
            .current_dir(folder.path())
            .status();
        assert!(compiled.expect("cc runs").success());
        let mut pan = Command::new(folder.path().join("pan"));
        pan.arg("-m1000000").current_dir(folder.path());
        let (cpu, output) = cpu_time_of(pan);
        let text = String::from_utf8_lossy(&output);
        let figure = |what: &str| {
            let line = text.lines().find(|line| line.contains(what)).unwrap_or_default();
            line.split_whitespace().next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(f64::NAN)
        };
        let (states, transitions) = (figure("states, stored"), figure("transitions (="));
        println!("{:<18} {items:>4} {states:>10} {transitions:>11} {cpu:>8.2} {:>10.0}", "SPIN", transitions / cpu);
    }
}
