//! How fast the explorer is: steps per second of CPU time, bytes per state, peak memory, growth over
//! three sizes, one and two workers; beside it SPIN on a hand-written model of the producer and
//! consumers with the same granularity, in the same run.
//!
//! Rates are those of `--reduce local`, in which a step is one visible instruction and what follows it,
//! as a transition of the model is: the model has the same states, but for those in which one thread
//! alone still uses the buffer (bench/README.md). Producer and consumers are compared with SPIN on the
//! same number of items, other programs with its rate on the state space that comes nearest in size.
//! The default search, whose reductions make steps longer and fewer, is measured by the time that it takes
//! for the whole program.
//!
//! Two workers are compared with one by the CPU time of the busiest worker per step of all: where each has
//! a core of its own, that is the time that the search takes. On a machine with other work to do one worker
//! may get less of it than the other, so the better of two runs counts. What two workers can reach at most is
//! what two searches reach that have nothing to do with each other: they share caches and memory all the same.
//!
//! Needs `heddle`, built alike, beside this program; `spin` and `cc` for the comparison. Arguments
//! restrict the run to the programs that they name.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use heddle_bench::{children, compile, cpu_time_of, heddle, jdk};
use serde_json::Value;

const PROGRAMS: [(&str, [u32; 3]); 7] = [
    ("ProducerConsumer", [6, 9, 12]),
    ("Observer", [2, 3, 4]),
    ("Philosophers", [3, 4, 5]),
    ("Elevator", [4, 7, 10]),
    ("Treiber", [1, 2, 3]),
    ("LockBuffer", [1, 2, 3]),
    ("BlockingQueue", [2, 3, 4]),
];

/// States after which a run is cut, so that the whole takes minutes.
const MAX_STATES: &str = "600000";

/// Numbers of items that SPIN checks the model with: those of the program, and others for smaller and larger
/// state spaces.
const ITEMS: [u32; 6] = [1, 3, 6, 9, 12, 18];

fn main() {
    let named: Vec<String> = std::env::args().skip(1).collect();
    let classes = compile("explore");
    println!(
        "{:<17}{:>3} {:>9} {:>9} {:>6} {:>9} {:>7} {:>7} {:>7} {:>7} {:>6} {:>6} {:>9} {:>7}",
        "program",
        "n",
        "states",
        "steps",
        "CPU s",
        "steps/s",
        "of SPIN",
        "B/state",
        "exact B",
        "MiB",
        "2 jobs",
        "apart",
        "default",
        "CPU s"
    );
    let spin: Vec<Spin> = ITEMS.iter().filter_map(|&items| spin(items)).collect();
    if spin.is_empty() {
        println!("SPIN is not installed: no comparison");
    }
    let same_items = |items: u32| spin.iter().find(|spin| spin.items == items);
    let nearest = |states: f64| {
        let distance = |spin: &Spin| (spin.states / states).ln().abs();
        spin.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))
    };
    for (class, sizes) in PROGRAMS {
        if !named.is_empty() && !named.iter().any(|name| name == class) {
            continue;
        }
        for size in sizes {
            let run = |options: &[&str]| {
                let mut command = Command::new(heddle());
                command.args(["check", "--json", "--max-states", MAX_STATES]).args(options);
                command.arg("--jdk").arg(&jdk().home).arg("--class-path").arg(&classes);
                command.arg(class).arg("--").arg(size.to_string());
                measure(command)
            };
            let one = fastest(|| run(&["--jobs", "1", "--reduce", "local"]));
            let exact = run(&["--jobs", "1", "--reduce", "local", "--exact"]);
            let with_two = || {
                let two = run(&["--jobs", "2", "--reduce", "local"]);
                two.steps / two.busiest / (one.steps / one.busiest)
            };
            let two = with_two().max(with_two());
            let apart = apart(&one, || run(&["--jobs", "1", "--reduce", "local"]));
            let default = run(&["--jobs", "1"]);
            let spin = if class == "ProducerConsumer" { same_items(size) } else { nearest(one.states) };
            let rate_of_spin = spin.map_or(f64::NAN, |spin| spin.rate);
            println!(
                "{class:<17}{size:>3} {:>9} {:>9} {:>6.2} {:>9.0} {:>7.2} {:>7.1} {:>7.1} {:>7.0} {:>5.2}x {:>5.2}x {:>9} {:>7.2}",
                one.states,
                one.steps,
                one.cpu,
                one.steps / one.cpu,
                one.steps / one.cpu / rate_of_spin,
                one.bytes / one.states,
                exact.bytes / exact.states,
                one.peak,
                two,
                apart,
                default.states,
                default.cpu,
            );
        }
    }
}

/// The run of three that took the least CPU time: other work on the machine takes the caches away from
/// a run, and makes it slower, never faster.
fn fastest(run: impl Fn() -> Run) -> Run {
    (0..3).map(|_| run()).min_by(|a, b| a.cpu.total_cmp(&b.cpu)).expect("three runs")
}

/// How many times as much two searches do at once as one does alone; the better of two runs.
fn apart(one: &Run, run: impl Fn() -> Run + Sync) -> f64 {
    let both = || {
        std::thread::scope(|scope| {
            let other = scope.spawn(&run);
            let slower = run().busiest.max(other.join().expect("heddle runs").busiest);
            2.0 * one.busiest / slower
        })
    };
    both().max(both())
}

struct Run {
    states: f64,
    steps: f64,
    /// Of the store of states.
    bytes: f64,
    /// Seconds of CPU time, and those of the thread that took most.
    cpu: f64,
    busiest: f64,
    /// The most memory that the process had, in MiB.
    peak: f64,
}

/// Runs `heddle check`, whatever its verdict.
fn measure(mut command: Command) -> Run {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let report = folder.path().join("report.json");
    let before = children();
    command.env_remove("JAVA_TOOL_OPTIONS").stderr(Stdio::null());
    let mut child = command.stdout(File::create(&report).expect("a new file")).spawn().expect("heddle runs");
    // The system forgets these when the process ends, so it is asked often.
    let (mut peak, mut busiest) = (0.0, 0.0_f64);
    let status = loop {
        peak = peak_of(child.id()).unwrap_or(peak);
        busiest = busiest.max(busiest_of(child.id()));
        if let Some(status) = child.try_wait().expect("heddle ends") {
            break status;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    assert!(status.code().is_some_and(|code| code <= 2), "{command:?} ended with {status}");
    let report: Value = serde_json::from_reader(File::open(&report).expect("the report")).expect("heddle prints JSON");
    let figure = |name: &str| report["statistics"][name].as_f64().unwrap_or(f64::NAN);
    Run {
        states: figure("states"),
        steps: figure("transitions"),
        bytes: figure("store_bytes"),
        cpu: children() - before,
        busiest,
        peak,
    }
}

/// The most memory that a process had so far, in MiB.
fn peak_of(process: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes / 1024.0)
}

/// Seconds of CPU time of the thread of a process that took most.
fn busiest_of(process: u32) -> f64 {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let times = threads.filter_map(|thread| {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<f64>().ok()
    });
    times.fold(0.0, f64::max) / 1e9
}

/// SPIN on the model.
struct Spin {
    items: u32,
    states: f64,
    /// Transitions per second of CPU time, of the fastest run of three.
    rate: f64,
}

/// Runs SPIN, if it is there.
fn spin(items: u32) -> Option<Spin> {
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/explore/producer_consumer.pml");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let made = Command::new("spin")
        .arg("-a")
        .arg(format!("-DITEMS={items}"))
        .arg(model.canonicalize().expect("the model exists"))
        .current_dir(folder.path())
        .output();
    if !made.is_ok_and(|output| output.status.success()) {
        return None;
    }
    let compiled = Command::new("cc")
        .args(["-O2", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"])
        .current_dir(folder.path())
        .status();
    assert!(compiled.expect("cc runs").success());
    let run = || {
        let mut pan = Command::new(folder.path().join("pan"));
        pan.arg("-m1000000").current_dir(folder.path());
        cpu_time_of(pan)
    };
    let (cpu, output) = (0..3).map(|_| run()).min_by(|a, b| a.0.total_cmp(&b.0)).expect("three runs");
    let text = String::from_utf8_lossy(&output);
    let figure = |what: &str| {
        let line = text.lines().find(|line| line.contains(what)).unwrap_or_default();
        line.split_whitespace().next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(f64::NAN)
    };
    let (states, transitions) = (figure("states, stored"), figure("transitions (="));
    let memory = figure("total actual memory usage");
    println!(
        "{:<17}{items:>3} {states:>9} {transitions:>9} {cpu:>6.2} {:>9.0} {:>31.0}",
        "SPIN",
        transitions / cpu,
        memory
    );
    Some(Spin { items, states, rate: transitions / cpu })
}
