//! Vector clocks: how many events of each thread happen before something.

/// A vector clock; threads beyond its end count 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Clock(Vec<u32>);

impl Clock {
    pub fn of(&self, thread: usize) -> u32 {
        self.0.get(thread).copied().unwrap_or(0)
    }

    pub fn set(&mut self, thread: usize, count: u32) {
        if self.0.len() <= thread {
            self.0.resize(thread + 1, 0);
        }
        self.0[thread] = count;
    }

    pub fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(mine, &theirs)| *mine = (*mine).max(theirs));
    }

    /// Event number `count` of a thread happens before (or is) what this clock belongs to.
    pub fn covers(&self, thread: usize, count: u32) -> bool {
        self.of(thread) >= count
    }
}
