//! `heddle check --explain`: which steps of a run lead to its failure. What is shown is checked: a run
//! of only the steps that the explanation says are needed must end in the same failure.

use heddle_events::explain::explain;
use heddle_events::picture;
use heddle_explore::{Path, Settings, replay};
use heddle_verdict::{Choice, Violation};

use super::Failure;

/// Explains a violation: the text, and the file if one is wanted.
pub fn explanation(
    path: &mut Path<'_>,
    violation: &Violation,
    settings: &Settings,
    file: &std::path::Path,
) -> Result<String, Failure> {
    let Some(trace) = &violation.trace else { return Ok(String::new()) };
    let explanation = explain(trace, &violation.kind);
    let needed: Vec<Choice> = explanation.needed.iter().map(|&at| violation.schedule[at]).collect();
    let replayed = replay(path, &needed, settings);
    let same = replayed.is_ok_and(|replayed| replayed.violations.iter().any(|other| other.key == violation.key));
    let mut text = picture::text(trace, &explanation);
    text.push_str(&if same {
        format!("  A run of only the {} steps that these need ends in the same failure.\n", needed.len())
    } else {
        "  Other steps of the run are needed too: without them it ends differently.\n".into()
    });
    let drawn = match file.extension().and_then(std::ffi::OsStr::to_str) {
        Some("svg") => picture::svg(trace, &explanation),
        Some("dot") => picture::dot(trace, &explanation),
        _ => text.clone(),
    };
    if file.as_os_str() != "-" {
        std::fs::write(file, drawn)
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))?;
    }
    Ok(text)
}
