//! `heddle model`: the finite-state model of a program, its states, and its export to other tools.

use std::process::ExitCode;
use std::time::Instant;

use heddle::{Conclusion, Error, Limits, Merged, ModelMonitors, ModelOptions, model as build};
use heddle_report::Summary;
use heddle_report::model::{ModelFormat, export, figures, json, text};

use super::open;
use crate::args::{BuildModel, Emit, Monitors};
use crate::terminal::{Terminal, aside, print};

pub fn model(arguments: &BuildModel) -> Result<ExitCode, Error> {
    let begin = Instant::now();
    let mut reports = arguments.reports.clone().without_coverage("model")?.open()?;
    let project = open(&arguments.target, &arguments.arguments)?;
    let options = ModelOptions {
        allocators: arguments.allocators,
        monitors: match arguments.monitors {
            Monitors::Barging => ModelMonitors::Barging,
            Monitors::Fifo => ModelMonitors::Fifo,
        },
        merged: if arguments.base { Merged::default() } else { arguments.reduce },
        local: arguments.local.clone(),
        max_states: arguments.max_states,
        limits: Limits { seconds: arguments.timeout, bytes: arguments.memory.map(|mib| mib << 20) },
    };
    let report = build(&project, &options, &Terminal::default().supervision())?;
    let conclusion = report.conclusion();
    let program = &arguments.target.program;
    let summary = Summary::of_model(program, &report, begin.elapsed());
    let Some(format) = arguments.emit else {
        print(&if arguments.json { json(&report, program) } else { text(&report) });
        reports.write(&summary, program, &[&project])?;
        return Ok(ExitCode::from(conclusion.exit_code()));
    };
    let exported = export(&report, format.into());
    print(&exported.map_err(|reason| Error::Usage(format!("the model cannot be written in SMV: {reason}")))?);
    aside(&figures(&report));
    reports.write(&summary, program, &[&project])?;
    Ok(ExitCode::from(if conclusion == Conclusion::Unknown { conclusion.exit_code() } else { 0 }))
}

impl From<Emit> for ModelFormat {
    fn from(format: Emit) -> Self {
        match format {
            Emit::Promela => Self::Promela,
            Emit::Smv => Self::Smv,
            Emit::Dot => Self::Dot,
            Emit::Json => Self::Json,
        }
    }
}
