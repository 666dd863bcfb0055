//! Floating-point numbers. A register, field or element that is one holds its place in a table, which grows with the
//! constants and results that a program comes to; place 0 is the number 0, which everything begins with.
//!
//! What is computed from few numbers is computed exactly, one combination after the other. From many it is outside, and
//! so is everything about an argument, which may be any number.

use heddle_bdd::Bdd;
use heddle_program::Type;
use heddle_program::ir::{Callee, Code, ElementKind, Instr, InvokeKind, Pc, Reg};
use rustc_hash::FxHashSet;

use super::instr::fits;
use super::rules::{Here, Make};
use super::{Java, word};

/// The place of a number of which nothing is known.
pub(super) const ANY: i64 = 1;
/// Combinations of operands that get rules of their own.
const MOST: usize = 64;

/// The bits of the numbers that occur; those of a `float` are the low ones.
#[derive(Debug)]
pub(super) struct Table(Vec<u64>);

impl Default for Table {
    fn default() -> Self {
        Self(vec![0; ANY as usize + 1])
    }
}

impl Table {
    fn get(&self, place: i64) -> Option<u64> {
        usize::try_from(place).ok().filter(|_| place != ANY).and_then(|place| self.0.get(place).copied())
    }

    /// The place of a number; none if it would not fit.
    fn place(&mut self, number: u64, bits: u32) -> Option<i64> {
        let known = (0..self.0.len()).find(|&at| at as i64 != ANY && self.0[at] == number);
        let place = known.unwrap_or(self.0.len());
        if !fits(place as i64, bits) {
            return None;
        }
        if known.is_none() {
            self.0.push(number);
        }
        Some(place as i64)
    }
}

pub(super) fn is_floating(ty: Type) -> bool {
    matches!(ty, Type::Float | Type::Double)
}

/// What comes out.
enum Result {
    Float(f32),
    Double(f64),
    Number(i64),
}

impl Result {
    /// Three ways to compare; a number that is none comes out as said.
    fn of(order: Option<std::cmp::Ordering>, otherwise: i64) -> Self {
        Self::Number(order.map_or(otherwise, |order| order as i64))
    }
}

impl<'p> Make<'_, 'p> {
    /// An instruction on floating-point numbers.
    pub fn compute_floating(&mut self, here: &Here<'p>) {
        use Instr::*;
        use Result::{Double, Float, Number};
        let floats = |with: fn(f32, f32) -> f32| {
            move |of: &[u64]| Float(with(f32::from_bits(of[0] as u32), f32::from_bits(of[1] as u32)))
        };
        let doubles =
            |with: fn(f64, f64) -> f64| move |of: &[u64]| Double(with(f64::from_bits(of[0]), f64::from_bits(of[1])));
        let float = |bits: u64| f32::from_bits(bits as u32);
        let double = f64::from_bits;
        match here.code.instrs[here.pc as usize] {
            FAdd { d, a, b } => self.each(here, d, &[a, b], true, floats(|x, y| x + y)),
            FSub { d, a, b } => self.each(here, d, &[a, b], true, floats(|x, y| x - y)),
            FMul { d, a, b } => self.each(here, d, &[a, b], true, floats(|x, y| x * y)),
            FDiv { d, a, b } => self.each(here, d, &[a, b], true, floats(|x, y| x / y)),
            FRem { d, a, b } => self.each(here, d, &[a, b], true, floats(|x, y| x % y)),
            DAdd { d, a, b } => self.each(here, d, &[a, b], true, doubles(|x, y| x + y)),
            DSub { d, a, b } => self.each(here, d, &[a, b], true, doubles(|x, y| x - y)),
            DMul { d, a, b } => self.each(here, d, &[a, b], true, doubles(|x, y| x * y)),
            DDiv { d, a, b } => self.each(here, d, &[a, b], true, doubles(|x, y| x / y)),
            DRem { d, a, b } => self.each(here, d, &[a, b], true, doubles(|x, y| x % y)),
            FNeg { d, a } => self.each(here, d, &[a], true, |of| Float(-float(of[0]))),
            DNeg { d, a } => self.each(here, d, &[a], true, |of| Double(-double(of[0]))),
            FCmpL { d, a, b } => {
                self.each(here, d, &[a, b], true, |of| Result::of(float(of[0]).partial_cmp(&float(of[1])), -1))
            }
            FCmpG { d, a, b } => {
                self.each(here, d, &[a, b], true, |of| Result::of(float(of[0]).partial_cmp(&float(of[1])), 1))
            }
            DCmpL { d, a, b } => {
                self.each(here, d, &[a, b], true, |of| Result::of(double(of[0]).partial_cmp(&double(of[1])), -1))
            }
            DCmpG { d, a, b } => {
                self.each(here, d, &[a, b], true, |of| Result::of(double(of[0]).partial_cmp(&double(of[1])), 1))
            }
            I2F { d, a } | L2F { d, a } => self.each(here, d, &[a], false, |of| Float(of[0] as i64 as f32)),
            I2D { d, a } | L2D { d, a } => self.each(here, d, &[a], false, |of| Double(of[0] as i64 as f64)),
            // As in Java, what is too large becomes the largest number, and what is none becomes 0.
            F2I { d, a } => self.each(here, d, &[a], true, |of| Number(i64::from(float(of[0]) as i32))),
            D2I { d, a } => self.each(here, d, &[a], true, |of| Number(i64::from(double(of[0]) as i32))),
            F2L { d, a } => self.each(here, d, &[a], true, |of| Number(float(of[0]) as i64)),
            D2L { d, a } => self.each(here, d, &[a], true, |of| Number(double(of[0]) as i64)),
            F2D { d, a } => self.each(here, d, &[a], true, |of| Double(f64::from(float(of[0])))),
            D2F { d, a } => self.each(here, d, &[a], true, |of| Float(double(of[0]) as f32)),
            _ => {}
        }
    }

    /// A rule for each combination of operands that occurs.
    fn each(&mut self, here: &Here<'p>, d: Reg, operands: &[Reg], floating: bool, compute: impl Fn(&[u64]) -> Result) {
        const OUTSIDE: &str = "floating-point arithmetic on unknown or many numbers";
        let b = self.space.bdds.clone();
        let Some(all) = self.values(operands, MOST) else { return self.outside(b.yes(), OUTSIDE) };
        for values in all {
            let guard = operands
                .iter()
                .zip(&values)
                .fold(b.yes(), |all: Bdd, (&reg, &value)| b.and(&all, &word::is(&b, &self.int(reg), value)));
            let given: Option<Vec<u64>> = if floating {
                values.iter().map(|&place| self.java.floats.get(place)).collect()
            } else {
                Some(values.iter().map(|&value| value as u64).collect())
            };
            let Some(given) = given else {
                self.outside(guard, OUTSIDE);
                continue;
            };
            match compute(&given) {
                Result::Number(number) => {
                    if !fits(number, self.bits()) {
                        self.notes_wrap(here, guard.clone());
                    }
                    let value = self.number(number, self.bits());
                    self.next(here, guard, d, value);
                }
                Result::Float(number) => {
                    let canonical = if number.is_nan() { f32::NAN } else { number };
                    self.next_floating(here, guard, d, u64::from(canonical.to_bits()));
                }
                Result::Double(number) => {
                    let canonical = if number.is_nan() { f64::NAN } else { number };
                    self.next_floating(here, guard, d, canonical.to_bits());
                }
            }
        }
    }

    /// On to the next instruction with the number of these bits.
    pub fn next_floating(&mut self, here: &Here<'p>, guard: Bdd, d: Reg, number: u64) {
        let bits = self.bits();
        match self.java.floats.place(number, bits) {
            Some(place) => {
                let value = self.number(place, bits);
                self.next(here, guard, d, value);
            }
            None => self.outside(guard, "more floating-point numbers than the bits of a number can tell apart"),
        }
    }

    /// When what is stored into an array of floating-point numbers may be a constant that was not taken for one.
    pub fn stores_unclear(&self, here: &Here<'p>, array: Reg, value: Reg) -> bool {
        array_kind(here.code, here.pc, array).is_none()
            && here.code.instrs.iter().enumerate().any(|(pc, instr)| {
                let is_constant = match *instr {
                    Instr::Const32 { d, v } => d == value && v != 0,
                    Instr::Const64 { d, k } => d == value && here.code.wide[k as usize] != 0,
                    _ => false,
                };
                is_constant && !self.java.becomes_floating(here.code, pc as Pc, value)
            })
    }
}

impl Java<'_> {
    /// Whether the constant that an instruction puts into a register is used as a floating-point number; instructions
    /// say so, constants do not.
    pub fn becomes_floating(&self, code: &Code, pc: Pc, reg: Reg) -> bool {
        let mut open = vec![(pc + 1, reg)];
        let mut seen: FxHashSet<(Pc, Reg)> = open.iter().copied().collect();
        while let Some((at, reg)) = open.pop() {
            let Some(instr) = code.instrs.get(at as usize) else { continue };
            let mut is_read = false;
            instr.sources(code, |source| is_read |= source == reg);
            if is_read {
                if let Instr::Move { d, .. } = *instr {
                    open.extend(Some((at + 1, d)).filter(|&next| seen.insert(next)));
                } else if let Some(answer) = self.reads_floating(code, at, reg) {
                    return answer;
                }
            }
            if instr.dest(code) == Some(reg) {
                continue;
            }
            instr.successors(at, code, |to| open.extend(Some((to, reg)).filter(|&next| seen.insert(next))));
        }
        false
    }

    /// Whether an instruction that reads a register takes it for a floating-point number, if it says so.
    fn reads_floating(&self, code: &Code, pc: Pc, reg: Reg) -> Option<bool> {
        use Instr::*;
        let program = self.program;
        let field =
            |cp: u16| program.resolve_field(code.pool_class, cp).ok().map(|id| is_floating(program.field(id).ty));
        match code.instrs[pc as usize] {
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
            | F2I { .. }
            | F2L { .. }
            | F2D { .. }
            | D2I { .. }
            | D2L { .. }
            | D2F { .. } => Some(true),
            PutField { v, cp, .. } | PutStatic { v, cp } if v == reg => field(cp),
            ReturnValue { .. } => Some(is_floating(program.method(code.method).result)),
            Store32 { a, v, .. } | Store64 { a, v, .. } if v == reg => {
                array_kind(code, pc, a).map(|kind| matches!(kind, ElementKind::Float | ElementKind::Double))
            }
            Invoke { k } => {
                let site = &code.calls[k as usize];
                let at = site.args.iter().position(|&arg| arg == reg)?;
                let method = match site.callee {
                    Callee::Pool(cp) if site.kind == InvokeKind::Dynamic => {
                        let file = program.class(code.pool_class).file.as_deref()?;
                        let signature = program.signature(&file.dynamic(cp).ok()?.1.descriptor)?;
                        return Some(in_slot(&signature.params, 0, at));
                    }
                    Callee::Pool(cp) => program.resolve_method(code.pool_class, cp).ok()?,
                    Callee::Method(method) => method,
                };
                let first = usize::from(!program.method(method).is_static());
                Some(in_slot(&program.method(method).params, first, at))
            }
            _ => Some(false),
        }
    }
}

/// Whether the argument in a slot is a floating-point number.
fn in_slot(params: &[Type], first: usize, at: usize) -> bool {
    let mut slot = first;
    for &param in params {
        if slot == at {
            return is_floating(param);
        }
        slot += usize::from(param.slots());
    }
    false
}

/// The kind of an array that was made right before an instruction.
fn array_kind(code: &Code, pc: Pc, array: Reg) -> Option<ElementKind> {
    let mut array = array;
    for instr in code.instrs[..pc as usize].iter().rev() {
        if instr.dest(code) == Some(array) {
            match *instr {
                Instr::NewArray { kind, .. } => return Some(kind),
                Instr::Move { a, .. } => array = a,
                _ => return None,
            }
        }
    }
    None
}
