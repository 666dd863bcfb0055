//! Draws programs with priorities from seeds, for platforms on which they matter.

use crate::program::{Program, Stmt};
use crate::random::{self, Random};

/// The program of a seed with priorities: most workers have one of their own from the beginning, some
/// threads change one later, and some sleep, so that they come back at any moment.
pub fn program(seed: u64) -> Program {
    let mut program = random::program(seed);
    let mut random = Random::new(!seed);
    let threads = program.threads.len();
    let set = |random: &mut Random, thread: usize| Stmt::SetPriority {
        thread: thread as u8,
        priority: random.pick(&[2, 4, 5, 5, 6, 8]),
    };
    for thread in 0..threads {
        for _ in 0..random.weighted(&[60, 30, 10]) {
            let of = if random.chance(50) { thread } else { random.below(threads) };
            let stmt = if random.chance(65) { set(&mut random, of) } else { Stmt::Sleep };
            insert(&mut random, &mut program.threads[thread], stmt);
        }
    }
    let first = (0..threads).filter(|&thread| thread > 0 || random.chance(15)).collect::<Vec<_>>();
    for thread in first {
        if random.chance(80) {
            let stmt = set(&mut random, thread);
            program.threads[0].insert(0, stmt);
        }
    }
    program
}

/// Puts a statement somewhere into a list or, half of the time, into a block of it.
fn insert(random: &mut Random, list: &mut Vec<Stmt>, stmt: Stmt) {
    let at = random.below(list.len() + 1);
    if let Some(outer) = list.get_mut(at)
        && random.chance(50)
    {
        let mut blocks = outer.blocks_mut();
        if !blocks.is_empty() {
            let inner = random.below(blocks.len());
            return insert(random, blocks.swap_remove(inner), stmt);
        }
    }
    list.insert(at, stmt);
}
