//! Argument reduction of fdlibm: `x` = `n` π/2 + `y`, with `|y|` ≤ π/4 as a sum of two doubles.
//!
//! After K. C. Ng's description in fdlibm 5.3 (`e_rem_pio2.c`, `k_rem_pio2.c`), operation by
//! operation, so that results have the same bits as `StrictMath`.

use super::{high, with_high};

const INV_PIO2: f64 = f64::from_bits(0x3FE4_5F30_6DC9_C883);
/// π/2 in three parts of 33 bits, and what is left after each.
const PIO2_1: f64 = f64::from_bits(0x3FF9_21FB_5440_0000);
const PIO2_1T: f64 = f64::from_bits(0x3DD0_B461_1A62_6331);
const PIO2_2: f64 = f64::from_bits(0x3DD0_B461_1A60_0000);
const PIO2_2T: f64 = f64::from_bits(0x3BA3_198A_2E03_7073);
const PIO2_3: f64 = f64::from_bits(0x3BA3_198A_2E00_0000);
const PIO2_3T: f64 = f64::from_bits(0x397B_839A_2520_49C1);

/// The quadrant (modulo 4 at least) and the remainder. `x` is finite.
pub fn reduce(x: f64) -> (i32, f64, f64) {
    let ix = high(x) & 0x7fff_ffff;
    if ix <= 0x3fe9_21fb {
        return (0, x, 0.0);
    }
    let (n, y0, y1) = if ix < 0x4002_d97c {
        once(x.abs(), ix)
    } else if ix <= 0x4139_21fb {
        medium(x.abs(), ix)
    } else {
        large(x.abs(), ix)
    };
    if x < 0.0 { (-n, -y0, -y1) } else { (n, y0, y1) }
}

/// `x` < 3π/4: one subtraction.
fn once(x: f64, ix: i32) -> (i32, f64, f64) {
    let mut z = x - PIO2_1;
    let tail = if ix == 0x3ff9_21fb {
        z -= PIO2_2;
        PIO2_2T
    } else {
        PIO2_1T
    };
    let y0 = z - tail;
    (1, y0, (z - y0) - tail)
}

/// `x` ≤ 2^19 π/2: a multiple of π/2 is subtracted, with as many parts of it as cancellation needs.
fn medium(x: f64, ix: i32) -> (i32, f64, f64) {
    let n = (x * INV_PIO2 + 0.5) as i32;
    let multiple = f64::from(n);
    let mut r = x - multiple * PIO2_1;
    let mut w = multiple * PIO2_1T;
    let mut y0 = r - w;
    let far_from_multiple = n < 32 && ix != high(multiple * std::f64::consts::FRAC_PI_2);
    if !far_from_multiple {
        let lost = |y0: f64| (ix >> 20) - ((high(y0) >> 20) & 0x7ff);
        if lost(y0) > 16 {
            let t = r;
            w = multiple * PIO2_2;
            r = t - w;
            w = multiple * PIO2_2T - ((t - r) - w);
            y0 = r - w;
            if lost(y0) > 49 {
                let t = r;
                w = multiple * PIO2_3;
                r = t - w;
                w = multiple * PIO2_3T - ((t - r) - w);
                y0 = r - w;
            }
        }
    }
    (n, y0, (r - y0) - w)
}

const TWO24: f64 = 16_777_216.0;
const TWO_M24: f64 = 1.0 / TWO24;

/// `x` is cut into three integers of 24 bits.
fn large(x: f64, ix: i32) -> (i32, f64, f64) {
    let exponent = (ix >> 20) - 1046;
    let mut z = with_high(x, ix - (exponent << 20));
    let mut digits = [0.0; 3];
    for digit in &mut digits[..2] {
        *digit = f64::from(z as i32);
        z = (z - *digit) * TWO24;
    }
    digits[2] = z;
    let used = digits.iter().rposition(|&digit| digit != 0.0).map_or(1, |last| last + 1);
    multiply(&digits[..used], exponent)
}

/// 2/π in digits of 24 bits.
const TWO_OVER_PI: [i32; 66] = [
    0xA2F983, 0x6E4E44, 0x1529FC, 0x2757D1, 0xF534DD, 0xC0DB62, 0x95993C, 0x439041, 0xFE5163, 0xABDEBB, 0xC561B7,
    0x246E3A, 0x424DD2, 0xE00649, 0x2EEA09, 0xD1921C, 0xFE1DEB, 0x1CB129, 0xA73EE8, 0x8235F5, 0x2EBB44, 0x84E99C,
    0x7026B4, 0x5F7E41, 0x3991D6, 0x398353, 0x39F49C, 0x845F8B, 0xBDF928, 0x3B1FF8, 0x97FFDE, 0x05980F, 0xEF2F11,
    0x8B5A0A, 0x6D1F6D, 0x367ECF, 0x27CB09, 0xB74F46, 0x3F669E, 0x5FEA2D, 0x7527BA, 0xC7EBE5, 0xF17B3D, 0x0739F7,
    0x8A5292, 0xEA6BFB, 0x5FB11F, 0x8D5D08, 0x560330, 0x46FC7B, 0x6BABF0, 0xCFBC20, 0x9AF436, 0x1DA9E3, 0x91615E,
    0xE61B08, 0x659985, 0x5F14A0, 0x68408D, 0xFFD880, 0x4D7327, 0x310606, 0x1556CA, 0x73A8C9, 0x60E27B, 0xC08C6B,
];

/// π/2 in parts of 24 bits.
const PIO2: [f64; 8] = [
    f64::from_bits(0x3FF9_21FB_4000_0000),
    f64::from_bits(0x3E74_442D_0000_0000),
    f64::from_bits(0x3CF8_4698_8000_0000),
    f64::from_bits(0x3B78_CC51_6000_0000),
    f64::from_bits(0x39F0_1B83_8000_0000),
    f64::from_bits(0x387A_2520_4000_0000),
    f64::from_bits(0x36E3_8222_8000_0000),
    f64::from_bits(0x3569_F31D_0000_0000),
];

/// Payne and Hanek: the digits of `x` times those of 2/π that matter, modulo 8.
fn multiply(x: &[f64], exponent: i32) -> (i32, f64, f64) {
    /// Terms of 2/π to begin with, for two doubles of result.
    const JK: usize = 4;
    let jx = x.len() - 1;
    let jv = ((exponent - 3) / 24).max(0);
    let mut q0 = exponent - 24 * (jv + 1);

    let mut f = [0.0; 20];
    for (i, term) in f.iter_mut().enumerate().take(jx + JK + 1) {
        let j = jv + i as i32 - jx as i32;
        *term = if j < 0 { 0.0 } else { f64::from(TWO_OVER_PI[j as usize]) };
    }
    let mut q = [0.0; 20];
    let product = |f: &[f64; 20], i: usize| (0..=jx).fold(0.0, |sum, j| sum + x[j] * f[jx + i - j]);
    #[allow(clippy::needless_range_loop, reason = "the published algorithm is written with indices")]
    for i in 0..=JK {
        q[i] = product(&f, i);
    }

    let mut jz = JK;
    let mut iq = [0i32; 20];
    let (n, z, inverted) = loop {
        // Distil q into iq, high digit last.
        let mut z = q[jz];
        for (i, j) in (1..=jz).rev().enumerate() {
            let carry = f64::from((TWO_M24 * z) as i32);
            iq[i] = (z - TWO24 * carry) as i32;
            z = q[j - 1] + carry;
        }
        z = libm::scalbn(z, q0);
        z -= 8.0 * (z * 0.125).floor();
        let mut n = z as i32;
        z -= f64::from(n);
        let mut inverted = 0;
        if q0 > 0 {
            let i = iq[jz - 1] >> (24 - q0);
            n += i;
            iq[jz - 1] -= i << (24 - q0);
            inverted = iq[jz - 1] >> (23 - q0);
        } else if q0 == 0 {
            inverted = iq[jz - 1] >> 23;
        } else if z >= 0.5 {
            inverted = 2;
        }
        if inverted > 0 {
            n += 1;
            let mut carry = false;
            for digit in iq.iter_mut().take(jz) {
                if carry {
                    *digit = 0xff_ffff - *digit;
                } else if *digit != 0 {
                    carry = true;
                    *digit = 0x100_0000 - *digit;
                }
            }
            match q0 {
                1 => iq[jz - 1] &= 0x7f_ffff,
                2 => iq[jz - 1] &= 0x3f_ffff,
                _ => {}
            }
            if inverted == 2 {
                z = 1.0 - z;
                if carry {
                    z -= libm::scalbn(1.0, q0);
                }
            }
        }
        let all_zero = z == 0.0 && iq[JK..jz].iter().all(|&digit| digit == 0);
        if !all_zero {
            break (n, z, inverted);
        }
        // Not enough digits: more terms of 2/π.
        let mut more = 1;
        while iq[JK - more] == 0 {
            more += 1;
        }
        for i in jz + 1..=jz + more {
            f[jx + i] = f64::from(TWO_OVER_PI[(jv + i as i32) as usize]);
            q[i] = product(&f, i);
        }
        jz += more;
    };

    if z == 0.0 {
        jz -= 1;
        q0 -= 24;
        while iq[jz] == 0 {
            jz -= 1;
            q0 -= 24;
        }
    } else {
        let z = libm::scalbn(z, -q0);
        if z >= TWO24 {
            let carry = f64::from((TWO_M24 * z) as i32);
            iq[jz] = (z - TWO24 * carry) as i32;
            jz += 1;
            q0 += 24;
            iq[jz] = carry as i32;
        } else {
            iq[jz] = z as i32;
        }
    }

    let mut scale = libm::scalbn(1.0, q0);
    for i in (0..=jz).rev() {
        q[i] = scale * f64::from(iq[i]);
        scale *= TWO_M24;
    }
    let mut fq = [0.0; 20];
    for i in (0..=jz).rev() {
        let mut sum = 0.0;
        let mut k = 0;
        while k <= JK && k <= jz - i {
            sum += PIO2[k] * q[i + k];
            k += 1;
        }
        fq[jz - i] = sum;
    }
    let head = fq[..=jz].iter().rev().fold(0.0, |sum, term| sum + term);
    let tail = fq[1..=jz].iter().fold(fq[0] - head, |sum, term| sum + term);
    if inverted == 0 { (n & 7, head, tail) } else { (n & 7, -head, -tail) }
}
