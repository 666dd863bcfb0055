//! The functions of fdlibm 5.3 that JDK 17 has as natives of `StrictMath` and that the crate
//! `libm` computes with other roundings. Operation by operation after the published C code, so
//! that results are bit by bit those of `StrictMath`.

use super::reduce::reduce;
use super::{high, low, with_high};

pub fn sin(x: f64) -> f64 {
    if high(x) & 0x7fff_ffff <= 0x3fe9_21fb {
        return kernel_sin(x, 0.0, false);
    }
    if !x.is_finite() {
        return f64::NAN;
    }
    let (n, y0, y1) = reduce(x);
    match n & 3 {
        0 => kernel_sin(y0, y1, true),
        1 => kernel_cos(y0, y1),
        2 => -kernel_sin(y0, y1, true),
        _ => -kernel_cos(y0, y1),
    }
}

pub fn cos(x: f64) -> f64 {
    if high(x) & 0x7fff_ffff <= 0x3fe9_21fb {
        return kernel_cos(x, 0.0);
    }
    if !x.is_finite() {
        return f64::NAN;
    }
    let (n, y0, y1) = reduce(x);
    match n & 3 {
        0 => kernel_cos(y0, y1),
        1 => -kernel_sin(y0, y1, true),
        2 => -kernel_cos(y0, y1),
        _ => kernel_sin(y0, y1, true),
    }
}

/// Sine of `x + y` on [-π/4, π/4], `y` being the tail of `x` if there is one.
fn kernel_sin(x: f64, y: f64, has_tail: bool) -> f64 {
    const S1: f64 = f64::from_bits(0xBFC5_5555_5555_5549);
    const S2: f64 = f64::from_bits(0x3F81_1111_1110_F8A6);
    const S3: f64 = f64::from_bits(0xBF2A_01A0_19C1_61D5);
    const S4: f64 = f64::from_bits(0x3EC7_1DE3_57B1_FE7D);
    const S5: f64 = f64::from_bits(0xBE5A_E5E6_8A2B_9CEB);
    const S6: f64 = f64::from_bits(0x3DE5_D93A_5ACF_D57C);
    if high(x) & 0x7fff_ffff < 0x3e40_0000 {
        return x;
    }
    let z = x * x;
    let v = z * x;
    let r = S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)));
    if has_tail { x - ((z * (0.5 * y - v * r) - y) - v * S1) } else { x + v * (S1 + z * r) }
}

/// Cosine of `x + y` on [-π/4, π/4].
fn kernel_cos(x: f64, y: f64) -> f64 {
    const C1: f64 = f64::from_bits(0x3FA5_5555_5555_554C);
    const C2: f64 = f64::from_bits(0xBF56_C16C_16C1_5177);
    const C3: f64 = f64::from_bits(0x3EFA_01A0_19CB_1590);
    const C4: f64 = f64::from_bits(0xBE92_7E4F_809C_52AD);
    const C5: f64 = f64::from_bits(0x3E21_EE9E_BDB4_B1C4);
    const C6: f64 = f64::from_bits(0xBDA8_FAE9_BE88_38D4);
    let ix = high(x) & 0x7fff_ffff;
    if ix < 0x3e40_0000 {
        return 1.0;
    }
    let z = x * x;
    let r = z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6)))));
    if ix < 0x3FD3_3333 {
        return 1.0 - (0.5 * z - (z * r - x * y));
    }
    let qx = if ix > 0x3fe9_0000 { 0.28125 } else { with_high(0.0, ix - 0x0020_0000) };
    let hz = 0.5 * z - qx;
    let a = 1.0 - qx;
    a - (hz - (z * r - x * y))
}

const LN2_HI: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);
const LN2_LO: f64 = f64::from_bits(0x3dea_39ef_3579_3c76);
const LG1: f64 = f64::from_bits(0x3FE5_5555_5555_5593);
const LG2: f64 = f64::from_bits(0x3FD9_9999_9997_FA04);
const LG3: f64 = f64::from_bits(0x3FD2_4924_9422_9359);
const LG4: f64 = f64::from_bits(0x3FCC_71C5_1D8E_78AF);
const LG5: f64 = f64::from_bits(0x3FC7_4664_96CB_03DE);
const LG6: f64 = f64::from_bits(0x3FC3_9A09_D078_C69F);
const LG7: f64 = f64::from_bits(0x3FC2_F112_DF3E_5244);
const TWO54: f64 = 18_014_398_509_481_984.0;

/// Scales a positive subnormal up; `Err` is the result for zero, negative, infinite and NaN
/// arguments. Gives the number, its high word and the exponent that is missing.
fn normalize(mut x: f64) -> Result<(f64, i32, i32), f64> {
    let mut hx = high(x);
    let mut k = 0;
    if hx < 0x0010_0000 {
        if (hx & 0x7fff_ffff) as u32 | low(x) == 0 {
            return Err(f64::NEG_INFINITY);
        }
        if hx < 0 {
            return Err(f64::NAN);
        }
        k -= 54;
        x *= TWO54;
        hx = high(x);
    }
    if hx >= 0x7ff0_0000 {
        return Err(x + x);
    }
    Ok((x, hx, k))
}

pub fn log(x: f64) -> f64 {
    let (x, mut hx, mut k) = match normalize(x) {
        Ok(normal) => normal,
        Err(result) => return result,
    };
    k += (hx >> 20) - 1023;
    hx &= 0x000f_ffff;
    let i = (hx + 0x95f64) & 0x10_0000;
    let x = with_high(x, hx | (i ^ 0x3ff0_0000));
    k += i >> 20;
    let f = x - 1.0;
    let dk = f64::from(k);
    if 0x000f_ffff & (2 + hx) < 3 {
        if f == 0.0 {
            return if k == 0 { 0.0 } else { dk * LN2_HI + dk * LN2_LO };
        }
        let r = f * f * (0.5 - 0.333_333_333_333_333_3 * f);
        return if k == 0 { f - r } else { dk * LN2_HI - ((r - dk * LN2_LO) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let t1 = w * (LG2 + w * (LG4 + w * LG6));
    let t2 = z * (LG1 + w * (LG3 + w * (LG5 + w * LG7)));
    let r = t2 + t1;
    if (hx - 0x6147a) | (0x6b851 - hx) > 0 {
        let hfsq = 0.5 * f * f;
        if k == 0 { f - (hfsq - s * (hfsq + r)) } else { dk * LN2_HI - ((hfsq - (s * (hfsq + r) + dk * LN2_LO)) - f) }
    } else if k == 0 {
        f - s * (f - r)
    } else {
        dk * LN2_HI - ((s * (f - r) - dk * LN2_LO) - f)
    }
}

pub fn log10(x: f64) -> f64 {
    const IVLN10: f64 = f64::from_bits(0x3FDB_CB7B_1526_E50E);
    const LOG10_2HI: f64 = f64::from_bits(0x3FD3_4413_509F_6000);
    const LOG10_2LO: f64 = f64::from_bits(0x3D59_FEF3_11F1_2B36);
    let (x, hx, mut k) = match normalize(x) {
        Ok(normal) => normal,
        Err(result) => return result,
    };
    k += (hx >> 20) - 1023;
    let i = i32::from(k < 0);
    let hx = hx & 0x000f_ffff | (0x3ff - i) << 20;
    let y = f64::from(k + i);
    let z = y * LOG10_2LO + IVLN10 * log(with_high(x, hx));
    z + y * LOG10_2HI
}

pub fn log1p(x: f64) -> f64 {
    let hx = high(x);
    let ax = hx & 0x7fff_ffff;
    let mut k = 1;
    let (mut f, mut c, mut hu) = (0.0, 0.0, 1);
    if hx < 0x3FDA_827A {
        if ax >= 0x3ff0_0000 {
            return if x == -1.0 { f64::NEG_INFINITY } else { f64::NAN };
        }
        if ax < 0x3e20_0000 {
            return if ax < 0x3c90_0000 { x } else { x - x * x * 0.5 };
        }
        if hx > 0 || hx <= 0xbfd2_bec3_u32 as i32 {
            k = 0;
            f = x;
        }
    }
    if hx >= 0x7ff0_0000 {
        return x + x;
    }
    if k != 0 {
        let mut u;
        if hx < 0x4340_0000 {
            u = 1.0 + x;
            hu = high(u);
            k = (hu >> 20) - 1023;
            c = if k > 0 { 1.0 - (u - x) } else { x - (u - 1.0) };
            c /= u;
        } else {
            u = x;
            hu = high(u);
            k = (hu >> 20) - 1023;
        }
        hu &= 0x000f_ffff;
        if hu < 0x6a09e {
            u = with_high(u, hu | 0x3ff0_0000);
        } else {
            k += 1;
            u = with_high(u, hu | 0x3fe0_0000);
            hu = (0x0010_0000 - hu) >> 2;
        }
        f = u - 1.0;
    }
    let dk = f64::from(k);
    let hfsq = 0.5 * f * f;
    if hu == 0 {
        if f == 0.0 {
            return if k == 0 { 0.0 } else { dk * LN2_HI + (c + dk * LN2_LO) };
        }
        let r = hfsq * (1.0 - 0.666_666_666_666_666_6 * f);
        return if k == 0 { f - r } else { dk * LN2_HI - ((r - (dk * LN2_LO + c)) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let r = z * (LG1 + z * (LG2 + z * (LG3 + z * (LG4 + z * (LG5 + z * (LG6 + z * LG7))))));
    if k == 0 { f - (hfsq - s * (hfsq + r)) } else { dk * LN2_HI - ((hfsq - (s * (hfsq + r) + (dk * LN2_LO + c))) - f) }
}

/// Whether `|x|` is at most log(2^1024) + log 2, where `sinh` and `cosh` still fit.
fn is_below_overflow(x: f64) -> bool {
    let ix = high(x) & 0x7fff_ffff;
    ix < 0x4086_33CE || ix == 0x4086_33ce && low(x) <= 0x8fb9_f87d
}

pub fn sinh(x: f64) -> f64 {
    let ix = high(x) & 0x7fff_ffff;
    if ix >= 0x7ff0_0000 {
        return x + x;
    }
    let h = if x.is_sign_negative() { -0.5 } else { 0.5 };
    if ix < 0x4036_0000 {
        if ix < 0x3e30_0000 {
            return x;
        }
        let t = libm::expm1(x.abs());
        return if ix < 0x3ff0_0000 { h * (2.0 * t - t * t / (t + 1.0)) } else { h * (t + t / (t + 1.0)) };
    }
    if ix < 0x4086_2E42 {
        return h * libm::exp(x.abs());
    }
    if is_below_overflow(x) {
        let w = libm::exp(0.5 * x.abs());
        return h * w * w;
    }
    x * 1.0e307
}

pub fn cosh(x: f64) -> f64 {
    let ix = high(x) & 0x7fff_ffff;
    if ix >= 0x7ff0_0000 {
        return x * x;
    }
    if ix < 0x3fd6_2e43 {
        let t = libm::expm1(x.abs());
        let w = 1.0 + t;
        return if ix < 0x3c80_0000 { w } else { 1.0 + (t * t) / (w + w) };
    }
    if ix < 0x4036_0000 {
        let t = libm::exp(x.abs());
        return 0.5 * t + 0.5 / t;
    }
    if ix < 0x4086_2E42 {
        return 0.5 * libm::exp(x.abs());
    }
    if is_below_overflow(x) {
        let w = libm::exp(0.5 * x.abs());
        return 0.5 * w * w;
    }
    f64::INFINITY
}

pub fn tanh(x: f64) -> f64 {
    let ix = high(x) & 0x7fff_ffff;
    let negative = x.is_sign_negative();
    if ix >= 0x7ff0_0000 {
        return if negative { 1.0 / x - 1.0 } else { 1.0 / x + 1.0 };
    }
    let z = if ix < 0x4036_0000 {
        if ix < 0x3c80_0000 {
            return x * (1.0 + x);
        }
        if ix >= 0x3ff0_0000 {
            let t = libm::expm1(2.0 * x.abs());
            1.0 - 2.0 / (t + 2.0)
        } else {
            let t = libm::expm1(-2.0 * x.abs());
            -t / (t + 2.0)
        }
    } else {
        1.0
    };
    if negative { -z } else { z }
}

pub fn atan2(y: f64, x: f64) -> f64 {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
    const PI_LO: f64 = f64::from_bits(0x3CA1_A626_3314_5C07);
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x == 1.0 {
        return libm::atan(y);
    }
    let signed = |value: f64| value.copysign(y);
    if y == 0.0 {
        return if x.is_sign_negative() { signed(PI) } else { y };
    }
    if x == 0.0 {
        return signed(FRAC_PI_2);
    }
    if x.is_infinite() {
        return match (y.is_infinite(), x > 0.0) {
            (true, true) => signed(FRAC_PI_4),
            (true, false) => signed(3.0 * FRAC_PI_4),
            (false, true) => signed(0.0),
            (false, false) => signed(PI),
        };
    }
    if y.is_infinite() {
        return signed(FRAC_PI_2);
    }
    let k = ((high(y) & 0x7fff_ffff) - (high(x) & 0x7fff_ffff)) >> 20;
    let z = if k > 60 {
        FRAC_PI_2 + 0.5 * PI_LO
    } else if x < 0.0 && k < -60 {
        0.0
    } else {
        libm::atan((y / x).abs())
    };
    match (x < 0.0, y < 0.0) {
        (false, false) => z,
        (false, true) => -z,
        (true, false) => PI - (z - PI_LO),
        (true, true) => (z - PI_LO) - PI,
    }
}
