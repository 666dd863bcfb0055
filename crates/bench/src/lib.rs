//! What the benchmarks share: the JDK, and compiling the programs in `bench/`.

use std::path::PathBuf;
use std::process::Command;

use heddle_testing::compile_each;
pub use heddle_testing::{Jdk, jdk, repository};

/// The classes of all programs of a folder below `bench/`.
pub fn compile(folder: &str) -> PathBuf {
    compile_each(jdk(), &[&repository("bench").join(folder)]).remove(0)
}

/// The release build of `heddle`, beside the running benchmark.
pub fn heddle() -> PathBuf {
    let own = std::env::current_exe().expect("the benchmark's own path");
    let heddle = own.with_file_name("heddle");
    assert!(heddle.is_file(), "build it first: cargo build --release");
    heddle
}

/// Runs a command to its end: seconds of CPU time, and what it printed.
pub fn cpu_time_of(mut command: Command) -> (f64, Vec<u8>) {
    let before = children();
    let output = command.env_remove("JAVA_TOOL_OPTIONS").output().expect("the command runs");
    let after = children();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed: {error}");
    (after - before, output.stdout)
}

/// Seconds of CPU time of all child processes that have ended.
pub fn children() -> f64 {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system tells");
    let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    seconds(usage.user_time()) + seconds(usage.system_time())
}

/// The middle value.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
