//! Running commands.

use std::io::Read;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

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
