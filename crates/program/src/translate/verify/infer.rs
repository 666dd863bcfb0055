//! Verification by type inference (JVMS 4.10.2): states flow along the graph and merge where paths
//! meet, until nothing changes. For class files before version 50 and for code of the JDK that has
//! no `StackMapTable`; its by-product are the shapes of the stack, which the translation needs.

use heddle_classfile::Code as Body;

use super::super::bytecode::op;
use super::super::shapes::{Blocks, Slot};
use super::state::State;
use super::step::Next;
use super::types::VType;
use super::{Declared, Refusal, Trust, Verified, Verifier};

/// The blocks of a method and the shapes of their stacks.
pub(crate) fn infer(declared: Declared<'_>, body: &Body<'_>, trust: Trust) -> Result<Blocks, (Refusal, usize)> {
    let mut verifier = Verifier::new(declared, body, trust).map_err(|refusal| (refusal, 0))?;
    verifier.infer().map_err(|refusal| (refusal, verifier.bci))
}

/// States at the starts of blocks, by bytecode index.
struct Flow {
    is_leader: Vec<bool>,
    states: Vec<Option<Box<State>>>,
    work: Vec<usize>,
}

impl Verifier<'_> {
    fn infer(&mut self) -> Verified<Blocks> {
        let mut flow = Flow { is_leader: self.leaders()?, states: Vec::new(), work: vec![0] };
        flow.states.resize_with(self.code.len(), || None);
        flow.states[0] = Some(Box::new(self.initial.clone()));
        while let Some(leader) = flow.work.pop() {
            let Some(mut state) = flow.states[leader].as_deref().cloned() else {
                continue;
            };
            self.spend(state.locals.len())?;
            let mut bci = leader;
            loop {
                self.bci = bci;
                self.merge_into_handlers(&mut flow, &state)?;
                let next = self.step(&mut state, bci)?;
                for target in std::mem::take(&mut self.targets) {
                    self.merge_into(&mut flow, target, &state)?;
                }
                let Next::At(next) = next else {
                    break;
                };
                if next >= self.code.len() {
                    return Err("falling off the end of the code".into());
                }
                if flow.is_leader[next] {
                    self.merge_into(&mut flow, next, &state)?;
                    break;
                }
                bci = next;
            }
        }
        Ok(blocks(&flow))
    }

    /// Marks the entry, jump targets and handlers.
    fn leaders(&mut self) -> Verified<Vec<bool>> {
        let mut is_leader = vec![false; self.code.len()];
        is_leader[0] = true;
        for entry in &self.body.exceptions {
            *is_leader.get_mut(usize::from(entry.handler)).ok_or("illegal exception handler")? = true;
        }
        let mut bci = 0;
        while bci < self.code.len() {
            self.bci = bci;
            self.check_operands(bci)?;
            match self.code.u8(bci)? {
                0x99..=op::GOTO | 0xc6 | 0xc7 => is_leader[self.code.target(bci, bci + 1)?] = true,
                op::GOTO_W => is_leader[self.code.target_wide(bci, bci + 1)?] = true,
                op::TABLESWITCH | op::LOOKUPSWITCH => {
                    let switch = self.code.switch(bci)?;
                    is_leader[switch.default] = true;
                    for row in 0..switch.count {
                        is_leader[switch.target(row)?] = true;
                    }
                }
                _ => {}
            }
            bci += self.code.length(bci)?;
        }
        let lost = (0..self.code.len()).find(|&at| is_leader[at] && !self.starts[at]);
        if lost.is_some() {
            return Err("a branch into the middle of an instruction".into());
        }
        Ok(is_leader)
    }

    fn merge_into(&mut self, flow: &mut Flow, target: usize, state: &State) -> Verified<()> {
        self.spend(state.locals.len() + state.stack.len())?;
        let slot = &mut flow.states[target];
        let Some(known) = slot else {
            self.keep(state)?;
            *slot = Some(Box::new(state.clone()));
            flow.work.push(target);
            return Ok(());
        };
        if known.stack.len() != state.stack.len() {
            return Err("inconsistent stack height".into());
        }
        let mut changed = state.this_uninitialized && !known.this_uninitialized;
        known.this_uninitialized |= state.this_uninitialized;
        for (slot, &new) in known.locals.iter_mut().zip(&state.locals) {
            let merged = self.types.merge(*slot, new)?;
            changed |= std::mem::replace(slot, merged) != merged;
        }
        // A local that is no longer whole is of no use in any half.
        for at in 0..known.locals.len() {
            let is_second = known.locals.get(at + 1) == Some(&VType::Second);
            if known.locals[at].is_wide() != is_second {
                known.locals[at] = VType::Top;
                if is_second {
                    known.locals[at + 1] = VType::Top;
                }
            }
        }
        for (slot, &new) in known.stack.iter_mut().zip(&state.stack) {
            let merged = self.types.merge(*slot, new)?;
            if merged == VType::Top {
                return Err("mismatched stack types".into());
            }
            changed |= std::mem::replace(slot, merged) != merged;
        }
        if changed {
            flow.work.push(target);
        }
        Ok(())
    }

    fn merge_into_handlers(&mut self, flow: &mut Flow, state: &State) -> Verified<()> {
        let body = self.body;
        for (at, entry) in body.exceptions.iter().enumerate() {
            self.spend(0)?;
            if usize::from(entry.start) <= self.bci && self.bci < usize::from(entry.end) {
                self.spend(state.locals.len())?;
                let thrown = State {
                    locals: state.locals.clone(),
                    stack: vec![self.caught[at]],
                    this_uninitialized: state.this_uninitialized,
                };
                if body.max_stack == 0 {
                    return Err("operand stack overflow".into());
                }
                self.merge_into(flow, usize::from(entry.handler), &thrown)?;
            }
        }
        Ok(())
    }
}

fn blocks(flow: &Flow) -> Blocks {
    let mut blocks = Blocks::default();
    for (bci, state) in flow.states.iter().enumerate() {
        let Some(state) = state else {
            continue;
        };
        blocks.begin(bci as u32);
        for ty in &state.stack {
            match ty {
                VType::Second => {}
                _ if ty.is_wide() => blocks.push(Slot::Wide),
                _ => blocks.push(Slot::One),
            }
        }
    }
    blocks
}
