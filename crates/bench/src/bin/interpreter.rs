//! Heddle's interpreter against `java -Xint`: CPU time of eight single-threaded programs, each run
//! by both in turn, several rounds; the ratio of the medians and its geometric mean. Then start-up.
//!
//! Needs the release build of `heddle` beside this program.

use std::process::Command;

use heddle_bench::{compile, cpu_time_of, heddle, jdk, median};

const PROGRAMS: [&str; 8] = [
    "Sieve",
    "NBody",
    "SpectralNorm",
    "BinaryTrees",
    "MapListChurn",
    "StringBuilding",
    "SortLambdas",
    "StreamPipeline",
];
const ROUNDS: usize = 3;

fn main() {
    let classes = compile("interpreter");
    let heddle_run = |class: &str| {
        let mut command = Command::new(heddle());
        command.arg("run").arg("--jdk").arg(&jdk().home).arg("--class-path").arg(&classes).arg(class);
        command
    };
    let java_run = |class: &str| {
        let mut command = Command::new(jdk().tool("java"));
        command.arg("-Xint").arg("-cp").arg(&classes).arg(class);
        command
    };
    println!("{:<16} {:>10} {:>12} {:>8}", "program", "heddle s", "java -Xint s", "ratio");
    let mut product = 1.0;
    for class in PROGRAMS {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let (time, output) = cpu_time_of(heddle_run(class));
            ours.push(time);
            let (time, expected) = cpu_time_of(java_run(class));
            theirs.push(time);
            assert_eq!(output, expected, "{class} prints something else");
        }
        let (ours, theirs) = (median(ours), median(theirs));
        product *= ours / theirs;
        println!("{class:<16} {ours:>10.2} {theirs:>12.2} {:>8.2}", ours / theirs);
    }
    println!("geometric mean of the ratio: {:.2}", product.powf(1.0 / PROGRAMS.len() as f64));

    let starts: Vec<f64> = (0..10).map(|_| cpu_time_of(heddle_run("Hello")).0).collect();
    println!("start-up with string concatenation, a lambda and an ArrayList: {:.3} s of CPU time", median(starts));
}
