//! What a method that the machine executes itself does, as data: the memory that it reads and writes,
//! where references go, what it calls and what it looks at.
//!
//! The rows of the native table carry it. The machine derives from it what other threads can notice, the
//! analyses which accesses and objects to expect; none of them knows a native by name. There is no default:
//! a method without a declaration is one that the machine cannot execute, so a run that gets there ends as
//! *unknown*, whatever an analysis assumed of the rest.
//!
//! Arguments are named by slot: the receiver, if there is one, is 0, and a `long` or `double` takes two.

/// A place in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// All elements of the array in an argument.
    Elements(u8),
    /// Elements of the array in the first argument named, from the index in the second on, as many as the third
    /// says.
    Range(u8, u8, u8),
    /// A field of the object in an argument; ignored in JDKs that do not have it.
    Field(u8, &'static str),
    /// Some field or element of the object in an argument.
    Any(u8),
    /// A static field: class and name.
    Static(&'static str, &'static str),
    /// The monitor of the object in an argument.
    Monitor(u8),
    /// A field of every object of a class: class and name.
    OfAll(&'static str, &'static str),
    /// What the machine keeps of threads and no field of the JDK shows: permits, priorities, how many there were.
    Scheduling,
    /// The program's files and what is open.
    Files,
    /// Memory outside of the heap, which no field or array leads to.
    OffHeap,
    /// What a handler catches.
    Thrown,
    /// Anything at all.
    Everything,
}

/// Where a reference comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// An object of the declared type that is new, or immutable and the same for all; or null; or no reference.
    Fresh,
    /// An object or array of a class that is only known when it is made.
    Made,
    Null,
    Argument(u8),
    /// An element of the array in an argument.
    ElementOf(u8),
    /// Some field or element of the object in an argument.
    ContentOf(u8),
    /// The thread that calls.
    CurrentThread,
    /// Any object of a class that exists already.
    Existing(&'static str),
    /// A new array of such objects.
    ArrayOfExisting(&'static str),
}

/// What a native calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Calls {
    Nothing,
    /// The method's own code in the JDK, in some cases or after something of the machine's.
    OwnCode,
    /// The same, but only in programs that also call one of these methods: class and name.
    OwnCodeIfCalled(&'static [(&'static str, &'static str)]),
    /// The initialisers of these classes of the JDK, then its own code.
    OwnCodeAfter(&'static [&'static str]),
    /// A static method without arguments: class, name, descriptor.
    Static(&'static str, &'static str, &'static str),
    /// `run` of the thread in argument 0, in a new thread.
    Start,
    /// What printing to a standard stream needs: an array that others can reach is copied first.
    Print,
    /// A `Formatter` on the arguments in a slot.
    Format(u8),
    /// Methods of the program that cannot be told in advance.
    Anything,
}

/// What a native looks at besides memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aspect {
    /// Which threads there are and what they are doing.
    ThreadStates,
    Time,
    Randomness,
    Environment,
    /// What the virtual machine says of itself and of its host.
    Host,
    IdentityHash,
    /// One of several values that the search tries.
    Choice,
}

/// What a native does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    pub reads: &'static [Place],
    pub writes: &'static [Place],
    /// Which references get where.
    pub stores: &'static [(Source, Place)],
    pub gives: Source,
    pub calls: Calls,
    pub observes: &'static [Aspect],
    /// Whether the thread may have to wait.
    pub blocks: bool,
}

/// Touches nothing but what is immutable, new, or the calling thread's own; gives a number or something fresh.
pub const PURE: Effect = Effect {
    reads: &[],
    writes: &[],
    stores: &[],
    gives: Source::Fresh,
    calls: Calls::Nothing,
    observes: &[],
    blocks: false,
};

/// Calls what cannot be told in advance, which may do anything.
pub const UNKNOWN: Effect = PURE.calling(Calls::Anything);

/// Works on the program's files.
pub const FILES: Effect = PURE.touching(&[Place::Files]);

impl Effect {
    pub const fn reading(self, reads: &'static [Place]) -> Self {
        Self { reads, ..self }
    }

    pub const fn writing(self, writes: &'static [Place]) -> Self {
        Self { writes, ..self }
    }

    /// Reads and writes the same places.
    pub const fn touching(self, places: &'static [Place]) -> Self {
        Self { reads: places, writes: places, ..self }
    }

    pub const fn storing(self, stores: &'static [(Source, Place)]) -> Self {
        Self { stores, ..self }
    }

    pub const fn giving(self, gives: Source) -> Self {
        Self { gives, ..self }
    }

    pub const fn calling(self, calls: Calls) -> Self {
        Self { calls, ..self }
    }

    pub const fn observing(self, observes: &'static [Aspect]) -> Self {
        Self { observes, ..self }
    }

    pub const fn blocking(self) -> Self {
        Self { blocks: true, ..self }
    }

    /// Every place, and whether it is written.
    pub fn places(&self) -> impl Iterator<Item = (Place, bool)> {
        let reads = self.reads.iter().map(|&place| (place, false));
        reads.chain(self.writes.iter().map(|&place| (place, true)))
    }

    /// Every way that a reference takes; `None` is the result.
    pub fn flows(&self) -> impl Iterator<Item = (Source, Option<Place>)> {
        let stored = self.stores.iter().map(|&(source, place)| (source, Some(place)));
        std::iter::once((self.gives, None)).chain(stored)
    }

    /// Whether other threads may notice it, as far as that can be told without the state.
    pub const fn is_noticeable(&self) -> bool {
        let mut at = 0;
        while at < self.observes.len() {
            if matches!(self.observes[at], Aspect::ThreadStates | Aspect::Time) {
                return true;
            }
            at += 1;
        }
        !self.reads.is_empty() || !self.writes.is_empty()
    }

    /// Whether it says what becomes of the elements of an argument, if only that code of the JDK goes through them.
    pub fn speaks_of(&self, slot: u8) -> bool {
        let is_slot = |place: Place| match place {
            Place::Elements(array) | Place::Range(array, ..) | Place::Any(array) => array == slot,
            place => place == Place::Everything,
        };
        let by_code = match self.calls {
            Calls::OwnCode | Calls::OwnCodeIfCalled(_) | Calls::OwnCodeAfter(_) => true,
            Calls::Format(array) => array == slot,
            _ => false,
        };
        by_code
            || self.places().any(|(place, _)| is_slot(place))
            || self.stores.iter().any(|&(_, place)| is_slot(place))
    }

    /// Whether objects come out that other threads use, and that no argument led to.
    pub fn hands_out(&self) -> bool {
        self.calls == Calls::Anything
            || self.flows().any(|(source, _)| matches!(source, Source::Existing(_) | Source::ArrayOfExisting(_)))
    }

    /// Whether it hands out threads.
    pub fn hands_out_threads(&self) -> bool {
        const THREAD: &str = "java/lang/Thread";
        self.flows().any(|(source, _)| matches!(source, Source::Existing(THREAD) | Source::ArrayOfExisting(THREAD)))
    }

    /// Why it cannot be the effect of a method with these parameters and this result, each a field descriptor,
    /// a receiver included; `None` if it can.
    pub fn misfit(&self, params: &[&str], result: &str) -> Option<String> {
        let mut slots = Vec::new();
        for &param in params {
            slots.extend(std::iter::repeat_n(param, if matches!(param, "J" | "D") { 2 } else { 1 }));
        }
        let at = |slot: u8| slots.get(usize::from(slot)).copied().unwrap_or("nothing");
        let is_object = |ty: &str| ty.starts_with('L') || ty.starts_with('[');
        let may_have_elements = |ty: &str| ty.starts_with('[') || ty == "Ljava/lang/Object;";
        let places = self.places().map(|(place, _)| place).chain(self.stores.iter().map(|&(_, place)| place));
        for place in places {
            let fits = match place {
                Place::Elements(slot) => may_have_elements(at(slot)),
                Place::Range(array, from, len) => may_have_elements(at(array)) && at(from) == "I" && at(len) == "I",
                Place::Field(slot, _) | Place::Any(slot) | Place::Monitor(slot) => is_object(at(slot)),
                _ => true,
            };
            if !fits {
                return Some(format!("{place:?} is no place of its arguments"));
            }
        }
        for (source, place) in self.flows() {
            let fits = match source {
                Source::Argument(slot) | Source::ContentOf(slot) => is_object(at(slot)),
                Source::ElementOf(slot) => may_have_elements(at(slot)),
                Source::Fresh => true,
                Source::ArrayOfExisting(_) | Source::Made => place.is_some() || is_object(result),
                Source::Null | Source::CurrentThread | Source::Existing(_) => place.is_some() || is_object(result),
            };
            if !fits {
                return Some(format!("{source:?} does not fit"));
            }
        }
        match self.calls {
            Calls::Start if !is_object(at(0)) => Some("starts no object".into()),
            Calls::Format(slot) if !may_have_elements(at(slot)) => Some("formats no array".into()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effect_has_to_fit_its_descriptor() {
        let reads = PURE.reading(&[Place::Range(1, 2, 3)]);
        assert_eq!(reads.misfit(&["I", "[B", "I", "I"], "I"), None);
        assert!(reads.misfit(&["I", "I", "I", "I"], "I").is_some());
        assert!(reads.misfit(&["J", "[B", "I", "I"], "I").is_some(), "a long takes two slots");
        assert!(PURE.giving(Source::Existing("java/lang/Thread")).misfit(&[], "I").is_some());
    }
}
