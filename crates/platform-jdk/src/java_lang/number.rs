//! Bits of `java.lang.Float` and `java.lang.Double`.

use heddle_machine::{Machine, Native, NativeResult};

use crate::rows::{first, pure};

pub const ROWS: &[Native] = &[
    pure("java/lang/Float", "floatToRawIntBits", "(F)I", first),
    pure("java/lang/Float", "intBitsToFloat", "(I)F", first),
    pure("java/lang/Double", "doubleToRawLongBits", "(D)J", first),
    pure("java/lang/Double", "longBitsToDouble", "(J)D", first),
    pure("java/lang/Double", "doubleToLongBits", "(D)J", canonical_double),
    pure("java/lang/Float", "floatToIntBits", "(F)I", canonical_float),
];

/// All NaNs have the same bits.
fn canonical_double(_: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    Ok(if f64::from_bits(args[0]).is_nan() { 0x7ff8_0000_0000_0000 } else { args[0] })
}

fn canonical_float(_: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    Ok(if f32::from_bits(args[0] as u32).is_nan() { 0x7fc0_0000 } else { args[0] })
}
