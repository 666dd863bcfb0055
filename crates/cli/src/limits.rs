//! `--timeout` and `--memory` of commands that have nothing to report when they are cut short: the process ends with a
//! message and the exit code of a bounded search.

use std::time::{Duration, Instant};

use clap::Args;
use heddle::memory_in_use;
use heddle::verdict::Seconds;

use crate::commands::remove_unwritten;
use crate::terminal::say;

/// Exit code when a limit was reached.
const BOUNDED: i32 = 2;
const PAUSE: Duration = Duration::from_millis(20);

/// Limits of a process.
#[derive(Args, Clone, Copy, Debug)]
pub struct ProcessLimits {
    /// Stop after so many seconds.
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<Seconds>,

    /// Stop when the process uses so many MiB.
    #[arg(long, value_name = "MIB", value_parser = crate::limits::mib)]
    pub memory: Option<u64>,
}

/// A number of MiB whose bytes can be counted.
pub fn mib(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|mib| (1..=u64::MAX >> 20).contains(mib));
    number.ok_or_else(|| "write MiB, a whole number from 1 on".into())
}

impl ProcessLimits {
    /// From now on, ends the process when it passes a limit.
    pub fn enforce(self) {
        if self.timeout.is_none() && self.memory.is_none() {
            return;
        }
        let begin = Instant::now();
        // It ends with the process.
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(PAUSE);
                let why = self.passed(begin);
                if let Some(why) = why {
                    say(&format!("heddle: stopped {why}\n"));
                    remove_unwritten();
                    std::process::exit(BOUNDED);
                }
            }
        });
    }

    fn passed(self, begin: Instant) -> Option<String> {
        let time = self.timeout.filter(|timeout| begin.elapsed() >= timeout.duration());
        let memory = || self.memory.filter(|mib| memory_in_use().is_some_and(|bytes| bytes > mib << 20));
        let time = time.map(|seconds| format!("after {seconds} s (--timeout)"));
        time.or_else(|| memory().map(|mib| format!("at {mib} MiB (--memory)")))
    }
}
