//! Makes a program smaller while something stays true of it.

use crate::program::{Program, Stmt};

/// The smallest program that can be reached by dropping statements. `first` tells which of some
/// smaller programs is the first to keep what matters; it gets many at once because asking may be
/// costly.
pub fn shrink(mut program: Program, mut first: impl FnMut(&[Program]) -> Option<usize>) -> Program {
    loop {
        let smaller = smaller(&program);
        match first(&smaller) {
            Some(index) => program = smaller[index].clone(),
            None => return program,
        }
    }
}

/// All programs that are one cut away, those with the greatest cut first.
fn smaller(program: &Program) -> Vec<Program> {
    let mut all = vec![];
    for thread in (0..program.threads.len()).rev() {
        if thread > 0 && !program.threads[thread].is_empty() {
            let mut smaller = program.clone();
            smaller.threads[thread].clear();
            all.push(smaller);
        }
        if thread > 0 && thread == program.threads.len() - 1 && program.threads[thread].is_empty() {
            all.push(without_last_thread(program));
        }
        for body in smaller_blocks(&program.threads[thread]) {
            let mut smaller = program.clone();
            smaller.threads[thread] = body;
            all.push(smaller);
        }
    }
    all.sort_by_key(Program::size);
    all
}

/// Drops the last thread and every statement that names it.
fn without_last_thread(program: &Program) -> Program {
    fn drop_mentions(list: &mut Vec<Stmt>, gone: u8) {
        list.retain(|stmt| match stmt {
            Stmt::Unpark(thread) | Stmt::Start(thread) | Stmt::Join(thread) | Stmt::Interrupt(thread) => {
                *thread != gone
            }
            Stmt::Alive { thread, .. } | Stmt::IsInterrupted { thread, .. } | Stmt::SetPriority { thread, .. } => {
                *thread != gone
            }
            _ => true,
        });
        for stmt in list {
            stmt.blocks_mut().into_iter().for_each(|block| drop_mentions(block, gone));
        }
    }
    let mut smaller = program.clone();
    smaller.threads.pop();
    let gone = smaller.threads.len() as u8;
    smaller.threads.iter_mut().for_each(|body| drop_mentions(body, gone));
    smaller
}

fn smaller_blocks(list: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut all = vec![];
    for (at, stmt) in list.iter().enumerate() {
        let mut replace = |with: &[Stmt]| all.push([&list[..at], with, &list[at + 1..]].concat());
        replace(&[]);
        for (index, block) in stmt.blocks().into_iter().enumerate() {
            replace(block);
            for smaller in smaller_blocks(block) {
                let mut stmt = stmt.clone();
                *stmt.blocks_mut()[index] = smaller;
                replace(&[stmt]);
            }
        }
        if let Stmt::Try { body, catch: Some(catch), finally: Some(finally) } = stmt {
            replace(&[Stmt::Try { body: body.clone(), catch: Some(catch.clone()), finally: None }]);
            replace(&[Stmt::Try { body: body.clone(), catch: None, finally: Some(finally.clone()) }]);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random;

    #[test]
    fn only_what_matters_is_left() {
        let program = (0..).map(random::program).find(|program| {
            let mut parks = 0;
            program.visit(&mut |stmt| parks += usize::from(matches!(stmt, Stmt::Park { .. })));
            parks > 1 && program.size() > 8
        });
        let parks = |program: &Program| {
            let mut parks = false;
            program.visit(&mut |stmt| parks |= matches!(stmt, Stmt::Park { .. }));
            parks
        };
        let small = shrink(program.expect("seeds are endless"), |all| all.iter().position(parks));
        assert_eq!(small.size(), 1);
    }
}
