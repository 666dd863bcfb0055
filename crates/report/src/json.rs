//! Reports for machines: every command with `--json` prints one JSON document. `docs/schema/report-1.json` is
//! its JSON Schema, derived from the types that are written.
//!
//! The version of the schema changes when a field is renamed, removed or changes its meaning. Fields, and values of
//! enumerations, may be added without a new version.

use heddle::{Conclusion, LitmusReport};
use heddle_verdict::{Report, Verdict, Violation};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;

use crate::{analyze, model, run, symbolic, test};

/// The version of the schema that reports follow.
pub const SCHEMA_VERSION: u32 = 1;

/// What a command with `--json` prints.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "Heddle report")]
struct Document<'a> {
    /// The version of this schema.
    #[schemars(extend("const" = SCHEMA_VERSION))]
    schema_version: u32,
    /// The version of Heddle.
    heddle: &'static str,
    /// The exit code of the command.
    exit_code: u8,
    #[serde(flatten)]
    content: Content<'a>,
}

/// What the report is about, by command.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "command", rename_all = "kebab-case")]
pub(crate) enum Content<'a> {
    /// `heddle check`.
    Check(&'a Report),
    /// `heddle test`.
    Test(test::Tests<'a>),
    /// `heddle replay`.
    Replay(ReplayReport<'a>),
    /// `heddle symbolic`.
    Symbolic(symbolic::Symbolic<'a>),
    /// `heddle litmus`.
    Litmus(Litmus<'a>),
    /// `heddle model`.
    Model(model::ModelJson<'a>),
    /// `heddle analyze`.
    Analyze(analyze::AnalyzeJson<'a>),
    /// `heddle run`.
    Run(run::Run<'a>),
    /// `heddle doctor`.
    Doctor(run::Doctor),
}

/// A saved run that was executed again.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReplayReport<'a> {
    /// The program, as the saved run names it.
    program: &'a str,
    /// The violation that the run leads to.
    verdict: Verdict,
}

/// Outcomes of litmus tests.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Litmus<'a> {
    /// The program, as the user named it.
    program: &'a str,
    /// The tests in the program.
    tests: &'a [LitmusReport],
}

/// The verdict of an engine that lists its evidence beside it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "VerdictName")]
pub(crate) struct Answer {
    /// Its name.
    pub is: Conclusion,
}

/// A document as text, with a newline at its end.
pub(crate) fn document(content: Content<'_>, exit_code: u8) -> String {
    let document = Document { schema_version: SCHEMA_VERSION, heddle: env!("CARGO_PKG_VERSION"), exit_code, content };
    serde_json::to_string_pretty(&document).expect("reports have string keys only") + "\n"
}

/// The report of `heddle check`.
pub fn json(report: &Report) -> String {
    document(Content::Check(report), report.verdict.exit_code())
}

/// The report of `heddle replay`.
pub fn replay_json(program: &str, violation: &Violation) -> String {
    let verdict = Verdict::Violated { violations: vec![violation.clone()] };
    let exit_code = verdict.exit_code();
    document(Content::Replay(ReplayReport { program, verdict }), exit_code)
}

/// The report of `heddle litmus`.
pub(crate) fn litmus_json(program: &str, tests: &[LitmusReport], exit_code: u8) -> String {
    document(Content::Litmus(Litmus { program, tests }), exit_code)
}

/// The JSON Schema (2020-12) of all reports.
pub fn schema() -> String {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let schema = generator.into_root_schema_for::<Document<'static>>();
    serde_json::to_string_pretty(&schema).expect("a schema has string keys only") + "\n"
}

#[cfg(test)]
mod tests {
    /// `HEDDLE_BLESS=1` writes the file anew. A change of what is there already needs a new version.
    #[test]
    fn the_schema_in_the_documentation_is_the_one_of_the_types() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schema/report-1.json");
        if std::env::var_os("HEDDLE_BLESS").is_some() {
            std::fs::write(file, super::schema()).expect("a writable folder");
        }
        let written = std::fs::read_to_string(file).expect("the schema is there");
        assert!(written == super::schema(), "HEDDLE_BLESS=1 writes docs/schema/report-1.json anew; look at the diff");
    }
}
