//! The variables of a pushdown network, and their copies, in one fixed order.
//!
//! Comes in: how many bits each variable has. Goes out: diagrams for bits, cubes to quantify whole
//! copies, renamings between copies. Bits of equal weight of all variables stand together, and the
//! copies of a bit next to each other, so that copying, comparing and adding variables stay small
//! whichever two variables are involved (ALGORITHMS 4.1.5).

use heddle_bdd::{Bdd, Bdds, Renaming, Variable};

/// A variable of the network.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Shared by all threads.
    Global,
    /// Part of a stack symbol.
    Local,
    /// What a returning frame hands to its caller.
    Result,
}

/// Which copy of a variable (ALGORITHMS 4.1.2 numbers them 0 to 4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Copy {
    /// Now.
    Now,
    /// When the frame on top was called.
    Entry,
    /// When a suspended frame's callee was called.
    Link,
    /// When the current context began. A resting thread keeps its globals here.
    Start,
    /// A second `Start` for comparisons, and scratch space for assignments.
    Other,
}

const COPIES: u32 = 5;

/// The value of a variable, lowest bit first.
pub type Bits = Vec<Bdd>;

pub struct Space {
    pub bdds: Bdds,
    vars: Vec<(Scope, u32)>,
    /// Per variable and bit, the place of the first copy.
    places: Vec<Vec<Variable>>,
    pub globals: [Bdd; COPIES as usize],
    pub locals: [Bdd; COPIES as usize],
    pub results: Bdd,
    /// Everything that is not `Start`, in a resting thread: locals, and what the callee was entered with.
    pub rest: Bdd,
    /// Globals and locals at the call of a suspended frame's callee.
    pub link: Bdd,
    /// The globals have not changed since the context began.
    pub unchanged: Bdd,
    /// The globals are those with which the frame on top was called.
    pub just_called: Bdd,
    /// `Start` is below `Other` in a total order of global valuations.
    pub below: Bdd,
    pub now_to_start: Renaming,
    pub start_to_other: Renaming,
    pub swap_start_other: Renaming,
    pub now_to_link: Renaming,
    pub entry_to_link: Renaming,
    pub locals_link_to_now: Renaming,
    pub other_to_now: Renaming,
}

impl Space {
    /// Variables by their number, topmost first within bits of equal weight; room for so many nodes.
    pub fn new(vars: Vec<(Scope, u32)>, nodes: usize) -> Self {
        let mut places = vec![Vec::new(); vars.len()];
        let mut next = 0;
        let widest = vars.iter().map(|&(_, width)| width).max().unwrap_or(0);
        for bit in 0..widest {
            for (var, _) in vars.iter().enumerate().filter(|(_, (_, width))| *width > bit) {
                places[var].push(next);
                next += COPIES;
            }
        }
        let bdds = Bdds::new(next, nodes);
        let of = |scope: Scope| -> Vec<Variable> {
            let chosen = vars.iter().zip(&places).filter(move |((s, _), _)| *s == scope);
            chosen.flat_map(|(_, bits)| bits.iter().copied()).collect()
        };
        let (globals, locals, results) = (of(Scope::Global), of(Scope::Local), of(Scope::Result));
        let cube =
            |bits: &[Variable], copy: Copy| bdds.cube(bits.iter().map(|&bit| bit + copy as u32).collect::<Vec<_>>());
        let pairs = |bits: &[Variable], from: Copy, to: Copy| -> Vec<(Variable, Variable)> {
            bits.iter().map(|&bit| (bit + from as u32, bit + to as u32)).collect()
        };
        let both = |from: Copy, to: Copy| [pairs(&globals, from, to), pairs(&locals, from, to)].concat();
        let equal = |bits: &[Variable], a: Copy, b: Copy| {
            let mut all = bdds.yes();
            for &bit in bits.iter().rev() {
                let same = bdds.iff(&bdds.variable(bit + a as u32), &bdds.variable(bit + b as u32));
                all = bdds.and(&same, &all);
            }
            all
        };
        // The topmost bit in the order decides.
        let below = globals.iter().copied().collect::<std::collections::BTreeSet<_>>().into_iter().rev().fold(
            bdds.no(),
            |rest, bit| {
                let a = bdds.variable(bit + Copy::Start as u32);
                let b = bdds.variable(bit + Copy::Other as u32);
                bdds.ite(&bdds.xor(&a, &b), &b, &rest)
            },
        );
        let copies = [Copy::Now, Copy::Entry, Copy::Link, Copy::Start, Copy::Other];
        let global_cubes = copies.map(|copy| cube(&globals, copy));
        let local_cubes = copies.map(|copy| cube(&locals, copy));
        let rest = bdds.and(&bdds.and(&local_cubes[0], &local_cubes[1]), &global_cubes[1]);
        Self {
            link: bdds.and(&global_cubes[2], &local_cubes[2]),
            rest,
            globals: global_cubes,
            locals: local_cubes,
            results: cube(&results, Copy::Now),
            unchanged: equal(&globals, Copy::Now, Copy::Start),
            just_called: equal(&globals, Copy::Now, Copy::Entry),
            below,
            now_to_start: bdds.renaming(pairs(&globals, Copy::Now, Copy::Start)),
            start_to_other: bdds.renaming(pairs(&globals, Copy::Start, Copy::Other)),
            swap_start_other: bdds.renaming(
                [pairs(&globals, Copy::Start, Copy::Other), pairs(&globals, Copy::Other, Copy::Start)].concat(),
            ),
            now_to_link: bdds.renaming(pairs(&globals, Copy::Now, Copy::Link)),
            entry_to_link: bdds.renaming(both(Copy::Entry, Copy::Link)),
            locals_link_to_now: bdds.renaming(pairs(&locals, Copy::Link, Copy::Now)),
            other_to_now: bdds.renaming(both(Copy::Other, Copy::Now)),
            bdds,
            vars,
            places,
        }
    }

    pub fn width(&self, var: Var) -> u32 {
        self.vars[var.0 as usize].1
    }

    pub fn scope(&self, var: Var) -> Scope {
        self.vars[var.0 as usize].0
    }

    /// Diagram variables, copies included.
    pub fn variables(&self) -> usize {
        self.places.iter().map(Vec::len).sum::<usize>() * COPIES as usize
    }

    pub fn count(&self) -> u32 {
        self.vars.len() as u32
    }

    /// The diagram variable of a bit.
    pub fn place(&self, var: Var, bit: u32, copy: Copy) -> Variable {
        self.places[var.0 as usize][bit as usize] + copy as u32
    }

    pub fn bits(&self, var: Var, copy: Copy) -> Bits {
        (0..self.width(var)).map(|bit| self.bdds.variable(self.place(var, bit, copy))).collect()
    }

    pub fn cube(&self, vars: impl IntoIterator<Item = Var>, copy: Copy) -> Bdd {
        let bits: Vec<Variable> = vars
            .into_iter()
            .flat_map(|var| (0..self.width(var)).map(move |bit| (var, bit)))
            .map(|(var, bit)| self.place(var, bit, copy))
            .collect();
        self.bdds.cube(bits)
    }

    /// The bits of a variable equal these, which are as many or fewer; missing ones are 0.
    pub fn equals(&self, var: Var, copy: Copy, value: &[Bdd]) -> Bdd {
        let mut all = self.bdds.yes();
        for bit in (0..self.width(var)).rev() {
            let here = self.bdds.variable(self.place(var, bit, copy));
            let same = match value.get(bit as usize) {
                Some(value) => self.bdds.iff(&here, value),
                None => self.bdds.not(&here),
            };
            all = self.bdds.and(&same, &all);
        }
        all
    }

    /// The value of a variable in an assignment.
    pub fn read(&self, assignment: &[bool], var: Var, copy: Copy) -> u64 {
        (0..self.width(var))
            .fold(0, |value, bit| value | u64::from(assignment[self.place(var, bit, copy) as usize]) << bit)
    }

    /// The globals of an assignment, as a cube of one copy.
    pub fn globals_of(&self, assignment: &[bool], read: Copy, write: Copy) -> Bdd {
        let mut places: Vec<(Variable, bool)> = Vec::new();
        for (at, &(scope, width)) in self.vars.iter().enumerate() {
            if scope == Scope::Global {
                for bit in 0..width {
                    let var = Var(at as u32);
                    let value = assignment[self.place(var, bit, read) as usize];
                    places.push((self.place(var, bit, write), value));
                }
            }
        }
        places.sort_unstable_by(|a, b| b.cmp(a));
        places.into_iter().fold(self.bdds.yes(), |cube, (place, value)| {
            let bit = self.bdds.variable(place);
            let literal = if value { bit } else { self.bdds.not(&bit) };
            self.bdds.and(&literal, &cube)
        })
    }
}
