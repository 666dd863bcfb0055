//! Accesses that never race with each other: to the atomic integer, and to fields through a handle.

use crate::program::{Atomic, Base, Handled};

use super::state::{Location, Observer, State, Sync, evaluate, object};

pub fn execute(state: &mut State, t: usize, atomic: Atomic, seen: &mut impl Observer) {
    let thread = &mut state.threads[t];
    match atomic {
        Atomic::Get(local) => {
            seen.acquire(t, Sync::N);
            thread.locals[usize::from(local)] = state.n;
        }
        Atomic::Set(value) => {
            seen.release(t, Sync::N);
            state.n = evaluate(thread, value);
        }
        Atomic::IncrementAndGet(local) => {
            seen.acquire(t, Sync::N);
            seen.release(t, Sync::N);
            state.n += 1;
            thread.locals[usize::from(local)] = state.n;
        }
        Atomic::CompareAndSet { local, expected, new } => {
            seen.acquire(t, Sync::N);
            let succeeds = state.n == expected;
            if succeeds {
                seen.release(t, Sync::N);
                state.n = new;
            }
            thread.locals[usize::from(local)] = i32::from(succeeds);
        }
    }
}

/// An access to the field `f` of an object; what is read goes to the local.
pub fn handle(state: &mut State, t: usize, (local, of): (u8, Base), access: Handled, seen: &mut impl Observer) {
    let node = object(&state.threads[t], of);
    let (sync, location) = (Sync::Handle(node), Location::Field(node));
    let given = match access {
        Handled::Set(value) => Some(evaluate(&state.threads[t], value)),
        Handled::Get | Handled::Add => None,
    };
    let field = &mut state.nodes[usize::from(node) - 1].f;
    if given.is_none() {
        seen.acquire(t, sync);
        seen.read_ordered(t, location);
        state.threads[t].locals[usize::from(local)] = *field;
    }
    if access != Handled::Get {
        *field = given.unwrap_or(*field + 1);
        seen.write_ordered(t, location);
        seen.release(t, sync);
    }
}
