//! Which instruction of a method every way on from a branch leads to: its immediate post-dominator. A
//! branch decides whether the instructions before that one are executed (Ferrante, Ottenstein and
//! Warren, TOPLAS 1987). Exceptions do not count as ways on; whoever catches one says so.

use heddle_program::ir::{Code, Pc};

/// Immediate post-dominators by instruction; [`PostDominators::NONE`] where only the method's end is
/// certain to be reached.
pub struct PostDominators {
    next: Vec<Pc>,
}

impl PostDominators {
    pub const NONE: Pc = Pc::MAX;

    /// Cooper, Harvey and Kennedy's algorithm on the reversed graph, with one exit for all ends.
    pub fn new(code: &Code) -> Self {
        let count = code.instrs.len();
        let exit = count;
        let mut ahead: Vec<Vec<usize>> = vec![vec![]; count + 1];
        let mut back: Vec<Vec<usize>> = vec![vec![]; count + 1];
        for (pc, instr) in code.instrs.iter().enumerate() {
            let mut join = |to: usize| {
                ahead[pc].push(to);
                back[to].push(pc);
            };
            let mut any = false;
            instr.successors(pc as Pc, code, |to| {
                any = true;
                join((to as usize).min(exit));
            });
            if !any {
                join(exit);
            }
        }
        let order = postorder(&back, exit);
        let mut position = vec![usize::MAX; count + 1];
        for (at, &node) in order.iter().enumerate() {
            position[node] = at;
        }
        let mut next = vec![usize::MAX; count + 1];
        next[exit] = exit;
        let mut changed = true;
        while changed {
            changed = false;
            for &node in order.iter().rev().filter(|&&node| node != exit) {
                let mut found = usize::MAX;
                for &to in ahead[node].iter().filter(|&&to| next[to] != usize::MAX) {
                    found = if found == usize::MAX { to } else { meet(&next, &position, found, to) };
                }
                if next[node] != found {
                    next[node] = found;
                    changed = true;
                }
            }
        }
        let known = |to: usize| if to >= exit { Self::NONE } else { to as Pc };
        Self { next: next[..count].iter().map(|&to| known(to)).collect() }
    }

    pub fn of(&self, pc: Pc) -> Pc {
        self.next.get(pc as usize).copied().unwrap_or(Self::NONE)
    }

    /// The first instruction that both lead to.
    pub fn common(&self, a: Pc, b: Pc) -> Pc {
        let chain =
            |from: Pc| std::iter::successors(Some(from), |&pc| Some(self.of(pc)).filter(|&to| to != Self::NONE));
        let of_a: Vec<Pc> = chain(a).skip(1).collect();
        chain(b).find(|pc| of_a.contains(pc)).unwrap_or(Self::NONE)
    }
}

fn meet(next: &[usize], position: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while position[a] < position[b] {
            a = next[a];
        }
        while position[b] < position[a] {
            b = next[b];
        }
    }
    a
}

fn postorder(edges: &[Vec<usize>], root: usize) -> Vec<usize> {
    let mut seen = vec![false; edges.len()];
    let mut order = Vec::new();
    let mut stack = vec![(root, 0)];
    seen[root] = true;
    while let Some((node, at)) = stack.pop() {
        match edges[node].get(at) {
            Some(&to) => {
                stack.push((node, at + 1));
                if !seen[to] {
                    seen[to] = true;
                    stack.push((to, 0));
                }
            }
            None => order.push(node),
        }
    }
    order
}
