//! Numbers that are hardly anything but elapsed times: a long time, which may have passed wherever a clock is read, in every
//! unit that programs compare times in.

/// The time that may have passed whenever the program looks at the clock, whatever it does with the difference; some
/// nine hours. In each unit, also as an `int`, it is a large number without a meaning of its own.
pub(super) const LONG: i64 = 30_967_614_239_123;
/// How far from it, or from its double, a number may be that counts as an elapsed time.
const TOLERANCE: i64 = LONG / 8;
/// The same of an `int`, which more often is near by chance.
pub(super) const INT_TOLERANCE: i64 = LONG / 64;
/// Nanoseconds per unit that programs compare times in.
pub(super) const UNITS: [i64; 4] = [1, 1_000, 1_000_000, 1_000_000_000];

/// Whether a number is so large, in any unit, that what comes this much later never comes.
pub(super) fn is_never(word: u64) -> bool {
    let number = word as i64;
    number.unsigned_abs() >= i64::MAX as u64 / 4 && number != i64::MIN
}

/// Programs compare with whole microseconds.
pub(super) fn is_round(nanos: i64) -> bool {
    nanos % 1_000 == 0
}

/// Nanoseconds per unit in which a number is [`LONG`] or its double, more or less.
pub(super) fn unit_of_long(number: f64) -> Option<i64> {
    UNITS.into_iter().find(|&unit| {
        let nanos = number.abs() * unit as f64;
        [LONG, 2 * LONG].into_iter().any(|long| (nanos - long as f64).abs() <= TOLERANCE as f64)
    })
}

/// Whether a number is [`LONG`] or its double in some unit, or a few minutes more, and hardly anything else.
pub(super) fn is_long(number: f64) -> bool {
    UNITS.into_iter().any(|unit| {
        let nanos = number.abs() * unit as f64;
        [LONG, 2 * LONG].into_iter().any(|long| (nanos - long as f64).abs() <= INT_TOLERANCE as f64)
    })
}

/// The same of an `int`: milliseconds or seconds.
pub(super) fn unit_of_long_int(number: i32) -> Option<i64> {
    let number = i64::from(number).abs();
    // Nearly all numbers are smaller.
    if number < (LONG - INT_TOLERANCE) / UNITS[3] {
        return None;
    }
    UNITS[2..].iter().copied().find(|&unit| {
        [LONG, 2 * LONG].into_iter().any(|long| (number.saturating_mul(unit) - long).abs() <= INT_TOLERANCE)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_time_is_known_in_every_unit() {
        for unit in UNITS {
            assert_eq!(unit_of_long((LONG / unit) as f64), Some(unit));
            assert_eq!(unit_of_long(-((2 * LONG - 5_000_000_000) / unit) as f64), Some(unit));
        }
    }

    #[test]
    fn usual_numbers_are_no_long_times() {
        for number in [0, 1, 100, 1_000, 10_000, 1_000_000, 5_000_000_000, i64::MAX] {
            assert_eq!(unit_of_long(number as f64), None);
            assert_eq!(unit_of_long_int(number as i32), None);
        }
    }

    #[test]
    fn a_long_time_is_known_as_an_int() {
        assert_eq!(unit_of_long_int((LONG / 1_000_000) as i32 + 1), Some(1_000_000));
        assert_eq!(unit_of_long_int(-((LONG / 1_000_000_000) as i32)), Some(1_000_000_000));
        // In smaller units it does not fit, but what is left is far from the limits that programs have.
        assert!(LONG as i32 > 900_000_000 && (LONG / 1_000) as i32 > 900_000_000);
    }
}
