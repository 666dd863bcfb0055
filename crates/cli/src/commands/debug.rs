//! `heddle debug`: a run in a debugger that speaks the Debug Adapter Protocol, over standard input and output or TCP.

use std::io::{BufReader, Read, stdin, stdout};
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::ExitCode;

use heddle::verdict::Schedule;
use heddle::{CheckOptions, Error, Limits, Observer, Project, Supervision, Target, check, confirm, read_run};
use serde_json::Value;

use crate::args::{Debug, class_path};
use crate::terminal::{Terminal, say};

pub fn debug(arguments: &Debug) -> Result<ExitCode, Error> {
    if let Some(file) = arguments.file.as_ref().filter(|_| arguments.place.class_path.is_none())
        && !Path::new(file).exists()
    {
        return Err(Error::Usage(format!("cannot read {file}: there is no such file")));
    }
    let open = |launch: &Value| open(arguments, launch);
    let failed = |error: std::io::Error| Error::Output(format!("the debugger is gone: {error}"));
    let Some(port) = arguments.listen else {
        heddle_debug::serve(BufReader::new(stdin().lock()), stdout().lock(), open).map_err(failed)?;
        return Ok(ExitCode::SUCCESS);
    };
    let cannot = |error: std::io::Error| Error::Usage(format!("cannot listen on port {port}: {error}"));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(cannot)?;
    say(&format!("heddle debug listens on {}\n", listener.local_addr().map_err(cannot)?));
    // One session after another, until the process is ended.
    for stream in listener.incoming() {
        let stream = stream.map_err(failed)?;
        let input = BufReader::new(stream.try_clone().map_err(failed)?);
        if let Err(error) = heddle_debug::serve(input, stream, open) {
            say(&format!("heddle: {}\n", failed(error)));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The run that the command line names, else the one that the debugger does: `run` is a saved one, `program` is checked.
fn open(arguments: &Debug, launch: &Value) -> Result<(Project, Schedule), Error> {
    let text = |key: &str| launch[key].as_str().map(str::to_owned);
    let named = arguments.file.clone().or_else(|| text("run")).or_else(|| text("program"));
    let named = named.ok_or_else(|| {
        Error::Usage("name a saved run or a program: heddle debug FILE, or `run` or `program` when launching".into())
    })?;
    let jdk = arguments.place.jdk.find()?;
    if is_saved_run(Path::new(&named)) {
        let schedule = read_run(Path::new(&named))?;
        return Ok((Project::open(&Target::of(&schedule), &jdk)?, schedule));
    }
    let mut target = arguments.place.of(&named, &arguments.arguments);
    if let (None, Some(path)) = (&arguments.place.class_path, text("classPath")) {
        target.class_path = class_path(&path);
    }
    let project = Project::open(&target, &jdk)?;
    project.notes().iter().for_each(|note| Terminal::default().note(note));
    let limits = Limits { seconds: arguments.timeout, bytes: arguments.memory.map(|mib| mib << 20) };
    let options = CheckOptions { limits, ..CheckOptions::default() };
    let checked = check(&project, &options, &Supervision::default())?;
    let run = checked.run.ok_or_else(|| {
        let verdict = checked.report.verdict.name();
        Error::Usage(format!("there is no run to debug: {named} is {verdict}, and no run violates anything"))
    })?;
    let run = confirm(&project, &run)?;
    Ok((project, run))
}

/// Saved runs are JSON; programs are sources, archives, folders or names of classes.
pub(super) fn is_saved_run(file: &Path) -> bool {
    let mut first = [0];
    std::fs::File::open(file).is_ok_and(|mut file| file.read_exact(&mut first).is_ok() && first == *b"{")
}
