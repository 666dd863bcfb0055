//! How far a search has come, in one line, and what it took in the end.

use std::time::Duration;

use heddle::Progress;
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

/// A line about a search that has ended.
pub fn figures(statistics: &Statistics, elapsed: Duration, memory: Option<u64>) -> String {
    let beside = match statistics.beside {
        0 => String::new(),
        steps => format!(" and {} of searches beside", short(steps)),
    };
    let several = |number: u64, what: &str| format!("{} {what}{}", short(number), if number == 1 { "" } else { "s" });
    let visited = match (statistics.runs, statistics.abandoned) {
        (0, _) => several(statistics.states, "state"),
        (runs, 0) => several(runs, "run"),
        (runs, abandoned) => format!("{} and {} that were left", several(runs, "run"), short(abandoned)),
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
        _ => format!("{:.2} G", number as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn large_numbers_are_rounded() {
        assert_eq!([9_999, 10_000, 1_234_567].map(super::short), ["9999", "10.0 k", "1.23 M"]);
    }
}
