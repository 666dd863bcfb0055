//! `heddle analyze`: what the analysis knows of a program.

use std::process::ExitCode;

use heddle::{Error, analyze as study, future_accesses, storage_graph};
use heddle_report::analyze::{figures, future_json, future_text, json, text};

use super::open;
use crate::args::Analyze;
use crate::terminal::{aside, print};

pub fn analyze(arguments: &Analyze) -> Result<ExitCode, Error> {
    arguments.limits.enforce();
    let project = open(&arguments.target, &arguments.arguments)?;
    let precision = arguments.precision.into();
    let program = &arguments.target.program;
    if let Some(at) = &arguments.at {
        let accesses = future_accesses(&project, precision, at, &arguments.called_from)?;
        print(&if arguments.json {
            future_json(at, &accesses, program)
        } else {
            future_text(at, &arguments.called_from, &accesses)
        });
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(at) = &arguments.dot {
        print(&storage_graph(&project, precision, at)?);
        return Ok(ExitCode::SUCCESS);
    }
    let analysis = study(&project, precision)?;
    if arguments.json {
        print(&json(&analysis, program));
        return Ok(ExitCode::SUCCESS);
    }
    print(&text(&analysis));
    aside(&figures(&analysis));
    Ok(ExitCode::SUCCESS)
}
