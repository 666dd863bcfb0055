//! `heddle litmus`: all outcomes of small concurrent programs, per memory model.

use std::process::ExitCode;

use heddle::{Error, LitmusOptions, LitmusReport, MemoryModel, litmus as list};
use heddle_report::litmus::{SpaceFormat, dot, event_space, event_spaces, json, text};

use super::{ending, open, write};
use crate::args::{Litmus, Model};
use crate::terminal::{Terminal, print};

pub fn litmus(arguments: &Litmus) -> Result<ExitCode, Error> {
    let project = open(&arguments.target, &[])?;
    let options = LitmusOptions {
        model: match arguments.model {
            Model::Sc => Some(MemoryModel::Sc),
            Model::Jmm1 => Some(MemoryModel::Jmm1),
            Model::Jmm => Some(MemoryModel::Jmm),
            Model::All => None,
        },
        test: arguments.test.clone(),
        seconds: arguments.timeout,
        prescient_stores: !arguments.no_prescient_stores,
        event_spaces: arguments.events.is_some(),
        formula: arguments.formula.clone(),
    };
    let reports = list(&project, &options, &Terminal::default().supervision())?;
    if let Some(file) = &arguments.dot {
        write(file, &dot(&reports))?;
    }
    write_spaces(arguments, &reports)?;
    print(&if arguments.json { json(&reports) } else { text(&reports) });
    Ok(ExitCode::from(exit_code(&reports)))
}

/// Writes event spaces to files with their numbers before the ending.
fn write_spaces(arguments: &Litmus, reports: &[LitmusReport]) -> Result<(), Error> {
    let Some(file) = &arguments.events else { return Ok(()) };
    for (number, (title, space)) in event_spaces(reports).into_iter().enumerate() {
        let ending = ending(file);
        let format = SpaceFormat::of(ending)
            .ok_or_else(|| Error::Usage("--events takes a file that ends with .aut, .dot or .pvs".into()))?;
        let file = file.with_extension(format!("{}.{ending}", number + 1));
        write(&file, &event_space(&title, space, format))?;
    }
    Ok(())
}

/// 1 if an outcome is forbidden by its author, else 2 if a list is incomplete.
fn exit_code(reports: &[LitmusReport]) -> u8 {
    if reports.iter().any(LitmusReport::is_forbidden) {
        return 1;
    }
    if reports.iter().all(LitmusReport::is_complete) { 0 } else { 2 }
}
