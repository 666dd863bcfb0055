//! Comparisons and jumps. A constant that is only compared is taken as it is written, however few bits numbers have. In
//! the program's own code it is noted if it does not fit: then larger numbers may matter. The JDK's are limits of its own.

use heddle_bdd::Bdd;
use heddle_program::Origin;
use heddle_program::ir::{Instr, Pc, Reg, Switch};

use super::instr::fits;
use super::model::written_before;
use super::rules::{Here, Make};
use super::word;
use crate::space::Bits;

/// Whether a constant is only compared right afterwards, which [`compared`] does exactly.
pub(super) fn is_compared<'p>(make: &Make<'_, 'p>, here: &Here<'p>, d: Reg) -> bool {
    use Instr::*;
    if !is_of_jdk(make, here) {
        return false;
    }
    let is_constant = |instr: &&Instr| matches!(instr, Const32 { .. } | Const64 { .. });
    let further = here.code.instrs[here.pc as usize..].iter().take_while(is_constant).count();
    let pc = here.pc + further as u32;
    let Some(instr) = here.code.instrs.get(pc as usize) else { return false };
    let (IfEq { a, b: c, .. }
    | IfNe { a, b: c, .. }
    | IfLt { a, b: c, .. }
    | IfGe { a, b: c, .. }
    | IfGt { a, b: c, .. }
    | IfLe { a, b: c, .. }
    | IfLEq { a, b: c, .. }
    | IfLNe { a, b: c, .. }
    | IfLLt { a, b: c, .. }
    | IfLGe { a, b: c, .. }
    | IfLGt { a, b: c, .. }
    | IfLLe { a, b: c, .. }) = *instr
    else {
        return false;
    };
    let maps = here.code.live_maps(make.java.program);
    let mut is_read_later = false;
    instr.successors(pc, here.code, |to| is_read_later |= maps.live(to).iter().any(|live| live.reg() == d));
    (a == d || c == d) && !is_read_later && written_before(&Here { pc, ..*here }, d).is_some()
}

fn is_of_jdk(make: &Make<'_, '_>, here: &Here<'_>) -> bool {
    let program = make.java.program;
    program.class(program.method(here.method).class).origin == Origin::Jdk
}

/// Bits for every number and every constant.
const ALL: u32 = 65;

/// An operand of a comparison; a constant right before it is looked at as it is written.
fn compared<'p>(make: &Make<'_, 'p>, here: &Here<'p>, reg: Reg) -> Bits {
    match written_before(here, reg) {
        Some(value) => make.number(value, ALL),
        None => word::signed(&make.space.bdds, &make.int(reg), ALL),
    }
}

pub(super) fn branch<'p>(make: &mut Make<'_, 'p>, here: &Here<'p>) {
    use Instr::*;
    let b = make.space.bdds.clone();
    let instr = here.code.instrs[here.pc as usize];
    // Null and 0 are the same in all bits; other constants are numbers.
    let is = |make: &Make<'_, 'p>, a: Reg, k: i16| match k {
        0 => word::is(&b, &make.word(a), 0),
        _ => word::equal(&b, &compared(make, here, a), &make.number(i64::from(k), ALL)),
    };
    let below =
        |make: &Make<'_, 'p>, a: Reg, k: i16| word::less(&b, &compared(make, here, a), &make.number(i64::from(k), ALL));
    let above =
        |make: &Make<'_, 'p>, a: Reg, k: i16| word::less(&b, &make.number(i64::from(k), ALL), &compared(make, here, a));
    let less = |make: &Make<'_, 'p>, a: Reg, c: Reg| word::less(&b, &compared(make, here, a), &compared(make, here, c));
    let condition = match instr {
        IfEq { a, b: c, .. } | IfLEq { a, b: c, .. } => same(make, here, a, c),
        IfNe { a, b: c, .. } | IfLNe { a, b: c, .. } => b.not(&same(make, here, a, c)),
        IfLt { a, b: c, .. } | IfLLt { a, b: c, .. } => less(make, a, c),
        IfGe { a, b: c, .. } | IfLGe { a, b: c, .. } => b.not(&less(make, a, c)),
        IfGt { a, b: c, .. } | IfLGt { a, b: c, .. } => less(make, c, a),
        IfLe { a, b: c, .. } | IfLLe { a, b: c, .. } => b.not(&less(make, c, a)),
        IfEqK { a, k, .. } => is(make, a, k),
        IfNeK { a, k, .. } => b.not(&is(make, a, k)),
        IfLtK { a, k, .. } => below(make, a, k),
        IfGeK { a, k, .. } => b.not(&below(make, a, k)),
        IfGtK { a, k, .. } => above(make, a, k),
        IfLeK { a, k, .. } => b.not(&above(make, a, k)),
        _ => return,
    };
    if let IfEqK { k, .. } | IfNeK { k, .. } | IfLtK { k, .. } | IfGeK { k, .. } | IfGtK { k, .. } | IfLeK { k, .. } =
        instr
        && !fits(i64::from(k), make.bits())
        && !is_of_jdk(make, here)
    {
        make.wraps(here, b.yes());
    }
    let target = Pc::from(instr.target().expect("branches have targets"));
    make.go(here, condition.clone(), target, vec![]);
    make.go(here, b.not(&condition), here.pc + 1, vec![]);
}

/// Whether two registers are equal: references, if they hold some.
fn same<'p>(make: &mut Make<'_, 'p>, here: &Here<'p>, a: Reg, c: Reg) -> Bdd {
    let maps = here.code.live_maps(make.java.program);
    let is_ref = maps.live(here.pc).iter().any(|live| live.reg() == a && live.is_ref());
    if !is_ref {
        return word::equal(&make.space.bdds, &compared(make, here, a), &compared(make, here, c));
    }
    let equal = word::equal(&make.space.bdds, &make.word(a), &make.word(c));
    let (x, y) = (make.reference(a), make.reference(c));
    make.leave_identity_out(here, &x, &y);
    make.space.bdds.or(&equal, &make.same_box(&x, &y))
}

pub(super) fn switch<'p>(make: &mut Make<'_, 'p>, here: &Here<'p>, a: Reg, switch: &Switch) {
    let b = make.space.bdds.clone();
    let (value, bits) = (make.int(a), make.bits());
    let fits = |key: i64| fits(key, bits);
    let is_text = here.pc > 0 && make.asks_for_hash(here, here.pc - 1);
    let cases: Vec<(i64, Pc)> = match switch {
        Switch::Dense { low, targets, .. } => {
            targets.iter().enumerate().map(|(at, &t)| (i64::from(*low) + at as i64, Pc::from(t))).collect()
        }
        Switch::Sparse { keys, targets, .. } => {
            keys.iter().zip(targets).map(|(&key, &t)| (i64::from(key), Pc::from(t))).collect()
        }
    };
    let (Switch::Dense { default, .. } | Switch::Sparse { default, .. }) = switch;
    if !is_text && cases.iter().any(|(key, _)| !fits(*key)) {
        make.wraps(here, b.yes());
    }
    let mut rest = b.yes();
    // Hash codes of text are told by their low bits. Of several with the same any may be meant: the
    // code that follows looks at the text itself.
    for (key, target) in cases.into_iter().filter(|(key, _)| is_text || fits(*key)) {
        let here_goes = word::is(&b, &value, key);
        make.go(here, here_goes.clone(), target, vec![]);
        rest = b.minus(&rest, &here_goes);
    }
    make.go(here, rest, Pc::from(*default), vec![]);
}
