//! `heddle check --explain`: which events of a run lead to its failure. What is shown is checked: a run
//! along these events must end in the same failure.

use heddle_events::explain::explain;
use heddle_events::picture;
use heddle_explore::{Path, Settings};
use heddle_verdict::{Place, Violation};

use super::Failure;

/// Explains a violation: the text, and the file if one is wanted.
pub fn explanation(
    path: &mut Path<'_>,
    violation: &Violation,
    settings: &Settings,
    file: &std::path::Path,
    source: &dyn Fn(&Place) -> Option<String>,
) -> Result<String, Failure> {
    let explanation = match explain(path, violation, settings) {
        Ok(explanation) => explanation,
        Err(reason) => return Ok(format!("No explanation: {reason}\n")),
    };
    let mut text = picture::text(&explanation, source);
    text.push_str(if explanation.replays {
        "  Checked: a run along these events, in this order, ends in the same failure.\n"
    } else {
        "  Other events of the run are needed too: along these alone it ends differently.\n"
    });
    let drawn = match file.extension().and_then(std::ffi::OsStr::to_str) {
        Some("svg") => picture::svg(&explanation),
        Some("dot") => picture::dot(&explanation),
        Some("json") => serde_json::to_string(&explanation).expect("an explanation has string keys only") + "\n",
        _ => text.clone(),
    };
    if file.as_os_str() != "-" {
        std::fs::write(file, drawn)
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))?;
    }
    Ok(text)
}
