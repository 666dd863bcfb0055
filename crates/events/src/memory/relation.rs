//! Relations between the events of an execution, as sets of bits.

/// A relation over `0..count`.
#[derive(Clone)]
pub struct Relation {
    count: usize,
    words: usize,
    rows: Vec<u64>,
}

impl Relation {
    pub fn new(count: usize) -> Self {
        let words = count.div_ceil(64);
        Self { count, words, rows: vec![0; count * words] }
    }

    pub fn add(&mut self, a: usize, b: usize) {
        self.rows[a * self.words + b / 64] |= 1 << (b % 64);
    }

    pub fn has(&self, a: usize, b: usize) -> bool {
        self.rows[a * self.words + b / 64] >> (b % 64) & 1 == 1
    }

    fn row(&self, a: usize) -> &[u64] {
        &self.rows[a * self.words..(a + 1) * self.words]
    }

    /// Everything that `a` is related to.
    pub fn after(&self, a: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.count).filter(move |&b| self.has(a, b))
    }

    fn join(&mut self, to: usize, from: usize) {
        for word in 0..self.words {
            self.rows[to * self.words + word] |= self.rows[from * self.words + word];
        }
    }

    /// Makes it transitive.
    pub fn close(&mut self) {
        for middle in 0..self.count {
            for from in 0..self.count {
                if from != middle && self.has(from, middle) {
                    self.join(from, middle);
                }
            }
        }
    }

    /// Adds a pair to a relation that is transitive, and keeps it so.
    pub fn add_closed(&mut self, a: usize, b: usize) {
        if self.has(a, b) {
            return;
        }
        let mut reached = self.row(b).to_vec();
        reached[b / 64] |= 1 << (b % 64);
        for from in 0..self.count {
            if from == a || self.has(from, a) {
                for (word, bits) in reached.iter().enumerate() {
                    self.rows[from * self.words + word] |= bits;
                }
            }
        }
    }

    /// Whether following it never leads back.
    pub fn is_acyclic(&self) -> bool {
        let mut closed = self.clone();
        closed.close();
        (0..self.count).all(|at| !closed.has(at, at))
    }
}

#[cfg(test)]
mod tests {
    use super::Relation;

    #[test]
    fn closing_step_by_step_is_closing_at_once() {
        let pairs = [(0, 70), (70, 3), (3, 65), (9, 0), (65, 12)];
        let (mut at_once, mut by_steps) = (Relation::new(80), Relation::new(80));
        for (a, b) in pairs {
            at_once.add(a, b);
            by_steps.add_closed(a, b);
        }
        at_once.close();
        let same = (0..80).all(|a| (0..80).all(|b| at_once.has(a, b) == by_steps.has(a, b)));
        assert!(same && at_once.has(9, 12) && at_once.is_acyclic());
        at_once.add_closed(12, 9);
        assert!(!at_once.is_acyclic());
    }
}
