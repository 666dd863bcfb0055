//! What programs seldom do with pools and tasks, and what is taken for granted until one does.
//!
//! Which effects of a pool others can tell apart depends on what the program does with it. Most never ask how
//! many workers are busy, stop a pool at once, cancel a task or overwrite a result. So the search takes it that
//! the program does not, and watches: when a thread is about to do such a thing, the search begins anew
//! without the rules that rest on it.
//!
//! That misses nothing. Take a run of the program and the first moment at which some thread is about to do it.
//! Up to there the rules hold, so the search has a run with the same effects, in which that thread gets as far
//! and is seen.

use heddle_machine::Machine;

use super::guarded::Careless;

/// What a program may do with pools and tasks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Habit {
    /// Asks a pool for its workers and how many tasks they did.
    Watches,
    /// Stops a pool at once.
    Stops,
    /// Cancels a task that is not done.
    Cancels,
    /// Overwrites the result of a `CompletableFuture`.
    Obtrudes,
}

const ALL: [Habit; 4] = [Habit::Watches, Habit::Stops, Habit::Cancels, Habit::Obtrudes];

impl Habit {
    /// The methods with which a program does it: class in `java.util.concurrent`, and names.
    const fn methods(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Habit::Watches => (
                "ThreadPoolExecutor",
                &[
                    "getActiveCount",
                    "getCompletedTaskCount",
                    "getLargestPoolSize",
                    "getPoolSize",
                    "getTaskCount",
                    // Also the message of a rejection.
                    "toString",
                ],
            ),
            Habit::Stops => ("ThreadPoolExecutor", &["shutdownNow"]),
            Habit::Cancels => ("FutureTask", &["cancel"]),
            Habit::Obtrudes => ("CompletableFuture", &["obtrudeException", "obtrudeValue"]),
        }
    }

    /// The habit that a method is of.
    pub fn of(class: &str, name: &str) -> Option<Self> {
        ALL.into_iter().find(|habit| {
            let (of, names) = habit.methods();
            class == of && names.contains(&name)
        })
    }

    /// What stands for it among the things that a search learnt.
    const fn name(self) -> &'static str {
        match self {
            Habit::Watches => "workers of pools",
            Habit::Stops => "stopping of pools",
            Habit::Cancels => "cancelling of tasks",
            Habit::Obtrudes => "overwriting of results",
        }
    }
}

/// The habits that a program was seen to have.
pub struct Habits {
    learnt: Careless,
    known: [bool; ALL.len()],
}

impl Habits {
    pub fn new(learnt: Careless) -> Self {
        let mut habits = Self { learnt, known: [false; ALL.len()] };
        habits.learn();
        habits
    }

    pub fn has(&self, habit: Habit) -> bool {
        self.known[habit as usize]
    }

    /// A thread is about to do it. Steps stay what they are until the machine learns.
    pub fn see(&self, machine: &mut Machine<'_>, habit: Habit) {
        if !self.has(habit) {
            self.learnt.add(habit.name().to_owned());
            machine.mistaken = true;
        }
    }

    pub fn learn(&mut self) {
        let names = self.learnt.names();
        self.known = ALL.map(|habit| names.contains(habit.name()));
    }
}
