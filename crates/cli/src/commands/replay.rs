//! `heddle replay`: a saved run, step by step, up to its violation.

use std::process::ExitCode;

use heddle::verdict::Verdict;
use heddle::{Error, Observer, Project, Target, read_run, replay as execute};

use crate::args::{Replay, class_path};
use crate::terminal::{Terminal, print, print_page};

pub fn replay(arguments: &Replay) -> Result<ExitCode, Error> {
    let schedule = read_run(&arguments.file)?;
    let mut target = Target::of(&schedule);
    if let Some(program) = &arguments.program {
        target.program.clone_from(program);
    }
    if let Some(path) = &arguments.class_path {
        target.class_path = class_path(path);
    }
    let terminal = Terminal::default();
    let project = Project::open(&target, &arguments.jdk.find()?)?;
    project.notes().iter().for_each(|note| terminal.note(note));
    let violation = execute(&project, &schedule, &terminal.supervision())?;
    if arguments.json {
        print(&heddle_report::replay_json(&target.program, &violation));
    } else {
        print_page(&project, false, |page| heddle_report::replay_text(&violation, page));
    }
    Ok(ExitCode::from(Verdict::Violated { violations: vec![] }.exit_code()))
}
