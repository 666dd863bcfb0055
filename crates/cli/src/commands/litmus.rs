//! `heddle litmus`: all outcomes of small concurrent programs, per memory model.

use std::process::ExitCode;
use std::time::Instant;

use heddle::{Error, LitmusOptions, LitmusReport, MemoryModel, litmus as list};
use heddle_report::Summary;
use heddle_report::litmus::{SpaceFormat, dot, event_space, event_spaces, exit_code, json, table_text, text};

use super::{Destination, all_written, ending, open};
use crate::args::{Litmus, Model};
use crate::terminal::{Terminal, print};

pub fn litmus(arguments: &Litmus) -> Result<ExitCode, Error> {
    let begin = Instant::now();
    let mut files = arguments.reports.clone().without_coverage("litmus")?.open()?;
    if let Some(file) = &arguments.events {
        space_format(ending(file))?;
    }
    let graphs = Destination::open_if_named(arguments.dot.as_ref())?;
    let project = open(&arguments.target, &arguments.arguments)?;
    let options = LitmusOptions {
        models: models(&arguments.model),
        test: arguments.test.clone(),
        seconds: arguments.timeout,
        bytes: arguments.memory.map(|mib| mib << 20),
        prescient_stores: !arguments.no_prescient_stores,
        event_spaces: arguments.events.is_some(),
        formula: arguments.formula.clone(),
    };
    let reports = list(&project, &options, &Terminal::default().supervision())?;
    let program = &arguments.target.program;
    print(&match (arguments.json, arguments.table) {
        (true, _) => json(&reports, program),
        (_, true) => table_text(&reports),
        _ => text(&reports),
    });
    let drawn = graphs.map_or(Ok(()), |file| file.write(&dot(&reports)));
    let summary = Summary::of_litmus(program, &reports, begin.elapsed());
    let reported = files.write(&summary, program, &[&project]);
    all_written([write_spaces(arguments, &reports), drawn, reported])?;
    Ok(ExitCode::from(exit_code(&reports)))
}

/// The models that are named, each once and in their order.
fn models(named: &[Model]) -> Vec<MemoryModel> {
    let mut models: Vec<MemoryModel> = Vec::new();
    for model in named {
        match model {
            Model::Sc => models.push(MemoryModel::Sc),
            Model::Jmm1 => models.push(MemoryModel::Jmm1),
            Model::Jmm => models.push(MemoryModel::Jmm),
            Model::Jam => models.push(MemoryModel::Jam),
            Model::All => models.extend([MemoryModel::Sc, MemoryModel::Jmm1, MemoryModel::Jmm]),
        }
    }
    models.sort_unstable();
    models.dedup();
    models
}

/// Writes event spaces to files with their numbers before the ending.
fn write_spaces(arguments: &Litmus, reports: &[LitmusReport]) -> Result<(), Error> {
    let Some(file) = &arguments.events else { return Ok(()) };
    for (number, (title, space)) in event_spaces(reports).into_iter().enumerate() {
        let ending = ending(file);
        let file = file.with_extension(format!("{}.{ending}", number + 1));
        Destination::open(&file)?.write(&event_space(&title, space, space_format(ending)?))?;
    }
    Ok(())
}

fn space_format(ending: &str) -> Result<SpaceFormat, Error> {
    SpaceFormat::of(ending)
        .ok_or_else(|| Error::Usage("--events takes a file that ends with .aut, .dot or .pvs".into()))
}
