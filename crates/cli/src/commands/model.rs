//! `heddle model`: the finite-state model of a program, its states, and its export to other tools.

use std::process::ExitCode;

use heddle::{Conclusion, Error, Merged, ModelOptions, ModelReport, model as build};
use heddle_model::{emit, language};

use super::open;
use crate::args::{BuildModel, Emit, Monitors};
use crate::terminal::{Terminal, print};

pub fn model(arguments: &BuildModel) -> Result<ExitCode, Error> {
    let project = open(&arguments.target, &[])?;
    let options = ModelOptions {
        allocators: arguments.allocators,
        monitors: match arguments.monitors {
            Monitors::Barging => language::Monitors::Barging,
            Monitors::Fifo => language::Monitors::Fifo,
        },
        merged: if arguments.base { Merged::default() } else { arguments.reduce },
        local: arguments.local.clone(),
        max_states: arguments.max_states,
    };
    let report = build(&project, &options, &Terminal::default().supervision())?;
    let conclusion = report.conclusion();
    let Some(format) = arguments.emit else {
        let in_json = arguments.json;
        print(&if in_json { heddle_report::model::json(&report) } else { heddle_report::model::text(&report) });
        return Ok(ExitCode::from(conclusion.exit_code()));
    };
    print(&exported(&report, format)?);
    let explored = &report.explored;
    eprintln!("{} states, {} transitions: {}", explored.states, explored.transitions, conclusion.name());
    Ok(ExitCode::from(if conclusion == Conclusion::Unknown { conclusion.exit_code() } else { 0 }))
}

fn exported(report: &ModelReport, format: Emit) -> Result<String, Error> {
    let ModelReport { model, explored } = report;
    Ok(match format {
        Emit::Promela => emit::promela(model, explored),
        Emit::Smv => emit::smv(model, explored)
            .map_err(|reason| Error::Usage(format!("the model cannot be written in SMV: {reason}")))?,
        Emit::Dot => emit::dot(model, explored),
        Emit::Json => emit::json(model),
    })
}
