//! A run in columns, one per thread, time going down: the source line, its code, and what it did.
//! If the page is too narrow for columns, the run is a list with the names of the threads.

use heddle_verdict::{ThreadId, Trace};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::told::{Block, Ending, told};
use super::{FAINT, Page, STRONG, paint};

const NARROWEST: usize = 26;
const WIDEST: usize = 60;
const GUTTER: usize = 2;

/// Stands above the cycle.
const ROUND: &str = "  ── from here on, this cycle repeats forever ──\n";

/// Writes a run, with how it ends.
pub fn write(out: &mut String, trace: &Trace, ending: Ending<'_>, page: &Page<'_>) {
    let blocks = told(trace, ending, &|place| (page.source)(place).is_some());
    let mut threads: Vec<ThreadId> = blocks.iter().map(|block| block.thread).collect();
    threads.sort();
    threads.dedup();
    if threads.is_empty() {
        return;
    }
    let width = page.width.saturating_sub(2) / threads.len();
    if width < NARROWEST {
        return write_list(out, trace, &blocks, page);
    }
    let width = width.min(WIDEST);
    let name = |thread: ThreadId| trace.threads.get(thread.index()).map_or("?", String::as_str);
    out.push_str("  ");
    for (column, &thread) in threads.iter().enumerate() {
        let heading = fit(name(thread), width - GUTTER);
        let is_last = column + 1 == threads.len();
        out.push_str(&paint(STRONG, heading.trim_end()));
        out.push_str(&if is_last { "\n".into() } else { " ".repeat(width - heading.trim_end().width()) });
    }
    let end = blocks.iter().filter(|block| block.in_round).count();
    for (at, block) in blocks.iter().enumerate() {
        if end > 0 && at + end == blocks.len() {
            out.push_str(&paint(STRONG, ROUND));
        }
        let column = threads.iter().position(|&thread| thread == block.thread).unwrap_or_default();
        let indent = " ".repeat(2 + column * width);
        for (text, faint) in cell(block, page, width - GUTTER) {
            out.push_str(&indent);
            out.push_str(&if faint { paint(FAINT, text.trim_end()) } else { text.trim_end().to_string() });
            out.push('\n');
        }
    }
}

fn write_list(out: &mut String, trace: &Trace, blocks: &[Block<'_>], page: &Page<'_>) {
    let mut last = None;
    let end = blocks.iter().filter(|block| block.in_round).count();
    for (at, block) in blocks.iter().enumerate() {
        if end > 0 && at + end == blocks.len() {
            out.push_str(&paint(STRONG, ROUND));
            last = None;
        }
        if last != Some(block.thread) {
            let name = trace.threads.get(block.thread.index()).map_or("?", String::as_str);
            out.push_str(&format!("  {}\n", paint(STRONG, name)));
            last = Some(block.thread);
        }
        for (text, faint) in cell(block, page, page.width.saturating_sub(4)) {
            out.push_str("    ");
            out.push_str(&if faint { paint(FAINT, text.trim_end()) } else { text.trim_end().to_string() });
            out.push('\n');
        }
    }
}

/// The lines of a block: the code, then what it did, faint.
fn cell(block: &Block<'_>, page: &Page<'_>, width: usize) -> Vec<(String, bool)> {
    let mut lines = Vec::new();
    if let Some(place) = block.place {
        let number = place.line.map_or_else(String::new, |line| line.to_string());
        match (page.source)(place) {
            Some(code) => lines.push((fit(&format!("{number:>4} {}", code.trim()), width), false)),
            // The name of a method says more than that of its package, and is never cut.
            None => {
                let name = format!("{}.{}", place.short_class(), place.method);
                for (at, part) in wrap(&name, width.saturating_sub(5)).into_iter().enumerate() {
                    let number = if at == 0 { &number[..] } else { "" };
                    lines.push((format!("{number:>4} {part}"), false));
                }
            }
        }
    }
    for note in &block.notes {
        // Messages of exceptions may have several lines.
        let note = note.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
        for part in wrap(&note, width.saturating_sub(5)) {
            lines.push((format!("     {part}"), true));
        }
    }
    lines
}

/// Cut or padded to a width.
fn fit(text: &str, width: usize) -> String {
    let text = cut(text, width);
    let padding = width.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(padding))
}

/// Cut to a width.
pub fn cut(text: &str, width: usize) -> String {
    let text = text.replace('\t', " ");
    if text.width() <= width {
        return text;
    }
    let mut cut = String::new();
    let mut used = 0;
    for c in text.chars() {
        let wide = c.width().unwrap_or(0);
        if used + wide + 1 > width {
            break;
        }
        used += wide;
        cut.push(c);
    }
    cut.push('…');
    cut
}

/// Broken at spaces where possible, else after dots and the like; nothing is cut.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(8);
    let mut lines = vec![];
    // Messages of exceptions may have several lines.
    for (number, paragraph) in text.lines().enumerate() {
        lines.push(String::from(if number == 0 { "" } else { "  " }));
        for word in paragraph.replace('\t', " ").split(' ') {
            place_word(&mut lines, word, width);
        }
    }
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Puts a word behind the last line, or below it. One that is longer than a line is broken.
fn place_word(lines: &mut Vec<String>, mut word: &str, width: usize) {
    loop {
        let line = lines.last_mut().expect("never empty");
        let begins = line.trim().is_empty();
        let space = if begins { "" } else { " " };
        let room = width.saturating_sub(line.width() + space.len());
        if word.width() <= room {
            line.push_str(space);
            line.push_str(word);
            return;
        }
        let is_too_long = word.width() > width - 2;
        match joint(word, room, begins).filter(|_| begins || is_too_long) {
            Some(end) => {
                line.push_str(space);
                line.push_str(&word[..end]);
                word = &word[end..];
            }
            None if begins => return line.push_str(word),
            None => {}
        }
        lines.push("  ".into());
    }
}

/// Where a word that is too long is broken: after the last joint that fits, else, if it has to be, anywhere.
fn joint(word: &str, room: usize, has_to: bool) -> Option<usize> {
    let mut used = 0;
    let fits = word.char_indices().take_while(|(_, c)| {
        used += c.width().unwrap_or(0);
        used <= room
    });
    let ends: Vec<(usize, char)> = fits.map(|(at, c)| (at + c.len_utf8(), c)).collect();
    let at_joint = ends.iter().rev().find(|(end, c)| "./$(,;:".contains(*c) && *end >= 6 && *end < word.len());
    at_joint.or(ends.last().filter(|_| has_to)).map(|(end, _)| *end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_message_stay_in_their_column() {
        let lines =
            wrap("ends with uncaught Failure: first line\nsecond\n  third, which is long enough to be wrapped", 24);
        assert!(lines.iter().all(|line| line.width() <= 24 && !line.contains('\n')), "{lines:?}");
        assert!(lines.contains(&"  second".to_string()), "{lines:?}");
        assert_eq!(wrap("one", 24), ["one"]);
    }

    #[test]
    fn long_names_are_broken_and_not_cut() {
        let name = "reads SubstituteLoggerFactory#1.postInitialization = false";
        for width in [20, 24, 32, 40] {
            let lines = wrap(name, width);
            assert!(lines.iter().all(|line| line.width() <= width), "{lines:?}");
            let whole = lines.concat().replace(' ', "");
            assert_eq!(whole, name.replace(' ', ""), "{lines:?}");
        }
        assert_eq!(wrap("日本語日本語日本語", 8), ["日本語日", "  本語日", "  本語"]);
    }
}
