//! Printed pages as expectations: without colours, at a fixed width, without what differs between builds of one JDK.

use std::path::Path;

use heddle_report::Page;
use heddle_verdict::{Place, Report};

const WIDTH: usize = 100;

/// What `heddle check` prints about a program whose sources are in this folder.
pub fn page(report: &Report, sources: &Path) -> String {
    let line = |place: &Place| {
        let file = place.file.as_ref().filter(|_| place.user)?;
        let text = std::fs::read_to_string(sources.join(file)).ok()?;
        text.lines().nth(place.line?.checked_sub(1)? as usize).map(String::from)
    };
    plain(&heddle_report::text(report, &Page { width: WIDTH, source: &line, assumptions: false }))
}

/// A text without colours.
pub fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// A page without the line numbers of the JDK's own sources, which differ between its updates: `Thread.java:_`.
pub fn without_jdk_lines(page: &str) -> String {
    let normal = |line: &str| {
        let of_jdk = ["java.", "javax.", "jdk.", "sun."].iter().any(|package| line.contains(&format!("at {package}")));
        match (line.rfind(".java:"), line.rfind(')')) {
            (Some(file), Some(end)) if of_jdk && file < end => format!("{}.java:_{}\n", &line[..file], &line[end..]),
            _ => format!("{line}\n"),
        }
    };
    page.lines().map(normal).collect()
}

/// Whether expectations are to be written instead of compared: `HEDDLE_BLESS=1`.
pub fn blessing() -> bool {
    std::env::var_os("HEDDLE_BLESS").is_some()
}

/// Compares a text with the file that holds what is expected, or writes it there when blessing; what differs.
pub fn bless(file: &Path, found: &str) -> Option<String> {
    let expected = std::fs::read_to_string(file).unwrap_or_default();
    if expected == found {
        return None;
    }
    if blessing() {
        std::fs::write(file, found).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        return None;
    }
    let end = || std::iter::repeat("<end>");
    let mut lines = expected.lines().chain(end()).zip(found.lines().chain(end())).enumerate();
    let (number, (want, got)) = lines.find(|(_, (want, got))| want != got || *want == "<end>")?;
    Some(format!("{} line {}: {got:?} instead of {want:?}", file.display(), number + 1))
}

/// Asserts that the parts come one after another.
pub fn assert_in_order(page: &str, parts: &[&str]) {
    let mut rest = page;
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part:?} is missing, or comes too early, in\n{page}"));
        rest = &rest[at + part.len()..];
    }
}
