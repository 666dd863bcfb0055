//! Random straight-line code means the same before and after translation: the bytecode runs on a
//! stack machine, the register code on a register machine, and all locals and the result must
//! agree. The programs are mostly loads, stores and stack instructions, where copies are saved, cut
//! into blocks by jumps to the next instruction.

use crate::common::assembler::{Assembler, Body, PUBLIC, STATIC};
use bytes::Bytes;
use heddle_program::Origin;
use heddle_program::ir::{Code, Instr};
use heddle_testing::Random;

const LOCALS: usize = 8;
const METHODS: usize = 2_000;

/// A value on the stack; a `long` is two slots.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Slot {
    Int(i32),
    Long(i64),
    Second,
}

/// The stack machine. Even locals 0, 2 are ints, 4 and 6 start a long.
struct Stack {
    slots: Vec<Slot>,
    ints: [i32; 4],
    longs: [i64; 2],
}

#[test]
fn random_straight_line_code_keeps_its_meaning() {
    let mut random = Random::new(1);
    let mut class = Assembler::new(61);
    let mut expected = Vec::new();
    for index in 0..METHODS {
        let mut stack = Stack { slots: Vec::new(), ints: [3, -5, 7, 11], longs: [1 << 40, -9] };
        let (mut code, mut frames, mut last_frame) = (Vec::new(), Vec::new(), None);
        let (mut max_stack, length) = (1, 5 + random.below(60));
        for _ in 0..length {
            emit(&mut random, &mut stack, &mut code);
            max_stack = max_stack.max(stack.slots.len());
            if random.below(12) == 0 {
                // A jump to the next instruction ends a block, so that all entries go home.
                code.extend([0xa7, 0, 3]);
                frames.push(frame(&stack, code.len(), &mut last_frame));
            }
        }
        // Return the sum of all ints on the stack, so that every entry matters.
        code.push(0x03);
        let mut sum = 0_i32;
        while let Some(slot) = stack.slots.pop() {
            match slot {
                Slot::Int(value) => {
                    sum = value.wrapping_add(sum);
                    code.push(0x60);
                }
                Slot::Second => {
                    let Some(Slot::Long(value)) = stack.slots.pop() else { unreachable!() };
                    // The sum is above the long: bring it below, make the long an int, add.
                    code.extend([0x5b, 0x57, 0x88, 0x60]);
                    sum = (value as i32).wrapping_add(sum);
                }
                Slot::Long(_) => unreachable!(),
            }
        }
        code.push(0xac);
        let max_stack = max_stack as u16 + 3;
        let body = Body { max_stack, max_locals: LOCALS as u16, code, frames, ..Body::default() };
        class.method(PUBLIC | STATIC, &format!("m{index}"), "(IIIIJJ)I", &body);
        expected.push((sum, stack.ints, stack.longs, max_stack));
    }
    let jdk = heddle_testing::jdk();
    let program = crate::common::open(jdk, &[]);
    let bytes = Bytes::from(class.finish("Random", "java/lang/Object"));
    let class = program.define(bytes, Origin::User).expect("the class is well formed");
    let (mut moves, mut cycles) = (0, 0);
    for (&method, (sum, ints, longs, max_stack)) in program.class(class).methods.iter().zip(&expected) {
        let code = program.code(method).unwrap_or_else(|error| panic!("{error}"));
        let (result, registers) = run(code);
        assert_eq!(result as i32, *sum, "{}", heddle_program::listing::Listing::new(code));
        assert_eq!(std::array::from_fn::<_, 4, _>(|at| registers[at] as i32), *ints);
        assert_eq!([registers[4] as i64, registers[6] as i64], *longs);
        // A register behind the homes of the stack exists only to open cycles of moves.
        cycles += usize::from(code.registers > code.max_locals + max_stack);
        moves += code.instrs.iter().filter(|instr| matches!(instr, Instr::Move { .. })).count();
    }
    assert!(moves > 0 && cycles > 0, "{moves} copies, {cycles} methods with cycles");
}

/// A full frame at a bytecode index.
fn frame(stack: &Stack, bci: usize, last: &mut Option<usize>) -> Vec<u8> {
    let delta = last.replace(bci).map_or(bci, |last| bci - last - 1) as u16;
    let mut bytes = vec![255];
    bytes.extend(delta.to_be_bytes());
    bytes.extend([0, 6, 1, 1, 1, 1, 4, 4]);
    let values: Vec<u8> = stack
        .slots
        .iter()
        .filter_map(|slot| match slot {
            Slot::Int(_) => Some(1),
            Slot::Long(_) => Some(4),
            Slot::Second => None,
        })
        .collect();
    bytes.extend((values.len() as u16).to_be_bytes());
    bytes.extend(values);
    bytes
}

/// Appends a random instruction that fits the stack, and runs it.
fn emit(random: &mut Random, stack: &mut Stack, code: &mut Vec<u8>) {
    let depth = stack.slots.len();
    let top = stack.slots.last().copied();
    let can_pop_int = matches!(top, Some(Slot::Int(_)));
    let can_pop_long = top == Some(Slot::Second);
    match random.below(16) {
        0 => {
            let value = random.below(7) as i32 - 1;
            code.push((value + 3) as u8);
            stack.slots.push(Slot::Int(value));
        }
        1..=3 => {
            let local = random.below(4);
            code.push(0x1a + local as u8);
            stack.slots.push(Slot::Int(stack.ints[local]));
        }
        4 => {
            let local = random.below(2);
            code.extend([0x16, 4 + 2 * local as u8]);
            stack.slots.extend([Slot::Long(stack.longs[local]), Slot::Second]);
        }
        5 | 6 if can_pop_int => {
            let local = random.below(4);
            code.push(0x3b + local as u8);
            let Some(Slot::Int(value)) = stack.slots.pop() else { unreachable!() };
            stack.ints[local] = value;
        }
        5 | 6 if can_pop_long => {
            let local = random.below(2);
            code.extend([0x37, 4 + 2 * local as u8]);
            stack.slots.pop();
            let Some(Slot::Long(value)) = stack.slots.pop() else { unreachable!() };
            stack.longs[local] = value;
        }
        7 => {
            let (local, by) = (random.below(4), random.below(9) as i8 - 4);
            code.extend([0x84, local as u8, by as u8]);
            stack.ints[local] = stack.ints[local].wrapping_add(by.into());
        }
        8 if depth >= 2 && can_pop_int && matches!(stack.slots[depth - 2], Slot::Int(_)) => {
            let (Some(Slot::Int(b)), Some(Slot::Int(a))) = (stack.slots.pop(), stack.slots.pop()) else {
                unreachable!()
            };
            let (opcode, value) = match random.below(3) {
                0 => (0x60, a.wrapping_add(b)),
                1 => (0x64, a.wrapping_sub(b)),
                _ => (0x68, a.wrapping_mul(b)),
            };
            code.push(opcode);
            stack.slots.push(Slot::Int(value));
        }
        9 if can_pop_int => {
            code.push(0x57);
            stack.slots.pop();
        }
        _ => shuffle(random, stack, code),
    }
}

/// A random stack instruction that splits no `long`.
fn shuffle(random: &mut Random, stack: &mut Stack, code: &mut Vec<u8>) {
    // (opcode, duplicated slots, slots below them)
    let forms = [(0x59, 1, 0), (0x5a, 1, 1), (0x5b, 1, 2), (0x5c, 2, 0), (0x5d, 2, 1), (0x5e, 2, 2), (0x5f, 1, 1)];
    let (opcode, count, below) = forms[random.below(forms.len())];
    let depth = stack.slots.len();
    let starts_value = |at: usize| at == depth || stack.slots[at] != Slot::Second;
    if depth < count + below || !starts_value(depth - count) || !starts_value(depth - count - below) || depth > 40 {
        return;
    }
    code.push(opcode);
    let upper = stack.slots.split_off(depth - count);
    let lower = stack.slots.split_off(depth - count - below);
    stack.slots.extend(&upper);
    stack.slots.extend(&lower);
    if opcode != 0x5f {
        stack.slots.extend(&upper);
    }
}

/// The register machine, for the instructions that the test produces.
fn run(code: &Code) -> (u64, Vec<u64>) {
    let mut regs = vec![0xDEAD_BEEF_u64; usize::from(code.registers)];
    for (at, value) in [3, -5, 7, 11_i32].into_iter().enumerate() {
        regs[at] = u64::from(value as u32);
    }
    (regs[4], regs[6]) = (1 << 40, -9_i64 as u64);
    for instr in &code.instrs {
        let int = |regs: &[u64], a: u16| regs[usize::from(a)] as i32;
        let (d, value) = match *instr {
            Instr::Move { d, a } => (d, regs[usize::from(a)]),
            Instr::Const32 { d, v } => (d, u64::from(v)),
            Instr::IAdd { d, a, b } => (d, u64::from(int(&regs, a).wrapping_add(int(&regs, b)) as u32)),
            Instr::ISub { d, a, b } => (d, u64::from(int(&regs, a).wrapping_sub(int(&regs, b)) as u32)),
            Instr::IMul { d, a, b } => (d, u64::from(int(&regs, a).wrapping_mul(int(&regs, b)) as u32)),
            Instr::IAddK { d, a, k } => (d, u64::from(int(&regs, a).wrapping_add(k.into()) as u32)),
            Instr::IMulK { d, a, k } => (d, u64::from(int(&regs, a).wrapping_mul(k.into()) as u32)),
            Instr::L2I { d, a } => (d, u64::from(regs[usize::from(a)] as u32)),
            Instr::Goto { .. } => continue,
            Instr::ReturnValue { a } => return (regs[usize::from(a)], regs),
            other => panic!("the test makes no {other:?}"),
        };
        regs[usize::from(d)] = value;
    }
    panic!("the code ends in a return")
}
