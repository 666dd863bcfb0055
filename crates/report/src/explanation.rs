//! Which events of a run lead to its failure: as text, as pictures, as JSON.

use heddle_events::explain::Explanation;
use heddle_events::picture;
use heddle_verdict::Place;

/// Formats of explanations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExplanationFormat {
    /// For people.
    Text,
    /// A picture with one column per thread.
    Svg,
    /// A graph for Graphviz.
    Dot,
    /// For machines.
    Json,
}

impl ExplanationFormat {
    /// By the ending of a file's name; text if it has none of the others.
    pub fn of(ending: &str) -> Self {
        match ending {
            "svg" => Self::Svg,
            "dot" => Self::Dot,
            "json" => Self::Json,
            _ => Self::Text,
        }
    }
}

/// An explanation in one of its formats. The text of source lines is asked for where it can be had.
pub fn explanation(
    explanation: &Explanation,
    format: ExplanationFormat,
    source: &dyn Fn(&Place) -> Option<String>,
) -> String {
    match format {
        ExplanationFormat::Text => {
            picture::text(explanation, source)
                + if explanation.replays && explanation.trace.steps.is_empty() {
                    "  Checked: a run in which nothing is held back ends in the same failure. Others may end well.\n"
                } else if explanation.replays {
                    "  Checked: a run along these events, in this order, ends in the same failure.\n"
                } else {
                    "  Other events of the run are needed as well: with these alone it ends differently.\n"
                }
        }
        ExplanationFormat::Svg => picture::svg(explanation),
        ExplanationFormat::Dot => picture::dot(explanation),
        ExplanationFormat::Json => {
            serde_json::to_string(explanation).expect("an explanation has string keys only") + "\n"
        }
    }
}
