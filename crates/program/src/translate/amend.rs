//! Amendments to the JDK's own bytecode, made before it is lowered: places where a method of the JDK counts, draws
//! random numbers or measures idle time, such that no state would ever come back although nothing that a
//! program can notice has changed. Comes in: a body of the JDK; goes out: another of the same length, or
//! `None` if there is nothing to amend. Whatever does not look as expected stays as it is, so that an
//! unknown version of the JDK is executed as it was written.
//!
//! All of them concern `ForkJoinPool`:
//!
//! | what | in its place | why nobody can notice |
//! |---|---|---|
//! | a worker draws the queue that it looks at first (xorshift) | it asks `ThreadLocalRandom.getProbe`, which the platform answers with a choice among the queues that are not empty | every task that some seed would find first is one of the choices |
//! | the keep-alive time of an idle worker | 49 days | a worker that has ended and one that sleeps take the next task alike; only the names and numbers of workers tell them apart |
//! | a worker counts the tasks that it has taken (`nsteals`) in a local | nothing | a statistic, of which the javadoc says that it is an estimate |

use heddle_classfile::{ClassFile, Code as Body, Constant};
use heddle_jdk::pools;

const NOP: u8 = 0x00;
const LDC2_W: u8 = 0x14;
const ILOAD: u8 = 0x15;
const ILOAD_0: u8 = 0x1a;
const ALOAD_0: u8 = 0x2a;
const ISTORE_0: u8 = 0x3b;
const IINC: u8 = 0x84;
const GETFIELD: u8 = 0xb4;
const PUTFIELD: u8 = 0xb5;
const INVOKESTATIC: u8 = 0xb8;

/// In milliseconds, a constant that the class has anyway.
const DAYS: i64 = 0xffff_ffff;

/// The bytecode of a method of the JDK as it shall be executed, if it differs.
pub(super) fn amended(file: &ClassFile, body: &Body<'_>) -> Option<Vec<u8>> {
    if file.name() != pools::FORK_JOIN {
        return None;
    }
    let mut bytecode = body.bytecode.to_vec();
    let draws = draw_by_choice(file, &mut bytecode);
    let waits = keep_idle_workers(file, &mut bytecode);
    let counts = count_no_steals(file, &mut bytecode);
    (draws | waits | counts).then_some(bytecode)
}

/// `r ^= r << 13; r ^= r >>> 17; r ^= r << 5` → `r = ThreadLocalRandom.getProbe()`.
fn draw_by_choice(file: &ClassFile, bytecode: &mut [u8]) -> bool {
    let Some(probe) = constant(file, |file, cp| is_member(file, cp, pools::PROBE, "()I")) else { return false };
    let mut found = false;
    for register in 0..4 {
        let (load, store) = (ILOAD_0 + register, ISTORE_0 + register);
        #[rustfmt::skip]
        let xorshift = [
            load, load, 0x10, 13, 0x78, 0x82, store,
            load, load, 0x10, 17, 0x7c, 0x82, store,
            load, load, 0x08, 0x78, 0x82, store,
        ];
        while let Some(at) = position(bytecode, &xorshift) {
            let [high, low] = probe.to_be_bytes();
            bytecode[at..at + xorshift.len()].fill(NOP);
            bytecode[at..at + 4].copy_from_slice(&[INVOKESTATIC, high, low, store]);
            found = true;
        }
    }
    found
}

/// `this.keepAlive` → a very long time.
fn keep_idle_workers(file: &ClassFile, bytecode: &mut [u8]) -> bool {
    let field = constant(file, |file, cp| is_member(file, cp, pools::IDLE_TIME, "J"));
    let days = constant(file, |file, cp| matches!(file.constant(cp), Ok(Constant::Long(DAYS))));
    let (Some(field), Some(days)) = (field, days) else { return false };
    let ([field_high, field_low], [high, low]) = (field.to_be_bytes(), days.to_be_bytes());
    let mut found = false;
    while let Some(at) = position(bytecode, &[ALOAD_0, GETFIELD, field_high, field_low]) {
        bytecode[at..at + 4].copy_from_slice(&[NOP, LDC2_W, high, low]);
        found = true;
    }
    found
}

/// `w.nsteals = ++n` → `w.nsteals = n`.
fn count_no_steals(file: &ClassFile, bytecode: &mut [u8]) -> bool {
    let Some(field) = constant(file, |file, cp| is_member(file, cp, pools::STOLEN_TASKS, "I")) else { return false };
    let [high, low] = field.to_be_bytes();
    let counts = |w: &[u8]| w[0] == IINC && w[3] == ILOAD && w[1] == w[4] && w[5..] == [PUTFIELD, high, low];
    let Some(at) = bytecode.windows(8).position(counts) else { return false };
    bytecode[at..at + 3].fill(NOP);
    true
}

fn constant(file: &ClassFile, is_wanted: impl Fn(&ClassFile, u16) -> bool) -> Option<u16> {
    (1..file.constants().len() as u16).find(|&cp| is_wanted(file, cp))
}

fn is_member(file: &ClassFile, cp: u16, name: &str, descriptor: &str) -> bool {
    file.member_ref(cp).is_ok_and(|member| member.name == name && member.descriptor == descriptor)
}

fn position(bytecode: &[u8], pattern: &[u8]) -> Option<usize> {
    bytecode.windows(pattern.len()).position(|window| window == pattern)
}
