//! Instructions that compute and jump; others are handed on.

use heddle_bdd::Bdd;
use heddle_program::Type;
use heddle_program::ir::{ElementKind, Instr, Pc, Reg};

use super::compare::{branch, is_compared, switch};
use super::rules::{Here, Make};
use super::{monitor, word};
use crate::network::Value;
use crate::space::Bits;

/// Instructions on `long`: their exact results have 64 bits.
pub(super) trait Wide {
    fn is_long(&self) -> bool;
}

impl Wide for Instr {
    fn is_long(&self) -> bool {
        use Instr::*;
        matches!(
            self,
            LAdd { .. }
                | LAddK { .. }
                | LSub { .. }
                | LMul { .. }
                | LDiv { .. }
                | LRem { .. }
                | LNeg { .. }
                | LShl { .. }
                | LShr { .. }
                | LUshr { .. }
                | Const64 { .. }
        )
    }
}

/// On to the next instruction with a computed number; one of type `int` is cut to 32 bits.
fn result<'p>(make: &mut Make<'_, 'p>, here: &Here<'p>, guard: Bdd, d: Reg, value: Bits) {
    let value = if here.code.instrs[here.pc as usize].is_long() { value } else { make.as_int(value) };
    make.next(here, guard, d, value);
}

pub(super) fn translate<'p>(make: &mut Make<'_, 'p>, here: &Here<'p>) {
    use Instr::*;
    let yes = make.space.bdds.yes();
    let b = make.space.bdds.clone();
    match here.code.instrs[here.pc as usize] {
        Nop => make.go(here, yes, here.pc + 1, vec![]),
        Move { d, a } => {
            let value = make.word(a);
            make.next(here, yes, d, value);
        }
        Const32 { d, v } => constant(make, here, d, i64::from(v as i32)),
        Const64 { d, k } => constant(make, here, d, here.code.wide[k as usize] as i64),
        ConstNull { d } => {
            let value = make.number(0, 1);
            make.next(here, yes, d, value);
        }
        ConstPool { d, cp } => make.load_constant(here, d, cp),
        IAdd { d, a, b: c } | LAdd { d, a, b: c } => {
            let (x, y) = (make.int(a), make.int(c));
            add(make, here, d, x, y);
        }
        IAddK { d, a, k } | LAddK { d, a, k } => {
            let (x, y) = with_constant(make, a, k);
            let sum = word::add(&b, &x, &y);
            fitted(make, here, d, &sum, yes);
        }
        ISub { d, a, b: c } | LSub { d, a, b: c } => {
            let (x, y) = (make.int(a), make.int(c));
            let value = word::sub(&b, &x, &y);
            make.wraps(here, word::sub_wraps(&b, &x, &y, &value));
            result(make, here, yes, d, value);
        }
        IMul { d, a, b: c } | LMul { d, a, b: c } => {
            let (x, y) = (make.int(a), make.int(c));
            multiply(make, here, d, (a, x), (c, y));
        }
        IMulK { d, a, k } => {
            let x = make.int(a);
            product_with(make, here, d, &x, i64::from(k), yes);
        }
        IDiv { d, a, b: c } | LDiv { d, a, b: c } => divide(make, here, d, a, c, false),
        IRem { d, a, b: c } | LRem { d, a, b: c } => divide(make, here, d, a, c, true),
        IAnd { d, a, b: c } | LAnd { d, a, b: c } => {
            let value = word::zip(&make.int(a), &make.int(c), |x, y| b.and(x, y));
            make.next(here, yes, d, value);
        }
        IAndK { d, a, k } => {
            let (x, y) = with_constant(make, a, k);
            let both = word::zip(&x, &y, |x, y| b.and(x, y));
            fitted(make, here, d, &both, yes);
        }
        IOr { d, a, b: c } | LOr { d, a, b: c } => {
            let value = word::zip(&make.int(a), &make.int(c), |x, y| b.or(x, y));
            make.next(here, yes, d, value);
        }
        IXor { d, a, b: c } | LXor { d, a, b: c } => {
            let value = word::zip(&make.int(a), &make.int(c), |x, y| b.xor(x, y));
            make.next(here, yes, d, value);
        }
        INeg { d, a } | LNeg { d, a } => {
            let x = make.int(a);
            let value = word::negate(&b, &x);
            make.wraps(here, word::is(&b, &x, least(make.bits())));
            result(make, here, yes, d, value);
        }
        IShlK { d, a, k } => shift(make, here, d, a, Count::Is(k), Direction::Left),
        IShrK { d, a, k } => shift(make, here, d, a, Count::Is(k), Direction::Right),
        IUshrK { d, a, k } => shift(make, here, d, a, Count::Is(k), Direction::Unsigned),
        IShl { d, a, b: c } | LShl { d, a, b: c } => shift(make, here, d, a, Count::In(c), Direction::Left),
        IShr { d, a, b: c } | LShr { d, a, b: c } => shift(make, here, d, a, Count::In(c), Direction::Right),
        IUshr { d, a, b: c } | LUshr { d, a, b: c } => shift(make, here, d, a, Count::In(c), Direction::Unsigned),
        LCmp { d, a, b: c } => {
            let (x, y) = (make.int(a), make.int(c));
            let (lower, differs) = (word::less(&b, &x, &y), b.not(&word::equal(&b, &x, &y)));
            let mut value = vec![differs];
            value.resize(make.bits() as usize, lower);
            make.next(here, yes, d, value);
        }
        I2L { d, a } => {
            let value = make.int(a);
            make.next(here, yes, d, value);
        }
        L2I { d, a } => {
            let value = make.as_int(make.int(a));
            make.next(here, yes, d, value);
        }
        I2B { d, a } => narrow(make, here, d, a, Type::Byte),
        I2C { d, a } => narrow(make, here, d, a, Type::Char),
        I2S { d, a } => narrow(make, here, d, a, Type::Short),
        Goto { t } => make.go(here, yes, Pc::from(t), vec![]),
        IfEq { .. }
        | IfNe { .. }
        | IfLt { .. }
        | IfGe { .. }
        | IfGt { .. }
        | IfLe { .. }
        | IfEqK { .. }
        | IfNeK { .. }
        | IfLtK { .. }
        | IfGeK { .. }
        | IfGtK { .. }
        | IfLeK { .. }
        | IfLEq { .. }
        | IfLNe { .. }
        | IfLLt { .. }
        | IfLGe { .. }
        | IfLGt { .. }
        | IfLLe { .. } => branch(make, here),
        Switch { a, k } => switch(make, here, a, &here.code.switches[k as usize]),
        New { d, cp } => make.new_object(here, d, cp),
        NewArray { d, len, kind } => {
            let class = make.java.program.array_of(make.java.program.primitive(primitive(kind)));
            make.new_array(here, d, len, class);
        }
        ANewArray { d, len, cp } => match make.class_constant(here, cp) {
            Ok(component) => {
                let is_written = make.java.written.contains_key(&here.method);
                let class = if is_written { component } else { make.java.program.array_of(component) };
                make.new_array(here, d, len, class);
            }
            Err(error) => make.outside(yes, &error.to_string()),
        },
        MultiNewArray { k, .. } => make.new_nested_array(here, &here.code.multi[k as usize]),
        ArrayLen { d, a } => make.array_length(here, d, a),
        Load8 { d, a, i }
        | LoadU16 { d, a, i }
        | LoadI16 { d, a, i }
        | Load32 { d, a, i }
        | Load64 { d, a, i }
        | LoadRef { d, a, i } => make.load_element(here, d, a, i),
        Store8 { a, i, v } | Store16 { a, i, v } | Store32 { a, i, v } | Store64 { a, i, v } | StoreRef { a, i, v } => {
            make.store_element(here, a, i, v)
        }
        GetField { d, a, cp } => make.get_field(here, d, a, cp),
        PutField { a, v, cp } => make.put_field(here, a, v, cp),
        GetStatic { d, cp } => make.get_static(here, d, cp),
        PutStatic { v, cp } => make.put_static(here, v, cp),
        CheckCast { a, cp } => make.check_cast(here, a, cp),
        InstanceOf { d, a, cp } => make.instance_of(here, d, a, cp),
        Invoke { k } => make.invoke(here, &here.code.calls[k as usize]),
        Return => make.leave(here.method, yes, false, None),
        ReturnValue { a } => {
            let value = make.word(a);
            make.leave(here.method, yes, false, Some(value));
        }
        Throw { a } => {
            let exception = make.reference(a);
            let null = make.is_null(&exception);
            make.throw(here, null.clone(), NULL_POINTER);
            make.throw_value(here, b.not(&null), exception);
        }
        MonitorEnter { a } => make.monitor_enter(here, a),
        MonitorExit { a } => make.monitor_exit(here, a),
        FAdd { .. }
        | FSub { .. }
        | FMul { .. }
        | FDiv { .. }
        | FRem { .. }
        | FNeg { .. }
        | FCmpL { .. }
        | FCmpG { .. }
        | DAdd { .. }
        | DSub { .. }
        | DMul { .. }
        | DDiv { .. }
        | DRem { .. }
        | DNeg { .. }
        | DCmpL { .. }
        | DCmpG { .. }
        | I2F { .. }
        | I2D { .. }
        | L2F { .. }
        | L2D { .. }
        | F2I { .. }
        | F2L { .. }
        | F2D { .. }
        | D2I { .. }
        | D2L { .. }
        | D2F { .. } => {
            make.compute_floating(here);
        }
    }
}

pub(super) const NULL_POINTER: &str = "java/lang/NullPointerException";

/// When others can notice what comes next.
pub(super) fn visible<'p>(make: &mut Make<'_, 'p>, here: &Here<'p>) -> Bdd {
    use Instr::*;
    match here.code.instrs[here.pc as usize] {
        Load8 { a, .. }
        | LoadU16 { a, .. }
        | LoadI16 { a, .. }
        | Load32 { a, .. }
        | Load64 { a, .. }
        | LoadRef { a, .. }
        | Store8 { a, .. }
        | Store16 { a, .. }
        | Store32 { a, .. }
        | Store64 { a, .. }
        | StoreRef { a, .. }
        | GetField { a, .. }
        | PutField { a, .. }
        | MonitorEnter { a } => {
            let reference = make.reference(a);
            make.is_shared(&reference)
        }
        GetStatic { cp, .. } | PutStatic { cp, .. } => {
            let shared = make.is_shared_static(here, cp);
            let field = make.java.program.resolve_field(here.code.pool_class, cp).ok();
            let holder = field.map(|field| make.java.program.field(field).class);
            make.space.bdds.or(&shared, &holder.map_or_else(|| make.space.bdds.no(), |class| make.initialises(class)))
        }
        New { cp, .. } => match make.class_constant(here, cp) {
            Ok(class) => make.initialises(class),
            Err(_) => make.space.bdds.no(),
        },
        Invoke { k } => make.is_visible_call(here, &here.code.calls[k as usize]),
        _ => make.space.bdds.no(),
    }
}

/// When the thread cannot go on.
pub(super) fn blocked<'p>(make: &mut Make<'_, 'p>, here: &Here<'p>) -> Option<Bdd> {
    match here.code.instrs[here.pc as usize] {
        Instr::MonitorEnter { a } => {
            let reference = make.reference(a);
            Some(monitor::held_by_other(make, &reference))
        }
        Instr::New { cp, .. } => {
            let class = make.class_constant(here, cp).ok()?;
            Some(make.initialised_elsewhere(class))
        }
        Instr::GetStatic { cp, .. } | Instr::PutStatic { cp, .. } => {
            let field = make.java.program.resolve_field(here.code.pool_class, cp).ok()?;
            let class = make.java.program.field(field).class;
            Some(make.initialised_elsewhere(class))
        }
        Instr::Invoke { k } => make.call_blocks(here, &here.code.calls[k as usize]),
        _ => None,
    }
}

pub(super) fn constant<'p>(make: &mut Make<'_, 'p>, here: &Here<'p>, d: Reg, value: i64) {
    let bits = make.bits();
    let yes = make.space.bdds.yes();
    let instr = here.code.instrs[here.pc as usize];
    if value != 0
        && matches!(instr, Instr::Const32 { .. } | Instr::Const64 { .. })
        && make.java.becomes_floating(here.code, here.pc, d)
    {
        let number = if instr.is_long() { value as u64 } else { u64::from(value as u32) };
        return make.next_floating(here, yes, d, number);
    }
    if !fits(value, bits) && !make.is_time_limit(here, d) && !is_compared(make, here, d) {
        make.notes_wrap(here, yes.clone());
    }
    // Masks lose their high bits. Of others there is the nearest number: most large constants are limits.
    let value = if is_mask(here, d) { value } else { value.clamp(least(bits), !least(bits)) };
    let value = make.number(value, bits);
    make.next(here, yes, d, value);
}

/// Whether the next instruction that reads a register works bit by bit.
fn is_mask(here: &Here<'_>, reg: Reg) -> bool {
    use Instr::*;
    let reads = |instr: &&Instr| {
        let mut found = false;
        instr.sources(here.code, |used| found |= used == reg);
        found
    };
    let next = here.code.instrs[here.pc as usize + 1..].iter().find(reads);
    matches!(next, Some(IAnd { .. } | IOr { .. } | IXor { .. } | LAnd { .. } | LOr { .. } | LXor { .. }))
}

/// Whether a number has at most so many bits, its sign included.
pub(super) fn fits(value: i64, bits: u32) -> bool {
    let high = value >> (bits - 1);
    high == 0 || high == -1
}

/// The least number of so many bits.
fn least(bits: u32) -> i64 {
    1_i64.checked_shl(bits - 1).map_or(i64::MIN, i64::wrapping_neg)
}

/// A register and a constant of 16 bits, with bits enough for their exact sum.
fn with_constant(make: &Make<'_, '_>, a: Reg, k: i16) -> (Bits, Bits) {
    let width = make.bits().max(16) + 1;
    (word::signed(&make.space.bdds, &make.int(a), width), make.number(i64::from(k), width))
}

/// On with an exact result of more bits than numbers have; notes where it does not fit.
fn fitted<'p>(make: &mut Make<'_, 'p>, here: &Here<'p>, d: Reg, exact: &[Bdd], guard: Bdd) {
    let b = make.space.bdds.clone();
    let value = exact[..make.bits() as usize].to_vec();
    let fits = word::equal(&b, exact, &word::signed(&b, &value, exact.len() as u32));
    make.wraps(here, b.minus(&guard, &fits));
    result(make, here, guard, d, value);
}

fn add<'p>(make: &mut Make<'_, 'p>, here: &Here<'p>, d: Reg, x: Bits, y: Bits) {
    let b = make.space.bdds.clone();
    let value = word::add(&b, &x, &y);
    make.wraps(here, word::add_wraps(&b, &x, &y, &value));
    result(make, here, b.yes(), d, value);
}

/// An operand with at most so many values is better taken one value at a time: the product of two
/// unknown numbers has a diagram of exponential size.
const FEW: usize = 8;

/// From so many bits on, whether a product fits is judged by the sizes of its factors alone.
const WIDE: u32 = 16;

fn multiply<'p>(make: &mut Make<'_, 'p>, here: &Here<'p>, d: Reg, (a, x): (Reg, Bits), (c, y): (Reg, Bits)) {
    let b = make.space.bdds.clone();
    for (known, other) in [(c, &x), (a, &y)] {
        if let Some(values) = make.values(&[known], FEW) {
            for value in values {
                let here_is = word::is(&b, &make.int(known), value[0]);
                product_with(make, here, d, other, value[0], here_is);
            }
            return;
        }
    }
    let value = word::mul(&b, &x, &y);
    let wraps = if make.bits() < WIDE { word::mul_wraps(&b, &x, &y) } else { word::mul_may_wrap(&b, &x, &y) };
    make.wraps(here, wraps);
    result(make, here, b.yes(), d, value);
}

/// The product with a constant, which is exact in as many bits more as the constant has.
fn product_with<'p>(make: &mut Make<'_, 'p>, here: &Here<'p>, d: Reg, x: &[Bdd], k: i64, guard: Bdd) {
    let b = make.space.bdds.clone();
    let width = make.bits() + i64::BITS - k.unsigned_abs().leading_zeros() + 1;
    let magnitude = make.number(k.unsigned_abs() as i64, width);
    let product = word::mul(&b, &word::signed(&b, x, width), &magnitude);
    let exact = if k < 0 { word::negate(&b, &product) } else { product };
    fitted(make, here, d, &exact, guard);
}

fn divide<'p>(make: &mut Make<'_, 'p>, here: &Here<'p>, d: Reg, a: Reg, c: Reg, remainder: bool) {
    let b = make.space.bdds.clone();
    let (x, y) = (make.int(a), make.int(c));
    let zero = word::is(&b, &y, 0);
    make.throw(here, zero.clone(), "java/lang/ArithmeticException");
    if !remainder {
        // The one quotient that does not fit.
        make.wraps(here, b.and(&word::is(&b, &x, least(make.bits())), &word::is(&b, &y, -1)));
    }
    if let Some(divisors) = make.values(&[c], FEW) {
        for divisor in divisors.into_iter().filter(|divisor| divisor[0] != 0) {
            let constant = make.number(divisor[0], make.bits());
            let (quotient, rest) = word::divide(&b, &x, &constant);
            let here_is = word::is(&b, &y, divisor[0]);
            result(make, here, here_is, d, if remainder { rest } else { quotient });
        }
        return;
    }
    let (quotient, rest) = word::divide(&b, &x, &y);
    result(make, here, b.not(&zero), d, if remainder { rest } else { quotient });
}

#[derive(Clone, Copy)]
enum Count {
    Is(i16),
    In(Reg),
}

#[derive(Clone, Copy, PartialEq)]
enum Direction {
    Left,
    Right,
    Unsigned,
}

/// Shifts in the 32 or 64 bits that the value has in Java, so that all that counts is whether the result fits.
fn shift<'p>(make: &mut Make<'_, 'p>, here: &Here<'p>, d: Reg, a: Reg, count: Count, direction: Direction) {
    let b = make.space.bdds.clone();
    let is_long = here.code.instrs[here.pc as usize].is_long();
    let (width, bits): (u32, u32) = if is_long { (64, 6) } else { (32, 5) };
    let mut x = make.int(a);
    x.truncate(width as usize);
    let x = word::signed(&b, &x, width);
    let by = |x: &Bits, count: usize| match direction {
        Direction::Left => word::shift_left(&b, x, count),
        Direction::Right => word::shift_right(x, count, &x[width as usize - 1]),
        Direction::Unsigned => word::shift_right(x, count, &b.no()),
    };
    let exact = match count {
        Count::Is(k) => by(&x, i64::from(k).rem_euclid(i64::from(width)) as usize),
        Count::In(reg) => {
            // As a relation between all numbers and counts it would be huge, so there are rules for the counts that occur.
            if make.bits() > NARROW
                && let Some(counts) = make.values(&[reg], COUNTS)
            {
                for count in counts.into_iter().flatten() {
                    let guard = word::is(&b, &make.int(reg), count);
                    let exact = by(&x, count.rem_euclid(i64::from(width)) as usize);
                    shifted(make, here, d, &exact, guard);
                }
                return;
            }
            let count = word::signed(&b, &make.int(reg), bits.max(make.bits()));
            let low = count.into_iter().take(bits as usize).enumerate();
            low.fold(x, |x, (bit, is_set)| word::choose(&b, &is_set, &by(&x, 1 << bit), &x))
        }
    };
    shifted(make, here, d, &exact, b.yes());
}

/// Numbers of so many bits can be shifted by any count at once.
const NARROW: u32 = 12;
/// Counts of shifts that get rules of their own.
const COUNTS: usize = 64;

/// On with what was computed in Java's width.
fn shifted<'p>(make: &mut Make<'_, 'p>, here: &Here<'p>, d: Reg, exact: &[Bdd], guard: Bdd) {
    if (make.bits() as usize) < exact.len() {
        return fitted(make, here, d, exact, guard);
    }
    let value = word::signed(&make.space.bdds, exact, make.bits());
    make.next(here, guard, d, value);
}

fn narrow<'p>(make: &mut Make<'_, 'p>, here: &Here<'p>, d: Reg, a: Reg, ty: Type) {
    let b = make.space.bdds.clone();
    let (bits, width) = (make.bits(), make.java.layout.width(ty));
    let x = make.int(a);
    let value = make.extended(&x[..width as usize], ty, bits);
    if bits <= 16 && ty == Type::Char {
        // A negative number becomes a character that has more bits.
        make.wraps(here, x[bits as usize - 1].clone());
    }
    make.next(here, b.yes(), d, value);
}

pub(super) fn primitive(kind: ElementKind) -> Type {
    match kind {
        ElementKind::Boolean => Type::Boolean,
        ElementKind::Byte => Type::Byte,
        ElementKind::Char => Type::Char,
        ElementKind::Short => Type::Short,
        ElementKind::Long => Type::Long,
        ElementKind::Float => Type::Float,
        ElementKind::Double => Type::Double,
        ElementKind::Int | ElementKind::Ref => Type::Int,
    }
}

impl Make<'_, '_> {
    /// A stored value as it is in a register.
    pub fn extended(&self, bits: &[Bdd], ty: Type, width: u32) -> Bits {
        match ty {
            Type::Boolean | Type::Char | Type::Ref(_) => word::unsigned(&self.space.bdds, bits, width),
            _ => word::signed(&self.space.bdds, bits, width),
        }
    }

    /// A number cut to the 32 bits of an `int`.
    pub fn as_int(&self, bits: Bits) -> Bits {
        if bits.len() <= 32 { bits } else { word::signed(&self.space.bdds, &bits[..32], bits.len() as u32) }
    }

    pub fn any(&self) -> Value {
        Value::Any
    }
}
