//! As JUnit and Surefire write it: a suite per class, the page of a violation as the failure's text.

use std::time::Duration;

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

use super::{Case, Outcome, Summary};

pub fn junit(summary: &Summary<'_>) -> String {
    let mut report = quick_junit::Report::new(summary.program);
    let mut groups: Vec<&str> = summary.cases.iter().map(|case| case.group.as_str()).collect();
    groups.dedup();
    for group in groups {
        let mut suite = TestSuite::new(group);
        for case in summary.cases.iter().filter(|case| case.group == group) {
            let mut one = TestCase::new(case.name.as_str(), status(case));
            one.set_classname(group).set_time(Duration::from_secs_f64(case.seconds));
            suite.add_test_case(one);
        }
        report.add_test_suite(suite);
    }
    report.to_string().unwrap_or_default()
}

fn status(case: &Case<'_>) -> TestCaseStatus {
    let mut status = match case.outcome {
        Outcome::Passed => return TestCaseStatus::success(),
        Outcome::Skipped => TestCaseStatus::skipped(),
        Outcome::Failed => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Outcome::Undecided => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    if case.outcome != Outcome::Skipped {
        status.set_type(case.findings.first().map_or(case.verdict, |finding| finding.rule.id));
    }
    status.set_message(case.sentence.as_str());
    if let Some(page) = &case.page {
        status.set_description(page.as_str());
    }
    status
}
