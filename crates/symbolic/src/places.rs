//! Where threads stand, as numbers, and their frames as words aside: what it takes to have several
//! threads in one diagram (`joint`, `converge`).
//!
//! A position is a stack of suspended frames and a label on top. The words of all frames of a
//! thread lie side by side in its cells, the lowest frame first.

use std::rc::Rc;

use heddle_bdd::{Bdd, Renaming};
use rustc_hash::FxHashMap;

use crate::network::{Label, Network};
use crate::space::{Copy, Order, Room, Space, Var};

/// The number of a stack of suspended frames.
pub type Stack = u32;
pub const EMPTY: Stack = 0;

/// The deepest stack, and the most stacks: with more, recursion is said to have no end.
const DEEPEST: u32 = 40;
const STACKS: usize = 600;

/// What there is too little of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Short {
    /// It needs more room.
    Room(Room),
    /// Stacks grow and grow.
    Stacks,
}

/// How many words, of both kinds.
#[derive(Clone, Copy, Default)]
struct Words {
    names: usize,
    numbers: usize,
}

impl Words {
    fn with(self, live: &[(Var, Order)]) -> Self {
        let names = live.iter().filter(|(_, order)| *order == Order::Together).count();
        Self { names: self.names + names, numbers: self.numbers + live.len() - names }
    }
}

struct Suspended {
    below: Stack,
    site: Label,
    depth: u32,
    /// Words of this and of all frames below.
    words: Words,
}

pub struct Places {
    room: Room,
    stacks: Vec<Suspended>,
    stack_numbers: FxHashMap<(Stack, Label), Stack>,
    positions: Vec<(Stack, Label)>,
    position_numbers: FxHashMap<(Stack, Label), usize>,
    /// By thread, stack below, and label: from registers to words put aside, and back.
    moves: FxHashMap<(usize, Stack, Label), Rc<Moves>>,
    pub short: Option<Short>,
}

/// What saving a frame comes down to.
pub struct Moves {
    /// Locals that do not matter, and bits of others that are 0.
    pub dead: Bdd,
    zero: Bdd,
    pub save: Renaming,
    restore: Renaming,
}

impl Moves {
    pub fn restored(&self, space: &Space, weight: &Bdd) -> Bdd {
        let bdds = &space.bdds;
        bdds.and(&bdds.rename(weight, &self.restore), &self.zero)
    }
}

impl Places {
    pub fn new(room: Room) -> Self {
        let bottom = Suspended { below: EMPTY, site: Label::MAX, depth: 0, words: Words::default() };
        Self {
            room,
            stacks: vec![bottom],
            stack_numbers: FxHashMap::default(),
            positions: Vec::new(),
            position_numbers: FxHashMap::default(),
            moves: FxHashMap::default(),
            short: None,
        }
    }

    pub fn positions(&self) -> &[(Stack, Label)] {
        &self.positions
    }

    /// What lies under the frame on top of a stack, and where that one is suspended.
    pub fn under(&self, stack: Stack) -> (Stack, Label) {
        (self.stacks[stack as usize].below, self.stacks[stack as usize].site)
    }

    /// The stack with one more suspended frame, unless it is too deep or its words do not fit.
    pub fn pushed(&mut self, space: &Space, network: &dyn Network, below: Stack, site: Label) -> Option<Stack> {
        if let Some(&known) = self.stack_numbers.get(&(below, site)) {
            return Some(known);
        }
        let under = &self.stacks[below as usize];
        let (depth, words) = (under.depth + 1, under.words.with(&network.live(space, site)));
        if depth > DEEPEST || self.stacks.len() > STACKS {
            self.short = Some(Short::Stacks);
            return None;
        }
        self.fit(words)?;
        let number = self.stacks.len() as Stack;
        self.stacks.push(Suspended { below, site, depth, words });
        self.stack_numbers.insert((below, site), number);
        Some(number)
    }

    /// A thread's frame on top goes to the words aside, its position to its variable.
    pub fn put_aside(
        &mut self,
        space: &Space,
        network: &dyn Network,
        thread: usize,
        (stack, label): (Stack, Label),
        weight: &Bdd,
    ) -> Bdd {
        let bdds = &space.bdds;
        let Some(number) = self.number(space, network, stack, label) else { return bdds.no() };
        let moves = self.moves(space, network, thread, stack, label);
        let aside = bdds.rename(&bdds.exists(weight, &moves.dead), &moves.save);
        bdds.and(&aside, &self.stands(space, thread, number))
    }

    fn fit(&mut self, words: Words) -> Option<()> {
        let room = self.room;
        if words.names <= room.names && words.numbers <= room.numbers {
            return Some(());
        }
        let more = Room { names: words.names.max(room.names), numbers: words.numbers.max(room.numbers), ..room };
        self.short = Some(Short::Room(more));
        None
    }

    fn number(&mut self, space: &Space, network: &dyn Network, stack: Stack, label: Label) -> Option<usize> {
        if let Some(&number) = self.position_numbers.get(&(stack, label)) {
            return Some(number);
        }
        let number = self.positions.len();
        self.fit(self.stacks[stack as usize].words.with(&network.live(space, label)))?;
        if number >> self.room.bits != 0 {
            self.short = Some(Short::Room(Room { bits: self.room.bits + 2, ..self.room }));
            return None;
        }
        self.positions.push((stack, label));
        self.position_numbers.insert((stack, label), number);
        Some(number)
    }

    /// The stack of a position, top first.
    pub fn labels(&self, number: usize) -> Vec<Label> {
        let (mut stack, label) = self.positions[number];
        let mut labels = vec![label];
        while stack != EMPTY {
            let suspended = &self.stacks[stack as usize];
            labels.push(suspended.site);
            stack = suspended.below;
        }
        labels
    }

    pub fn stands(&self, space: &Space, thread: usize, number: usize) -> Bdd {
        let bits: Vec<Bdd> = (0..self.room.bits).map(|bit| space.bdds.constant(number >> bit & 1 != 0)).collect();
        space.equals(space.positions[thread], Copy::Now, &bits)
    }

    /// How the frame at a label above a stack is put aside. There are words enough: whoever numbers
    /// stacks and positions has looked.
    pub fn moves(
        &mut self,
        space: &Space,
        network: &dyn Network,
        thread: usize,
        stack: Stack,
        label: Label,
    ) -> Rc<Moves> {
        if let Some(known) = self.moves.get(&(thread, stack, label)) {
            return known.clone();
        }
        let bdds = &space.bdds;
        let live = network.live(space, label);
        let mut next = self.stacks[stack as usize].words;
        let mut pairs = Vec::new();
        let mut dead = space.locals_but(&live.iter().map(|(var, _)| *var).collect::<Vec<_>>());
        let mut zero = bdds.yes();
        for &(register, order) in &live {
            let cells = &space.cells[thread];
            let cell = match order {
                Order::Together => cells.names[next.names],
                Order::Interleaved => cells.numbers[next.numbers],
            };
            next = next.with(&[(register, order)]);
            pairs.push((register, cell));
            for bit in space.high_bits(register, space.width(cell)) {
                let bit = bdds.variable(bit);
                dead = bdds.and(&dead, &bit);
                zero = bdds.minus(&zero, &bit);
            }
        }
        let moves = Rc::new(Moves {
            dead,
            zero,
            save: space.move_words(pairs.iter().copied()),
            restore: space.move_words(pairs.iter().map(|&(register, cell)| (cell, register))),
        });
        self.moves.insert((thread, stack, label), moves.clone());
        moves
    }
}
