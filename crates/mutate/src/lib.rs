//! A bed for class files that may be broken: each is defined, verified, translated and executed for
//! a while, and everything it did is undone. Used by the mutation test and by the fuzz target.

use std::path::Path;

use bytes::Bytes;
use heddle::{Jdk, Project};
use heddle_machine::{Args, Machine, Resources, StepEnd, Stop};
use heddle_program::{MethodId, Origin};
use heddle_verdict::{Choice, Semantics, ThreadId};

/// Steps that a class may execute.
const STEPS: u32 = 40;
/// Backward jumps within one step.
const LOOP: u32 = 500;

/// What became of a class file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Refused when it was defined.
    Refused,
    /// Some of its methods ran, to their end or as long as they were let.
    Ran,
    /// It asked for something that the machine does not execute.
    Unsupported,
}

/// The program that classes are defined in.
pub struct Library(Project);

impl Library {
    pub fn open(jdk: &Path) -> Self {
        let project = Jdk::at(jdk).and_then(|jdk| Project::of_jdk(&jdk)).unwrap_or_else(|error| panic!("{error}"));
        Self(project.with_resources(Resources { max_loop: LOOP, max_frames: 200, heap_bytes: 8 << 20 }))
    }

    /// A booted machine in which classes are executed one after the other.
    pub fn bed(&self) -> Bed<'_> {
        let machine = self.0.booted(&Semantics::default(), None);
        let mut machine = machine.unwrap_or_else(|error| panic!("{error}"));
        machine.begin_exploring();
        Bed { machine }
    }
}

/// A machine that forgets what the classes did.
pub struct Bed<'l> {
    machine: Machine<'l>,
}

impl Bed<'_> {
    /// Defines a class and calls each of its static methods that takes no arguments.
    pub fn try_class(&mut self, bytes: Vec<u8>) -> Fate {
        let Ok(class) = self.machine.program.define(Bytes::from(bytes), Origin::User) else { return Fate::Refused };
        let mut fate = Fate::Ran;
        for &method in &self.machine.program.class(class).methods {
            let info = self.machine.program.method(method);
            if info.is_static() && info.arg_slots == 0 && !info.is_native() {
                let mark = self.machine.mark();
                if !self.call(method) {
                    fate = Fate::Unsupported;
                }
                self.machine.undo(mark);
                // The lowest frame was there before the first step, so no step took it back.
                self.machine.state.threads[0].frames.clear();
            }
        }
        fate
    }

    /// Whether the call stayed within what the machine executes.
    fn call(&mut self, method: MethodId) -> bool {
        self.machine.stepper.current = 0;
        if self.machine.enter(method, &Args::new()).is_err() {
            return true;
        }
        let mut choices = Vec::new();
        for _ in 0..STEPS {
            self.machine.choices(&mut choices);
            let choice = choices.first().copied().unwrap_or(Choice { thread: ThreadId(0), alternative: 0 });
            if choices.is_empty() || self.machine.is_finished() {
                return true;
            }
            match self.machine.step(choice).end {
                StepEnd::Done | StepEnd::Cut => {}
                StepEnd::Stop(Stop::Unsupported(_)) => return false,
                StepEnd::Stop(_) => return true,
            }
        }
        true
    }
}
