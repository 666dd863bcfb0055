//! Verification by type checking (JVMS 4.10.1): one pass over the code, comparing the state before
//! every instruction with the `StackMapTable` where it has a frame, and the state behind every
//! jump with the frame of its target.

use heddle_classfile::{FrameKind, VerificationType};

use super::state::State;
use super::step::Next;
use super::types::VType;
use super::{Verified, Verifier};

/// A decoded frame.
struct Frame {
    bci: usize,
    state: State,
}

impl Verifier<'_> {
    /// Checks the whole body.
    pub(crate) fn check(&mut self) -> Verified<()> {
        let frames = self.frames()?;
        // For each handler, the locals' version that was last compared with its frame.
        let mut compared = vec![None; self.body.exceptions.len()];
        let mut version = 0_u32;
        let mut current = Some(self.initial.clone());
        let mut next_frame = 0;
        let mut bci = 0;
        while bci < self.code.len() {
            self.bci = bci;
            if let Some(frame) = frames.get(next_frame).filter(|frame| frame.bci == bci) {
                if let Some(state) = &current {
                    self.spend(state.locals.len())?;
                    state.check_assignable(&frame.state, &self.types)?;
                }
                self.spend(frame.state.locals.len())?;
                current = Some(frame.state.clone());
                version += 1;
                next_frame += 1;
            }
            let Some(mut state) = current.take() else {
                return Err("expecting a stack map frame".into());
            };
            self.check_handlers(&frames, &state, version, &mut compared)?;
            let next = self.step(&mut state, bci)?;
            if self.changes_locals(bci)? {
                version += 1;
            }
            for target in std::mem::take(&mut self.targets) {
                self.spend(state.locals.len() + state.stack.len())?;
                let frame = find(&frames, target).ok_or("expecting a stack map frame at branch target")?;
                state.check_assignable(&frame.state, &self.types)?;
            }
            bci = match next {
                Next::At(next) => {
                    current = Some(state);
                    next
                }
                Next::Nowhere => bci + self.code.length(bci)?,
            };
        }
        if current.is_some() {
            return Err("control flow falls through code end".into());
        }
        Ok(())
    }

    /// An exception can leave any covered instruction with the locals as they were before it.
    fn check_handlers(
        &mut self,
        frames: &[Frame],
        state: &State,
        version: u32,
        compared: &mut [Option<u32>],
    ) -> Verified<()> {
        let body = self.body;
        for (at, entry) in body.exceptions.iter().enumerate() {
            let is_covered = usize::from(entry.start) <= self.bci && self.bci < usize::from(entry.end);
            self.spend(0)?;
            if !is_covered || compared[at] == Some(version) {
                continue;
            }
            compared[at] = Some(version);
            let frame = find(frames, usize::from(entry.handler)).ok_or("expecting a stack map frame at handler")?;
            self.spend(state.locals.len())?;
            let thrown = State {
                locals: state.locals.clone(),
                stack: vec![self.caught[at]],
                this_uninitialized: state.this_uninitialized,
            };
            if body.max_stack == 0 {
                return Err("operand stack overflow".into());
            }
            thrown.check_assignable(&frame.state, &self.types)?;
        }
        Ok(())
    }

    /// Whether an instruction can change the type of a local: a store or a constructor call.
    fn changes_locals(&self, bci: usize) -> Verified<bool> {
        Ok(matches!(self.code.u8(bci)?, 0x36..=0x4e | 0xb7 | 0xbb | 0xc4))
    }

    fn frames(&mut self) -> Verified<Vec<Frame>> {
        let table = self.body.stack_map().map_err(|error| error.to_string())?;
        let mut frames: Vec<Frame> = Vec::with_capacity(table.len());
        let mut locals = self.initial.locals.clone();
        // Locals after the last one that is listed; implicit ones are unusable.
        let mut listed = locals.iter().rposition(|&ty| ty != VType::Top).map_or(0, |last| last + 1);
        for frame in table {
            let bci = frame.bci as usize;
            self.bci = bci;
            if bci >= self.code.len() || !self.starts[bci] {
                return Err("StackMapTable error: bad offset".into());
            }
            let mut stack = Vec::new();
            match frame.kind {
                FrameKind::Same => {}
                FrameKind::SameLocals1(ty) => self.list(&mut stack, ty)?,
                FrameKind::Chop(count) => {
                    for _ in 0..count {
                        listed = drop_last(&mut locals, listed)?;
                    }
                }
                FrameKind::Append(types) => {
                    listed = self.append(&mut locals, listed, &types)?;
                }
                FrameKind::Full { locals: types, stack: slots } => {
                    locals.fill(VType::Top);
                    listed = self.append(&mut locals, 0, &types)?;
                    for ty in slots {
                        self.list(&mut stack, ty)?;
                    }
                }
            }
            if stack.len() > usize::from(self.body.max_stack) {
                return Err("StackMapTable error: stack too deep".into());
            }
            let this_uninitialized = locals.contains(&VType::UninitializedThis);
            let state = State { locals: locals.clone(), stack, this_uninitialized };
            self.keep(&state)?;
            frames.push(Frame { bci, state });
        }
        self.bci = 0;
        Ok(frames)
    }

    fn append(&self, locals: &mut [VType], mut listed: usize, types: &[VerificationType]) -> Verified<usize> {
        let mut slots = Vec::with_capacity(types.len());
        for &ty in types {
            slots.clear();
            self.list(&mut slots, ty)?;
            let end = listed + slots.len();
            locals.get_mut(listed..end).ok_or("StackMapTable error: bad locals")?.copy_from_slice(&slots);
            listed = end;
        }
        Ok(listed)
    }

    /// Appends the slots of a type of the table.
    fn list(&self, slots: &mut Vec<VType>, ty: VerificationType) -> Verified<()> {
        let ty = match ty {
            VerificationType::Top => VType::Top,
            VerificationType::Integer => VType::Int,
            VerificationType::Float => VType::Float,
            VerificationType::Double => VType::Double,
            VerificationType::Long => VType::Long,
            VerificationType::Null => VType::Null,
            VerificationType::UninitializedThis if self.is_constructor => VType::UninitializedThis,
            VerificationType::UninitializedThis => {
                return Err("StackMapTable error: uninitialized this outside a constructor".into());
            }
            VerificationType::Object(cp) => self.class_constant(cp)?,
            VerificationType::Uninitialized(at) => {
                self.made_at(at)?;
                VType::Uninitialized(at)
            }
        };
        slots.push(ty);
        if ty.is_wide() {
            slots.push(VType::Second);
        }
        Ok(())
    }
}

fn drop_last(locals: &mut [VType], listed: usize) -> Verified<usize> {
    let mut last = listed.checked_sub(1).ok_or("StackMapTable error: bad chop")?;
    if locals[last] == VType::Second {
        locals[last] = VType::Top;
        last = last.checked_sub(1).ok_or("StackMapTable error: bad chop")?;
    }
    locals[last] = VType::Top;
    Ok(last)
}

fn find(frames: &[Frame], bci: usize) -> Option<&Frame> {
    frames.binary_search_by_key(&bci, |frame| frame.bci).ok().map(|at| &frames[at])
}
