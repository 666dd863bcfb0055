//! What must hold of any register code, whoever made it: everything that the interpreter relies
//! on instead of checking. For tests of the translation and of synthesised code.

use crate::ir::{Catch, Code, Handler, Instr, Pc, Reg};
use crate::maps::{LiveReg, Maps};

/// Checks the invariants of [`Code`]; the error says which one fails and where. `params` are the
/// registers with arguments.
pub fn self_check(code: &Code, params: &[LiveReg], maps: &Maps) -> Result<(), String> {
    let count = code.instrs.len();
    if code.bci.len() != count {
        return Err(format!("{count} instructions but {} bytecode indices", code.bci.len()));
    }
    if !code.instrs.last().is_some_and(Instr::ends_block) {
        return Err("control can run off the end".into());
    }
    for (pc, instr) in code.instrs.iter().enumerate() {
        check_tables(code, instr).map_err(|error| format!("{pc}: {error}"))?;
        let mut problem = None;
        let mut check_reg = |reg: Reg| {
            if reg >= code.registers {
                problem = Some(format!("{pc}: register {reg} of {}", code.registers));
            }
        };
        instr.sources(code, &mut check_reg);
        instr.dest(code).into_iter().for_each(&mut check_reg);
        instr.successors(pc as Pc, code, |to| {
            if to as usize >= count {
                problem = Some(format!("{pc}: target {to} of {count}"));
            }
        });
        if let Some(problem) = problem {
            return Err(problem);
        }
    }
    code.handlers.iter().try_for_each(|handler| check_handler(code, handler))?;
    // What is live at the entry without being an argument could be read before it is written.
    for live in maps.live(0) {
        if !params.contains(live) {
            return Err(format!("{live:?} may be read before it is written, or is of another kind"));
        }
    }
    Ok(())
}

fn check_tables(code: &Code, instr: &Instr) -> Result<(), String> {
    let (at, len) = match *instr {
        Instr::Const64 { k, .. } => (k as usize, code.wide.len()),
        Instr::Switch { k, .. } => (usize::from(k), code.switches.len()),
        Instr::MultiNewArray { k, .. } => (usize::from(k), code.multi.len()),
        Instr::Invoke { k } => (k as usize, code.calls.len()),
        _ => return Ok(()),
    };
    if at < len { Ok(()) } else { Err(format!("entry {at} of a table of {len}")) }
}

fn check_handler(code: &Code, handler: &Handler) -> Result<(), String> {
    let count = code.instrs.len() as Pc;
    let Handler { start, end, target, catch, dest } = *handler;
    if start >= end || end > count || target >= count || dest >= code.registers {
        return Err(format!("handler {start}..{end} -> {target} of {count}"));
    }
    if catch == Catch::Pool(0) {
        return Err("handler of class 0".into());
    }
    Ok(())
}
