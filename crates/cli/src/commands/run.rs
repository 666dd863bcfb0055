//! `heddle run`: one deterministic schedule, printing what the program prints.

use std::io::{IsTerminal, Read, Write};
use std::process::ExitCode;

use heddle::{Ended, Error, Input, Output, run as execute};
use heddle_report::run::{ended as ending, run_json};

use super::open;
use crate::args::Run;
use crate::terminal::{print, say};

/// Exit code when the program uses something that the machine cannot execute.
const UNKNOWN: u8 = 3;
/// Exit code when the program never ends.
const DEADLOCK: u8 = 1;

pub fn run(arguments: &Run) -> Result<ExitCode, Error> {
    arguments.limits.enforce();
    let project = open(&arguments.target, &arguments.arguments)?;
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let take = |part: &Output| match (arguments.json, part.stderr) {
        (false, _) => pass_on(part),
        (true, true) => errors.extend_from_slice(&part.bytes),
        (true, false) => output.extend_from_slice(&part.bytes),
    };
    let ended = execute(&project, Some(Box::new(StandardInput::default())), take)?;
    let code = match ended {
        // The operating system keeps the lowest eight bits.
        Ended::Exit(code) => code as u8,
        Ended::Deadlock => DEADLOCK,
        Ended::Unsupported { .. } | Ended::Limit(_) => UNKNOWN,
    };
    if arguments.json {
        print(&run_json(&arguments.target.program, &ended, &output, &errors, code));
    } else if !matches!(ended, Ended::Exit(_)) {
        say(&format!("heddle: {}", ending(&ended)));
    }
    Ok(ExitCode::from(code))
}

fn pass_on(output: &Output) {
    // What cannot be written ends nothing, as with java: the program's exit code still counts.
    let _ = if output.stderr {
        std::io::stderr().write_all(&output.bytes)
    } else {
        let mut out = std::io::stdout().lock();
        out.write_all(&output.bytes).and_then(|()| out.flush())
    };
}

/// The standard input of this process. A terminal is read as lines come in; anything else is read to
/// its end when the program first asks, so that it can also be told how much is left.
#[derive(Default)]
struct StandardInput {
    whole: Option<Vec<u8>>,
    position: usize,
}

impl StandardInput {
    fn whole(&mut self) -> &[u8] {
        self.whole.get_or_insert_with(|| {
            let mut bytes = Vec::new();
            // An input that fails has ended.
            let _ = std::io::stdin().lock().read_to_end(&mut bytes);
            bytes
        })
    }
}

impl Input for StandardInput {
    fn read(&mut self, most: usize) -> Vec<u8> {
        let input = std::io::stdin();
        if input.is_terminal() {
            let mut bytes = vec![0; most];
            let count = input.lock().read(&mut bytes).unwrap_or(0);
            bytes.truncate(count);
            return bytes;
        }
        let from = self.position;
        let rest = &self.whole()[from..];
        let bytes = rest[..most.min(rest.len())].to_vec();
        self.position += bytes.len();
        bytes
    }

    fn left(&mut self) -> usize {
        if std::io::stdin().is_terminal() {
            return 0;
        }
        let from = self.position;
        self.whole().len() - from
    }
}
