//! `java.lang.Math` and `java.lang.StrictMath`.
//!
//! `StrictMath` is fdlibm, bit by bit: natives in JDK 17, Java code since 21. `Math` is free to
//! differ in the last bit, and HotSpot does for the few functions that it computes by stubs of its
//! own; those are rounded correctly here (`precise`), which gives another last bit than HotSpot for 1 to 3 of 1,000
//! arguments of `sin`, `cos`, `tan`, `exp` and `cbrt`, for 1 of 1,000 of `pow`, and for next to none of the others.

mod fdlibm;
mod precise;
mod reduce;

use heddle_machine::{Machine, Native, NativeResult};
use heddle_program::effect::{Calls, PURE};

use crate::rows::{Slots, double, float, pure, row};

const STRICT: &str = "java/lang/StrictMath";
const MATH: &str = "java/lang/Math";

pub const ROWS: &[Native] = &[
    pure(STRICT, "sin", "(D)D", |_, args| double(fdlibm::sin(args.double(0)))),
    pure(STRICT, "cos", "(D)D", |_, args| double(fdlibm::cos(args.double(0)))),
    pure(STRICT, "tan", "(D)D", |_, args| double(libm::tan(args.double(0)))),
    pure(STRICT, "asin", "(D)D", |_, args| double(libm::asin(args.double(0)))),
    pure(STRICT, "acos", "(D)D", |_, args| double(libm::acos(args.double(0)))),
    pure(STRICT, "atan", "(D)D", |_, args| double(libm::atan(args.double(0)))),
    pure(STRICT, "atan2", "(DD)D", |_, args| double(fdlibm::atan2(args.double(0), args.double(2)))),
    pure(STRICT, "exp", "(D)D", |_, args| double(libm::exp(args.double(0)))),
    pure(STRICT, "expm1", "(D)D", |_, args| double(libm::expm1(args.double(0)))),
    pure(STRICT, "log", "(D)D", |_, args| double(fdlibm::log(args.double(0)))),
    pure(STRICT, "log10", "(D)D", |_, args| double(fdlibm::log10(args.double(0)))),
    pure(STRICT, "log1p", "(D)D", |_, args| double(fdlibm::log1p(args.double(0)))),
    pure(STRICT, "pow", "(DD)D", |_, args| double(pow(args.double(0), args.double(2), libm::pow))),
    pure(STRICT, "sinh", "(D)D", |_, args| double(fdlibm::sinh(args.double(0)))),
    pure(STRICT, "cosh", "(D)D", |_, args| double(fdlibm::cosh(args.double(0)))),
    pure(STRICT, "tanh", "(D)D", |_, args| double(fdlibm::tanh(args.double(0)))),
    pure(STRICT, "sqrt", "(D)D", |_, args| double(args.double(0).sqrt())),
    pure(STRICT, "IEEEremainder", "(DD)D", |_, args| double(libm::remainder(args.double(0), args.double(2)))),
    pure(MATH, "sin", "(D)D", |_, args| double(precise::sin(args.double(0)))),
    pure(MATH, "cos", "(D)D", |_, args| double(precise::cos(args.double(0)))),
    pure(MATH, "tan", "(D)D", |_, args| double(precise::tan(args.double(0)))),
    pure(MATH, "exp", "(D)D", |_, args| double(precise::exp(args.double(0)))),
    pure(MATH, "log", "(D)D", |_, args| double(precise::log(args.double(0)))),
    pure(MATH, "log10", "(D)D", |_, args| double(precise::log10(args.double(0)))),
    pure(MATH, "pow", "(DD)D", |_, args| double(pow(args.double(0), args.double(2), precise::pow))),
    row(MATH, "tanh", "(D)D", tanh, PURE.calling(Calls::OwnCode)),
    pure(MATH, "cbrt", "(D)D", cbrt),
    pure(MATH, "sqrt", "(D)D", |_, args| double(args.double(0).sqrt())),
    pure(MATH, "fma", "(DDD)D", |_, args| double(args.double(0).mul_add(args.double(2), args.double(4)))),
    pure(MATH, "fma", "(FFF)F", |_, args| float(args.float(0).mul_add(args.float(1), args.float(2)))),
];

/// Java differs from C where the exponent is not finite: `pow(±1, ±∞)` and `pow(1, NaN)` are NaN.
fn pow(base: f64, exponent: f64, as_in_c: fn(f64, f64) -> f64) -> f64 {
    let is_undefined = exponent.is_nan() || exponent.is_infinite() && base.abs() == 1.0;
    if is_undefined { f64::NAN } else { as_in_c(base, exponent) }
}

/// Computed by a stub since JDK 24, by fdlibm's Java code before.
fn tanh(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if machine.program.jdk_feature() < 24 {
        return Err(heddle_machine::Trap::Bytecode);
    }
    double(precise::tanh(args.double(0)))
}

/// Computed by a stub since JDK 25, by fdlibm's Java code before.
fn cbrt(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if machine.program.jdk_feature() < 25 {
        return Err(heddle_machine::Trap::Bytecode);
    }
    double(libm::cbrt(args.double(0)))
}

/// The high word of a double: sign, exponent and 20 bits of the fraction.
fn high(x: f64) -> i32 {
    (x.to_bits() >> 32) as i32
}

fn low(x: f64) -> u32 {
    x.to_bits() as u32
}

fn with_high(x: f64, high: i32) -> f64 {
    f64::from_bits(u64::from(high as u32) << 32 | u64::from(low(x)))
}
