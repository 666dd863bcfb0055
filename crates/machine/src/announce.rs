//! What other threads can notice of a native: from the row's declared effect and the arguments, and
//! that rows which say it more precisely stay within what they declare.

use heddle_program::effect::{Aspect, Calls, Effect, Place};
use heddle_program::ir::ElementKind;

use crate::heap::{HEADER, PERM_END, Ref, SHARED};
use crate::machine::Machine;
use crate::native::{Native, Notice};
use crate::pending::{Access, Location, Mode, Pending};

impl Machine<'_> {
    /// What other threads can notice of a call of a native.
    pub(crate) fn announced(&self, native: &Native, args: &[u64]) -> Pending {
        match self.announced_by_row(native, args) {
            Pending::Local if !native.arrays.is_empty() => self.arrays_read(native.arrays, args),
            pending => pending,
        }
    }

    /// That elements are read of arrays that others can reach. Permanent ones are the JDK's own tables.
    fn arrays_read(&self, slots: &[u8], args: &[u64]) -> Pending {
        let mut accesses = slots.iter().filter_map(|&slot| {
            let (location, mode) = self.location(Place::Elements(slot), args)?;
            let is_own = args[usize::from(slot)] as Ref >= PERM_END;
            is_own.then_some(Access { location, reads: true, writes: false, mode })
        });
        match (accesses.next(), accesses.next()) {
            (None, _) => Pending::Local,
            (Some(access), None) => Pending::Memory(access),
            (Some(from), Some(to)) => Pending::Copy { from, to },
        }
    }

    fn announced_by_row(&self, native: &Native, args: &[u64]) -> Pending {
        match native.notice {
            Notice::Nothing => Pending::Local,
            Notice::Declared => self.declared(&native.effect, args),
            Notice::Refined(announce) => {
                let pending = announce(self, args);
                debug_assert!(
                    self.is_within(&native.effect, args, pending),
                    "{}.{} announces {pending:?}, which it does not declare",
                    native.class,
                    native.name
                );
                pending
            }
        }
    }

    /// Makes all threads visible to all threads: one of them is about to get hold of them.
    pub(crate) fn publish_threads(&mut self) {
        for thread in 0..self.state.threads.len() {
            self.publish(self.state.threads[thread].object);
        }
    }

    /// The first write of a native that it does not declare; watches natives from the first time on that it is
    /// asked. Writes of Java code that natives call are not looked at, nor are those to permanent objects: caches
    /// of the JDK and mirrors of classes.
    pub fn audit_natives(&mut self) -> Option<String> {
        self.linkage.audited.get_or_insert(None).clone()
    }

    /// Compares what a native has written with what it declares.
    #[cold]
    #[inline(never)]
    pub(crate) fn audit_native(&mut self, native: &Native, args: &[u64], logged: usize) {
        // When time has passed, time stamps get older wherever they are kept (`time.rs`): that is the clock's doing.
        if native.effect.calls != Calls::Nothing || native.effect.observes.contains(&Aspect::Time) {
            return;
        }
        let current = self.state.threads[self.stepper.current].object;
        let writes = self.journal.cells.get(logged..).unwrap_or(&[]).iter();
        let undeclared = writes.map(|old| (old.object, old.cell)).find(|&(object, cell)| {
            object >= PERM_END
                && object != current
                && cell >= object + HEADER
                && self.state.heap.tag(object) == SHARED
                && !self.may_write(&native.effect, args, object)
        });
        if let Some((object, _)) = undeclared {
            let class = crate::names::external(self.program, self.class_of(object));
            let wrong = format!("{}.{} writes to {class} and does not declare it", native.class, native.name);
            self.linkage.audited = Some(Some(wrong));
        }
    }

    /// Whether a declared effect includes a write to an object.
    fn may_write(&self, effect: &Effect, args: &[u64], object: Ref) -> bool {
        let is_argument = args.iter().any(|&arg| arg as Ref == object);
        effect.writes.iter().any(|&place| match place {
            Place::Elements(slot) | Place::Range(slot, ..) | Place::Any(slot) | Place::Field(slot, _) => {
                args[usize::from(slot)] as Ref == object
            }
            Place::OfAll(class, _) => {
                self.program.load(class).is_ok_and(|class| self.program.is_subtype(self.class_of(object), class))
            }
            // What files are made of is never an argument.
            Place::Files | Place::OffHeap => !is_argument,
            Place::Everything => true,
            Place::Static(..) | Place::Monitor(_) | Place::Scheduling | Place::Thrown => false,
        })
    }

    fn declared(&self, effect: &Effect, args: &[u64]) -> Pending {
        let mut global = effect.observes.contains(&Aspect::ThreadStates);
        let mut accesses: [Option<Access>; 2] = [None; 2];
        for (place, writes) in effect.places() {
            match place {
                Place::Files
                | Place::OffHeap
                | Place::Everything
                | Place::OfAll(..)
                | Place::Monitor(_)
                | Place::Scheduling => {
                    global = true;
                }
                _ => {
                    let Some((location, mode)) = self.location(place, args) else { continue };
                    let known = accesses.iter_mut().flatten().find(|known| known.location == location);
                    if let Some(known) = known {
                        known.writes |= writes;
                    } else if let Some(free) = accesses.iter_mut().find(|access| access.is_none()) {
                        *free = Some(Access { location, reads: !writes, writes, mode });
                    } else {
                        global = true;
                    }
                }
            }
        }
        match (accesses, global) {
            ([None, _], true) => Pending::Global,
            ([Some(first), second], true) => Pending::Beside(second.filter(|second| second.writes).unwrap_or(first)),
            _ if effect.observes.contains(&Aspect::Time) => Pending::Clock,
            ([None, _], false) => Pending::Local,
            ([Some(access), None], false) => Pending::Memory(access),
            ([Some(from), Some(to)], false) => Pending::Copy { from, to },
        }
    }

    /// Where a declared place of a call is, if other threads can reach it. An access that fails touches nothing.
    fn location(&self, place: Place, args: &[u64]) -> Option<(Location, Mode)> {
        let shared = |slot: u8| {
            let object = args[usize::from(slot)] as Ref;
            (object != 0 && self.state.heap.tag(object) == SHARED).then_some(object)
        };
        let elements = |array: Ref, from: u32, to: u32| {
            let fits = from < to && to <= self.state.heap.len(array);
            fits.then_some((Location::Elements { array, from, to }, Mode::Plain))
        };
        match place {
            Place::Elements(slot) => {
                let array = shared(slot)?;
                self.element_kind(array)?;
                elements(array, 0, self.state.heap.len(array))
            }
            Place::Range(array, from, len) => {
                let int = |slot: u8| u32::try_from(args[usize::from(slot)] as u32 as i32).ok();
                let (array, from, len) = (shared(array)?, int(from)?, int(len)?);
                self.element_kind(array)?;
                elements(array, from, from.checked_add(len)?)
            }
            Place::Any(slot) => {
                let object = shared(slot)?;
                match self.element_kind(object) {
                    Some(_) => elements(object, 0, self.state.heap.len(object)),
                    None => Some((Location::Fields { object }, Mode::Plain)),
                }
            }
            Place::Field(slot, name) => {
                let object = shared(slot)?;
                let field = self.program.find_field(self.class_of(object), name)?;
                Some((Location::Field { object, field }, self.mode_of(field)))
            }
            Place::Static(class, name) => {
                let field = self.program.find_field(self.program.load(class).ok()?, name)?;
                Some((Location::Static { field }, self.mode_of(field)))
            }
            _ => None,
        }
    }

    fn mode_of(&self, field: heddle_program::FieldId) -> Mode {
        if self.program.field(field).is_volatile() { Mode::Volatile } else { Mode::Plain }
    }

    /// Whether a declared effect covers what a row announces. To announce [`Pending::Global`] is never wrong:
    /// it is dependent on everything.
    fn is_within(&self, effect: &Effect, args: &[u64], pending: Pending) -> bool {
        let observes = |aspect| effect.observes.contains(&aspect);
        let touches = |wanted: fn(Place) -> bool| effect.places().any(|(place, _)| wanted(place));
        let locks = touches(|place| matches!(place, Place::Monitor(_)));
        match pending {
            Pending::Local | Pending::Global | Pending::End | Pending::Yield => true,
            Pending::Memory(_) | Pending::Beside(_) | Pending::Copy { .. } => {
                pending.accesses().all(|access| self.covers(effect, args, access))
            }
            Pending::Lock(_) | Pending::Unlock(_) | Pending::Wait(_) | Pending::Notify { .. } => locks,
            Pending::Park | Pending::Sleep => effect.blocks,
            Pending::Unpark(_) | Pending::SetPriority(_) | Pending::Interrupt(_) => !effect.writes.is_empty(),
            Pending::Interrupted(_) | Pending::Alive(_) => observes(Aspect::ThreadStates),
            Pending::Start(_) => effect.calls == Calls::Start,
            Pending::Clock => observes(Aspect::Time),
            Pending::Initialize(_) => effect.calls == Calls::Anything,
            Pending::Output => effect.calls == Calls::Print,
            Pending::Choose(_) => observes(Aspect::Choice) || observes(Aspect::ThreadStates),
        }
    }

    /// Whether a declared effect includes an access.
    fn covers(&self, effect: &Effect, args: &[u64], access: Access) -> bool {
        let is = |slot: u8, object: Ref| args[usize::from(slot)] as Ref == object;
        effect.places().filter(|&(_, writes)| writes == access.writes).any(|(place, _)| match access.location {
            Location::Element { array, .. } | Location::Elements { array, .. } => match place {
                Place::Elements(slot) | Place::Range(slot, ..) | Place::Any(slot) => {
                    // Memory outside of the heap is an array behind an address.
                    is(slot, array) || args[usize::from(slot)] == 0
                }
                Place::OffHeap => self.element_kind(array) == Some(ElementKind::Byte),
                place => place == Place::Everything,
            },
            Location::Field { object, field } => match place {
                Place::Field(slot, name) => {
                    is(slot, object) && self.program.text(self.program.field(field).name) == name
                }
                Place::Any(slot) => is(slot, object),
                place => place == Place::Everything,
            },
            Location::Fields { object } => match place {
                Place::Any(slot) => is(slot, object),
                place => place == Place::Everything,
            },
            // `Unsafe` reaches static fields through the mirror of their class.
            Location::Static { .. } => matches!(place, Place::Static(..) | Place::Any(_) | Place::Everything),
        })
    }
}
