//! How many states there may be, while they are being visited.
//!
//! In: now and then, how many states are visited and how much of the tree of runs is explored. Out: an estimate with error bars, by
//! the ratio of both: if a tenth of the tree had so many states, the tree may have ten times as many (the weighted backtrack
//! estimator of Kilby, Slaney, Thiébaux and Walsh, AAAI 2006, which extends the random probes of Knuth, 1975, to depth-first search).
//! The stretches between two reports are taken for samples, and the error is that of a ratio of their sums.
//!
//! It is a guess about what nobody has seen. States that are met again later make the number smaller than estimated, and one subtree
//! may be unlike all before.

/// How many states there may be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The most likely number.
    pub states: f64,
    /// Likely no fewer, with two standard errors.
    pub least: f64,
    /// Likely no more.
    pub most: f64,
}

/// Below this share of the tree nothing can be told.
const LEAST_EXPLORED: f64 = 1e-9;
/// As many stretches are needed for error bars.
const STRETCHES: usize = 3;

/// The stretches of a search so far.
#[derive(Default)]
pub(crate) struct Estimator {
    states: u64,
    explored: f64,
    /// Of each stretch: states, and what was explored.
    stretches: Vec<(f64, f64)>,
}

impl Estimator {
    /// So many states are visited by now, and so much is explored.
    pub fn add(&mut self, states: u64, explored: f64) {
        if states < self.states || explored < self.explored {
            // The search has begun again.
            self.stretches.clear();
            (self.states, self.explored) = (0, 0.0);
        }
        self.stretches.push(((states - self.states) as f64, explored - self.explored));
        (self.states, self.explored) = (states, explored);
        // Long searches have longer stretches, so that there are never many.
        if self.stretches.len() >= 64 {
            self.stretches = self
                .stretches
                .chunks(2)
                .map(|pair| pair.iter().fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1)))
                .collect();
        }
    }

    /// What follows from them.
    pub fn estimate(&self) -> Option<Estimate> {
        let number = self.stretches.len();
        if self.explored < LEAST_EXPLORED || number < STRETCHES {
            return None;
        }
        let (visited, left) = (self.states as f64, (1.0 - self.explored).max(0.0));
        let ratio = visited / self.explored;
        let squares: f64 = self.stretches.iter().map(|(states, explored)| (states - ratio * explored).powi(2)).sum();
        let variance = squares * number as f64 / (number - 1) as f64 / self.explored.powi(2);
        let (rest, error) = (left * ratio, left * 2.0 * variance.sqrt());
        Some(Estimate {
            states: visited + rest,
            least: visited + (rest - error).max(0.0),
            most: visited + rest + error,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_progress_is_continued_and_has_no_error() {
        let mut estimator = Estimator::default();
        for second in 1..=4 {
            assert_eq!(estimator.estimate().is_some(), second > STRETCHES as u64, "{second}");
            estimator.add(100 * second, 0.05 * second as f64);
        }
        let estimate = estimator.estimate().expect("enough stretches");
        assert!(
            (estimate.states - 2000.0).abs() < 1e-6 && (estimate.most - estimate.least).abs() < 1e-3,
            "{estimate:?}"
        );
    }

    #[test]
    fn uneven_progress_has_wide_error_bars_that_hold_what_was_seen() {
        let mut estimator = Estimator::default();
        for (states, explored) in [(10, 0.1), (500, 0.11), (510, 0.3), (520, 0.5)] {
            estimator.add(states, explored);
        }
        let estimate = estimator.estimate().expect("enough stretches");
        assert_eq!(estimate.states, 1040.0);
        assert_eq!(estimate.least, 520.0);
        assert!(estimate.most > 1400.0, "{estimate:?}");
    }

    #[test]
    fn a_search_that_begins_again_is_a_new_one_and_long_ones_keep_few_stretches() {
        let mut estimator = Estimator::default();
        for at in 1..=5 {
            estimator.add(1000 * at, 0.1 * at as f64);
        }
        estimator.add(10, 0.001);
        assert_eq!(estimator.estimate(), None);
        for at in 1..1000 {
            estimator.add(10 + at, 0.001 + 0.0005 * at as f64);
            assert!(estimator.stretches.len() < 64);
        }
        assert!(estimator.estimate().is_some());
    }
}
