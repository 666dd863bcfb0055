//! What `heddle test` found: a line and a page for each test, a summary, and JSON.

use std::path::Path;
use std::time::Duration;

use anstream::adapter::strip_str;
use heddle::{TestResult, TestStatus, tests_exit_code};
use heddle_verdict::Verdict;
use schemars::JsonSchema;
use serde::Serialize;

use crate::json::{Content, document};
use crate::text::{BAD, DOUBTFUL, FAINT, GOOD, Page, STRONG, grouped, limit, paint, text};

/// Results of tests.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Tests<'a> {
    /// The program, as the user named it.
    program: &'a str,
    /// The tests, in the order of their names.
    tests: Vec<Test<'a>>,
}

/// One test.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "CheckedTest")]
struct Test<'a> {
    #[serde(flatten)]
    result: &'a TestResult,
    /// What `heddle check` would print of it, without colours, and where its run was saved; none for a test that passed
    /// or was not checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<String>,
}

/// A test that has ended: one line, and its page if it is not what its author wants.
pub fn line(result: &TestResult, page: &Page<'_>) -> String {
    let style = match result.status {
        _ if result.passed && result.status == TestStatus::Skipped => FAINT,
        _ if result.passed => GOOD,
        TestStatus::Violated => BAD,
        _ => DOUBTFUL,
    };
    let mut out = format!("{} {}", paint(style, &format!("{:<8}", result.status.name())), result.name);
    if let Some(report) = &result.report {
        let figures = match report.statistics.states {
            0 => String::new(),
            1 => "1 state, ".into(),
            states => format!("{} states, ", grouped(states)),
        };
        out += &paint(FAINT, &format!("  {figures}{:.1} s", result.seconds));
    }
    if let Some(remark) = remark(result) {
        out += &paint(FAINT, &format!("  {remark}"));
    }
    out.push('\n');
    // The remark says why a search was cut short.
    if let Some(shown) = page_of(result, page).filter(|_| result.status != TestStatus::Bounded) {
        let indented = shown.lines().map(|line| if line.is_empty() { "\n".into() } else { format!("    {line}\n") });
        out.push('\n');
        out.extend(indented);
        out.push('\n');
    }
    out
}

/// What has to be said beside the verdict.
pub(crate) fn remark(result: &TestResult) -> Option<String> {
    let expected = result.passed && result.status == TestStatus::Violated;
    let known = match &result.report {
        _ if result.replayed => Some("the saved run still fails".to_owned()),
        _ if expected => Some("as expected".to_owned()),
        Some(report) => match &report.verdict {
            Verdict::Bounded { limits } => Some(limits.iter().map(limit).collect::<Vec<_>>().join("; ")),
            Verdict::Proved if report.statistics.threads == 1 => Some("no second thread was started".to_owned()),
            _ => None,
        },
        None => None,
    };
    let remarks: Vec<String> = result.reason.clone().or(known).into_iter().chain(result.caveat.clone()).collect();
    (!remarks.is_empty()).then(|| remarks.join("; "))
}

/// The page of a test that is not what its author wants.
pub(crate) fn page_of(result: &TestResult, page: &Page<'_>) -> Option<String> {
    let report = result.report.as_ref().filter(|_| !result.passed)?;
    // A report may say something else than what was concluded from it: a test that was not really executed has no violation.
    let agrees = match result.status {
        TestStatus::Violated => matches!(report.verdict, Verdict::Violated { .. }),
        TestStatus::Unknown => matches!(report.verdict, Verdict::Unknown { .. }),
        TestStatus::Bounded => matches!(report.verdict, Verdict::Bounded { .. }),
        TestStatus::Proved | TestStatus::Skipped => false,
    };
    let narrow = Page { width: page.width.saturating_sub(4).max(40), ..*page };
    let saved = result.run.as_ref().map(|file| format!("the run is saved: heddle replay {}\n", quoted(file)));
    agrees.then(|| text(report, &narrow) + &saved.unwrap_or_default())
}

/// A path as a shell takes it.
fn quoted(file: &Path) -> String {
    let file = file.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=,@%:".contains(c);
    if file.chars().all(is_plain) { file } else { format!("'{}'", file.replace('\'', "'\\''")) }
}

/// The last lines: what all tests come to.
pub fn summary(results: &[TestResult], elapsed: Duration, width: usize) -> String {
    let count = |status| results.iter().filter(|result| result.status == status).count();
    let statuses =
        [TestStatus::Violated, TestStatus::Unknown, TestStatus::Bounded, TestStatus::Skipped, TestStatus::Proved];
    let counted = statuses.into_iter().map(|status| (status, count(status))).filter(|(_, count)| *count > 0);
    let expected = results.iter().filter(|result| result.passed && result.status == TestStatus::Violated).count();
    let mut parts: Vec<String> = Vec::new();
    for (status, count) in counted {
        if status == TestStatus::Violated && expected > 0 {
            let rest = count - expected;
            parts.extend((rest > 0).then(|| format!("{rest} violated")));
            parts.push(format!("{expected} violated as expected"));
        } else {
            parts.push(format!("{count} {}", status.name()));
        }
    }
    let mut out = format!("{}\n", paint(FAINT, &"─".repeat(width.min(72))));
    for result in results.iter().filter(|result| !result.passed) {
        out += &format!("{} {}\n", paint(BAD, &format!("{:<8}", result.status.name())), result.name);
    }
    let tests = if results.len() == 1 { "1 test".into() } else { format!("{} tests", results.len()) };
    let style = if tests_exit_code(results) == 0 { GOOD } else { BAD };
    let (list, seconds) = (parts.join(", "), elapsed.as_secs_f64());
    out + &format!("{} {list} {}\n", paint(style, &format!("{tests}:")), paint(STRONG, &format!("({seconds:.1} s)")))
}

/// The report of `heddle test`.
pub fn json(program: &str, results: &[TestResult], page: &Page<'_>) -> String {
    let test = |result| Test { result, page: page_of(result, page).map(|text| strip_str(&text).to_string()) };
    let tests = results.iter().map(test).collect();
    document(Content::Test(Tests { program, tests }), tests_exit_code(results))
}

#[cfg(test)]
mod tests {
    use heddle::{TestName, TestResult, TestStatus};

    use super::summary;
    use crate::{Format, Page, Sources, Summary};

    fn result(method: &str, status: TestStatus, reason: Option<&str>) -> TestResult {
        TestResult {
            name: TestName { class: "com.acme.ATest".into(), method: method.into(), calls: vec![] },
            status,
            passed: matches!(status, TestStatus::Skipped | TestStatus::Proved),
            reason: reason.map(String::from),
            caveat: None,
            replayed: false,
            seconds: 0.5,
            report: None,
            run: None,
            coverage: None,
        }
    }

    #[test]
    fn tests_are_counted_and_escaped() {
        let results = [
            result("a", TestStatus::Proved, None),
            result("b", TestStatus::Skipped, Some("not <now>")),
            result("c", TestStatus::Unknown, Some("uses & needs")),
        ];
        let page = Page { width: 80, source: &|_| None, assumptions: false };
        let sources = Sources { line: &|_| None, file: &|_| None, root: "/".as_ref(), program: None };
        let xml = Summary::of_tests("p", &results, &page).render(Format::Junit, &sources);
        assert!(xml.contains("tests=\"3\"") && xml.contains("errors=\"1\""), "{xml}");
        assert!(xml.contains("not &lt;now&gt;") && xml.contains("uses &amp; needs"), "{xml}");
        let text = anstream::adapter::strip_str(&summary(&results, std::time::Duration::ZERO, 80)).to_string();
        assert!(text.ends_with("3 tests: 1 unknown, 1 skipped, 1 proved (0.0 s)\n"), "{text}");
    }
}
