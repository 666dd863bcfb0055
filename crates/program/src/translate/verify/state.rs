//! The type state before an instruction: types of locals and of the operand stack (JVMS 4.10.1.4).

use super::Verified;
use super::types::{Types, VType};

/// Types of all locals and stack slots; a two-slot value is its type and then [`VType::Second`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct State {
    pub(crate) locals: Vec<VType>,
    pub(crate) stack: Vec<VType>,
    /// The constructor has not yet called another one.
    pub(crate) this_uninitialized: bool,
}

impl State {
    pub(crate) fn push(&mut self, ty: VType, max_stack: u16) -> Verified<()> {
        self.stack.push(ty);
        if ty.is_wide() {
            self.stack.push(VType::Second);
        }
        if self.stack.len() > usize::from(max_stack) {
            return Err("operand stack overflow".into());
        }
        Ok(())
    }

    /// Takes one slot off the stack.
    pub(crate) fn pop_slot(&mut self) -> Verified<VType> {
        self.stack.pop().ok_or_else(|| "operand stack underflow".into())
    }

    /// Takes a value off the stack that must be assignable to `wanted`.
    pub(crate) fn pop(&mut self, wanted: VType, types: &Types<'_>) -> Verified<VType> {
        let top = self.pop_slot()?;
        let found = if wanted.is_wide() && top == VType::Second { self.pop_slot()? } else { top };
        if types.is_assignable(found, wanted)? {
            return Ok(found);
        }
        Err(format!(
            "bad type on operand stack: {} is not assignable to {}",
            types.describe(found),
            types.describe(wanted)
        )
        .into())
    }

    /// Takes a reference off the stack, initialised or not.
    pub(crate) fn pop_reference(&mut self, types: &Types<'_>) -> Verified<VType> {
        let found = self.pop_slot()?;
        if found.is_reference() {
            return Ok(found);
        }
        Err(format!("bad type on operand stack: {} is no reference", types.describe(found)).into())
    }

    /// The type of a local that must be of a wanted kind.
    pub(crate) fn local(&self, index: u16, types: &Types<'_>, fits: impl Fn(VType) -> bool) -> Verified<VType> {
        let found = *self.locals.get(usize::from(index)).ok_or("local variable out of range")?;
        if fits(found) {
            return Ok(found);
        }
        Err(format!("bad local variable type: local {index} is {}", types.describe(found)).into())
    }

    /// Assigns a local; a two-slot value of which it was a half becomes unusable.
    pub(crate) fn set_local(&mut self, index: u16, ty: VType) -> Verified<()> {
        let at = usize::from(index);
        if at + usize::from(ty.is_wide()) >= self.locals.len() {
            return Err("local variable out of range".into());
        }
        self.assign_slot(at, ty);
        if ty.is_wide() {
            self.assign_slot(at + 1, VType::Second);
        }
        Ok(())
    }

    fn assign_slot(&mut self, at: usize, ty: VType) {
        if self.locals[at] == VType::Second && ty != VType::Second && at > 0 {
            self.locals[at - 1] = VType::Top;
        }
        let was_wide = self.locals[at].is_wide();
        self.locals[at] = ty;
        if was_wide && let Some(second) = self.locals.get_mut(at + 1) {
            *second = VType::Top;
        }
    }

    /// Replaces a type everywhere, as when an object becomes initialised.
    pub(crate) fn replace(&mut self, old: VType, new: VType) {
        for slot in self.locals.iter_mut().chain(&mut self.stack) {
            if *slot == old {
                *slot = new;
            }
        }
    }

    /// Whether this state may continue where `target` is declared; the error says why not.
    pub(crate) fn check_assignable(&self, target: &Self, types: &Types<'_>) -> Verified<()> {
        if self.stack.len() != target.stack.len() {
            return Err("current frame's stack size does not match the stack map frame".into());
        }
        if self.this_uninitialized && !target.this_uninitialized {
            return Err("current frame's flags are not assignable to those of the stack map frame".into());
        }
        for (index, (&from, &to)) in self.locals.iter().zip(&target.locals).enumerate() {
            if from != to && !types.is_assignable(from, to)? {
                return Err(mismatch("local", index, from, to, types).into());
            }
        }
        for (slot, (&from, &to)) in self.stack.iter().zip(&target.stack).enumerate() {
            if from != to && !types.is_assignable(from, to)? {
                return Err(mismatch("stack slot", slot, from, to, types).into());
            }
        }
        Ok(())
    }
}

fn mismatch(what: &str, index: usize, from: VType, to: VType, types: &Types<'_>) -> String {
    let (from, to) = (types.describe(from), types.describe(to));
    format!("{what} {index} ({from}) is not assignable to the stack map frame ({to})")
}
