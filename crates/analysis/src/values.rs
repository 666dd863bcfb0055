//! Register form → values: which definitions of a register reach which use, as a graph of copies.
//!
//! Registers are reused, so one points-to set per register would mix unrelated objects. Here every
//! definition of a reference is a value of its own; where control flows meet with different values
//! in a live register, a new value stands for both. Comes in: a method's code; goes out:
//! [`Values`], from which [`Values::walk`] tells, instruction by instruction, what each register
//! holds.

use heddle_program::Program;
use heddle_program::cfg::{BlockId, Cfg, EdgeKind};
use heddle_program::ir::{Code, Instr, NO_REG, Pc, Reg};
use rustc_hash::{FxHashMap, FxHashSet};

/// A value of a method; [`NONE`] is no reference, [`NULL`] one that is known to be null.
pub type Value = u32;
pub const NONE: Value = u32::MAX;
pub const NULL: Value = u32::MAX - 1;

/// The values of one method: parameters by argument slot first, then whatever is defined.
pub struct Values {
    pub count: u32,
    /// Where values meet: (from, to).
    pub copies: FxHashSet<(Value, Value)>,
    /// The exception that a handler's block begins with.
    pub caught: Vec<(BlockId, Value)>,
    /// By block: what its live reference registers hold at its start.
    entries: Vec<Option<Vec<(Reg, Value)>>>,
    /// By instruction: the value that it defines, if that is a reference.
    defined: Vec<Value>,
}

/// What an instruction that loads something loads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Defines {
    Reference,
    /// A reference that is always null here.
    Null,
    Other,
}

/// What the registers hold at one point.
pub struct Registers {
    held: Vec<Value>,
}

impl Registers {
    pub fn get(&self, reg: Reg) -> Value {
        if reg == NO_REG { NONE } else { self.held[reg as usize] }
    }
}

impl Values {
    /// `defines` says whether an instruction that loads something loads a reference.
    pub fn new(program: &Program, code: &Code, cfg: &Cfg, slots: u16, defines: impl Fn(Pc) -> Defines) -> Self {
        let mut values = Self {
            count: u32::from(slots),
            copies: FxHashSet::default(),
            caught: Vec::new(),
            entries: vec![None; cfg.len()],
            defined: vec![NONE; code.instrs.len()],
        };
        if cfg.is_empty() {
            return values;
        }
        for (pc, instr) in code.instrs.iter().enumerate() {
            let defined = match instr {
                Instr::New { .. }
                | Instr::NewArray { .. }
                | Instr::ANewArray { .. }
                | Instr::MultiNewArray { .. }
                | Instr::LoadRef { .. }
                | Instr::CheckCast { .. } => Defines::Reference,
                Instr::ConstPool { .. } | Instr::GetField { .. } | Instr::GetStatic { .. } | Instr::Invoke { .. } => {
                    defines(pc as Pc)
                }
                Instr::ConstNull { .. } => Defines::Null,
                _ => Defines::Other,
            };
            values.defined[pc] = match defined {
                Defines::Reference => values.fresh(),
                Defines::Null => NULL,
                Defines::Other => NONE,
            };
        }
        values.flow(program, code, cfg, slots);
        values
    }

    fn fresh(&mut self) -> Value {
        self.count += 1;
        self.count - 1
    }

    /// The value that an instruction defines.
    pub fn defined(&self, pc: Pc) -> Value {
        self.defined[pc as usize]
    }

    fn flow(&mut self, program: &Program, code: &Code, cfg: &Cfg, slots: u16) {
        let maps = code.live_maps(program);
        // Which value stands for several at the start of a block, by block and register.
        let mut meets = FxHashMap::default();
        let parameters = (0..slots).map(|slot| (slot, Value::from(slot))).collect();
        self.entries[0] = Some(parameters);
        let mut open = vec![false; cfg.len()];
        let order = cfg.reverse_postorder();
        open[0] = true;
        let mut changed = true;
        while changed {
            changed = false;
            for &block in order {
                if !std::mem::take(&mut open[block as usize]) {
                    continue;
                }
                changed = true;
                let mut registers = self.enter(code, block);
                let mut merge = |values: &mut Self, to: BlockId, registers: &Registers, dest: Option<Reg>| {
                    let live = maps.live(cfg.range(to).start);
                    let arriving = live.iter().filter(|live| live.is_ref()).map(|live| live.reg());
                    if values.merge(&mut meets, to, registers, dest, arriving) {
                        open[to as usize] = true;
                    }
                };
                let handlers: Vec<(BlockId, Reg)> = cfg
                    .successors(block)
                    .iter()
                    .filter(|edge| edge.kind == EdgeKind::Exceptional)
                    .filter_map(|edge| {
                        let start = cfg.range(edge.block).start;
                        let handler = code.handlers.iter().find(|handler| handler.target == start)?;
                        Some((edge.block, handler.dest))
                    })
                    .collect();
                let mut stale = true;
                for pc in cfg.range(block) {
                    let instr = &code.instrs[pc as usize];
                    if stale && instr.can_throw() {
                        handlers.iter().for_each(|&(to, dest)| merge(self, to, &registers, Some(dest)));
                        stale = false;
                    }
                    stale |= self.apply(code, pc, &mut registers);
                }
                let last = cfg.range(block).end - 1;
                let taken = known_branch(code, last, &registers);
                for edge in cfg.successors(block).iter().filter(|edge| edge.kind == EdgeKind::Normal) {
                    if taken.is_none_or(|pc| cfg.range(edge.block).start == pc) {
                        merge(self, edge.block, &registers, None);
                    }
                }
            }
        }
    }

    fn enter(&self, code: &Code, block: BlockId) -> Registers {
        let mut held = vec![NONE; code.registers as usize];
        for &(reg, value) in self.entries[block as usize].iter().flatten() {
            held[reg as usize] = value;
        }
        Registers { held }
    }

    fn merge(
        &mut self,
        meets: &mut FxHashMap<(BlockId, Reg), Value>,
        to: BlockId,
        registers: &Registers,
        dest: Option<Reg>,
        live: impl Iterator<Item = Reg>,
    ) -> bool {
        let arriving: Vec<Reg> = live.collect();
        let Some(mut entry) = self.entries[to as usize].take() else {
            let mut entry = Vec::with_capacity(arriving.len());
            for reg in arriving {
                let value = if dest == Some(reg) {
                    let caught = self.fresh();
                    self.caught.push((to, caught));
                    caught
                } else {
                    registers.get(reg)
                };
                entry.push((reg, value));
            }
            self.entries[to as usize] = Some(entry);
            return true;
        };
        let mut changed = false;
        for (reg, value) in &mut entry {
            let from = registers.get(*reg);
            if dest == Some(*reg) || from == *value || from == NONE {
                continue;
            }
            // Null and something is something, but not known to be null.
            if matches!(*value, NONE | NULL) && from != NULL && !meets.contains_key(&(to, *reg)) {
                *value = from;
                changed = true;
                continue;
            }
            if from == NULL {
                continue;
            }
            let meet = match meets.get(&(to, *reg)) {
                Some(&meet) => meet,
                None => {
                    let meet = self.fresh();
                    meets.insert((to, *reg), meet);
                    self.copies.insert((*value, meet));
                    *value = meet;
                    changed = true;
                    meet
                }
            };
            if from != meet {
                self.copies.insert((from, meet));
            }
        }
        self.entries[to as usize] = Some(entry);
        changed
    }

    /// Executes an instruction on the registers; whether one changed.
    fn apply(&self, code: &Code, pc: Pc, registers: &mut Registers) -> bool {
        let instr = &code.instrs[pc as usize];
        match *instr {
            Instr::Move { d, a } => registers.held[d as usize] = registers.held[a as usize],
            Instr::CheckCast { a, .. } => registers.held[a as usize] = self.defined[pc as usize],
            _ => match instr.dest(code) {
                Some(dest) => registers.held[dest as usize] = self.defined[pc as usize],
                None => return false,
            },
        }
        true
    }

    /// Calls `visit` with every reachable instruction and what the registers hold before it.
    pub fn walk(&self, code: &Code, cfg: &Cfg, mut visit: impl FnMut(Pc, &Registers)) {
        for &block in cfg.reverse_postorder() {
            if self.entries[block as usize].is_none() {
                continue;
            }
            let mut registers = self.enter(code, block);
            for pc in cfg.range(block) {
                visit(pc, &registers);
                self.apply(code, pc, &mut registers);
            }
        }
    }
}

/// Where a branch goes that asks whether something is null that is.
fn known_branch(code: &Code, pc: Pc, registers: &Registers) -> Option<Pc> {
    match code.instrs[pc as usize] {
        Instr::IfEqK { a, k: 0, t } if registers.get(a) == NULL => Some(Pc::from(t)),
        Instr::IfNeK { a, k: 0, .. } if registers.get(a) == NULL => Some(pc + 1),
        _ => None,
    }
}
