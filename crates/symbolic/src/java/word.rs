//! Arithmetic on values that are not known: each bit is a boolean function.
//!
//! Lowest bit first. Results have the width of the first operand and wrap, as `int` does at 32
//! bits; the functions whose names end in `_wraps` tell when that happens.

use heddle_bdd::{Bdd, Bdds};

use crate::space::Bits;

pub fn constant(b: &Bdds, value: i64, width: u32) -> Bits {
    (0..width).map(|bit| b.constant(value >> bit.min(63) & 1 != 0)).collect()
}

/// Cuts or extends by the sign.
pub fn signed(b: &Bdds, a: &[Bdd], width: u32) -> Bits {
    let sign = a.last().cloned().unwrap_or_else(|| b.no());
    (0..width as usize).map(|bit| a.get(bit).unwrap_or(&sign).clone()).collect()
}

/// Cuts or extends by zeros.
pub fn unsigned(b: &Bdds, a: &[Bdd], width: u32) -> Bits {
    (0..width as usize).map(|bit| a.get(bit).cloned().unwrap_or_else(|| b.no())).collect()
}

pub fn zip(a: &[Bdd], c: &[Bdd], op: impl Fn(&Bdd, &Bdd) -> Bdd) -> Bits {
    a.iter().zip(c).map(|(x, y)| op(x, y)).collect()
}

pub fn not(b: &Bdds, a: &[Bdd]) -> Bits {
    a.iter().map(|bit| b.not(bit)).collect()
}

fn add_with(b: &Bdds, a: &[Bdd], c: &[Bdd], mut carry: Bdd) -> Bits {
    let mut sum = Vec::with_capacity(a.len());
    for (x, y) in a.iter().zip(c) {
        let half = b.xor(x, y);
        sum.push(b.xor(&half, &carry));
        carry = b.or(&b.and(x, y), &b.and(&half, &carry));
    }
    sum
}

pub fn add(b: &Bdds, a: &[Bdd], c: &[Bdd]) -> Bits {
    add_with(b, a, c, b.no())
}

pub fn sub(b: &Bdds, a: &[Bdd], c: &[Bdd]) -> Bits {
    add_with(b, a, &not(b, c), b.yes())
}

pub fn negate(b: &Bdds, a: &[Bdd]) -> Bits {
    sub(b, &constant(b, 0, a.len() as u32), a)
}

/// Whether the exact sum, or difference, does not fit.
pub fn add_wraps(b: &Bdds, a: &[Bdd], c: &[Bdd], sum: &[Bdd]) -> Bdd {
    let (Some(x), Some(y), Some(s)) = (a.last(), c.last(), sum.last()) else { return b.no() };
    b.and(&b.iff(x, y), &b.xor(x, s))
}

pub fn sub_wraps(b: &Bdds, a: &[Bdd], c: &[Bdd], difference: &[Bdd]) -> Bdd {
    let (Some(x), Some(y), Some(d)) = (a.last(), c.last(), difference.last()) else { return b.no() };
    b.and(&b.xor(x, y), &b.xor(x, d))
}

pub fn mul(b: &Bdds, a: &[Bdd], c: &[Bdd]) -> Bits {
    let width = a.len() as u32;
    let mut sum = constant(b, 0, width);
    for (shift, bit) in c.iter().enumerate() {
        if b.is_false(bit) {
            continue;
        }
        let shifted: Bits = shift_left(b, a, shift).iter().map(|x| b.and(x, bit)).collect();
        sum = add(b, &sum, &shifted);
    }
    sum
}

/// Whether the exact product does not fit.
pub fn mul_wraps(b: &Bdds, a: &[Bdd], c: &[Bdd]) -> Bdd {
    let width = a.len() as u32;
    let wide = mul(b, &signed(b, a, 2 * width), &signed(b, c, 2 * width));
    let fits = signed(b, &wide[..width as usize], 2 * width);
    b.not(&equal(b, &wide, &fits))
}

/// Whether the exact product may not fit, judged by how many bits its factors need: says yes too often by one bit,
/// but stays small where [`mul_wraps`] does not.
pub fn mul_may_wrap(b: &Bdds, a: &[Bdd], c: &[Bdd]) -> Bdd {
    let width = a.len();
    // Whether a number needs more than so many bits beside its sign.
    let needs = |x: &[Bdd]| -> Vec<Bdd> {
        let sign = &x[width - 1];
        let mut above = vec![b.no(); width];
        for bit in (0..width - 1).rev() {
            above[bit] = b.or(&above[bit + 1], &b.xor(&x[bit], sign));
        }
        above
    };
    let (x, y) = (needs(a), needs(c));
    // Factors of p and q bits beside their signs have a product of at most 2^(p + q), reached if both are negative.
    let large = (0..width - 1).fold(b.no(), |any, p| b.or(&any, &b.and(&x[p], &y[width - 2 - p])));
    let power = |x: &[Bdd], p: usize| is(b, x, 1_i64.checked_shl(p as u32).unwrap_or(0).wrapping_neg());
    (0..width).fold(large, |any, p| b.or(&any, &b.and(&power(a, p), &power(c, width - 1 - p))))
}

/// Shifts by a constant; vacated bits are 0.
pub fn shift_left(b: &Bdds, a: &[Bdd], by: usize) -> Bits {
    (0..a.len()).map(|bit| bit.checked_sub(by).map_or_else(|| b.no(), |from| a[from].clone())).collect()
}

/// Shifts by a constant; vacated bits are `fill`.
pub fn shift_right(a: &[Bdd], by: usize, fill: &Bdd) -> Bits {
    (0..a.len()).map(|bit| a.get(bit + by).unwrap_or(fill).clone()).collect()
}

pub fn equal(b: &Bdds, a: &[Bdd], c: &[Bdd]) -> Bdd {
    a.iter().zip(c).rev().fold(b.yes(), |all, (x, y)| b.and(&b.iff(x, y), &all))
}

pub fn is(b: &Bdds, a: &[Bdd], value: i64) -> Bdd {
    equal(b, a, &constant(b, value, a.len() as u32))
}

pub fn below(b: &Bdds, a: &[Bdd], c: &[Bdd]) -> Bdd {
    a.iter().zip(c).fold(b.no(), |lower, (x, y)| b.ite(&b.xor(x, y), y, &lower))
}

pub fn less(b: &Bdds, a: &[Bdd], c: &[Bdd]) -> Bdd {
    let (Some(x), Some(y)) = (a.last(), c.last()) else { return b.no() };
    b.ite(&b.xor(x, y), x, &below(b, a, c))
}

pub fn choose(b: &Bdds, condition: &Bdd, yes: &[Bdd], no: &[Bdd]) -> Bits {
    zip(yes, no, |x, y| b.ite(condition, x, y))
}

/// Quotient and remainder as Java rounds, for a divisor that is not 0.
pub fn divide(b: &Bdds, a: &[Bdd], c: &[Bdd]) -> (Bits, Bits) {
    let width = a.len() as u32;
    let (a_sign, c_sign) = (&a[a.len() - 1], &c[c.len() - 1]);
    let dividend = choose(b, a_sign, &negate(b, a), a);
    // One more bit keeps the least number's absolute value positive.
    let divisor = unsigned(b, &choose(b, c_sign, &negate(b, c), c), width + 1);
    let mut rest = constant(b, 0, width + 1);
    let mut quotient = constant(b, 0, width);
    for bit in (0..width as usize).rev() {
        rest = shift_left(b, &rest, 1);
        rest[0] = dividend[bit].clone();
        let fits = b.not(&below(b, &rest, &divisor));
        rest = choose(b, &fits, &sub(b, &rest, &divisor), &rest);
        quotient[bit] = fits;
    }
    let rest = unsigned(b, &rest, width);
    let quotient = choose(b, &b.xor(a_sign, c_sign), &negate(b, &quotient), &quotient);
    (quotient, choose(b, a_sign, &negate(b, &rest), &rest))
}

/// The value whose condition holds; 0 if none does. At most one condition may hold.
pub fn select(b: &Bdds, cases: &[(Bdd, Bits)], width: u32) -> Bits {
    let mut value = constant(b, 0, width);
    for (condition, bits) in cases {
        for (out, bit) in value.iter_mut().zip(bits) {
            *out = b.or(out, &b.and(condition, bit));
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares an operation with `i64` arithmetic on all pairs of four bits.
    fn check(op: impl Fn(&Bdds, &[Bdd], &[Bdd]) -> Bits, exact: impl Fn(i64, i64) -> i64) {
        const WIDTH: u32 = 4;
        let b = Bdds::new(8, 1 << 16);
        let (x, y): (Bits, Bits) =
            ((0..WIDTH).map(|i| b.variable(2 * i)).collect(), (0..WIDTH).map(|i| b.variable(2 * i + 1)).collect());
        let result = op(&b, &x, &y);
        for (p, q) in (-8..8).flat_map(|p| (-8..8).map(move |q| (p, q))) {
            let here = b.and(&is(&b, &x, p), &is(&b, &y, q));
            let expected = is(&b, &result, exact(p, q));
            assert!(b.is_false(&b.minus(&here, &expected)), "{p} and {q}");
        }
    }

    #[test]
    fn operations_agree_with_machine_arithmetic() {
        check(add, |x, y| x + y);
        check(sub, |x, y| x - y);
        check(mul, |x, y| x * y);
        let quotient = |b: &Bdds, x: &[Bdd], y: &[Bdd]| choose(b, &is(b, y, 0), &constant(b, 0, 4), &divide(b, x, y).0);
        check(quotient, |x, y| if y == 0 { 0 } else { x / y });
        check(|b, x, y| vec![less(b, x, y)], |x, y| -i64::from(x < y));
        check(|b, x, y| vec![add_wraps(b, x, y, &add(b, x, y))], |x, y| -i64::from(!(-8..8).contains(&(x + y))));
        check(|b, x, y| vec![sub_wraps(b, x, y, &sub(b, x, y))], |x, y| -i64::from(!(-8..8).contains(&(x - y))));
        check(|b, x, y| vec![mul_wraps(b, x, y)], |x, y| -i64::from(!(-8..8).contains(&(x * y))));
    }

    #[test]
    fn a_product_that_does_not_fit_is_never_said_to() {
        check(|b, x, y| vec![b.minus(&mul_wraps(b, x, y), &mul_may_wrap(b, x, y))], |_, _| 0);
        // It errs by one bit: where it says that a product of four bits may not fit, three would not hold it.
        let b = Bdds::new(8, 1 << 16);
        for (p, q) in (-8..8).flat_map(|p| (-8..8).map(move |q| (p, q))) {
            let said = mul_may_wrap(&b, &constant(&b, p, 4), &constant(&b, q, 4));
            assert!(b.is_false(&said) || !(-3..4).contains(&(p * q)), "{p} and {q}");
        }
    }

    #[test]
    fn remainders_have_the_sign_of_the_dividend() {
        check(
            |b, x, y| choose(b, &is(b, y, 0), &constant(b, 0, 4), &divide(b, x, y).1),
            |x, y| if y == 0 { 0 } else { x % y },
        );
    }
}
