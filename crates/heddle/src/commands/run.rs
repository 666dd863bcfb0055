//! `heddle run`: one deterministic schedule, printing what the program prints.

use std::io::Write;
use std::process::ExitCode;

use heddle_machine::{Machine, Options, Output, RunEnd, Trap};
use heddle_program::{Program, Sources};

use super::Failure;
use crate::args::Run;
use crate::input::Input;
use crate::jdk::Jdk;

/// Exit code when the program uses something that the machine cannot execute.
const UNKNOWN: u8 = 3;
/// Exit code when the program never ends.
const DEADLOCK: u8 = 1;

pub fn run(arguments: &Run) -> Result<ExitCode, Failure> {
    let jdk = Jdk::find(arguments.target.jdk.as_deref())?;
    let input = Input::prepare(&arguments.target, &jdk)?;
    let Some(main_class) = &input.main_class else {
        return Err(Failure::Usage("cannot tell which class has the main method; name it with --main CLASS".into()));
    };
    let sources = Sources {
        jdk: jdk.home.clone(),
        class_path: input.class_path.clone(),
        injected: heddle_platform_jdk::INJECTED,
    };
    let program = Program::open(sources).map_err(|error| Failure::Usage(error.to_string()))?;
    let natives = heddle_platform_jdk::table(&program);
    let mut machine =
        Machine::new(&program, &natives, Options::default()).map_err(|error| Failure::Usage(error.to_string()))?;
    heddle_platform_jdk::boot(&mut machine).map_err(|trap| explain(&mut machine, trap, "starting the virtual machine"))?;
    heddle_platform_jdk::start_main(&mut machine, main_class, &arguments.target.arguments)
        .map_err(|trap| explain(&mut machine, trap, "starting the program"))?;
    let end = machine.run_to_end(print);
    Ok(match end {
        RunEnd::Exit(code) => ExitCode::from(code as u8),
        RunEnd::Deadlock => {
            eprintln!("heddle: deadlock: the threads that are left wait for ever");
            ExitCode::from(DEADLOCK)
        }
        RunEnd::Unsupported(what) => {
            eprintln!("heddle: unknown: {what} is not supported");
            eprint!("{}", stack(&machine));
            ExitCode::from(UNKNOWN)
        }
        RunEnd::Limit(what) => {
            eprintln!("heddle: limit: {what}");
            ExitCode::from(UNKNOWN)
        }
    })
}

fn print(output: &Output) {
    // A closed pipe ends nothing: the program's exit code still counts.
    let _ = if output.stderr {
        std::io::stderr().write_all(&output.bytes)
    } else {
        let mut out = std::io::stdout().lock();
        out.write_all(&output.bytes).and_then(|()| out.flush())
    };
}

/// The running thread's frames, as a Java stack trace.
fn stack(machine: &Machine<'_>) -> String {
    let mut text = String::new();
    for frame in machine.backtrace(machine.current).into_iter().take(30) {
        let method = machine.program.method(frame.method);
        let class = machine.program.class_name(method.class).replace('/', ".");
        let name = machine.program.text(method.name);
        let file = machine.program.source_file(method.class).unwrap_or_else(|| "Unknown Source".into());
        let line = machine.program.code(frame.method).ok().and_then(|code| code.line(frame.pc));
        match line {
            Some(line) => text.push_str(&format!("    at {class}.{name}({file}:{line})\n")),
            None => text.push_str(&format!("    at {class}.{name}({file})\n")),
        }
    }
    text
}

fn explain(machine: &mut Machine<'_>, trap: Trap, doing: &str) -> Failure {
    match trap {
        Trap::Throw(exception) => {
            let text = machine.describe_exception(exception);
            Failure::Usage(format!("{doing}: {text}"))
        }
        Trap::Stop(stop) => Failure::Internal(format!("{doing}: {stop:?}\n{}", stack(machine))),
        other => Failure::Internal(format!("{doing}: {other:?}")),
    }
}
