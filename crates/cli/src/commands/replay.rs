//! `heddle replay`: a saved run, step by step, up to its violation.

use std::process::ExitCode;
use std::time::Instant;

use heddle::verdict::Verdict;
use heddle::{Error, Observer, Target, read_run, replay as execute};
use heddle_report::{Page, Summary};

use super::{PAGE, opened};
use crate::args::{Replay, class_path};
use crate::terminal::{Terminal, print, print_page};

pub fn replay(arguments: &Replay) -> Result<ExitCode, Error> {
    let begin = Instant::now();
    arguments.limits.enforce();
    let mut reports = arguments.reports.clone().without_coverage("replay")?.open()?;
    let schedule = read_run(&arguments.file)?;
    let mut target = Target::of(&schedule);
    if let Some(program) = &arguments.program {
        target.program.clone_from(program);
    }
    if let Some(path) = &arguments.class_path {
        target.class_path = class_path(path);
    }
    let terminal = Terminal::default();
    let project = opened(&target, &arguments.jdk.find()?)?;
    project.notes().iter().for_each(|note| terminal.note(note));
    let violation = execute(&project, &schedule, &terminal.supervision())?;
    if arguments.json {
        print(&heddle_report::replay_json(&target.program, &violation));
    } else {
        print_page(&project, false, |page| heddle_report::replay_text(&violation, page));
    }
    let source = |place: &_| project.source_line(place);
    let page = Page { width: PAGE, source: &source, assumptions: false };
    let summary = Summary::of_replay(&target.program, &violation, begin.elapsed(), &page);
    reports.write(&summary, &target.program, &[&project])?;
    Ok(ExitCode::from(Verdict::Violated { violations: vec![] }.exit_code()))
}
