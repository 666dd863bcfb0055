//! Small doors that only the platform uses.

use heddle_program::{ClassId, MethodId};

use crate::machine::Machine;
use crate::native::{Args, Trap};

/// Where the program's standard input comes from.
pub trait Input: Send {
    /// The next bytes, at most as many as asked for; none at the end.
    fn read(&mut self, most: usize) -> Vec<u8>;
    /// How many bytes there are to read without waiting.
    fn left(&mut self) -> usize;
}

impl Machine<'_> {
    /// What a plain run reads from standard input.
    pub fn set_input(&mut self, input: Box<dyn Input>) {
        self.run.input = Some(input);
    }

    /// Reads standard input, which is empty if there is none.
    pub fn read_input(&mut self, most: usize) -> Vec<u8> {
        self.run.input.as_mut().map_or_else(Vec::new, |input| input.read(most))
    }

    /// Bytes of standard input that can be read without waiting.
    pub fn input_left(&mut self) -> usize {
        self.run.input.as_mut().map_or(0, |input| input.left())
    }

    /// Pushes the lowest frame of the current thread, which has none.
    pub fn enter(&mut self, method: MethodId, args: &Args) -> Result<(), Trap> {
        self.push_entry(self.stepper.current, method, args)
    }

    /// Whether the initialiser of a class has run to its end.
    pub fn is_class_initialized(&mut self, class: ClassId) -> bool {
        self.is_initialized(class)
    }
}
