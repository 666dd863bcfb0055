//! The symbolic operand stack, and the instructions emitted so far.
//!
//! A stack entry says where its value is: in a register, or nowhere yet because it is a constant.
//! The register is usually a local that was loaded or the *home* of the slot, which is register
//! `max_locals + slot`; after `dup` and its relatives it can be the home of another slot. Nothing
//! is copied until it must be:
//!
//! - before a local is overwritten, entries that name it move to their homes;
//! - before a home is overwritten, entries of other slots that name it move to theirs;
//! - at the end of a block all entries are at home, where the next block expects them.
//!
//! Invariant: entries below `settled` are at home.

use super::bytecode::Checked;
use crate::ir::{CallSite, Instr, Reg};

/// Where the value of a stack slot is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    Reg(Reg),
    /// An `int`, or the bits of a `float`.
    Int(i32),
    /// A `long`, or the bits of a `double`.
    Long(i64),
    Null,
    /// The second slot of the entry below it.
    Second,
}

/// How many entries may be away from home. It bounds the work of the searches below; real code
/// stays far under it.
const MOST_UNSETTLED: usize = 256;

/// The symbolic stack and what was emitted.
pub(crate) struct Emitter {
    pub(crate) max_locals: u16,
    max_stack: u16,
    stack: Vec<Entry>,
    settled: usize,
    /// Bytecode index that emitted instructions belong to.
    pub(crate) bci: u16,
    pub(crate) instrs: Vec<Instr>,
    pub(crate) bcis: Vec<u16>,
    pub(crate) wide: Vec<u64>,
    pub(crate) calls: Vec<CallSite>,
    /// Instructions before this one belong to earlier blocks and cannot be changed any more.
    block_start: usize,
    /// Whether a cycle of moves needed a register of its own.
    pub(crate) uses_spare: bool,
}

impl Emitter {
    pub(crate) fn new(max_locals: u16, max_stack: u16, expected: usize) -> Self {
        Self {
            max_locals,
            max_stack,
            stack: Vec::with_capacity(usize::from(max_stack)),
            settled: 0,
            bci: 0,
            instrs: Vec::with_capacity(expected),
            bcis: Vec::with_capacity(expected),
            wide: Vec::new(),
            calls: Vec::new(),
            block_start: 0,
            uses_spare: false,
        }
    }

    #[inline]
    pub(crate) fn depth(&self) -> usize {
        self.stack.len()
    }

    #[inline]
    pub(crate) fn entry(&self, slot: usize) -> Entry {
        self.stack[slot]
    }

    /// The register that keeps a slot's value across blocks. Registers are counted before
    /// translation starts, so the sum does not overflow.
    #[inline]
    pub(crate) fn home(&self, slot: usize) -> Reg {
        self.max_locals + slot as Reg
    }

    /// A register beside locals and homes, for breaking cycles of moves.
    fn spare(&mut self) -> Reg {
        self.uses_spare = true;
        self.max_locals + self.max_stack
    }

    #[inline]
    pub(crate) fn emit(&mut self, instr: Instr) {
        self.instrs.push(instr);
        self.bcis.push(self.bci);
    }

    /// Forgets the stack and starts a block with all entries at home.
    pub(crate) fn begin_block(&mut self) {
        self.stack.clear();
        self.settled = 0;
        self.block_start = self.instrs.len();
    }

    pub(crate) fn push(&mut self, entry: Entry) -> Checked<()> {
        if self.stack.len() >= usize::from(self.max_stack) {
            return Err("operand stack overflow".into());
        }
        let slot = self.stack.len();
        self.stack.push(entry);
        if slot == self.settled && self.is_settled(slot) {
            self.settled += 1;
        }
        Ok(())
    }

    /// Keeps the number of entries away from home within bounds. To be called between bytecodes.
    #[inline]
    pub(crate) fn bound_unsettled(&mut self) {
        if self.stack.len() - self.settled > MOST_UNSETTLED {
            self.settle_all();
        }
    }

    /// Pushes an entry and, for a two-slot value, the mark of its second slot.
    #[inline]
    pub(crate) fn push_value(&mut self, entry: Entry, wide: bool) -> Checked<()> {
        self.push(entry)?;
        if wide { self.push(Entry::Second) } else { Ok(()) }
    }

    /// Pushes a value that is at home.
    pub(crate) fn push_home(&mut self, wide: bool) -> Checked<()> {
        let home = self.home(self.stack.len());
        self.push_value(Entry::Reg(home), wide)
    }

    /// Removes the topmost slot, whatever it holds.
    pub(crate) fn pop_slot(&mut self) -> Checked<Entry> {
        let entry = self.stack.pop().ok_or("operand stack underflow")?;
        self.settled = self.settled.min(self.stack.len());
        Ok(entry)
    }

    pub(crate) fn truncate(&mut self, depth: usize) {
        self.stack.truncate(depth);
        self.settled = self.settled.min(depth);
    }

    /// The slot of the value that ends below `end`.
    #[inline]
    pub(crate) fn value_below(&self, end: usize, wide: bool) -> Checked<usize> {
        let size = if wide { 2 } else { 1 };
        let slot = end.checked_sub(size).ok_or("operand stack underflow")?;
        let fits = self.stack[slot] != Entry::Second && (self.stack[end - 1] == Entry::Second) == wide;
        if fits { Ok(slot) } else { Err("bad size of an operand on the stack".into()) }
    }

    fn is_settled(&self, slot: usize) -> bool {
        match self.stack[slot] {
            Entry::Second => true,
            entry => entry == Entry::Reg(self.home(slot)),
        }
    }

    /// Whether an entry of another slot is at this slot's home.
    fn is_home_taken(&self, slot: usize) -> bool {
        let home = Entry::Reg(self.home(slot));
        let taken = |(at, &entry): (usize, &Entry)| entry == home && at + self.settled != slot;
        self.stack[self.settled..].iter().enumerate().any(taken)
    }

    /// Makes sure that writing the home of `slot` harms no entry below it.
    #[inline]
    pub(crate) fn free_home(&mut self, slot: usize) {
        if self.settled < slot && self.stack[self.settled..slot].contains(&Entry::Reg(self.home(slot))) {
            self.settle_all();
        }
    }

    /// Makes sure that an entry is in a register. This can move others, so registers are to be
    /// asked for once all operands have been forced.
    #[inline]
    pub(crate) fn force(&mut self, slot: usize) {
        if !matches!(self.stack[slot], Entry::Reg(_) | Entry::Second) {
            if self.is_home_taken(slot) {
                self.settle_all();
            } else {
                self.move_home(slot);
            }
        }
    }

    /// The register of a forced entry.
    #[inline]
    pub(crate) fn reg(&self, slot: usize) -> Reg {
        match self.stack[slot] {
            Entry::Reg(reg) => reg,
            _ => unreachable!("the entry has been forced into a register"),
        }
    }

    fn move_home(&mut self, slot: usize) {
        let home = self.home(slot);
        self.load(home, self.stack[slot]);
        self.stack[slot] = Entry::Reg(home);
    }

    /// Writes the value of an entry to a register.
    fn load(&mut self, d: Reg, entry: Entry) {
        match entry {
            Entry::Reg(a) => self.emit(Instr::Move { d, a }),
            Entry::Int(v) => self.emit(Instr::Const32 { d, v: v as u32 }),
            Entry::Null => self.emit(Instr::ConstNull { d }),
            Entry::Long(v) => {
                let k = self.wide_constant(v as u64);
                self.emit(Instr::Const64 { d, k });
            }
            Entry::Second => {}
        }
    }

    fn wide_constant(&mut self, value: u64) -> u32 {
        let recent = self.wide.len().saturating_sub(8);
        let known = self.wide[recent..].iter().position(|&other| other == value);
        known.map_or_else(
            || {
                self.wide.push(value);
                self.wide.len() as u32 - 1
            },
            |at| (recent + at) as u32,
        )
    }

    /// Brings the entries below `depth` home. Entries above keep their values but may move.
    pub(crate) fn settle(&mut self, depth: usize) {
        if self.settled >= depth {
            return;
        }
        let first = self.max_locals;
        let away = |(at, &entry): (usize, &Entry)| match entry {
            Entry::Reg(reg) => reg >= first && reg != self.home(at + self.settled),
            _ => false,
        };
        if self.stack[self.settled..].iter().enumerate().any(away) {
            self.settle_all();
            return;
        }
        for slot in self.settled..depth {
            if !self.is_settled(slot) {
                self.move_home(slot);
            }
        }
        self.settled = depth;
    }

    /// Brings all entries home by a parallel move: an entry moves once nobody else is in its home;
    /// what remains then are cycles, and each is opened by way of the spare register.
    pub(crate) fn settle_all(&mut self) {
        let depth = self.stack.len();
        let first_home = self.max_locals;
        let slot_of = |entry: Entry| match entry {
            Entry::Reg(reg) if reg >= first_home => Some(usize::from(reg - first_home)).filter(|&slot| slot < depth),
            _ => None,
        };
        let mut guests = vec![0u32; depth];
        for slot in self.settled..depth {
            if !self.is_settled(slot)
                && let Some(host) = slot_of(self.stack[slot])
            {
                guests[host] += 1;
            }
        }
        let is_waiting = |this: &Self, slot: usize| !this.is_settled(slot);
        let mut ready: Vec<usize> = (self.settled..depth).filter(|&s| guests[s] == 0 && is_waiting(self, s)).collect();
        let mut opened = None;
        let mut next = self.settled;
        loop {
            while let Some(slot) = ready.pop() {
                let host = slot_of(self.stack[slot]);
                if host.is_some() && host == opened {
                    self.stack[slot] = Entry::Reg(self.max_locals + self.max_stack);
                }
                self.move_home(slot);
                if let Some(host) = host {
                    guests[host] -= 1;
                    if guests[host] == 0 && is_waiting(self, host) {
                        ready.push(host);
                    }
                }
            }
            while next < depth && self.is_settled(next) {
                next += 1;
            }
            if next == depth {
                break;
            }
            let (d, a) = (self.spare(), self.home(next));
            self.emit(Instr::Move { d, a });
            opened = Some(next);
            ready.push(next);
        }
        self.settled = depth;
    }

    /// Moves entries that name a local away from it, because the local is about to change.
    pub(crate) fn vacate_local(&mut self, local: Reg) {
        for slot in self.settled..self.stack.len() {
            if self.stack[slot] == Entry::Reg(local) {
                if self.is_home_taken(slot) {
                    self.settle_all();
                    return;
                }
                self.move_home(slot);
            }
        }
    }

    /// Pops a value into a local. `is_covered` says whether a handler covers a bytecode index.
    pub(crate) fn store(&mut self, local: Reg, wide: bool, is_covered: impl Fn(u16) -> bool) -> Checked<()> {
        let slot = self.value_below(self.stack.len(), wide)?;
        let value = self.stack[slot];
        if value == Entry::Reg(local) {
            self.truncate(slot);
            return Ok(());
        }
        let unsettled = self.settled.min(slot);
        let named_below = self.stack[unsettled..slot].contains(&Entry::Reg(local));
        if let Entry::Reg(reg) = value
            && !named_below
            && reg >= self.max_locals
            && self.redirect(reg, local, is_covered)
        {
            self.truncate(slot);
            self.rename(reg, local);
            return Ok(());
        }
        self.vacate_local(local);
        let value = self.stack[slot];
        self.truncate(slot);
        self.load(local, value);
        Ok(())
    }

    /// Lets entries that name a home name a local instead.
    fn rename(&mut self, home: Reg, local: Reg) {
        let owner = usize::from(home - self.max_locals);
        // Below `settled` only the owner of the home can name it.
        if owner < self.settled {
            self.stack[owner] = Entry::Reg(local);
        }
        for entry in &mut self.stack[self.settled..] {
            if *entry == Entry::Reg(home) {
                *entry = Entry::Reg(local);
            }
        }
        self.settled = self.settled.min(owner);
    }

    /// Makes the last instruction write `to` instead of `from`, if it is the one that wrote `from`.
    ///
    /// An instruction that throws writes nothing, so a handler sees the local as it was. A cast in
    /// between would throw after the write, so it is passed over only where no handler looks.
    fn redirect(&mut self, from: Reg, to: Reg, is_covered: impl Fn(u16) -> bool) -> bool {
        let mut at = self.instrs.len();
        let mut cast = None;
        if at > self.block_start
            && let Instr::CheckCast { a, cp } = self.instrs[at - 1]
            && a == from
            && !is_covered(self.bcis[at - 1])
        {
            cast = Some(Instr::CheckCast { a: to, cp });
            at -= 1;
        }
        if at <= self.block_start {
            return false;
        }
        let dest = match &mut self.instrs[at - 1] {
            Instr::Invoke { k } => Some(&mut self.calls[*k as usize].dest),
            instr => instr.dest_mut(),
        };
        match dest {
            Some(dest) if *dest == from => *dest = to,
            _ => return false,
        }
        if let Some(cast) = cast {
            self.instrs[at] = cast;
        }
        true
    }
}
