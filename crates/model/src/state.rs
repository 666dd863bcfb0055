//! A state: one vector of values, and where in it each variable of a model lies.
//!
//! Queues of monitors have no variables of their own: each thread says which monitor it is after
//! and which place it has in the queue. So a state does not grow with the objects that are never
//! locked by two threads, and under [`Monitors::Barging`](crate::language::Monitors::Barging) places are 0, since queues are sets there.

use crate::language::{Local, Model, Place, ThreadId, Value};

/// What a thread is doing.
pub mod status {
    use crate::language::Value;
    pub const NEW: Value = 0;
    pub const READY: Value = 1;
    /// Wants a monitor that another thread has.
    pub const BLOCKED: Value = 2;
    /// In a wait set.
    pub const WAITING: Value = 3;
    /// In a wait set, with a time-out.
    pub const TIMED: Value = 4;
    /// Waits for the end of a thread.
    pub const JOINING: Value = 5;
    pub const ENDED: Value = 6;
    pub const NAMES: [&str; 7] = ["new", "ready", "blocked", "waiting", "timed", "joining", "ended"];
}

/// Variables of a thread, before its stack variables.
pub mod control {
    pub const STATUS: usize = 0;
    /// The location at which the thread rests.
    pub const AT: usize = 1;
    /// The object whose monitor or end the thread is after, or 0.
    pub const OBJECT: usize = 2;
    /// The place in the queue, from 1; 0 if in none.
    pub const PLACE: usize = 3;
    /// How often the thread will have entered when it gets the monitor back.
    pub const SAVED: usize = 4;
    pub const VARIABLES: usize = 5;
    pub const NAMES: [&str; VARIABLES] = ["status", "at", "object", "place", "saved"];
}

/// Where the variables of a model lie in a state.
#[derive(Clone, Debug)]
pub struct Layout {
    threads: Vec<usize>,
    statics: usize,
    /// How many objects each allocator has made.
    made: usize,
    fields: Vec<usize>,
    first_holder: Vec<Value>,
    /// Per object: where its length and elements are, or `usize::MAX`.
    arrays: Vec<usize>,
    owners: usize,
    counts: usize,
    /// 0, or why the model says nothing about what follows.
    trap: usize,
    pub size: usize,
}

pub type State = Box<[Value]>;

impl Layout {
    pub fn new(model: &Model) -> Self {
        let mut size = 0;
        let mut take = |count: usize| {
            size += count;
            size - count
        };
        let threads = model.threads.iter().map(|thread| take(control::VARIABLES + thread.locals.len())).collect();
        let statics = take(model.statics.len());
        let made = take(model.sites.len());
        let fields = model.fields.iter().map(|field| take(field.holders.len())).collect();
        let first_holder = model.fields.iter().map(|field| field.holders.start).collect();
        let mut arrays = vec![usize::MAX; model.objects as usize + 1];
        for site in model.sites.iter().filter(|site| site.array) {
            for object in site.first..site.first + site.bound as Value {
                arrays[object as usize] = take(1 + site.room as usize);
            }
        }
        let owners = take(model.objects as usize + 1);
        let counts = take(model.objects as usize + 1);
        let trap = take(1);
        Self { threads, statics, made, fields, first_holder, arrays, owners, counts, trap, size }
    }

    pub fn thread(&self, thread: ThreadId, variable: usize) -> usize {
        self.threads[thread.index()] + variable
    }

    pub fn local(&self, thread: ThreadId, local: Local) -> usize {
        self.threads[thread.index()] + control::VARIABLES + local.index()
    }

    pub fn made(&self, site: usize) -> usize {
        self.made + site
    }

    pub fn static_field(&self, at: u32) -> usize {
        self.statics + at as usize
    }

    pub fn field(&self, field: u32, object: Value) -> usize {
        self.fields[field as usize] + (object - self.first_holder[field as usize]) as usize
    }

    pub fn length(&self, array: Value) -> usize {
        self.arrays[array as usize]
    }

    pub fn element(&self, array: Value, index: Value) -> usize {
        self.arrays[array as usize] + 1 + index as usize
    }

    /// The number of the owning thread plus 1, or 0.
    pub fn owner(&self, object: Value) -> usize {
        self.owners + object as usize
    }

    pub fn count(&self, object: Value) -> usize {
        self.counts + object as usize
    }

    pub fn trap(&self) -> usize {
        self.trap
    }

    /// The variable that a place names in a state.
    pub fn place(&self, state: &[Value], thread: ThreadId, place: &Place) -> usize {
        let value = |local: Local| state[self.local(thread, local)];
        match place {
            Place::Static(at) => self.static_field(*at),
            Place::Field(object, field) => self.field(*field, value(*object)),
            Place::Element(array, index) => self.element(value(*array), value(*index)),
        }
    }

    /// The first state: `main` is ready, nobody else was started, everything is 0 or null.
    pub fn initial(&self, model: &Model) -> State {
        let mut state = vec![0; self.size].into_boxed_slice();
        for (at, variable) in model.statics.iter().enumerate() {
            state[self.static_field(at as u32)] = variable.initial;
        }
        for (at, thread) in model.threads.iter().enumerate() {
            let id = ThreadId(at as u32);
            state[self.thread(id, control::AT)] = thread.entry.0 as Value;
            if let (Some(this), Some(object)) = (thread.this, thread.object) {
                state[self.local(id, this)] = object;
            }
        }
        state[self.thread(ThreadId(0), control::STATUS)] = status::READY;
        state
    }
}

/// A state in few bytes, for the table of visited states.
pub fn packed(state: &[Value]) -> Box<[u8]> {
    let mut bytes = Vec::with_capacity(state.len() + 16);
    let mut zeros = 0u32;
    // Most variables are 0 most of the time: a run of zeros takes two bytes per 255.
    let flush = |bytes: &mut Vec<u8>, zeros: &mut u32| {
        while *zeros > 0 {
            let run = (*zeros).min(255);
            bytes.extend([0, run as u8]);
            *zeros -= run;
        }
    };
    for &value in state {
        if value == 0 {
            zeros += 1;
            continue;
        }
        flush(&mut bytes, &mut zeros);
        if (1..=250).contains(&value) {
            bytes.push(value as u8);
        } else {
            bytes.push(255);
            bytes.extend(value.to_le_bytes());
        }
    }
    flush(&mut bytes, &mut zeros);
    bytes.into_boxed_slice()
}

#[cfg(test)]
mod tests {
    use super::packed;

    #[test]
    fn packed_states_differ_if_states_do() {
        let states: [&[i32]; 7] = [&[0; 3], &[0; 4], &[0, 0, 3], &[3, 0, 0], &[251, 0], &[-1, 0], &[255, 0]];
        for (at, one) in states.iter().enumerate() {
            for other in &states[at + 1..] {
                assert_ne!(packed(one), packed(other), "{one:?} {other:?}");
            }
        }
    }
}
