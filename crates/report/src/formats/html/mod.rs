//! One page that needs nothing else: the verdict, each run moment by moment with the source beside it, the ledger and the
//! figures. Without scripts it shows what the command prints; `timeline.mjs` lets the reader step through the runs.
//!
//! In: a [`Summary`] and the sources. Out: HTML with the style, the script and the data inside, and no address of
//! anything outside. The data are JSON in which `<`, `>` and `&` are written as escapes, so that no text of a program
//! can end the element that they stand in.

mod data;

pub use data::waits_for;

use std::fmt::Write;

use heddle::{Covered, Line};
use heddle_verdict::Place;

use super::{Case, Outcome, Sources, Summary};
use crate::litmus::Table;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = concat!(include_str!("wait_for.mjs"), include_str!("timeline.mjs"));
/// Draws who waits for whom; a module of other pages too.
pub const WAIT_FOR: &str = include_str!("wait_for.mjs");

pub fn html(summary: &Summary<'_>, sources: &Sources<'_>) -> String {
    let mut body = String::new();
    let verdict = summary.verdict.name();
    let _ = write!(
        body,
        "<header><p class=\"verdict {verdict}\">{verdict}</p><h1>{}</h1><p class=\"program\">heddle {} <code>{}</code></p>\
         </header>\n<main id=\"main\">\n",
        escaped(&title(summary)),
        summary.command,
        escaped(summary.program)
    );
    for inputs in summary.inputs.iter().filter(|inputs| !inputs.is_empty()) {
        let _ = writeln!(body, "<p class=\"inputs\">It fails for <code>{}</code></p>", escaped(inputs));
    }
    body.push_str("<div id=\"timeline\"></div>\n");
    if summary.cases.len() > 1 {
        table(&mut body, &summary.cases);
    }
    if let Some(outcomes) = &summary.table {
        outcomes_table(&mut body, outcomes);
    }
    for case in &summary.cases {
        about(&mut body, case, summary.cases.len() > 1);
    }
    // A symbolic analysis is about what is reached; for others it is beside the point.
    let is_open = summary.command == "symbolic";
    summary.coverage.iter().for_each(|covered| coverage(&mut body, covered, sources, is_open));
    body.push_str("</main>\n");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}: {verdict}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n{body}<script type=\"application/json\" id=\"data\">{}</script>\n<script type=\"module\">\n{SCRIPT}</script>\n\
         </body>\n</html>\n",
        escaped(summary.program),
        safe(&data::runs(summary, sources).to_string())
    )
}

fn title(summary: &Summary<'_>) -> String {
    match summary.cases.as_slice() {
        [case] => case.sentence.clone(),
        cases => {
            let failed = cases.iter().filter(|case| case.outcome == Outcome::Failed).count();
            format!("{failed} of {} failed", cases.len())
        }
    }
}

fn table(out: &mut String, cases: &[Case<'_>]) {
    out.push_str("<h2>All cases</h2>\n<div class=\"wide\" tabindex=\"0\"><table><thead><tr><th>case</th><th>verdict</th><th>what</th><th>time</th></tr></thead><tbody>\n");
    for (at, case) in cases.iter().enumerate() {
        let _ = writeln!(
            out,
            "<tr><td><a href=\"#case-{at}\">{}</a></td><td>{}</td><td>{}</td><td>{:.1} s</td></tr>",
            escaped(&name(case)),
            case.verdict,
            escaped(&case.sentence),
            case.seconds
        );
    }
    out.push_str("</tbody></table></div>\n");
}

/// All outcomes of litmus tests.
fn outcomes_table(out: &mut String, table: &Table) {
    out.push_str("<h2>All outcomes</h2>\n<div class=\"wide\" tabindex=\"0\"><table><thead><tr>");
    // Mostly nobody has said what is expected.
    let shown = |column: &usize| table.rows.iter().any(|row| row.get(*column).is_some_and(|cell| !cell.is_empty()));
    let columns: Vec<usize> = (0..table.head.len()).filter(shown).collect();
    for &column in &columns {
        let _ = write!(out, "<th>{}</th>", escaped(&table.head[column]));
    }
    out.push_str("</tr></thead><tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for &column in &columns {
            let _ = write!(out, "<td>{}</td>", escaped(&row[column]));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

fn name(case: &Case<'_>) -> String {
    // Litmus tests are not grouped.
    if case.group == "litmus" { case.name.clone() } else { format!("{}#{}", case.group, case.name) }
}

/// What is known of a case beside its runs; readable without scripts.
fn about(out: &mut String, case: &Case<'_>, is_named: bool) {
    let at = case.at;
    let _ = writeln!(out, "<section id=\"case-{at}\" class=\"case\">");
    if is_named {
        let _ = writeln!(out, "<h2>{}: {}</h2>", escaped(&name(case)), escaped(&case.sentence));
    }
    if let Some(page) = case.page.as_ref().or(case.whole.as_ref()) {
        let _ = writeln!(
            out,
            "<details class=\"page\" open><summary>The report as text</summary>\n<pre tabindex=\"0\">{}</pre></details>",
            escaped(page)
        );
    }
    if !case.ledger.is_empty() {
        out.push_str("<details><summary>What the verdict assumes</summary><ul>\n");
        for line in &case.ledger {
            let _ = writeln!(out, "<li>{}</li>", escaped(line));
        }
        out.push_str("</ul></details>\n");
    }
    if let Some(figures) = case.statistics {
        let rows = [
            ("states", figures.states),
            ("steps", figures.transitions),
            ("steps of parallel searches", figures.beside),
            ("steps of rounds that were repeated", figures.discarded),
            ("steps to a known state", figures.matched),
            ("ends", figures.ends),
            ("longest run, in steps", figures.depth),
            ("most threads at once", figures.threads),
            ("sampled runs", figures.walks),
            ("bytes of visited states", figures.store_bytes),
        ];
        let _ = write!(out, "<details><summary>Figures</summary><dl>\n<dt>time</dt><dd>{:.1} s</dd>\n", case.seconds);
        for (what, figure) in rows.into_iter().filter(|(_, figure)| *figure > 0) {
            let _ = writeln!(out, "<dt>{what}</dt><dd>{}</dd>", crate::text::grouped(figure));
        }
        out.push_str("</dl></details>\n");
    }
    out.push_str("</section>\n");
}

/// A source file with what was reached.
fn coverage(out: &mut String, covered: &Covered, sources: &Sources<'_>, is_open: bool) {
    let (package, file) = covered.file.rsplit_once('/').unwrap_or(("", &covered.file));
    let class = if package.is_empty() { file.into() } else { format!("{}.{file}", package.replace('/', ".")) };
    let _ = writeln!(
        out,
        "<details class=\"coverage\"{}><summary>Lines reached in {}: {} of {} <meter min=\"0\" max=\"{}\" value=\"{}\" \
         aria-label=\"lines reached\"></meter></summary>\n<p class=\"keys\"><span class=\"reached\">+</span> reached, \
         <span class=\"missed\">-</span> not reached within the bounds, <span class=\"violated\">!</span> fails</p>\n\
         <pre tabindex=\"0\">",
        if is_open { " open" } else { "" },
        escaped(&covered.file),
        covered.reached(),
        covered.lines.len(),
        covered.lines.len(),
        covered.reached(),
    );
    let last = covered.lines.keys().last().copied().unwrap_or(0);
    for line in 1..=last {
        let place = Place {
            class: class.clone(),
            method: String::new(),
            file: Some(file.into()),
            line: Some(line),
            user: true,
        };
        let (sign, style) = match covered.lines.get(&line) {
            Some(Line::NotReached) => ("-", "missed"),
            Some(Line::Violated) => ("!", "violated"),
            Some(_) => ("+", "reached"),
            None => (" ", ""),
        };
        let text = (sources.line)(&place).unwrap_or_default();
        let _ = writeln!(out, "<span class=\"{style}\">{sign} {line:>4} {}</span>", escaped(&text));
    }
    out.push_str("</pre></details>\n");
}

/// For use between tags and in attributes.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// JSON that no parser of HTML takes for markup.
fn safe(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use super::{escaped, safe};

    #[test]
    fn no_text_of_a_program_is_markup() {
        let json = safe(&serde_json::json!({ "text": "</script><b>&" }).to_string());
        assert!(!json.contains(['<', '>', '&']), "{json}");
        let back: serde_json::Value = serde_json::from_str(&json).expect("still JSON");
        assert_eq!(back["text"], "</script><b>&");
        assert_eq!(escaped("<a href=\"x\">"), "&lt;a href=&quot;x&quot;&gt;");
    }
}
