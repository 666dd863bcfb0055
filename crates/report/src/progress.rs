//! How far a search has come, in one line or as a view of a few; and what it took in the end.

use std::time::Duration;

use heddle::{Estimate, Progress, TestProgress};
use heddle_verdict::Statistics;

/// A line about a search that is running.
pub fn progress(progress: &Progress) -> String {
    let figures = &progress.statistics;
    format!(
        "{} states, {} steps ({} to known states), {}/s, depth {} of {}, {}, {} MiB, {} s",
        short(figures.states),
        short(figures.transitions),
        short(figures.matched),
        short(progress.steps),
        progress.depth,
        figures.depth,
        ahead(progress),
        progress.memory.unwrap_or(0) >> 20,
        progress.elapsed.as_secs(),
    )
}

/// The same as a view for a terminal of this width, a few lines that are drawn again and again.
pub fn progress_view(progress: &Progress, width: usize) -> Vec<String> {
    let figures = &progress.statistics;
    let rate = progress.steps;
    let mut rows: Vec<(&str, String)> = vec![
        (
            "states",
            format!(
                "{}, {} steps at {}/s, {} to states that are known",
                short(figures.states),
                short(figures.transitions),
                short(rate),
                percent(figures.matched as f64 / figures.transitions.max(1) as f64),
            ),
        ),
        ("runs", format!("{} steps deep, {} at most; {}", progress.depth, figures.depth, ahead(progress))),
    ];
    if progress.explored > 0.0 {
        let all = progress
            .estimate
            .map_or_else(|| "too early for an estimate".into(), |estimate| remaining(progress, &estimate));
        rows.push((
            "tree",
            format!("{} {} explored; {all}", bar(progress.explored, width), percent(progress.explored)),
        ));
    }
    if let Some((reached, all)) = progress.coverage {
        let share = reached as f64 / all.max(1) as f64;
        let all = crate::text::grouped(all);
        rows.push((
            "code",
            format!("{} {} of {all} instructions in methods that were called", bar(share, width), percent(share)),
        ));
    }
    let seconds = progress.elapsed.as_secs();
    rows.push((
        "",
        format!(
            "{}, {} MiB; Ctrl-C ends it with what it has",
            time(seconds as f64),
            progress.memory.unwrap_or(0) >> 20
        ),
    ));
    rows.into_iter()
        .map(|(name, text)| crate::text::columns::cut(&format!("  {name:<7}{text}"), width.max(20)))
        .collect()
}

/// How many states there may be in all, and how long that takes at the rate so far, each with error bars.
fn remaining(progress: &Progress, estimate: &Estimate) -> String {
    let visited = progress.statistics.states as f64;
    let each = progress.elapsed.as_secs_f64() / visited.max(1.0);
    let left = |states: f64| time((states - visited).max(0.0) * each);
    let number = |states: f64| short(states.min(1e18) as u64);
    format!(
        "about {} states ({} to {}), {} left ({} to {})",
        number(estimate.states),
        number(estimate.least),
        number(estimate.most),
        left(estimate.states),
        left(estimate.least),
        left(estimate.most),
    )
}

/// A share as a bar.
fn bar(share: f64, width: usize) -> String {
    let cells = if width >= 100 { 20 } else { 10 };
    let full = (share.clamp(0.0, 1.0) * cells as f64).round() as usize;
    "█".repeat(full) + &"░".repeat(cells - full)
}

fn percent(share: f64) -> String {
    match share * 100.0 {
        tiny if tiny > 0.0 && tiny < 0.01 => "<0.01 %".into(),
        small if small < 10.0 => format!("{small:.2} %"),
        large => format!("{large:.1} %"),
    }
}

/// Seconds as people say them.
fn time(seconds: f64) -> String {
    match seconds {
        few if few < 100.0 => format!("{few:.0} s"),
        minutes if minutes < 6000.0 => format!("{:.0} min", minutes / 60.0),
        hours if hours < 360_000.0 => format!("{:.0} h", hours / 3600.0),
        days if days < 86_400.0 * 365.0 => format!("{:.0} days", days / 86_400.0),
        _ => "years".into(),
    }
}

/// A line about tests that are being checked, not longer than a width.
pub fn test_progress(progress: &TestProgress, width: usize) -> String {
    let TestProgress { done, all, running } = progress;
    let mut names = running.iter().map(|(name, time)| format!("{name} ({} s)", time.as_secs()));
    let first = names.next().map(|name| format!(": {name}")).unwrap_or_default();
    let more = match names.count() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let tests = if *all == 1 { "test" } else { "tests" };
    crate::text::columns::cut(&format!("{done} of {all} {tests}{first}{more}"), width)
}

/// A line about a search that has ended.
pub fn figures(statistics: &Statistics, elapsed: Duration, memory: Option<u64>) -> String {
    let others = [(statistics.beside, "in parallel searches"), (statistics.discarded, "in rounds that were repeated")];
    let others =
        others.iter().filter(|(steps, _)| *steps > 0).map(|(steps, of)| format!("{} more {of}", short(*steps)));
    let others = others.collect::<Vec<_>>().join(", ");
    let beside = if others.is_empty() { others } else { format!(" ({others})") };
    let several = |number: u64, what: &str| format!("{} {what}{}", short(number), if number == 1 { "" } else { "s" });
    let visited = match (statistics.runs, statistics.abandoned) {
        (0, _) => several(statistics.states, "state"),
        (runs, 0) => several(runs, "run"),
        (runs, abandoned) => format!("{} and {} abandoned", several(runs, "run"), short(abandoned)),
    };
    format!(
        "{visited}, {} step{}{beside}, {:.1} s, {} MiB\n",
        short(statistics.transitions),
        if statistics.transitions == 1 { "" } else { "s" },
        elapsed.as_secs_f64(),
        memory.unwrap_or_default() >> 20,
    )
}

/// What is known of the remaining work. The number of states is not known before the end, so an exhaustive search
/// shows how many choices are pending, a lower bound.
fn ahead(progress: &Progress) -> String {
    let seconds = |done: f64, all: f64| progress.elapsed.as_secs_f64() * (all - done).max(0.0) / done.max(1.0);
    if let Some(walks) = progress.walks {
        let done = walks.saturating_sub(progress.waiting);
        return format!("run {done} of {walks}, about {:.0} s left", seconds(done as f64, walks as f64));
    }
    let limit = progress.max_states.map(|most| {
        let left = seconds(progress.statistics.states as f64, most as f64);
        format!(", at most {left:.0} s left to {} states", short(most))
    });
    format!("{} pending{}", short(progress.waiting), limit.unwrap_or_default())
}

/// 1234567 as 1.23 M.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{:.1} k", number as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.2} M", number as f64 / 1e6),
        1_000_000_000..1_000_000_000_000 => format!("{:.2} G", number as f64 / 1e9),
        _ => format!("{:.1e}", number as f64),
    }
}

#[cfg(test)]
mod tests {
    use heddle::{Estimate, Progress};
    use heddle_verdict::Statistics;

    #[test]
    fn a_view_fits_its_width_and_says_what_is_known() {
        let statistics =
            Statistics { states: 120_000, transitions: 300_000, matched: 150_000, depth: 900, ..Statistics::default() };
        let mut progress = Progress {
            statistics,
            steps: 30_000,
            depth: 400,
            waiting: 1234,
            walks: None,
            max_states: None,
            memory: Some(64 << 20),
            elapsed: std::time::Duration::from_secs(10),
            explored: 0.25,
            estimate: Some(Estimate { states: 480_000.0, least: 300_000.0, most: 900_000.0 }),
            coverage: Some((90, 120)),
        };
        for width in [40, 80, 120] {
            let view = super::progress_view(&progress, width);
            assert_eq!(view.len(), 5);
            assert!(view.iter().all(|line| unicode_width::UnicodeWidthStr::width(line.as_str()) <= width), "{view:?}");
        }
        let view = super::progress_view(&progress, 150).join("\n");
        assert!(view.contains("about 480.0 k states (300.0 k to 900.0 k), 30 s left (15 s to 65 s)"), "{view}");
        assert!(view.contains("75.0 % of 120 instructions"), "{view}");
        (progress.explored, progress.estimate, progress.coverage) = (0.0, None, None);
        assert_eq!(super::progress_view(&progress, 80).len(), 3, "nothing is said of what is not known");
    }

    #[test]
    fn tests_that_take_long_are_named() {
        let name = |method: &str| heddle::TestName { class: "a.B".into(), method: method.into(), calls: vec![] };
        let running = vec![
            (name("slow"), std::time::Duration::from_secs(12)),
            (name("other"), std::time::Duration::from_secs(1)),
        ];
        let progress = heddle::TestProgress { done: 3, all: 9, running };
        assert_eq!(super::test_progress(&progress, 80), "3 of 9 tests: a.B#slow (12 s) and 1 more");
        assert_eq!(super::test_progress(&progress, 20), "3 of 9 tests: a.B#s…");
    }

    #[test]
    fn large_numbers_are_rounded() {
        assert_eq!([9_999, 10_000, 1_234_567].map(super::short), ["9999", "10.0 k", "1.23 M"]);
    }
}
