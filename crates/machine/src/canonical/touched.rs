//! What has changed since the state was last written down: objects that were written, objects
//! whose reach tag was set by other means, and from where on objects have vanished.

use crate::heap::{PERM_END, Ref};

/// How many entries a list has before those that stand there twice are taken out.
const SHORT: usize = 1 << 12;

#[derive(Default)]
pub(crate) struct Touched {
    pub written: Objects,
    pub tagged: Objects,
    /// Objects from here on have vanished, if others are there now or not.
    vanished_from: Option<Ref>,
}

/// Objects, some of them more than once. Searches that never write a state down read none of it, so it stays as short as there are
/// objects, and stepping back does not look through it without need.
#[derive(Default)]
pub(crate) struct Objects {
    list: Vec<Ref>,
    /// No object in the list lies beyond.
    highest: Ref,
    /// The length at which it was last made shorter.
    kept: usize,
}

impl Objects {
    #[inline]
    pub fn push(&mut self, object: Ref) {
        // Most writes to an object come one after another.
        if self.list.last() != Some(&object) {
            self.list.push(object);
            self.highest = self.highest.max(object);
            if self.list.len() > SHORT.max(2 * self.kept) {
                self.shorten();
            }
        }
    }

    #[cold]
    fn shorten(&mut self) {
        self.list.sort_unstable();
        self.list.dedup();
        self.kept = self.list.len();
    }

    #[inline]
    fn forget_from(&mut self, top: Ref) {
        if self.highest >= top {
            self.list.retain(|&object| object < top);
            self.highest = top.saturating_sub(1);
        }
    }

    /// All of them. [`Objects::give_back`] returns the list for use again.
    pub fn take(&mut self) -> Vec<Ref> {
        std::mem::take(self).list
    }

    /// Takes the emptied list back.
    pub fn give_back(&mut self, list: Vec<Ref>) {
        self.list = list;
    }
}

impl Touched {
    /// A cell of an object was written.
    #[inline]
    pub fn write(&mut self, object: Ref) {
        self.written.push(object);
    }

    /// Objects from `top` on vanish. Others will take their place, so what is there must not be taken
    /// for them.
    #[inline]
    pub fn forget_from(&mut self, top: Ref) {
        self.written.forget_from(top);
        self.tagged.forget_from(top);
        self.vanished_from = Some(self.vanished_from.map_or(top, |from| from.min(top)));
    }

    /// From where on objects have vanished since this was last asked.
    pub fn take_vanished(&mut self) -> Ref {
        self.vanished_from.take().unwrap_or(Ref::MAX)
    }

    /// A cell of an object below `top` got its old value back; what lies above has vanished.
    #[inline]
    pub fn restore(&mut self, object: Ref, cell: u32, top: Ref) {
        if cell >= top {
            return;
        }
        if object != 0 {
            self.write(object);
            if cell == object + 1 {
                self.tagged.push(object);
            }
        } else if cell >= PERM_END {
            self.tagged.push(cell - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_nobody_reads_stays_as_short_as_there_are_objects() {
        let mut objects = Objects::default();
        (0..1_000_000).for_each(|at| objects.push(at % 100));
        assert!(objects.list.len() <= SHORT + 1);
        let mut kept = objects.take();
        kept.sort_unstable();
        kept.dedup();
        assert_eq!(kept, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn objects_that_vanish_are_forgotten_and_others_are_not() {
        let mut objects = Objects::default();
        [3, 9, 5, 9, 7].into_iter().for_each(|object| objects.push(object));
        objects.forget_from(10);
        assert_eq!(objects.list, [3, 9, 5, 9, 7]);
        objects.forget_from(7);
        assert_eq!(objects.list, [3, 5]);
        objects.push(8);
        objects.forget_from(8);
        assert_eq!(objects.take(), [3, 5]);
        assert!(objects.take().is_empty());
    }
}
