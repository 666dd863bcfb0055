//! Per instruction: which registers are live and which of those hold references.
//!
//! Comes in: a method's register form; goes out: [`Maps`]. Liveness is the backward analysis that
//! counts a register as read only by what has an effect or computes a live one (Giegerich, Möncke
//! and Wilhelm, Invariance of approximate semantics with respect to program transformations, GI
//! 1981): a variable that only counts how often a loop was repeated is dead. References are a
//! forward analysis; both run over the graph with exceptional edges, on
//! which an instruction's destination is not yet written. A register that holds a reference on one
//! path and something else on another is dead where the paths meet (JVMS 4.10.1 makes such a
//! local unusable), so it does not matter that it counts as no reference there.
//!
//! Sets repeat a lot from one instruction to the next; equal ones are kept once.

use heddle_classfile::{ClassFile, Constant};
use rustc_hash::FxHashMap;

use crate::cfg::{BlockId, Cfg, EdgeKind};
use crate::ir::{Code, Instr, NO_REG, Pc, Reg};
use crate::{Method, Program};

/// A live register, and whether it holds a reference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LiveReg(u32);

impl LiveReg {
    pub const fn new(reg: Reg, is_ref: bool) -> Self {
        Self((reg as u32) << 1 | is_ref as u32)
    }

    #[inline]
    pub const fn reg(self) -> Reg {
        (self.0 >> 1) as Reg
    }

    #[inline]
    pub const fn is_ref(self) -> bool {
        self.0 & 1 != 0
    }
}

impl std::fmt::Debug for LiveReg {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "r{}{}", self.reg(), if self.is_ref() { "*" } else { "" })
    }
}

/// Live registers of a method, by instruction. Registers within a set ascend.
#[derive(Debug)]
pub struct Maps {
    regs: Box<[LiveReg]>,
    before: Box<[Span]>,
    /// By call site.
    across: Box<[Span]>,
}

/// A part of [`Maps::regs`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Span {
    start: u32,
    len: u32,
}

impl Maps {
    /// The maps of `code`. `params` are the registers with arguments, each with whether it is a
    /// reference. `loads_ref` says whether what a `GetField`, `GetStatic` or `ConstPool` of this
    /// constant-pool index yields is a reference.
    pub fn new(code: &Code, params: &[LiveReg], loads_ref: impl Fn(u16) -> bool) -> Self {
        let cfg = Cfg::new(code);
        let live = Liveness::new(code, &cfg);
        let refs = References::new(code, &cfg, params, &loads_ref);
        let mut pool = SetPool::default();
        let mut before = vec![Span::default(); code.instrs.len()];
        let mut across = vec![Span::default(); code.calls.len()];
        let words = live.entry.words;
        // Live sets go backwards through a block, references forwards: keep the former meanwhile.
        let mut sets = Vec::new();
        let mut after_calls = Vec::new();
        let mut scratch = Scratch::new(words);
        for block in 0..cfg.len() as BlockId {
            sets.clear();
            after_calls.clear();
            live.walk_back(code, &cfg, block, &mut scratch, |instr, set, across| {
                sets.extend_from_slice(set);
                if matches!(instr, Instr::Invoke { .. }) {
                    after_calls.extend_from_slice(across);
                }
            });
            let mut set = sets.chunks_exact(words).rev();
            let mut after_call = after_calls.chunks_exact(words).rev();
            refs.walk(code, &cfg, block, &loads_ref, |pc, instr, refs| {
                let live = set.next().expect("both walks visit the same instructions");
                before[pc as usize] = pool.add(live, refs);
                if let Instr::Invoke { k } = *instr {
                    let live = after_call.next().expect("both walks visit the same calls");
                    across[k as usize] = pool.add(live, refs);
                }
            });
        }
        Self { regs: pool.regs.into(), before: before.into(), across: across.into() }
    }

    /// The registers that are live before an instruction.
    #[inline]
    pub fn live(&self, pc: Pc) -> &[LiveReg] {
        self.slice(self.before[pc as usize])
    }

    /// What matters in the frame of a suspended caller: the registers that are live after the call
    /// at `pc` has returned or thrown, without its destination.
    #[inline]
    pub fn live_across_call(&self, code: &Code, pc: Pc) -> &[LiveReg] {
        match code.instrs[pc as usize] {
            Instr::Invoke { k } => self.slice(self.across[k as usize]),
            _ => self.live(pc),
        }
    }

    fn slice(&self, span: Span) -> &[LiveReg] {
        &self.regs[span.start as usize..(span.start + span.len) as usize]
    }
}

impl Code {
    /// The maps of this code, made when first asked for.
    pub fn live_maps(&self, program: &Program) -> &Maps {
        self.maps.get_or_init(|| {
            let file = program.class(self.pool_class).file.as_deref();
            let loads_ref = |cp| file.is_some_and(|file| loads_reference(file, cp));
            Maps::new(self, &argument_registers(program.method(self.method)), loads_ref)
        })
    }
}

impl Code {
    /// The locals that hold references before an instruction, live or not: what a collector sees
    /// that knows types but not uses, as that of a JVM's interpreter does.
    pub fn held_locals(&self, program: &Program, at: Pc) -> Vec<Reg> {
        let file = program.class(self.pool_class).file.as_deref();
        let loads_ref = |cp| file.is_some_and(|file| loads_reference(file, cp));
        let cfg = Cfg::new(self);
        let refs = References::new(self, &cfg, &argument_registers(program.method(self.method)), &loads_ref);
        let mut held = Vec::new();
        for block in 0..cfg.len() as BlockId {
            if cfg.range(block).contains(&at) {
                refs.walk(self, &cfg, block, &loads_ref, |pc, _, refs| {
                    if pc == at {
                        held.extend((0..self.max_locals).filter(|&reg| contains(refs, reg)));
                    }
                });
            }
        }
        held
    }
}

/// The registers that hold a method's arguments when it is entered.
pub fn argument_registers(method: &Method) -> Vec<LiveReg> {
    let mut registers = Vec::with_capacity(method.params.len() + 1);
    let mut next = 0;
    if !method.is_static() {
        registers.push(LiveReg::new(0, true));
        next = 1;
    }
    for param in &method.params {
        registers.push(LiveReg::new(next, param.is_ref()));
        next += param.slots();
    }
    registers
}

/// Whether loading a constant, or the field that it names, yields a reference.
pub fn loads_reference(file: &ClassFile, cp: u16) -> bool {
    let descriptor = match file.constant(cp) {
        Ok(Constant::Field { name_and_type, .. } | Constant::Dynamic { name_and_type, .. }) => {
            file.name_and_type(name_and_type).map(|member| member.descriptor)
        }
        Ok(constant) => {
            return matches!(
                constant,
                Constant::String { .. }
                    | Constant::Class { .. }
                    | Constant::MethodType { .. }
                    | Constant::MethodHandle { .. }
            );
        }
        Err(error) => Err(error),
    };
    descriptor.is_ok_and(|descriptor| descriptor.starts_with(['L', '[']))
}

/// Sets of live registers, each kept once.
#[derive(Default)]
struct SetPool {
    regs: Vec<LiveReg>,
    known: FxHashMap<Box<[LiveReg]>, Span>,
    scratch: Vec<LiveReg>,
}

impl SetPool {
    fn add(&mut self, live: &[u64], refs: &[u64]) -> Span {
        self.scratch.clear();
        for (at, (&live, &refs)) in live.iter().zip(refs).enumerate() {
            let mut rest = live;
            while rest != 0 {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                self.scratch.push(LiveReg::new((at * 64) as Reg + bit as Reg, refs >> bit & 1 != 0));
            }
        }
        if let Some(&span) = self.known.get(self.scratch.as_slice()) {
            return span;
        }
        let span = Span { start: self.regs.len() as u32, len: self.scratch.len() as u32 };
        self.regs.extend_from_slice(&self.scratch);
        self.known.insert(self.scratch.as_slice().into(), span);
        span
    }
}

/// A set of registers per block, in one allocation.
struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    fn new(code: &Code, cfg: &Cfg, fill: u64) -> Self {
        let words = usize::from(code.registers).div_ceil(64).max(1);
        Self { words, bits: vec![fill; words * cfg.len()] }
    }

    fn row(&self, block: BlockId) -> &[u64] {
        &self.bits[block as usize * self.words..][..self.words]
    }

    fn row_mut(&mut self, block: BlockId) -> &mut [u64] {
        &mut self.bits[block as usize * self.words..][..self.words]
    }
}

fn insert(set: &mut [u64], reg: Reg) {
    set[usize::from(reg) / 64] |= 1 << (reg % 64);
}

fn remove(set: &mut [u64], reg: Reg) {
    set[usize::from(reg) / 64] &= !(1 << (reg % 64));
}

fn contains(set: &[u64], reg: Reg) -> bool {
    set[usize::from(reg) / 64] >> (reg % 64) & 1 != 0
}

/// The register that takes the exception at each block that is a handler. It is written on the
/// edge to the handler, before the handler's first instruction.
fn exception_registers(code: &Code, cfg: &Cfg) -> Vec<Reg> {
    let mut registers = vec![NO_REG; cfg.len()];
    for handler in &code.handlers {
        registers[cfg.block_at(handler.target) as usize] = handler.dest;
    }
    registers
}

/// Backward analysis: what is live where a block begins.
struct Liveness {
    entry: Rows,
    exception: Vec<Reg>,
}

/// Sets that a walk through a block works on, kept between walks.
struct Scratch {
    set: Vec<u64>,
    caught: Vec<u64>,
    across: Vec<u64>,
}

impl Scratch {
    fn new(words: usize) -> Self {
        Self { set: vec![0; words], caught: vec![0; words], across: vec![0; words] }
    }
}

impl Liveness {
    fn new(code: &Code, cfg: &Cfg) -> Self {
        let mut live = Self { entry: Rows::new(code, cfg, 0), exception: exception_registers(code, cfg) };
        let mut set = vec![0; live.entry.words];
        let mut scratch = Scratch::new(live.entry.words);
        let mut changed = true;
        while changed {
            changed = false;
            // Successors come first, so one round does unless there are loops.
            for &block in cfg.reverse_postorder().iter().rev() {
                set.fill(0);
                live.walk_back(code, cfg, block, &mut scratch, |_, before, _| set.copy_from_slice(before));
                let row = live.entry.row_mut(block);
                if row != set.as_slice() {
                    row.copy_from_slice(&set);
                    changed = true;
                }
            }
        }
        live
    }

    /// Visits the instructions of a block, last first, each with what is live before it and what
    /// is live across it: after it, without its destination, or in a handler.
    fn walk_back(
        &self,
        code: &Code,
        cfg: &Cfg,
        block: BlockId,
        Scratch { set, caught, across }: &mut Scratch,
        mut visit: impl FnMut(&Instr, &[u64], &[u64]),
    ) {
        set.fill(0);
        caught.fill(0);
        for edge in cfg.successors(block) {
            let entry = self.entry.row(edge.block);
            match edge.kind {
                EdgeKind::Normal => join(set, entry),
                EdgeKind::Exceptional => {
                    let exception = self.exception[edge.block as usize];
                    let was_live = contains(caught, exception);
                    join(caught, entry);
                    if !was_live {
                        remove(caught, exception);
                    }
                }
            }
        }
        let range = cfg.range(block);
        for instr in code.instrs[range.start as usize..range.end as usize].iter().rev() {
            let dest = instr.dest(code);
            let is_idle = dest.is_some_and(|dest| !contains(set, dest)) && !instr.can_throw();
            if let Some(dest) = dest {
                remove(set, dest);
            }
            if instr.can_throw() {
                join(set, caught);
            }
            across.copy_from_slice(set);
            if !is_idle {
                instr.sources(code, |reg| insert(set, reg));
            }
            visit(instr, set, across);
        }
    }
}

fn join(into: &mut [u64], other: &[u64]) {
    for (word, more) in into.iter_mut().zip(other) {
        *word |= more;
    }
}

/// Forward analysis: which registers hold references where a block begins.
struct References {
    entry: Rows,
}

impl References {
    fn new(code: &Code, cfg: &Cfg, params: &[LiveReg], loads_ref: &impl Fn(u16) -> bool) -> Self {
        // Blocks start optimistically: the meet over paths removes what is no reference on one.
        let mut refs = Self { entry: Rows::new(code, cfg, u64::MAX) };
        if cfg.is_empty() {
            return refs;
        }
        let first = refs.entry.row_mut(0);
        first.fill(0);
        for param in params.iter().filter(|param| param.is_ref()) {
            insert(first, param.reg());
        }
        let exception = exception_registers(code, cfg);
        let words = refs.entry.words;
        let (mut out, mut thrown) = (vec![0; words], vec![0; words]);
        let mut changed = true;
        while changed {
            changed = false;
            for &block in cfg.reverse_postorder() {
                thrown.fill(u64::MAX);
                out.copy_from_slice(refs.entry.row(block));
                let range = cfg.range(block);
                for instr in &code.instrs[range.start as usize..range.end as usize] {
                    if instr.can_throw() {
                        meet(&mut thrown, &out);
                    }
                    step(code, instr, loads_ref, &mut out);
                }
                for edge in cfg.successors(block) {
                    let entry = refs.entry.row_mut(edge.block);
                    changed |= match edge.kind {
                        EdgeKind::Normal => meet(entry, &out),
                        EdgeKind::Exceptional => {
                            let reg = exception[edge.block as usize];
                            let was_ref = contains(&thrown, reg);
                            insert(&mut thrown, reg);
                            let changed = meet(entry, &thrown);
                            if !was_ref {
                                remove(&mut thrown, reg);
                            }
                            changed
                        }
                    };
                }
            }
        }
        refs
    }

    /// Visits the instructions of a block in order, each with the references before it.
    fn walk(
        &self,
        code: &Code,
        cfg: &Cfg,
        block: BlockId,
        loads_ref: &impl Fn(u16) -> bool,
        mut visit: impl FnMut(Pc, &Instr, &[u64]),
    ) {
        let mut set = self.entry.row(block).to_vec();
        for pc in cfg.range(block) {
            let instr = &code.instrs[pc as usize];
            visit(pc, instr, &set);
            step(code, instr, loads_ref, &mut set);
        }
    }
}

fn meet(into: &mut [u64], other: &[u64]) -> bool {
    let mut changed = false;
    for (word, &more) in into.iter_mut().zip(other) {
        changed |= *word & !more != 0;
        *word &= more;
    }
    changed
}

fn step(code: &Code, instr: &Instr, loads_ref: &impl Fn(u16) -> bool, set: &mut [u64]) {
    let Some(dest) = instr.dest(code) else {
        return;
    };
    let is_ref = match *instr {
        Instr::Move { a, .. } => contains(set, a),
        Instr::ConstNull { .. }
        | Instr::New { .. }
        | Instr::NewArray { .. }
        | Instr::ANewArray { .. }
        | Instr::MultiNewArray { .. }
        | Instr::LoadRef { .. } => true,
        Instr::GetField { cp, .. } | Instr::GetStatic { cp, .. } | Instr::ConstPool { cp, .. } => loads_ref(cp),
        Instr::Invoke { k } => code.calls[k as usize].returns_ref,
        _ => false,
    };
    if is_ref {
        insert(set, dest);
    } else {
        remove(set, dest);
    }
}
