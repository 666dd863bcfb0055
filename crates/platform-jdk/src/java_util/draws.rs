//! Random numbers as choices of the search (`--random all`), where the program gives no seed: `java.util.Random`,
//! `Math.random`, `Collections.shuffle`, `ThreadLocalRandom`, `SecureRandom`, and their streams. Comes in: a method that
//! draws a number, with its generator; goes out: every value if there are few, else some of them, which makes the verdict
//! *bounded*.
//!
//! A `Random` without a seed gets a certain one, and has it as long as nobody sets another: choices leave it as it is. So
//! whether a number is a choice follows from the state. What is drawn in other ways (bytes, `SplittableRandom` and the
//! like) has the values of one seed, which makes the verdict *bounded* too (`heddle_jdk::values`).

use heddle_machine::{Args, HEADER, Machine, Native, NativeResult, Pending, Ref, Trap};
use heddle_program::Origin;
use heddle_program::effect::{Aspect, Calls, Effect, PURE};
use heddle_verdict::Randomness;

use crate::rows::{Slots, double, float, int, long, row};

const RANDOM: &str = "java/util/Random";
const OF_THREAD: &str = "java/util/concurrent/ThreadLocalRandom";
const SECURE: &str = "java/security/SecureRandom";
const SUPPORT: &str = "jdk/internal/util/random/RandomSupport";

/// The most values that are all tried.
const FEW: i128 = 32;

/// The seed of those that have none, and what a `Random` makes of it.
const NO_SEED: u64 = 0x4865_6464_6c65;
const SCRAMBLED: u64 = (NO_SEED ^ 0x5_deec_e66d) & ((1 << 48) - 1);

const DRAWS: Effect = PURE.calling(Calls::OwnCode).observing(&[Aspect::Choice]);

pub const ROWS: &[Native] = &[
    row(RANDOM, "<init>", "()V", without_seed, PURE.calling(Calls::OwnCode)).under(all),
    row(RANDOM, "next", "(I)I", next, DRAWS).refined(next_choices).under(all),
    row(RANDOM, "nextInt", "()I", any_int, DRAWS).refined(wide_choices).under(all),
    row(RANDOM, "nextInt", "(I)I", below, DRAWS).refined(below_choices).under(all),
    row(RANDOM, "nextLong", "()J", any_long, DRAWS).refined(wide_choices).under(all),
    row(RANDOM, "nextBoolean", "()Z", any_boolean, DRAWS).refined(boolean_choices).under(all),
    row(RANDOM, "nextFloat", "()F", any_float, DRAWS).refined(wide_choices).under(all),
    row(RANDOM, "nextDouble", "()D", any_double, DRAWS).refined(wide_choices).under(all),
    row(OF_THREAD, "nextInt", "()I", any_int, DRAWS).refined(wide_choices).under(all),
    row(OF_THREAD, "nextLong", "()J", any_long, DRAWS).refined(wide_choices).under(all),
    row(SUPPORT, "boundedNextInt", "(Ljava/util/random/RandomGenerator;I)I", supported_below, DRAWS)
        .refined(supported_below_choices)
        .under(all),
    row(SUPPORT, "boundedNextInt", "(Ljava/util/random/RandomGenerator;II)I", within, DRAWS)
        .refined(within_choices)
        .under(all),
    row(SUPPORT, "boundedNextLong", "(Ljava/util/random/RandomGenerator;J)J", below_long, DRAWS)
        .refined(below_long_choices)
        .under(all),
    row(SUPPORT, "boundedNextLong", "(Ljava/util/random/RandomGenerator;JJ)J", within_long, DRAWS)
        .refined(within_long_choices)
        .under(all),
];

fn all(randomness: Randomness) -> bool {
    randomness == Randomness::All
}

fn without_seed(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = machine.load(RANDOM)?;
    let seeded = machine.program.find_method(class, "<init>", "(J)V").expect("a Random takes a seed");
    Err(Trap::Tail(seeded, Args::from_slice(&[args[0], NO_SEED, NO_SEED])))
}

/// What is drawn from.
#[derive(Clone, Copy)]
enum Range {
    /// The numbers from the first on that are less than the second.
    Of(i128, i128),
    /// Numbers that are named here.
    Sample(&'static [i64]),
}

impl Range {
    /// All numbers that this many random bits make, as an `int`.
    fn bits(bits: i32) -> Self {
        match bits {
            1..=31 => Self::Of(0, 1 << bits),
            _ => INTS,
        }
    }

    fn is_sampled(self) -> bool {
        matches!(self, Self::Sample(_)) || matches!(self, Self::Of(low, high) if high - low > FEW)
    }

    fn len(self) -> u32 {
        match self {
            Self::Of(low, high) if high - low <= FEW => (high - low) as u32,
            Self::Of(..) => 4,
            Self::Sample(numbers) => numbers.len() as u32,
        }
    }

    /// Of a wide range the first two, the one in the middle and the last.
    fn nth(self, nth: u32) -> i64 {
        let number = match self {
            Self::Of(low, high) if high - low > FEW => match nth {
                0 => low,
                1 => low + 1,
                2 => low + (high - low) / 2,
                _ => high - 1,
            },
            Self::Of(low, _) => low + i128::from(nth),
            Self::Sample(numbers) => i128::from(numbers[nth as usize]),
        };
        number as i64
    }
}

const INTS: Range = Range::Sample(&[0, 1, -1, i32::MIN as i64, i32::MAX as i64]);
const LONGS: Range = Range::Sample(&[0, 1, -1, i64::MIN, i64::MAX]);
/// In quarters; the last stands for the greatest number below one.
const FRACTIONS: Range = Range::Sample(&[0, 1, 2, 3, 4]);

/// What others can notice of a draw: nothing, but the search has to try every value.
fn choices(machine: &Machine<'_>, generator: Ref, range: Range) -> Pending {
    if range.len() > 0 && is_without_seed(machine, generator) { Pending::Choose(range.len()) } else { Pending::Local }
}

/// The value that the search has chosen; the JDK's own code draws one where there is nothing to choose.
fn draw(machine: &mut Machine<'_>, generator: Ref, range: Range) -> Result<i64, Trap> {
    if range.len() == 0 || !is_without_seed(machine, generator) {
        return Err(Trap::Bytecode);
    }
    let chosen = machine.chosen(range.len());
    if chosen.is_none() || range.is_sampled() {
        machine.depend_on_sample();
    }
    chosen.map(|nth| range.nth(nth)).ok_or(Trap::Bytecode)
}

/// Whether the numbers of a generator follow from nothing that the program says.
fn is_without_seed(machine: &Machine<'_>, generator: Ref) -> bool {
    if generator == 0 {
        return false;
    }
    let program = machine.program;
    let class = machine.class_of(generator);
    match program.class_name(class) {
        OF_THREAD => true,
        // Generators that the program names may depend on a seed alone; the others only mix it in.
        SECURE => reference(machine, generator, "secureRandomSpi").is_some_and(|engine| {
            let engine = program.class_name(machine.class_of(engine));
            engine.starts_with("sun/security/provider/NativePRNG") || engine == "sun/security/provider/DRBG"
        }),
        _ => {
            let is_randoms = |next| program.class_name(program.method(next).class) == RANDOM;
            program.find_method(class, "next", "(I)I").is_some_and(is_randoms)
                && reference(machine, generator, "seed").is_some_and(|seed| {
                    let value = program.find_field(machine.class_of(seed), "value");
                    value.is_some_and(|value| cell(machine, seed, program.field(value).place) == SCRAMBLED)
                })
        }
    }
}

/// An object in a field, if there is one.
fn reference(machine: &Machine<'_>, object: Ref, name: &str) -> Option<Ref> {
    let field = machine.program.find_field(machine.class_of(object), name)?;
    let field = machine.program.field(field);
    let found = if field.ty.is_ref() { cell(machine, object, field.place) as Ref } else { 0 };
    Some(found).filter(|&found| found != 0)
}

fn cell(machine: &Machine<'_>, object: Ref, place: u32) -> u64 {
    machine.state.heap.cell(object + HEADER + place)
}

/// A class of the program may draw from methods of its own, which the JDK's helpers call.
fn support(machine: &Machine<'_>, generator: Ref) -> Ref {
    let is_jdks = generator != 0 && machine.program.class(machine.class_of(generator)).origin == Origin::Jdk;
    if is_jdks { generator } else { 0 }
}

fn ints(low: i32, high: i32) -> Range {
    Range::Of(low.into(), high.max(low).into())
}

fn longs(low: i64, high: i64) -> Range {
    Range::Of(low.into(), high.max(low).into())
}

fn next_choices(machine: &Machine<'_>, args: &[u64]) -> Pending {
    choices(machine, args.object(0), Range::bits(args.int(1)))
}

fn next(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    int(draw(machine, args.object(0), Range::bits(args.int(1)))? as i32)
}

fn wide_choices(machine: &Machine<'_>, args: &[u64]) -> Pending {
    choices(machine, args.object(0), INTS)
}

fn any_int(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    int(draw(machine, args.object(0), INTS)? as i32)
}

fn any_long(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    long(draw(machine, args.object(0), LONGS)?)
}

fn any_float(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    float((draw(machine, args.object(0), FRACTIONS)? as f32 / 4.0).min(1.0 - f32::EPSILON / 2.0))
}

fn any_double(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    double((draw(machine, args.object(0), FRACTIONS)? as f64 / 4.0).min(1.0 - f64::EPSILON / 2.0))
}

fn boolean_choices(machine: &Machine<'_>, args: &[u64]) -> Pending {
    choices(machine, args.object(0), ints(0, 2))
}

fn any_boolean(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    int(draw(machine, args.object(0), ints(0, 2))? as i32)
}

fn below_choices(machine: &Machine<'_>, args: &[u64]) -> Pending {
    choices(machine, args.object(0), ints(0, args.int(1)))
}

fn below(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    int(draw(machine, args.object(0), ints(0, args.int(1)))? as i32)
}

fn supported_below_choices(machine: &Machine<'_>, args: &[u64]) -> Pending {
    choices(machine, support(machine, args.object(0)), ints(0, args.int(1)))
}

fn supported_below(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let generator = support(machine, args.object(0));
    int(draw(machine, generator, ints(0, args.int(1)))? as i32)
}

fn within_choices(machine: &Machine<'_>, args: &[u64]) -> Pending {
    choices(machine, support(machine, args.object(0)), ints(args.int(1), args.int(2)))
}

fn within(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let generator = support(machine, args.object(0));
    int(draw(machine, generator, ints(args.int(1), args.int(2)))? as i32)
}

fn below_long_choices(machine: &Machine<'_>, args: &[u64]) -> Pending {
    choices(machine, support(machine, args.object(0)), longs(0, args.long(1)))
}

fn below_long(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let generator = support(machine, args.object(0));
    long(draw(machine, generator, longs(0, args.long(1)))?)
}

fn within_long_choices(machine: &Machine<'_>, args: &[u64]) -> Pending {
    choices(machine, support(machine, args.object(0)), longs(args.long(1), args.long(3)))
}

fn within_long(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let generator = support(machine, args.object(0));
    long(draw(machine, generator, longs(args.long(1), args.long(3)))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_values_are_all_tried_and_wide_ranges_have_their_ends() {
        let values = |range: Range| (0..range.len()).map(|nth| range.nth(nth)).collect::<Vec<_>>();
        assert_eq!(values(ints(-1, 3)), [-1, 0, 1, 2]);
        assert!(!ints(0, 32).is_sampled() && ints(0, 33).is_sampled());
        assert_eq!(values(ints(i32::MIN, i32::MAX)), [-2_147_483_648, -2_147_483_647, -1, 2_147_483_646]);
        assert_eq!(values(longs(i64::MIN, i64::MAX))[3], i64::MAX - 1);
        assert_eq!(values(Range::bits(1)), [0, 1]);
        assert_eq!(values(Range::bits(31))[3], i64::from(i32::MAX));
        assert_eq!(ints(5, 5).len(), 0, "the JDK's code complains of an empty range");
    }
}
