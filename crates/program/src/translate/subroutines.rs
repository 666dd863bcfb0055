//! Subroutines of old class files (`jsr` and `ret`, JVMS 4.10.2.5): each call gets a copy of its
//! own, so that what follows sees only jumps.
//!
//! Comes in: bytecode; goes out: bytecode, an exception table, and which instruction each one was.
//! A copy is a *context*: the chain of calls that leads to it. `jsr` becomes a push of null, which
//! the subroutine stores as it would the return address, and a jump to the copy; `ret` becomes a
//! jump back to the innermost call. Code that returns past its innermost call, which the JVMS
//! permits and no compiler made, is not handled; copies are bounded in depth and in size.

use heddle_classfile::ExceptionEntry;

use super::bytecode::{Bytes, Checked, SwitchKind, op};

/// Calls within calls. Nested `finally` blocks go about this deep in no program known to us.
const DEEPEST: usize = 16;
/// Instructions or rows of the exception table: as many as a method can have.
const MOST: usize = 65_535;

/// Code without subroutines.
pub(crate) struct Expanded {
    pub(crate) bytecode: Vec<u8>,
    pub(crate) exceptions: Vec<ExceptionEntry>,
    /// The original bytecode index of what is at each index.
    pub(crate) origin: Vec<u16>,
}

struct Context {
    caller: Option<usize>,
    return_to: usize,
    depth: usize,
    /// Reached instructions and, later, where their copies go.
    places: Vec<Option<u16>>,
    /// The context behind the `jsr` at a bytecode index.
    callees: Vec<(usize, usize)>,
    end: u16,
}

/// Copies subroutines, if there are any.
pub(crate) fn expand(bytecode: &[u8], exceptions: &[ExceptionEntry]) -> Checked<Option<Expanded>> {
    let code = Bytes::new(bytecode);
    let mut bci = 0;
    let mut found = false;
    while bci < code.len() {
        found |= is_subroutine(code, bci)?;
        bci += code.length(bci)?;
    }
    if !found {
        return Ok(None);
    }
    if exceptions.len() * code.len() > MOST * 1024 {
        return Err("the exception table is too large for code with subroutines".into());
    }
    let mut contexts = reach(code, exceptions)?;
    place(code, &mut contexts)?;
    let (bytecode, origin) = encode(code, &contexts)?;
    let exceptions = copy_table(exceptions, &contexts)?;
    Ok(Some(Expanded { bytecode, exceptions, origin }))
}

fn is_subroutine(code: Bytes<'_>, bci: usize) -> Checked<bool> {
    Ok(match code.u8(bci)? {
        op::JSR | op::JSR_W | op::RET => true,
        op::WIDE => code.u8(bci + 1)? == op::RET,
        _ => false,
    })
}

/// Finds which instructions are reached in which contexts.
fn reach(code: Bytes<'_>, exceptions: &[ExceptionEntry]) -> Checked<Vec<Context>> {
    let context = |caller, return_to, depth| Context {
        caller,
        return_to,
        depth,
        places: vec![None; code.len()],
        callees: Vec::new(),
        end: 0,
    };
    let mut contexts = vec![context(None, 0, 0)];
    let mut work = vec![(0, 0)];
    let mut reached = 0;
    while let Some((at, bci)) = work.pop() {
        let place = contexts[at].places.get_mut(bci).ok_or("control flow falls off the end of the code")?;
        if place.replace(0).is_some() {
            continue;
        }
        reached += 1;
        if reached > MOST {
            return Err("the copies of subroutines are too large".into());
        }
        let opcode = code.u8(bci)?;
        let next = bci + code.length(bci)?;
        match opcode {
            op::JSR | op::JSR_W => {
                let target =
                    if opcode == op::JSR { code.target(bci, bci + 1)? } else { code.target_wide(bci, bci + 1)? };
                let depth = contexts[at].depth + 1;
                if depth > DEEPEST || (contexts.len() + 1) * code.len() > MOST * 64 {
                    return Err("subroutines call each other too deeply".into());
                }
                let callee = contexts.len();
                contexts.push(context(Some(at), next, depth));
                contexts[at].callees.push((bci, callee));
                work.push((callee, target));
            }
            _ if is_subroutine(code, bci)? => {
                let caller = contexts[at].caller.ok_or("ret outside a subroutine")?;
                work.push((caller, contexts[at].return_to));
            }
            _ => {
                each_target(code, bci, |target| work.push((at, target)))?;
                if continues(opcode) {
                    work.push((at, next));
                }
            }
        }
        for entry in exceptions {
            if usize::from(entry.start) <= bci && bci < usize::from(entry.end) {
                work.push((at, usize::from(entry.handler)));
            }
        }
    }
    Ok(contexts)
}

fn continues(opcode: u8) -> bool {
    !matches!(opcode, op::GOTO | op::GOTO_W | op::TABLESWITCH | op::LOOKUPSWITCH | 0xac..=0xb1 | 0xbf)
}

/// Visits the targets of a jump that is no subroutine instruction.
fn each_target(code: Bytes<'_>, bci: usize, mut visit: impl FnMut(usize)) -> Checked<()> {
    match code.u8(bci)? {
        0x99..=op::GOTO | 0xc6 | 0xc7 => visit(code.target(bci, bci + 1)?),
        op::GOTO_W => visit(code.target_wide(bci, bci + 1)?),
        op::TABLESWITCH | op::LOOKUPSWITCH => {
            let switch = code.switch(bci)?;
            visit(switch.default);
            for row in 0..switch.count {
                visit(switch.target(row)?);
            }
        }
        _ => {}
    }
    Ok(())
}

/// Lays the contexts out one after the other. Instructions that continue with the next one are
/// followed by it, because it is reached in the same context.
fn place(code: Bytes<'_>, contexts: &mut [Context]) -> Checked<()> {
    let mut end = 0;
    for context in contexts {
        for bci in 0..code.len() {
            if context.places[bci].is_some() {
                context.places[bci] = Some(end as u16);
                end += copied_length(code, bci, end)?;
                if end > MOST {
                    return Err("the copies of subroutines are too large".into());
                }
            }
        }
        context.end = end as u16;
    }
    Ok(())
}

fn copied_length(code: Bytes<'_>, bci: usize, place: usize) -> Checked<usize> {
    Ok(match code.u8(bci)? {
        op::JSR | op::JSR_W => 6,
        op::GOTO => 5,
        _ if is_subroutine(code, bci)? => 5,
        op::TABLESWITCH | op::LOOKUPSWITCH => {
            let padding = |at: usize| ((at + 4) & !3) - at;
            code.length(bci)? - padding(bci) + padding(place)
        }
        _ => code.length(bci)?,
    })
}

fn encode(code: Bytes<'_>, contexts: &[Context]) -> Checked<(Vec<u8>, Vec<u16>)> {
    let mut out = Vec::new();
    let mut origin = Vec::new();
    for context in contexts {
        for bci in 0..code.len() {
            if context.places[bci].is_some() {
                encode_one(code, contexts, context, bci, &mut out)?;
                origin.resize(out.len(), bci as u16);
            }
        }
    }
    Ok((out, origin))
}

fn encode_one(code: Bytes<'_>, contexts: &[Context], context: &Context, bci: usize, out: &mut Vec<u8>) -> Checked<()> {
    let place = out.len();
    let offset_in = |context: &Context, target: usize, from: usize| -> Checked<i32> {
        let to = context.places.get(target).copied().flatten().ok_or("a jump to code that is not reached")?;
        Ok(i32::from(to) - from as i32)
    };
    let offset = |target: usize| offset_in(context, target, place);
    let opcode = code.u8(bci)?;
    match opcode {
        op::JSR | op::JSR_W => {
            let target = if opcode == op::JSR { code.target(bci, bci + 1)? } else { code.target_wide(bci, bci + 1)? };
            let callee = context.callees.iter().find(|(at, _)| *at == bci).ok_or("a call that is not reached")?.1;
            out.extend([0x01, op::GOTO_W]);
            out.extend(offset_in(&contexts[callee], target, place + 1)?.to_be_bytes());
        }
        op::GOTO | op::GOTO_W => {
            let target = if opcode == op::GOTO { code.target(bci, bci + 1)? } else { code.target_wide(bci, bci + 1)? };
            out.push(op::GOTO_W);
            out.extend(offset(target)?.to_be_bytes());
        }
        _ if is_subroutine(code, bci)? => {
            let caller = &contexts[context.caller.ok_or("ret outside a subroutine")?];
            out.push(op::GOTO_W);
            out.extend(offset_in(caller, context.return_to, place)?.to_be_bytes());
        }
        0x99..=0xa6 | 0xc6 | 0xc7 => {
            let offset = i16::try_from(offset(code.target(bci, bci + 1)?)?);
            out.push(opcode);
            out.extend(offset.map_err(|_| "a branch is too long for the copy of a subroutine")?.to_be_bytes());
        }
        op::TABLESWITCH | op::LOOKUPSWITCH => {
            let switch = code.switch(bci)?;
            out.push(opcode);
            out.resize(place + 1 + (((place + 4) & !3) - place - 1), 0);
            out.extend(offset(switch.default)?.to_be_bytes());
            match switch.kind {
                SwitchKind::Table { low } => {
                    out.extend(low.to_be_bytes());
                    out.extend(low.wrapping_add(switch.count as i32 - 1).to_be_bytes());
                }
                SwitchKind::Lookup => out.extend((switch.count as i32).to_be_bytes()),
            }
            for row in 0..switch.count {
                if switch.kind == SwitchKind::Lookup {
                    out.extend(switch.key(row)?.to_be_bytes());
                }
                out.extend(offset(switch.target(row)?)?.to_be_bytes());
            }
        }
        _ => {
            for at in bci..bci + code.length(bci)? {
                out.push(code.u8(at)?);
            }
        }
    }
    Ok(())
}

/// Each row covers its instructions in every context; the order of rows decides who catches.
fn copy_table(exceptions: &[ExceptionEntry], contexts: &[Context]) -> Checked<Vec<ExceptionEntry>> {
    if exceptions.len() * contexts.len() > MOST {
        return Err("the copies of subroutines are too large".into());
    }
    let mut rows = Vec::new();
    for entry in exceptions {
        for context in contexts {
            let first_from = |bci: u16| {
                let rest = context.places.get(usize::from(bci)..).unwrap_or_default();
                rest.iter().flatten().next().copied().unwrap_or(context.end)
            };
            let (start, end) = (first_from(entry.start), first_from(entry.end));
            let handler = context.places.get(usize::from(entry.handler)).copied().flatten();
            if let (true, Some(handler)) = (start < end, handler) {
                rows.push(ExceptionEntry { start, end, handler, catch_type: entry.catch_type });
            }
        }
    }
    Ok(rows)
}
