//! The command `heddle`: arguments in, pages and exit codes out. The library does the work, and `heddle-report`
//! formats the results.

mod args;
mod commands;
mod defaults;
mod limits;
mod reports;
mod terminal;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use heddle::Error;

use crate::args::{Arguments, Command};
use crate::terminal::say;

/// Exit code for wrong usage.
const USAGE: u8 = 64;
/// Exit code for a defect of Heddle itself.
const INTERNAL: u8 = 70;

fn main() -> ExitCode {
    let given: Vec<OsString> = spelled_as_options(std::env::args_os()).collect();
    if let Some(argument) = given.iter().find(|argument| argument.to_str().is_none()) {
        let shown = argument.to_string_lossy();
        say(&format!(
            "heddle: {shown} is not valid UTF-8, which names of files and classes have to be here; call it from inside of \
             the folder, or rename it\n"
        ));
        return ExitCode::from(USAGE);
    }
    let all = match defaults::with_defaults(given, Path::new("")) {
        Ok(all) => all,
        Err(problem) => {
            say(&format!("heddle: {problem}\n"));
            return ExitCode::from(USAGE);
        }
    };
    let arguments = match Arguments::read(all) {
        Ok(arguments) => arguments,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { USAGE } else { 0 });
        }
    };
    terminal::be_quiet(arguments.quiet);
    // A panic has printed its message; the exit code tells it from a verdict.
    std::panic::catch_unwind(|| dispatch(arguments.command)).unwrap_or(ExitCode::from(INTERNAL))
}

fn dispatch(command: Command) -> ExitCode {
    let has_verdict = matches!(
        command,
        Command::Check(_)
            | Command::Test(_)
            | Command::Symbolic(_)
            | Command::Litmus(_)
            | Command::Model(_)
            | Command::Replay(_)
            | Command::Resume(_)
    );
    if has_verdict {
        terminal::end_in_peace();
    }
    let result = match command {
        Command::Check(check) => commands::check::check(&check),
        Command::Test(test) => commands::test::test(&test),
        Command::Analyze(analyze) => commands::analyze::analyze(&analyze),
        Command::Symbolic(symbolic) => commands::symbolic::symbolic(&symbolic),
        Command::Litmus(litmus) => commands::litmus::litmus(&litmus),
        Command::Model(model) => commands::model::model(&model),
        Command::Replay(replay) => commands::replay::replay(&replay),
        Command::Resume(resume) => commands::resume::resume(&resume),
        Command::Debug(debug) => commands::debug::debug(&debug),
        Command::Explore(explore) => commands::explore::explore(&explore),
        Command::Lsp => commands::lsp::lsp(),
        Command::Run(run) => commands::run::run(&run),
        Command::Doctor(doctor) => commands::doctor::doctor(&doctor),
        Command::Schema => commands::generate::schema(),
        Command::Completions(completions) => commands::generate::completions(&completions),
        Command::Manual(manual) => commands::generate::manual(&manual),
    };
    let lost = terminal::lost().map(|error| Error::Output(format!("cannot write to standard output: {error}")));
    match result.and_then(|code| lost.map_or(Ok(code), Err)) {
        Ok(code) => code,
        Err(error) => {
            if let Error::Compiler(messages) = &error {
                say(messages);
            }
            say(&format!("heddle: {error}\n"));
            ExitCode::from(error.exit_code())
        }
    }
}

/// Lets `-cp` and `-classpath` be written as for `java`, up to the program's own arguments.
fn spelled_as_options(arguments: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut of_program = false;
    arguments.map(move |argument| {
        of_program |= argument == "--";
        let class_path = argument == "-cp" || argument == "-classpath";
        if class_path && !of_program { "--class-path".into() } else { argument }
    })
}
