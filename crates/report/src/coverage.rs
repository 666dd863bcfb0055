//! Which source lines an analysis reached: in the margin of the source, and as LCOV.
//!
//! "Not reached" means not within the bounds of the analysis; it does not mean unreachable.

use std::fmt::Write;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use heddle::{Covered, Line};
use heddle_verdict::Place;

const REACHED: Style = AnsiColor::Green.on_default();
const NOT_REACHED: Style = AnsiColor::Yellow.on_default();
const VIOLATED: Style = AnsiColor::Red.on_default();

/// The source with a mark before each line that has code: `+` reached, `-` not reached within the
/// bounds, `!` violated.
pub fn margin(covered: &Covered, source: &dyn Fn(u32) -> Option<String>) -> String {
    let mut out = format!("{}: {} of {} lines reached\n", covered.file, covered.reached(), covered.lines.len());
    let (Some((&first, _)), Some((&last, _))) = (covered.lines.first_key_value(), covered.lines.last_key_value())
    else {
        return out;
    };
    for number in first..=last {
        let mark = match covered.lines.get(&number) {
            Some(Line::Reached) => format!("{REACHED}+{REACHED:#}"),
            Some(Line::NotReached) => format!("{NOT_REACHED}-{NOT_REACHED:#}"),
            Some(Line::Violated) => format!("{VIOLATED}!{VIOLATED:#}"),
            None => " ".into(),
        };
        let text = source(number).unwrap_or_default();
        let line = format!("{number:5} {mark} {text}");
        writeln!(out, "{}", line.trim_end()).expect("writing to a string");
    }
    out
}

/// As `genhtml` and editors read it. Where the sources of some files are known, files without sources, such as what Heddle
/// itself adds to a program, are left out.
pub fn lcov(files: &[Covered], path: &dyn Fn(&Place) -> Option<PathBuf>) -> String {
    let found: Vec<Option<PathBuf>> = files.iter().map(|covered| path(&place(covered, 1))).collect();
    let any = found.iter().any(Option::is_some);
    let mut out = String::new();
    for (covered, found) in files.iter().zip(found) {
        let file = match found {
            Some(path) => path.display().to_string(),
            None if any => continue,
            None => covered.file.clone(),
        };
        writeln!(out, "SF:{file}").expect("writing to a string");
        for (number, line) in &covered.lines {
            writeln!(out, "DA:{number},{}", u8::from(*line != Line::NotReached)).expect("writing to a string");
        }
        writeln!(out, "LF:{}\nLH:{}\nend_of_record", covered.lines.len(), covered.reached())
            .expect("writing to a string");
    }
    out
}

/// A line of a file as a place of some class in it.
pub(crate) fn place(covered: &Covered, line: u32) -> Place {
    let (package, file) = covered.file.rsplit_once('/').unwrap_or(("", &covered.file));
    let class = if package.is_empty() { "A".into() } else { format!("{}.A", package.replace('/', ".")) };
    Place { class, method: String::new(), file: Some(file.into()), line: Some(line), user: true }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn example() -> Covered {
        let lines = BTreeMap::from([(2, Line::Reached), (3, Line::NotReached), (5, Line::Violated)]);
        Covered { file: "A.java".into(), lines }
    }

    #[test]
    fn lcov_counts_violated_lines_as_reached() {
        let expected = "SF:A.java\nDA:2,1\nDA:3,0\nDA:5,1\nLF:3\nLH:2\nend_of_record\n";
        assert_eq!(lcov(&[example()], &|_| None), expected);
    }

    #[test]
    fn lcov_names_files_where_they_are() {
        let other = Covered { file: "heddle/Verify.java".into(), ..example() };
        let text = lcov(&[example(), other], &|place| (place.class == "A").then(|| "src/A.java".into()));
        assert!(text.starts_with("SF:src/A.java\n") && !text.contains("Verify"), "{text}");
    }

    #[test]
    fn the_margin_marks_lines_with_code_only() {
        let text = margin(&example(), &|number| Some(format!("line {number}")));
        let plain: String = anstream_free(&text);
        assert_eq!(
            plain,
            "A.java: 2 of 3 lines reached\n    2 + line 2\n    3 - line 3\n    4   line 4\n    5 ! line 5\n"
        );
    }

    /// The text without escape sequences.
    fn anstream_free(text: &str) -> String {
        let mut plain = String::new();
        let mut escaped = false;
        for c in text.chars() {
            match c {
                '\u{1b}' => escaped = true,
                'm' if escaped => escaped = false,
                c if !escaped => plain.push(c),
                _ => {}
            }
        }
        plain
    }
}
