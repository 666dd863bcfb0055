//! What the tests of the command share: the JDKs of this machine, and running processes.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A JDK to test with.
#[derive(Clone, Debug)]
pub struct Jdk {
    pub home: PathBuf,
    /// 17, 21, 25.
    pub feature: u32,
}

/// The JDKs named by `HEDDLE_JDKS` (a path list), else `JAVA_HOME` and those installed in the usual
/// folder of Linux distributions; one per feature version, from 17 to 25.
pub fn jdks() -> Vec<Jdk> {
    let mut homes: Vec<PathBuf> = match std::env::var_os("HEDDLE_JDKS") {
        Some(list) => std::env::split_paths(&list).collect(),
        None => {
            let installed = std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|entry| entry.path());
            std::env::var_os("JAVA_HOME").map(PathBuf::from).into_iter().chain(installed).collect()
        }
    };
    homes.sort();
    let mut found: Vec<Jdk> = Vec::new();
    for home in homes {
        let usable = home.join("bin/javac").is_file() && home.join("lib/modules").is_file();
        if let (true, Some(feature)) = (usable, feature(&home))
            && (17..=25).contains(&feature)
            && found.iter().all(|jdk| jdk.feature != feature)
        {
            found.push(Jdk { home, feature });
        }
    }
    found.sort_by_key(|jdk| jdk.feature);
    assert!(!found.is_empty(), "no JDK found: install one, or name it in HEDDLE_JDKS or JAVA_HOME");
    found
}

fn feature(home: &Path) -> Option<u32> {
    let release = std::fs::read_to_string(home.join("release")).ok()?;
    let line = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\""))?;
    line.split(['.', '"']).next()?.parse().ok()
}

/// Runs a command without input; `None` if it did not end in time.
pub fn run_with_timeout(mut command: Command, limit: Duration) -> Option<Output> {
    command.env_remove("JAVA_TOOL_OPTIONS").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let mut stdout = child.stdout.take().expect("piped");
    let mut stderr = child.stderr.take().expect("piped");
    let out = std::thread::spawn(move || read_all(&mut stdout));
    let err = std::thread::spawn(move || read_all(&mut stderr));
    let start = Instant::now();
    let status = loop {
        match child.try_wait().expect("the child can be waited for") {
            Some(status) => break status,
            None if start.elapsed() > limit => {
                child.kill().expect("the child can be ended");
                child.wait().expect("the child has ended");
                return None;
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    Some(Output { status, stdout: out.join().expect("no panic"), stderr: err.join().expect("no panic") })
}

fn read_all(stream: &mut impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("a readable pipe");
    bytes
}
