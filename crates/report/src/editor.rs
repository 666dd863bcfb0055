//! A violation for editors: where it shows, and the run that leads there as places in the source, each with a few words.

use heddle_verdict::{Place, Violation};

use crate::formats::telling_places;
use crate::text::violation::{headline, told};

/// What an editor shows of a violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// Where it fails, the most telling place first, each with what happens there.
    pub places: Vec<(Place, String)>,
    /// What is wrong, in a sentence.
    pub message: String,
    /// The run, in order: where each part of it happens, and what.
    pub run: Vec<(Place, String)>,
}

/// What an editor shows of a violation. Places are those of the program, if possible with a source.
pub fn shown(violation: &Violation, has_source: &dyn Fn(&Place) -> bool) -> Shown {
    let empty = Vec::new();
    let names = violation.trace.as_ref().map_or(&empty, |trace| &trace.threads);
    let run = told(violation, has_source).into_iter().filter_map(|block| {
        let place = block.place.filter(|place| place.user)?;
        let name = names.get(block.thread.index()).map_or("?", String::as_str);
        Some((place.clone(), format!("{name} {}", block.notes.join("; "))))
    });
    Shown { places: telling_places(violation, has_source), message: headline(&violation.kind), run: run.collect() }
}
