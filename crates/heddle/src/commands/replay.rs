//! `heddle replay`: a saved run, step by step, up to its violation.

use std::io::Write;
use std::process::ExitCode;

use heddle_explore::{Bound, Diverged, Path, Settings};
use heddle_report::Page;
use heddle_verdict::{Report, Schedule, Statistics, Trace, Verdict, Violation};

use super::Failure;
use super::check::page_width;
use crate::args::{Replay, Target};
use crate::session::Session;

pub fn replay(arguments: &Replay) -> Result<ExitCode, Failure> {
    let schedule = read(arguments)?;
    let target = Target {
        enable_preview: arguments.enable_preview,
        program: schedule.program.clone(),
        jdk: arguments.jdk.clone(),
        class_path: schedule.class_path.clone(),
        main_class: schedule.main_class.clone(),
    };
    let session = Session::open(&target, &schedule.arguments)?;
    if session.program.jdk_feature() != schedule.jdk {
        eprintln!("heddle: the run was recorded with JDK {}; with another it may not fit", schedule.jdk);
    }
    let mut machine = session.machine(&schedule.semantics, None)?;
    let temporal = session.temporal(&schedule.semantics)?;
    temporal.iter().for_each(|temporal| temporal.install(&mut machine));
    session
        .reduce(std::slice::from_mut(&mut machine), &schedule.semantics, false)
        .map_err(|reason| Failure::Usage(format!("the run was recorded with an analysis of the program: {reason}")))?;
    let mut path = Path::on(schedule.semantics.platform.as_ref(), machine, Bound::None);
    let settings = Settings { semantics: schedule.semantics.clone(), temporal, ..Settings::default() };
    let misfit = |diverged: Diverged| {
        Failure::Usage(format!(
            "the run does not fit the program any more: step {} of {} is not possible; check it again",
            diverged.step + 1,
            schedule.choices.len()
        ))
    };
    let (key, choices) = (schedule.violation.clone(), schedule.choices.clone());
    let (trace, violation) = match schedule.endless.clone() {
        Some(kind) => {
            let saved = Violation { key, kind, schedule: choices, trace: None };
            let explained = heddle_explore::explain(&mut path, &saved, &settings).map_err(misfit)?;
            (Trace::default(), Some(explained))
        }
        None => {
            let replayed = heddle_explore::replay(&mut path, &choices, &settings).map_err(misfit)?;
            let same = replayed.violations.into_iter().find(|violation| violation.key == key);
            let trace = replayed.trace.clone();
            let mut same = same.map(|violation| Violation { trace: Some(trace), ..violation });
            let namer = std::mem::take(&mut path.namer);
            if let Some(violation) = &mut same {
                heddle_explore::expand_trace(&mut path, namer, violation);
            }
            (replayed.trace, same)
        }
    };
    let source = |place: &_| session.source_line(place);
    let page = Page { width: page_width(), source: &source };
    let (text, code) = match violation {
        Some(violation) => {
            let report = Report {
                program: schedule.program,
                verdict: Verdict::Violated { violations: vec![violation] },
                warnings: vec![],
                outcomes: None,
                statistics: Statistics::default(),
                assumptions: vec![],
            };
            (heddle_report::text(&report, &page), report.verdict.exit_code())
        }
        None => {
            let trace = heddle_report::trace(&trace, &page);
            (format!("{trace}\nThe run no longer ends in a violation; it did in: {}\n", schedule.violation), 0)
        }
    };
    let _ = anstream::stdout().write_all(text.as_bytes());
    Ok(ExitCode::from(code))
}

fn read(arguments: &Replay) -> Result<Schedule, Failure> {
    let file = arguments.file.display();
    let text = std::fs::read_to_string(&arguments.file)
        .map_err(|error| Failure::Usage(format!("cannot read {file}: {error}")))?;
    serde_json::from_str(&text).map_err(|error| Failure::Usage(format!("{file} is not a saved run: {error}")))
}
