//! What has changed since the state was last written down: objects that were written, and objects
//! whose reach tag was set by other means.

use crate::heap::{PERM_END, Ref};

#[derive(Default)]
pub(crate) struct Touched {
    pub written: Vec<Ref>,
    pub tagged: Vec<Ref>,
}

impl Touched {
    /// A cell of an object was written.
    #[inline]
    pub fn write(&mut self, object: Ref) {
        // Most writes to an object come one after another.
        if self.written.last() != Some(&object) {
            self.written.push(object);
        }
    }

    /// A cell got its old value back.
    #[inline]
    pub fn restore(&mut self, object: Ref, cell: u32) {
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
