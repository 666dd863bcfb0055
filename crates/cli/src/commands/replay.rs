//! `heddle replay`: a saved run, step by step, up to its violation.

use std::collections::BTreeSet;
use std::process::ExitCode;

use heddle::{Error, Observer, Project, Target, replay as follow};
use heddle_verdict::{Report, Schedule, Statistics, Verdict};

use crate::args::Replay;
use crate::terminal::{Terminal, print_page};

pub fn replay(arguments: &Replay) -> Result<ExitCode, Error> {
    let schedule = read(arguments)?;
    let terminal = Terminal::default();
    let target = Target { enable_preview: arguments.enable_preview, ..Target::of(&schedule) };
    let project = Project::open(&target, &arguments.jdk.find()?)?;
    project.notes().iter().for_each(|note| terminal.note(note));
    let replayed = follow(&project, &schedule, &terminal.supervision())?;
    let Some(violation) = replayed.violation else {
        print_page(&project, |page| {
            let trace = heddle_report::trace(&replayed.trace, page);
            format!("{trace}\nThe run no longer ends in a violation; it did in: {}\n", schedule.violation)
        });
        return Ok(ExitCode::SUCCESS);
    };
    let report = Report {
        program: schedule.program,
        verdict: Verdict::Violated { violations: vec![violation] },
        warnings: vec![],
        outcomes: None,
        statistics: Statistics::default(),
        assumptions: vec![],
        refuted: BTreeSet::new(),
    };
    print_page(&project, |page| heddle_report::text(&report, page));
    Ok(ExitCode::from(report.verdict.exit_code()))
}

fn read(arguments: &Replay) -> Result<Schedule, Error> {
    let file = arguments.file.display();
    let text = std::fs::read_to_string(&arguments.file)
        .map_err(|error| Error::Usage(format!("cannot read {file}: {error}")))?;
    serde_json::from_str(&text).map_err(|error| Error::Usage(format!("{file} is not a saved run: {error}")))
}
