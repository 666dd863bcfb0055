//! What has changed since the state was last written down: objects that were written, objects
//! whose reach tag was set by other means, and from where on objects have vanished.

use crate::heap::{PERM_END, Ref};

pub(crate) struct Touched {
    pub written: Vec<Ref>,
    pub tagged: Vec<Ref>,
    /// Objects from here on have vanished, if others are there now or not.
    pub vanished_from: Ref,
}

impl Default for Touched {
    fn default() -> Self {
        Self { written: Vec::new(), tagged: Vec::new(), vanished_from: Ref::MAX }
    }
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

    /// Objects from `top` on vanish. Others will take their place, so what is there must not be taken
    /// for them.
    #[inline]
    pub fn forget_from(&mut self, top: Ref) {
        self.written.retain(|&object| object < top);
        self.tagged.retain(|&object| object < top);
        self.vanished_from = self.vanished_from.min(top);
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
