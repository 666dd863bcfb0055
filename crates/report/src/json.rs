//! The report for machines: its own data, with the name of the verdict and the exit code on top.

use heddle_verdict::Report;

/// Pretty-printed JSON with a newline at the end.
pub fn json(report: &Report) -> String {
    let mut value = serde_json::to_value(report).expect("reports have string keys only");
    if let Some(object) = value.as_object_mut() {
        object.insert("exit_code".into(), report.verdict.exit_code().into());
    }
    let mut text = serde_json::to_string_pretty(&value).expect("a value can be written");
    text.push('\n');
    text
}
