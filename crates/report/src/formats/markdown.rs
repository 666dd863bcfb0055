//! For a comment on a pull request: the verdict, a table if there are several tests, and the pages folded.

use std::fmt::Write;

use heddle::Conclusion;

use super::{Case, Outcome, Summary};

/// GitHub refuses comments of more than 65,536 characters. Pages that would not fit are left out.
const MOST: usize = 60_000;

/// Tests that passed are listed one by one up to this number.
const LISTED: usize = 50;

pub fn markdown(summary: &Summary<'_>) -> String {
    let mut out = format!("### {} Heddle: {}\n\n", sign(summary.verdict), summary.verdict.name());
    let program = code(summary.program);
    match &summary.cases[..] {
        [case] if summary.command != "test" => {
            let _ = writeln!(
                out,
                "`heddle {}` {program}: {} ({:.1} s)\n",
                summary.command,
                prose(&case.sentence),
                case.seconds
            );
            pages(&mut out, [case].into_iter());
        }
        cases => {
            let _ = writeln!(out, "`heddle {}` {program}: {}\n", summary.command, counted(cases));
            table(&mut out, cases);
            pages(&mut out, cases.iter());
        }
    }
    out
}

fn sign(verdict: Conclusion) -> &'static str {
    match verdict {
        Conclusion::Proved => "✅",
        Conclusion::Violated => "❌",
        Conclusion::Bounded | Conclusion::Unknown => "⚠️",
    }
}

fn counted(cases: &[Case<'_>]) -> String {
    let mut verdicts: Vec<(&str, usize)> = Vec::new();
    for case in cases {
        match verdicts.iter_mut().find(|(verdict, _)| *verdict == case.verdict) {
            Some((_, count)) => *count += 1,
            None => verdicts.push((case.verdict, 1)),
        }
    }
    let parts: Vec<String> = verdicts.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
    let tests = if cases.len() == 1 { "1 test".into() } else { format!("{} tests", cases.len()) };
    format!("{tests}: {}", parts.join(", "))
}

/// What needs attention first.
fn table(out: &mut String, cases: &[Case<'_>]) {
    let is_fine = |case: &&Case<'_>| matches!(case.outcome, Outcome::Passed | Outcome::Skipped);
    let (fine, wanting): (Vec<&Case<'_>>, Vec<&Case<'_>>) = cases.iter().partition(is_fine);
    out.push_str("| | test | verdict | time |\n|---|---|---|---|\n");
    for case in wanting.iter().chain(fine.iter().take(LISTED)) {
        let sign = match case.outcome {
            Outcome::Passed => "✅",
            Outcome::Failed => "❌",
            Outcome::Undecided => "⚠️",
            Outcome::Skipped => "⏭️",
        };
        let name = code(&format!("{}#{}", case.group, case.name)).replace('|', "\\|");
        let sentence = prose(&case.sentence).replace('|', "\\|");
        let _ = writeln!(out, "| {sign} | {name} | **{}** {sentence} | {:.1} s |", case.verdict, case.seconds);
    }
    if fine.len() > LISTED {
        let _ = writeln!(out, "\n{} more passed.", fine.len() - LISTED);
    }
    out.push('\n');
}

fn pages<'c>(out: &mut String, cases: impl Iterator<Item = &'c Case<'c>>) {
    let mut left_out = 0;
    for case in cases {
        let Some(page) = &case.page else { continue };
        let fence = "`".repeat(longest_run(page).max(2) + 1);
        let shown = format!(
            "<details><summary>{}</summary>\n\n{fence}text\n{}\n{fence}\n\n</details>\n\n",
            escaped(&format!("{}: {}", case.name, case.sentence)),
            page.trim_end()
        );
        if out.chars().count() + shown.chars().count() > MOST {
            left_out += 1;
        } else {
            out.push_str(&shown);
        }
    }
    if left_out > 0 {
        let runs = if left_out == 1 { "1 run is".into() } else { format!("{left_out} runs are") };
        let _ = writeln!(out, "{runs} too long for a comment and not shown.");
    }
}

/// A code span, whatever is in it.
fn code(text: &str) -> String {
    let fence = "`".repeat(longest_run(text) + 1);
    let room = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{room}{}{room}{fence}", text.replace('\n', " "))
}

/// Backticks in a row.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// Text in which nothing is markup.
fn prose(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if "\\`*_[]<>#".contains(c) {
            out.push('\\');
        }
        out.push(if c == '\n' { ' ' } else { c });
    }
    out
}

/// For use between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::{code, prose};

    #[test]
    fn nothing_in_a_name_is_markup() {
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(prose("List<*> a_b"), "List\\<\\*\\> a\\_b");
    }
}
