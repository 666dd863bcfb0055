//! The rules of a label: who makes them, and the means to make them with.

use std::collections::BTreeMap;

use heddle_bdd::Bdd;
use heddle_program::ir::{Code, NO_REG, Pc, Reg};
use heddle_program::{ClassId, MethodId};

use super::instr::Wide;
use super::layout::{Fact, Global, Origin, Site};
use super::{Given, Java, NORMAL, Place, Shape, THROWN, instr, interrupt, monitor, word};
use crate::network::{Label, Pass, Rest, Rule, Update, Value};
use crate::saturate::RESULT;
use crate::space::{Bits, Copy, Space, Var};

/// The rules of one label, being made.
pub(super) struct Make<'a, 'p> {
    pub java: &'a mut Java<'p>,
    pub space: &'a Space,
    pub thread: usize,
    pub out: Vec<Rule>,
    /// All rules are under this condition.
    pub within: Bdd,
    /// The configurations that the rules are for.
    delta: Bdd,
    /// The rules are for these configurations only.
    is_special: bool,
    /// Configurations that end here because the program says so: what it assumes does not hold.
    ends: Bdd,
}

/// An instruction, being translated.
pub(super) struct Here<'p> {
    pub method: MethodId,
    pub pc: Pc,
    pub code: &'p Code,
}

impl Here<'_> {
    /// The line, as the origin of exceptions.
    pub fn site(&self) -> Site {
        (self.method, self.code.line(self.pc).unwrap_or(0))
    }
}

/// The rules of a label, and whether they are for all configurations. Together they cover every configuration that is
/// not blocked: what the translation has no rule for leads outside, so that no run gets lost.
pub(super) fn make(java: &mut Java<'_>, space: &Space, thread: usize, label: Label, delta: &Bdd) -> (Vec<Rule>, bool) {
    let place = java.labels.place(label).clone();
    let mut make = Make::new(java, space, thread);
    make.delta = delta.clone();
    make.place(place.clone());
    let is_general = !make.is_special;
    let rest = make.uncovered(&place);
    let mut out = make.out;
    if !space.bdds.is_false(&rest) {
        let blocked = blocked(java, space, thread, label).unwrap_or_else(|| space.bdds.no());
        let rest = space.bdds.minus(&rest, &blocked);
        let what = leftover(java, &place);
        let mut make = Make::new(java, space, thread);
        make.outside(rest, &what);
        out.extend(make.out);
    }
    (out, is_general)
}

/// What is said of configurations that no rule covers.
fn leftover(java: &Java<'_>, place: &Place) -> String {
    let program = java.program;
    match *place {
        Place::At(method, pc)
        | Place::Amid(method, pc, _)
        | Place::Throwing(method, pc)
        | Place::HasFailed(method, pc, _)
        | Place::Claimed(method, pc, _) => {
            let code = java.code(method);
            let line = code.and_then(|code| code.line(pc)).map_or_else(String::new, |line| format!(":{line}"));
            let instr = code.map_or_else(String::new, |code| format!("{:?}", code.instrs[pc as usize]));
            let instr = instr.split([' ', '{']).next().unwrap_or_default();
            format!("a case of {instr} that is not modelled, in {}{line}", program.source_method(method))
        }
        Place::Enter(method) => format!("a case that is not modelled, entering {}", program.source_method(method)),
        _ => "a case that is not modelled, where a thread begins or ends".into(),
    }
}

pub(super) fn rests(java: &mut Java<'_>, space: &Space, thread: usize, label: Label) -> Rest {
    let place = java.labels.place(label).clone();
    let b = &space.bdds;
    let company = java.company(space, thread);
    let blocked = blocked(java, space, thread, label).unwrap_or_else(|| b.no());
    let visible = match place {
        Place::Start(_) | Place::Ended(_) => return Rest::Always,
        Place::Amid(..) if !b.is_false(&blocked) => return Rest::Always,
        Place::At(method, pc) => {
            let head = java.heads(method).contains(&pc) || pc == 0 && java.recursive.contains(&method);
            let mut make = Make::new(java, space, thread);
            if head {
                b.yes()
            } else if let Some(code) = make.code(method) {
                instr::visible(&mut make, &Here { method, pc, code })
            } else {
                b.no()
            }
        }
        Place::Claimed(..) | Place::Amid(_, _, interrupt::SLEEPING) => b.yes(),
        Place::Ending(of) => Make::new(java, space, thread).end_is_visible(of),
        Place::Enter(method) => {
            let recursive = java.recursive.contains(&method);
            let mut make = Make::new(java, space, thread);
            if recursive { b.yes() } else { monitor::visible_method(&mut make, method) }
        }
        _ => b.no(),
    };
    let condition = b.or(&b.and(&visible, &company), &blocked);
    if b.is_false(&condition) { Rest::Never } else { Rest::If(condition) }
}

pub(super) fn blocked(java: &mut Java<'_>, space: &Space, thread: usize, label: Label) -> Option<Bdd> {
    let place = java.labels.place(label).clone();
    let b = &space.bdds;
    let mut make = Make::new(java, space, thread);
    match place {
        Place::Start(0) => None,
        Place::Start(of) => {
            let status = make.read(Global::Status(of), 2);
            let object = make.read(Global::Thread(of), make.java.layout.ref_bits());
            Some(b.or(&word::is(b, &status, 0), &make.start_waits(&object)))
        }
        Place::Ended(_) => Some(b.yes()),
        Place::Enter(method) => Some(monitor::blocked_method(&mut make, method)),
        Place::At(method, pc) => {
            let code = make.code(method)?;
            instr::blocked(&mut make, &Here { method, pc, code })
        }
        Place::Ending(of) => Some(make.own_monitor_is_held(of)),
        Place::Claimed(_, _, [at, _]) => Some(make.supers_elsewhere(at)),
        Place::Amid(method, pc, phase) => {
            let code = make.code(method)?;
            make.waits_amid(&Here { method, pc, code }, phase)
        }
        _ => None,
    }
}

/// When the program has ended, though threads are left: daemons.
pub(super) fn over(java: &mut Java<'_>, space: &Space) -> Option<Bdd> {
    Make::new(java, space, 0).over()
}

impl<'a, 'p> Make<'a, 'p> {
    fn new(java: &'a mut Java<'p>, space: &'a Space, thread: usize) -> Self {
        let yes = space.bdds.yes();
        let ends = space.bdds.no();
        Self { java, space, thread, out: Vec::new(), within: yes.clone(), delta: yes, is_special: false, ends }
    }

    /// Configurations that none of the rules is for. A note beside the run covers nothing.
    fn uncovered(&self, place: &Place) -> Bdd {
        let b = &self.space.bdds;
        let is_last = matches!(
            place,
            Place::Ended(_)
                | Place::Bottom(_)
                | Place::Calling(..)
                | Place::Initialising(..)
                | Place::Lacks(_)
                | Place::Outside(_)
                | Place::Beyond(_)
                | Place::Wraps(..)
        );
        if is_last {
            return b.no();
        }
        self.out.iter().fold(b.not(&self.ends), |rest, rule| match rule {
            Rule::Step { to, .. } if matches!(self.java.labels.place(*to), Place::Wraps(..)) => rest,
            Rule::Step { update, .. } | Rule::Call { update, .. } | Rule::Return { update, .. } => {
                b.minus(&rest, update.guard())
            }
        })
    }

    /// Configurations that end here by design.
    pub fn end(&mut self, guard: &Bdd) {
        let here = self.space.bdds.and(guard, &self.within);
        self.ends = self.space.bdds.or(&self.ends, &here);
    }

    fn place(&mut self, place: Place) {
        let space = self.space;
        match place {
            Place::Start(of) => self.start(of),
            Place::Ending(of) => self.end_thread(of),
            Place::At(method, pc) => {
                let Some(code) = self.code(method) else { return };
                let here = Here { method, pc, code };
                let info = self.java.program.method(method);
                // Nobody calls the first method, so its class is initialised here.
                if pc == 0 && self.thread == 0 && method == self.java.entry {
                    self.initialise_inputs(&here);
                    if info.is_static() {
                        let ready = self.initialise(&here, info.class);
                        self.within = self.space.bdds.and(&self.within, &ready);
                    }
                }
                instr::translate(self, &here);
            }
            Place::Enter(method) => self.enter_synchronized(method),
            Place::Amid(method, pc, phase) => {
                let Some(code) = self.code(method) else { return };
                self.go_on(&Here { method, pc, code }, phase);
            }
            Place::Throwing(method, pc) => {
                let Some(code) = self.code(method) else { return };
                self.dispatch(&Here { method, pc, code });
            }
            Place::HasInitialised(method, pc, need) => {
                let done = self.number(1, 8);
                let assign = [(self.global(Global::Initialised(need.class)), Value::Is(done))];
                let next = self.after_initialiser(method, pc, need);
                self.step(space.bdds.yes(), next, &assign, []);
            }
            Place::HasFailed(method, pc, need) => {
                let Some(code) = self.code(method) else { return };
                self.initialiser_threw(&Here { method, pc, code }, need);
            }
            Place::Claimed(method, pc, [at, class]) => {
                let Some(code) = self.code(method) else { return };
                self.initialise_claimed(&Here { method, pc, code }, at, class);
            }
            Place::Uncaught(of) => self.uncaught(of),
            Place::Violation(of, ..) => self.step(space.bdds.yes(), Place::Ending(of), &[], []),
            Place::Lacks(fact) => {
                self.java.lacks.insert(fact);
            }
            Place::Outside(what) => {
                self.java.outside.insert(what);
            }
            Place::Beyond(what) => {
                self.java.beyond.insert(what);
            }
            Place::Wraps(method, pc) => {
                self.java.wraps.insert((method, pc));
            }
            Place::Ended(_) | Place::Bottom(_) | Place::Calling(..) | Place::Initialising(..) => {}
        }
    }

    /// All values that some registers have together in the configurations at hand, if they are at
    /// most so many. Rules made from them are for these configurations only.
    pub fn values(&mut self, registers: &[Reg], most: usize) -> Option<Vec<Vec<i64>>> {
        self.is_special = true;
        let b = &self.space.bdds;
        let wanted: Vec<Var> = registers.iter().map(|&reg| self.register(reg)).collect();
        let mut rest = b.exists(&self.delta, &self.space.all_but(&wanted));
        let bits = self.bits();
        let mut all = Vec::new();
        while let Some(assignment) = b.pick(&rest) {
            let number = |var: &Var| {
                let low = self.space.read(&assignment, *var, Copy::Now) as i64;
                low << (64 - bits) >> (64 - bits)
            };
            all.push(wanted.iter().map(number).collect());
            let this = wanted.iter().fold(b.yes(), |all, var| {
                let value = self.space.read(&assignment, *var, Copy::Now) as i64;
                b.and(&all, &word::is(b, &self.space.bits(*var, Copy::Now), value))
            });
            rest = b.minus(&rest, &this);
            if all.len() > most {
                return None;
            }
        }
        Some(all)
    }

    /// The register form of a method; says what is outside if there is none. Asks for registers
    /// if the method has more than any before.
    pub fn code(&mut self, method: MethodId) -> Option<&'p Code> {
        match self.java.program.code(method) {
            Ok(code) => {
                if u32::from(code.registers) > self.java.layout.registers {
                    self.lacks(self.space.bdds.yes(), Fact::Registers(u32::from(code.registers)));
                    return None;
                }
                Some(code)
            }
            Err(_) => {
                let name = self.java.program.source_method(method);
                self.outside(self.space.bdds.yes(), &name);
                None
            }
        }
    }

    /// The class that an instruction names.
    pub fn class_constant(&self, here: &Here<'p>, cp: u16) -> Result<ClassId, heddle_program::LinkError> {
        match self.java.written.get(&here.method).and_then(|constants| constants.get(usize::from(cp))) {
            Some(Given::Class(class)) => Ok(*class),
            _ => self.java.program.resolve_class(here.code.pool_class, cp),
        }
    }

    pub fn global(&self, global: Global) -> Var {
        self.java.layout.var(global).expect("the caller knows that the layout has it")
    }

    /// The value of a global; 0 if the layout has none.
    pub fn read(&self, global: Global, width: u32) -> Bits {
        if let Global::Cell(slot, cell) = global
            && let Some(value) = self.fixed(slot, cell)
        {
            return self.number(value, width);
        }
        match self.java.layout.var(global) {
            Some(var) => word::unsigned(&self.space.bdds, &self.space.bits(var, Copy::Now), width),
            None => word::constant(&self.space.bdds, 0, width),
        }
    }

    pub fn number(&self, value: i64, width: u32) -> Bits {
        word::constant(&self.space.bdds, value, width)
    }

    pub fn register(&self, reg: Reg) -> Var {
        self.java.layout.register(u32::from(reg))
    }

    /// All bits of a register.
    pub fn word(&self, reg: Reg) -> Bits {
        self.space.bits(self.register(reg), Copy::Now)
    }

    /// A register as a number.
    pub fn int(&self, reg: Reg) -> Bits {
        let mut bits = self.word(reg);
        bits.truncate(self.java.layout.sizes.bits as usize);
        bits
    }

    /// A register as a reference.
    pub fn reference(&self, reg: Reg) -> Bits {
        let mut bits = self.word(reg);
        bits.truncate(self.java.layout.ref_bits() as usize);
        bits
    }

    pub fn bits(&self) -> u32 {
        self.java.layout.sizes.bits
    }

    pub fn reference_to(&self, slot: usize) -> Bits {
        self.number(slot as i64 + 1, self.java.layout.ref_bits())
    }

    /// Whether a reference is to a slot.
    pub fn points_to(&self, reference: &[Bdd], slot: usize) -> Bdd {
        word::is(&self.space.bdds, reference, slot as i64 + 1)
    }

    pub fn is_null(&self, reference: &[Bdd]) -> Bdd {
        word::is(&self.space.bdds, reference, 0)
    }

    /// Whether a slot holds an object of a class that the test accepts.
    pub fn slot_is(&self, slot: usize, accepts: &dyn Fn(ClassId) -> bool) -> Bdd {
        let b = &self.space.bdds;
        let classes = &self.java.layout.slots[slot].classes;
        if classes.iter().all(|&class| accepts(class)) {
            return b.yes();
        }
        let kind = self.read(Global::Class(slot), super::layout::bits_for(classes.len() - 1));
        classes
            .iter()
            .enumerate()
            .filter(|(_, class)| accepts(**class))
            .fold(b.no(), |any, (at, _)| b.or(&any, &word::is(b, &kind, at as i64)))
    }

    /// Whether a reference is to an object of a class that the test accepts; null is not.
    pub fn refers_to(&self, reference: &[Bdd], accepts: &dyn Fn(ClassId) -> bool) -> Bdd {
        let b = &self.space.bdds;
        (0..self.java.layout.slots.len()).fold(b.no(), |any, slot| {
            if !self.java.layout.slots[slot].classes.iter().any(|&class| accepts(class)) {
                return any;
            }
            let here = b.and(&self.points_to(reference, slot), &self.slot_is(slot, accepts));
            b.or(&any, &here)
        })
    }

    pub fn step(&mut self, guard: Bdd, place: Place, assign: &[(Var, Value)], dead: impl IntoIterator<Item = Var>) {
        let guard = self.space.bdds.and(&guard, &self.within);
        if self.space.bdds.is_false(&guard) {
            return;
        }
        let to = self.java.labels.number(place);
        self.out.push(Rule::Step { to, update: Update::new(self.space, guard, assign, dead) });
    }

    /// On to an instruction of the same method. Assigns what is alive there, forgets what is not.
    pub fn go(&mut self, here: &Here<'p>, guard: Bdd, to: Pc, assign: Vec<(Var, Value)>) {
        let maps = here.code.live_maps(self.java.program);
        let live: Vec<Var> = maps.live(to).iter().map(|live| self.register(live.reg())).collect();
        let layout = &self.java.layout;
        let is_register = |var: Var| var.0 >= 1 && var.0 <= layout.registers;
        let assign: Vec<(Var, Value)> =
            assign.into_iter().filter(|(var, _)| !is_register(*var) || live.contains(var)).collect();
        let mut dead: Vec<Var> = maps.live(here.pc).iter().map(|live| layout.register(u32::from(live.reg()))).collect();
        dead.push(layout.exception());
        dead.retain(|var| !live.contains(var) && !assign.iter().any(|(target, _)| target == var));
        self.step(guard, Place::At(here.method, to), &assign, dead);
    }

    /// On to the next instruction with a result.
    pub fn next(&mut self, here: &Here<'p>, guard: Bdd, dest: Reg, value: Bits) {
        let assign = if dest == NO_REG { vec![] } else { vec![(self.register(dest), Value::Is(value))] };
        self.go(here, guard, here.pc + 1, assign);
    }

    /// To the middle of the same instruction; nothing dies.
    pub fn amid(&mut self, here: &Here<'p>, guard: Bdd, phase: u8, assign: &[(Var, Value)]) {
        self.step(guard, Place::Amid(here.method, here.pc, phase), assign, []);
    }

    /// An exception that the instruction throws by itself.
    pub fn throw(&mut self, here: &Here<'p>, guard: Bdd, class: &str) {
        if self.space.bdds.is_false(&guard) {
            return;
        }
        let Ok(class) = self.java.program.load(class) else { return };
        let Some(slot) = self.slot(&guard, Origin::Thrown(class, here.site()), class) else { return };
        let exception = self.reference_to(slot);
        self.throw_value(here, guard, exception);
    }

    pub fn throw_value(&mut self, here: &Here<'p>, guard: Bdd, exception: Bits) {
        let var = self.java.layout.exception();
        self.step(guard, Place::Throwing(here.method, here.pc), &[(var, Value::Is(exception))], []);
    }

    /// A slot that is there from the beginning; asks for it if it is not there yet.
    pub fn slot(&mut self, guard: &Bdd, origin: Origin, class: ClassId) -> Option<usize> {
        let found = self.java.layout.find(&origin);
        if found.is_none() {
            self.lacks(guard.clone(), Fact::Slot(origin, class));
        }
        found
    }

    pub fn lacks(&mut self, guard: Bdd, fact: Fact) {
        self.step(guard, Place::Lacks(fact), &[], []);
    }

    pub fn outside(&mut self, guard: Bdd, what: &str) {
        self.step(guard, Place::Outside(what.into()), &[], []);
    }

    pub fn beyond(&mut self, guard: Bdd, what: String) {
        self.step(guard, Place::Beyond(what), &[], []);
    }

    /// Notes that an exact result does not fit; the run goes on with the wrapped one besides. An `int` wraps at 32 bits
    /// in Java too.
    pub fn wraps(&mut self, here: &Here<'p>, guard: Bdd) {
        let exact = if here.code.instrs[here.pc as usize].is_long() { 64 } else { 32 };
        if self.bits() < exact {
            self.notes_wrap(here, guard);
        }
    }

    /// Notes that a value does not fit, whatever its type.
    pub fn notes_wrap(&mut self, here: &Here<'p>, guard: Bdd) {
        self.step(guard, Place::Wraps(here.method, here.pc), &[], []);
    }

    /// Leaves the method, releasing the monitor of a synchronized one.
    pub fn leave(&mut self, method: MethodId, guard: Bdd, thrown: bool, value: Option<Bits>) {
        let guard = self.space.bdds.and(&guard, &self.within);
        let value = value.map(|bits| self.space.equals(RESULT, Copy::Now, &bits));
        let exit = if thrown { THROWN } else { NORMAL };
        if !self.java.program.method(method).is_synchronized() {
            let update = Update::new(self.space, guard, &[], []);
            self.out.push(Rule::Return { exit, update, value });
            return;
        }
        for (condition, assign) in self.release_cases() {
            let guard = self.space.bdds.and(&guard, &condition);
            if !self.space.bdds.is_false(&guard) {
                let update = Update::new(self.space, guard, &assign, []);
                self.out.push(Rule::Return { exit, update, value: value.clone() });
            }
        }
    }

    /// An object that is given was made, so its class is initialised.
    fn initialise_inputs(&mut self, here: &Here<'p>) {
        let b = self.space.bdds.clone();
        let registers = heddle_program::maps::argument_registers(self.java.program.method(here.method));
        for (at, register) in registers.iter().enumerate() {
            let Shape::Object { class, .. } = self.java.inputs[at].shape else { continue };
            let Some(slot) = self.java.layout.find(&Origin::Argument(at as u32)) else { continue };
            let there = self.points_to(&self.reference(register.reg()), slot);
            let outer = std::mem::replace(&mut self.within, b.no());
            self.within = b.and(&outer, &there);
            let ready = self.initialise(here, class);
            self.within = b.and(&outer, &b.or(&b.not(&there), &ready));
        }
    }

    /// The first step of a thread.
    fn start(&mut self, of: usize) {
        let site = self.java.labels.number(Place::Bottom(of));
        if of == 0 {
            let entry = self.java.entry;
            let Some(code) = self.code(entry) else { return };
            let params = heddle_program::maps::argument_registers(self.java.program.method(code.method));
            let arguments: Vec<(Var, Bits)> =
                params.iter().map(|param| (self.register(param.reg()), self.word(param.reg()))).collect();
            let dead: Vec<Var> = arguments.iter().map(|(var, _)| *var).collect();
            let pass = Pass::new(self.space, &arguments, dead);
            let to = self.java.entry_label(entry);
            self.out.push(Rule::Call { to, site, update: Update::skip(self.space), pass });
            return;
        }
        let status = self.read(Global::Status(of), 2);
        let running = word::is(&self.space.bdds, &status, 1);
        let object = self.read(Global::Thread(of), self.java.layout.ref_bits());
        self.run_thread(running, object, site);
    }

    /// Which class of exception has left a thread, and where it was made.
    fn uncaught(&mut self, of: usize) {
        let (program, b) = (self.java.program, self.space.bdds.clone());
        let exception = self.java.layout.exception();
        let mut reference = self.space.bits(exception, Copy::Now);
        reference.truncate(self.java.layout.ref_bits() as usize);
        let mut left: BTreeMap<(ClassId, Option<Site>), Bdd> = BTreeMap::new();
        for at in 0..self.java.layout.slots.len() {
            let slot = self.java.layout.slots[at].clone();
            let thrown = |class: &&ClassId| program.is_subtype(**class, program.well_known().throwable);
            for &class in slot.classes.iter().filter(thrown) {
                let here = b.and(&self.points_to(&reference, at), &self.slot_is(at, &|other| other == class));
                let sites: Vec<Option<Site>> =
                    if slot.sites.is_empty() { vec![None] } else { slot.sites.iter().copied().map(Some).collect() };
                for (number, &site) in sites.iter().enumerate() {
                    let from = match self.java.layout.var(Global::Site(at)) {
                        Some(var) => word::is(&b, &self.space.bits(var, Copy::Now), number as i64),
                        None => b.yes(),
                    };
                    let guard = left.entry((class, site)).or_insert_with(|| b.no());
                    *guard = b.or(guard, &b.and(&here, &from));
                }
            }
        }
        for ((class, site), guard) in left {
            self.step(guard, Place::Violation(of, class, site), &[], [exception]);
        }
    }
}
