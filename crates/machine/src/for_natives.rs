//! Small doors that only the platform uses.

use heddle_program::{ClassId, MethodId};

use crate::machine::Machine;
use crate::native::{Args, Trap};

impl Machine<'_> {
    /// Pushes the lowest frame of the current thread, which has none.
    pub fn enter(&mut self, method: MethodId, args: &Args) -> Result<(), Trap> {
        self.push_entry(self.current, method, args)
    }

    /// Whether the initialiser of a class has run to its end.
    pub fn is_class_initialized(&mut self, class: ClassId) -> bool {
        self.is_initialized(class)
    }
}
