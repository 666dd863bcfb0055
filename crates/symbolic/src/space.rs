//! The variables of a pushdown network, and their copies, in one fixed order.
//!
//! Comes in: how many bits each variable has. Goes out: diagrams for bits, cubes to quantify whole
//! copies, renamings between copies. Bits of equal weight of numbers stand together, and the copies
//! of a bit next to each other, so that copying, comparing and adding stay small whichever two
//! variables are involved. What has few values may stand whole above the numbers.

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
    /// Where a thread stands, or a word of a frame that does not run; only if threads are kept
    /// together. These have no copies.
    Aside,
}

/// Where the bits of a variable stand in the order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Together, near the top: few values, on which much depends.
    Together,
    /// Each with the bits of equal weight of others: numbers, which are compared and added.
    Interleaved,
}

/// A variable to be made: its scope and width.
pub type Declared = (Scope, u32, Order);

/// What each thread has aside, if threads are kept together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Room {
    /// Words of frames that do not run: those whose bits stand together, and their width.
    pub names: usize,
    pub name_bits: u32,
    /// ... and the others.
    pub numbers: usize,
    /// Bits of the number of a position.
    pub bits: u32,
}

/// Words aside.
#[derive(Clone, Default)]
pub struct Cells {
    pub names: Vec<Var>,
    pub numbers: Vec<Var>,
}

/// Which copy of a variable.
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
    /// By thread.
    pub cells: Vec<Cells>,
    pub positions: Vec<Var>,
    /// Per variable and bit, the place of the first copy.
    places: Vec<Vec<Variable>>,
    pub globals: [Bdd; COPIES as usize],
    pub locals: [Bdd; COPIES as usize],
    pub results: Bdd,
    /// Everything that is not `Start`, in a resting thread: locals, and what the callee was entered with.
    pub rest: Bdd,
    /// What the callee was entered with.
    pub entry: Bdd,
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
    pub fn new(vars: Vec<Declared>, nodes: usize) -> Self {
        Self::with_room(vars, 0, Room::default(), nodes)
    }

    /// ... and so many threads with room for what they have aside.
    pub fn with_room(declared: Vec<Declared>, threads: usize, room: Room, nodes: usize) -> Self {
        let mut declared = declared;
        let word = declared.iter().filter(|(scope, ..)| *scope == Scope::Local).map(|&(_, width, _)| width).max();
        let mut aside = |count: usize, width: u32, order: Order| -> Vec<Var> {
            let first = declared.len() as u32;
            declared.extend(std::iter::repeat_n((Scope::Aside, width, order), count));
            (first..declared.len() as u32).map(Var).collect()
        };
        let (mut positions, mut cells) = (Vec::new(), Vec::new());
        for _ in 0..threads {
            positions.extend(aside(1, room.bits, Order::Together));
            cells.push(Cells {
                names: aside(room.names, room.name_bits, Order::Together),
                numbers: aside(room.numbers, word.unwrap_or(0), Order::Interleaved),
            });
        }
        let mut places = vec![Vec::new(); declared.len()];
        let mut next = 0;
        let mut place = |var: usize| {
            places[var].push(next);
            next += if declared[var].0 == Scope::Aside { 1 } else { COPIES };
        };
        for (var, &(_, width, _)) in declared.iter().enumerate().filter(|(_, (.., order))| *order == Order::Together) {
            (0..width).for_each(|_| place(var));
        }
        let widest = declared.iter().map(|&(_, width, _)| width).max().unwrap_or(0);
        for bit in 0..widest {
            for (var, &(_, width, order)) in declared.iter().enumerate() {
                if width > bit && order == Order::Interleaved {
                    place(var);
                }
            }
        }
        let vars: Vec<(Scope, u32)> = declared.into_iter().map(|(scope, width, _)| (scope, width)).collect();
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
        let entry = bdds.and(&local_cubes[1], &global_cubes[1]);
        let rest = bdds.and(&local_cubes[0], &entry);
        Self {
            link: bdds.and(&global_cubes[2], &local_cubes[2]),
            rest,
            entry,
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
            cells,
            positions,
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
        let copies = |scope: Scope| if scope == Scope::Aside { 1 } else { COPIES as usize };
        self.vars.iter().map(|&(scope, width)| width as usize * copies(scope)).sum()
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

    /// Locals now, without some.
    pub fn locals_but(&self, kept: &[Var]) -> Bdd {
        self.cube(self.of(Scope::Local).filter(|var| !kept.contains(var)), Copy::Now)
    }

    /// Locals now, and everything aside.
    pub fn locals_and_aside(&self) -> Bdd {
        self.cube(self.of(Scope::Local).chain(self.of(Scope::Aside)), Copy::Now)
    }

    /// Globals now, and everything aside.
    pub fn globals_and_aside(&self) -> Bdd {
        self.cube(self.of(Scope::Global).chain(self.of(Scope::Aside)), Copy::Now)
    }

    /// Everything in a weight but some variables now.
    pub fn all_but(&self, kept: &[Var]) -> Bdd {
        let all = (0..self.count()).map(Var);
        let now = self.cube(all.clone().filter(|var| !kept.contains(var)), Copy::Now);
        [Copy::Entry, Copy::Start].into_iter().fold(now, |cube, copy| {
            let copied = all.clone().filter(|&var| self.scope(var) != Scope::Aside);
            self.bdds.and(&cube, &self.cube(copied, copy))
        })
    }

    fn of(&self, scope: Scope) -> impl Iterator<Item = Var> {
        (0..self.count()).map(Var).filter(move |&var| self.scope(var) == scope)
    }

    /// Variables take each other's place, now.
    pub fn move_words(&self, pairs: impl IntoIterator<Item = (Var, Var)>) -> Renaming {
        let bits = pairs.into_iter().flat_map(|(from, to)| {
            let width = self.width(from).min(self.width(to));
            (0..width).map(move |bit| (self.place(from, bit, Copy::Now), self.place(to, bit, Copy::Now)))
        });
        self.bdds.renaming(bits)
    }

    /// The bits of a variable from one on, now.
    pub fn high_bits(&self, var: Var, from: u32) -> impl Iterator<Item = Variable> {
        (from..self.width(var)).map(move |bit| self.place(var, bit, Copy::Now))
    }

    /// What tells resting configurations apart if threads are kept together: positions first.
    pub fn resting_variables(&self) -> Vec<Variable> {
        let vars = self.of(Scope::Aside).chain(self.of(Scope::Global));
        vars.flat_map(|var| (0..self.width(var)).map(move |bit| self.place(var, bit, Copy::Now))).collect()
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
