//! `Set.of` and `Map.of`: the order in which they are gone through follows from a number that each virtual machine
//! draws when it starts. Here it is one of them; what depends on it is noted, and the JDK's own code goes on.

use heddle_machine::{Machine, Native, NativeResult, Ref, Trap};
use heddle_program::effect::{Calls, Effect, PURE};

use crate::rows::{Slots, row};

const PAIR: &str = "java/util/ImmutableCollections$Set12";

const OWN_CODE: Effect = PURE.calling(Calls::OwnCode);

pub const ROWS: &[Native] = &[
    row(
        "java/util/ImmutableCollections$Set12$1",
        "<init>",
        "(Ljava/util/ImmutableCollections$Set12;)V",
        of_pair,
        OWN_CODE,
    ),
    row(PAIR, "toArray", "()[Ljava/lang/Object;", pair, OWN_CODE),
    row(PAIR, "forEach", "(Ljava/util/function/Consumer;)V", pair, OWN_CODE),
    row(
        "java/util/ImmutableCollections$SetN$SetNIterator",
        "<init>",
        "(Ljava/util/ImmutableCollections$SetN;)V",
        of_many,
        OWN_CODE,
    ),
    row(
        "java/util/ImmutableCollections$MapN$MapNIterator",
        "<init>",
        "(Ljava/util/ImmutableCollections$MapN;)V",
        of_many,
        OWN_CODE,
    ),
];

fn of_pair(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    look_at_pair(machine, args.object(1))
}

fn pair(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    look_at_pair(machine, args.object(0))
}

fn look_at_pair(machine: &mut Machine<'_>, set: Ref) -> NativeResult {
    let collections = machine.load("java/util/ImmutableCollections")?;
    let nothing = machine.static_field(collections, "EMPTY");
    if set != 0 && machine.field(set, "e1") != nothing {
        machine.depend_on_order();
    }
    Err(Trap::Bytecode)
}

fn of_many(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let collection = args.object(1);
    if collection != 0 && machine.field(collection, "size") > 1 {
        machine.depend_on_order();
    }
    Err(Trap::Bytecode)
}
