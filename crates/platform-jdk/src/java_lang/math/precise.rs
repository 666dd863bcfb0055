//! Elementary functions computed with twice the digits of a double and rounded once.
//!
//! HotSpot computes a few functions of `Math` by stubs whose error is a little more than half a unit in the last place;
//! the correctly rounded result is then theirs in all but few cases, wherever the arguments lie and whatever the C
//! library of this machine does.

use std::sync::LazyLock;

use super::reduce::reduce;

/// A number as the sum of two doubles, of which the second is at most half a unit in the last place of the first.
#[derive(Clone, Copy)]
struct Wide {
    high: f64,
    low: f64,
}

const LN_2: Wide = Wide { high: std::f64::consts::LN_2, low: 2.3190468138462996e-17 };
const LN_10: Wide = Wide { high: std::f64::consts::LN_10, low: -2.1707562233822494e-16 };

/// The sum, where the first is not smaller.
fn renormalized(high: f64, low: f64) -> Wide {
    let sum = high + low;
    Wide { high: sum, low: low - (sum - high) }
}

fn sum(a: f64, b: f64) -> Wide {
    let high = a + b;
    let part = high - a;
    Wide { high, low: (a - (high - part)) + (b - part) }
}

fn product(a: f64, b: f64) -> Wide {
    let high = a * b;
    Wide { high, low: a.mul_add(b, -high) }
}

impl From<f64> for Wide {
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}

impl std::ops::Neg for Wide {
    type Output = Self;

    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl std::ops::Add for Wide {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (high, low) = (sum(self.high, other.high), sum(self.low, other.low));
        let first = renormalized(high.high, high.low + low.high);
        renormalized(first.high, first.low + low.low)
    }
}

impl std::ops::Sub for Wide {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl std::ops::Mul for Wide {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let first = product(self.high, other.high);
        renormalized(first.high, first.low + (self.high * other.low + self.low * other.high))
    }
}

impl std::ops::Div for Wide {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let mut quotient = Self::from(self.high / other.high);
        for _ in 0..2 {
            let rest = self - quotient * other;
            quotient = quotient + Self::from(rest.high / other.high);
        }
        quotient
    }
}

impl Wide {
    fn rounded(self) -> f64 {
        self.high + self.low
    }

    /// Times a power of two.
    fn scaled(self, factor: f64) -> Self {
        Self { high: self.high * factor, low: self.low * factor }
    }
}

/// What is smaller is its own sine, tangent and so on.
const TINY: f64 = 1e-150;

/// `1 / n!`.
static INVERSE_FACTORIALS: LazyLock<[Wide; 28]> = LazyLock::new(|| {
    let mut inverse = Wide::from(1.0);
    std::array::from_fn(|n| {
        inverse = if n == 0 { inverse } else { inverse / Wide::from(n as f64) };
        inverse
    })
});

/// `1 / (2n + 1)`.
static INVERSE_ODD_NUMBERS: LazyLock<[Wide; 18]> =
    LazyLock::new(|| std::array::from_fn(|n| Wide::from(1.0) / Wide::from((2 * n + 1) as f64)));

/// The sum of `coefficients[i] * x^i`.
fn polynomial(x: Wide, coefficients: impl DoubleEndedIterator<Item = Wide>) -> Wide {
    coefficients.rev().fold(Wide::from(0.0), |sum, coefficient| sum * x + coefficient)
}

/// The natural logarithm of a positive, finite number: by its exponent and by the series of the inverse hyperbolic
/// tangent.
fn ln(x: f64) -> Wide {
    const SUBNORMAL_SHIFT: i64 = 54;
    let (x, shift) =
        if x < f64::MIN_POSITIVE { (x * (1u64 << SUBNORMAL_SHIFT) as f64, SUBNORMAL_SHIFT) } else { (x, 0) };
    let bits = x.to_bits();
    let mut exponent = (bits >> 52) as i64 - 1023 - shift;
    let mut fraction = f64::from_bits(bits & 0x000f_ffff_ffff_ffff | 1023 << 52);
    if fraction > std::f64::consts::SQRT_2 {
        fraction /= 2.0;
        exponent += 1;
    }
    let ratio = Wide::from(fraction - 1.0) / sum(fraction, 1.0);
    let series = polynomial(ratio * ratio, INVERSE_ODD_NUMBERS.iter().copied());
    (ratio * series).scaled(2.0) + Wide::from(exponent as f64) * LN_2
}

/// Logarithms of what is not a positive, finite number.
fn special_logarithm(x: f64) -> Option<f64> {
    match x {
        _ if x.is_nan() || x < 0.0 => Some(f64::NAN),
        0.0 => Some(f64::NEG_INFINITY),
        f64::INFINITY => Some(x),
        _ => None,
    }
}

/// `Math.log`.
pub fn log(x: f64) -> f64 {
    special_logarithm(x).unwrap_or_else(|| ln(x).rounded())
}

/// `Math.log10`.
pub fn log10(x: f64) -> f64 {
    special_logarithm(x).unwrap_or_else(|| (ln(x) / LN_10).rounded())
}

/// `e^x` as `2^n` and `e^rest - 1`.
fn split_exp(x: Wide) -> (i32, Wide) {
    let times = (x.high / LN_2.high).round();
    let rest = x - Wide::from(times) * LN_2;
    let series = polynomial(rest, INVERSE_FACTORIALS[1..20].iter().copied());
    (times as i32, rest * series)
}

/// `e^x` where that is a normal number.
fn normal_exp(x: Wide) -> f64 {
    let (times, grown) = split_exp(x);
    libm::scalbn((grown + Wide::from(1.0)).rounded(), times)
}

/// `Math.exp`.
pub fn exp(x: f64) -> f64 {
    let rough = libm::exp(x);
    if rough.is_normal() && x != 0.0 { normal_exp(Wide::from(x)) } else { rough }
}

/// `Math.pow` as in C.
pub fn pow(base: f64, exponent: f64) -> f64 {
    let rough = libm::pow(base, exponent);
    if !rough.is_normal() || base.abs() == 1.0 {
        return rough;
    }
    // These come so close to the middle between two doubles that twice the digits do not tell on which side they are.
    match exponent {
        -1.0 => return 1.0 / base,
        0.5 => return base.sqrt(),
        1.0 => return base,
        2.0 => return base * base,
        _ => {}
    }
    normal_exp(ln(base.abs()) * Wide::from(exponent)).copysign(rough)
}

/// `Math.tanh`.
pub fn tanh(x: f64) -> f64 {
    const LARGE: f64 = 22.0;
    let size = x.abs();
    if x.is_nan() || size < TINY {
        return x;
    }
    if size > LARGE {
        return 1f64.copysign(x);
    }
    let (times, grown) = split_exp(Wide::from(2.0 * size));
    let power = libm::scalbn(1.0, times);
    let grown = grown.scaled(power) + Wide::from(power - 1.0);
    (grown / (grown + Wide::from(2.0))).rounded().copysign(x)
}

/// In which quarter of a turn an angle lies, and the sine and the cosine of what it is beyond the nearest multiple.
/// That has more digits than a double needs, also near the zeros and poles.
fn quarter_sine_cosine(x: f64) -> (i32, Wide, Wide) {
    let (quarter, high, low) = reduce(x);
    let rest = renormalized(high, low);
    let square = -(rest * rest);
    let sine = rest * polynomial(square, INVERSE_FACTORIALS.iter().copied().skip(1).step_by(2));
    let cosine = polynomial(square, INVERSE_FACTORIALS.iter().copied().step_by(2));
    (quarter & 3, sine, cosine)
}

/// `Math.sin`.
pub fn sin(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    if x.abs() < TINY {
        return x;
    }
    let (quarter, sine, cosine) = quarter_sine_cosine(x);
    [sine, cosine, -sine, -cosine][quarter as usize].rounded()
}

/// `Math.cos`.
pub fn cos(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let (quarter, sine, cosine) = quarter_sine_cosine(x);
    [cosine, -sine, -cosine, sine][quarter as usize].rounded()
}

/// `Math.tan`.
pub fn tan(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    if x.abs() < TINY {
        return x;
    }
    let (quarter, sine, cosine) = quarter_sine_cosine(x);
    let tangent = if quarter & 1 == 0 { sine / cosine } else { -(cosine / sine) };
    tangent.rounded()
}
