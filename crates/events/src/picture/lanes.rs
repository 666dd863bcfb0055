//! An explanation as a picture (SVG) that needs no other tool: one lane per thread, one row per event,
//! what fails in red at the end.

use std::fmt::Write as _;

use super::{deed, label, line, name};
use crate::explain::Explanation;

const ROW: usize = 56;
const TOP: usize = 50;
const BOX: usize = 36;
const GAP: usize = 190;
/// Pixels that a character of the boxes' font takes.
const CHARACTER: usize = 8;

struct Cell {
    lane: usize,
    first: String,
    second: String,
    fails: bool,
}

pub fn svg(explanation: &Explanation) -> String {
    let trace = &explanation.trace;
    let mut threads: Vec<usize> = trace.steps.iter().map(|step| step.thread.index()).collect();
    threads.extend(explanation.endings.iter().map(|ending| ending.thread.index()));
    threads.sort_unstable();
    threads.dedup();
    let lane = |thread: usize| threads.binary_search(&thread).unwrap_or(0);
    let mut cells: Vec<Cell> = trace
        .steps
        .iter()
        .enumerate()
        .map(|(at, step)| Cell {
            lane: lane(step.thread.index()),
            first: format!("{} {}", at + 1, deed(step, &trace.threads)),
            second: line(step.place()),
            fails: false,
        })
        .collect();
    cells.extend(explanation.endings.iter().map(|ending| Cell {
        lane: lane(ending.thread.index()),
        first: ending.what.clone(),
        second: line(ending.place.as_ref()),
        fails: true,
    }));
    let widths: Vec<usize> = (0..threads.len())
        .map(|lane| {
            let own = cells.iter().filter(|cell| cell.lane == lane);
            own.map(|cell| cell.first.chars().count().max(cell.second.chars().count())).max().unwrap_or(10) * CHARACTER
                + 20
        })
        .collect();
    let left = |lane: usize| 20 + widths[..lane].iter().sum::<usize>() + lane * GAP;
    // Endings happen at once, so they share a row where lanes allow.
    let steps = trace.steps.len();
    let row = |at: usize| {
        if at < steps {
            return at;
        }
        let same_lane = cells[steps..at].iter().filter(|cell| cell.lane == cells[at].lane).count();
        steps + same_lane
    };
    let y = |at: usize| TOP + row(at) * ROW;
    let height = cells.len().checked_sub(1).map_or(TOP, |_| (0..cells.len()).map(y).max().unwrap_or(TOP)) + ROW;
    let width = left(threads.len().saturating_sub(1)) + widths.last().copied().unwrap_or(100) + GAP;
    let mut text = header(width, height);
    for (at, &thread) in threads.iter().enumerate() {
        let x = left(at);
        let name = escape(name(trace, heddle_verdict::ThreadId(thread as u16)));
        let _ = writeln!(
            text,
            "<text x=\"{x}\" y=\"28\" font-weight=\"bold\">{name}</text>\n<line x1=\"{0}\" y1=\"36\" x2=\"{0}\" y2=\"{1}\" \
             stroke=\"#ddd\" stroke-width=\"4\"/>",
            x + 12,
            height - 10
        );
    }
    for edge in &explanation.edges {
        arrow(&mut text, (edge, &label(edge, &explanation.trace)), &cells, &|at| left(cells[at].lane), &widths, &y);
    }
    for (at, cell) in cells.iter().enumerate() {
        let (fill, stroke) = if cell.fails { ("#fdecec", "#c22") } else { ("#f6f8fa", "#8a929a") };
        let (x, y) = (left(cell.lane), y(at));
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{BOX}\" rx=\"4\" fill=\"{fill}\" stroke=\"{stroke}\"/>\n\
             <text x=\"{1}\" y=\"{2}\">{3}</text>\n<text x=\"{1}\" y=\"{4}\" fill=\"#777\" font-size=\"10\">{5}</text>",
            widths[cell.lane],
            x + 8,
            y + 15,
            escape(&cell.first),
            y + 29,
            escape(&cell.second)
        );
    }
    if explanation.missing.is_some() && cells.len() == steps + 2 {
        let (a, b) = (steps, steps + 1);
        let (a, b) = if cells[a].lane <= cells[b].lane { (a, b) } else { (b, a) };
        let from = left(cells[a].lane) + widths[cells[a].lane];
        let to = left(cells[b].lane);
        let middle = y(a) + BOX / 2;
        let _ = writeln!(
            text,
            "<line x1=\"{from}\" y1=\"{middle}\" x2=\"{to}\" y2=\"{middle}\" stroke=\"#c22\" stroke-dasharray=\"5 4\"/>\n\
             <text x=\"{}\" y=\"{}\" fill=\"#c22\" font-size=\"10\" text-anchor=\"middle\">no order</text>",
            (from + to) / 2,
            middle - 5
        );
    }
    text + "</svg>\n"
}

fn header(width: usize, height: usize) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"monospace\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<defs>\
         <marker id=\"to\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
         orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#2a6\"/></marker></defs>\n"
    )
}

/// An arrow between two boxes: straight from lane to lane, round the right side within one.
fn arrow(
    text: &mut String,
    (edge, said): (&crate::explain::Edge, &str),
    cells: &[Cell],
    left: &dyn Fn(usize) -> usize,
    widths: &[usize],
    y: &dyn Fn(usize) -> usize,
) {
    let right = |at: usize| left(at) + widths[cells[at].lane];
    let middle = |at: usize| y(at) + BOX / 2;
    let (from, to) = (edge.from, edge.to);
    let path = if cells[from].lane == cells[to].lane {
        let bend = right(to) + 14 + 6 * (to - from).min(8);
        format!(
            "M{} {} C{bend} {} {bend} {} {} {}",
            right(from),
            middle(from),
            middle(from),
            middle(to),
            right(to),
            middle(to)
        )
    } else if cells[from].lane < cells[to].lane {
        format!("M{} {} L{} {}", right(from), middle(from), left(to), middle(to))
    } else {
        format!("M{} {} L{} {}", left(from), middle(from), right(to), middle(to))
    };
    let _ = writeln!(
        text,
        "<path d=\"{path}\" fill=\"none\" stroke=\"#2a6\" marker-end=\"url(#to)\"><title>{} → {}: {}</title></path>",
        from + 1,
        to + 1,
        escape(said)
    );
    if cells[from].lane != cells[to].lane {
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" font-size=\"9\" fill=\"#185\" text-anchor=\"middle\">{}</text>",
            (left(from) + right(from) + left(to) + right(to)) / 4,
            (middle(from) + middle(to)) / 2 - 3,
            escape(said)
        );
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
