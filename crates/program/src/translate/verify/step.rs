//! The effect of one instruction on the type state (JVMS 4.10.1.9). Field accesses and calls are
//! in [`super::member`].

use heddle_classfile::Constant;

use super::super::bytecode::{SwitchKind, op};
use super::state::State;
use super::types::VType;
use super::{Verified, Verifier};

/// Where control goes behind an instruction, besides its jump targets.
pub(crate) enum Next {
    /// To the instruction at this bytecode index.
    At(usize),
    Nowhere,
}

impl Verifier<'_> {
    /// Applies the instruction at `bci` and leaves its jump targets in `self.targets`.
    pub(crate) fn step(&mut self, state: &mut State, bci: usize) -> Verified<Next> {
        self.targets.clear();
        let opcode = self.code.u8(bci)?;
        let next = bci + self.code.length(bci)?;
        if let Some((pops, pushes)) = simple_effect(opcode) {
            for &wanted in pops.iter().rev() {
                state.pop(wanted, &self.types)?;
            }
            if let Some(ty) = pushes {
                state.push(ty, self.body.max_stack)?;
            }
            if (0x99..=0xa4).contains(&opcode) {
                self.targets.push(self.code.target(bci, bci + 1)?);
            }
            return Ok(Next::At(next));
        }
        match opcode {
            0x12 => self.load_constant(state, u16::from(self.code.u8(bci + 1)?), false)?,
            0x13 => self.load_constant(state, self.code.u16(bci + 1)?, false)?,
            0x14 => self.load_constant(state, self.code.u16(bci + 1)?, true)?,
            0x15..=0x19 => self.load(state, u16::from(self.code.u8(bci + 1)?), opcode - 0x15)?,
            0x1a..=0x2d => self.load(state, u16::from((opcode - 0x1a) & 3), (opcode - 0x1a) >> 2)?,
            0x2e..=0x35 => self.array_load(state, opcode - 0x2e)?,
            0x36..=0x3a => self.store(state, u16::from(self.code.u8(bci + 1)?), opcode - 0x36)?,
            0x3b..=0x4e => self.store(state, u16::from((opcode - 0x3b) & 3), (opcode - 0x3b) >> 2)?,
            0x4f..=0x56 => self.array_store(state, opcode - 0x4f)?,
            0x57..=0x5f => shuffle(state, opcode, self.body.max_stack)?,
            op::IINC => self.increment(state, u16::from(self.code.u8(bci + 1)?))?,
            0xa5 | 0xa6 => {
                state.pop_reference(&self.types)?;
                state.pop_reference(&self.types)?;
                self.targets.push(self.code.target(bci, bci + 1)?);
            }
            op::GOTO => {
                self.targets.push(self.code.target(bci, bci + 1)?);
                return Ok(Next::Nowhere);
            }
            op::GOTO_W => {
                self.targets.push(self.code.target_wide(bci, bci + 1)?);
                return Ok(Next::Nowhere);
            }
            op::JSR | op::RET | op::JSR_W => return Err("bad instruction: jsr or ret".into()),
            op::TABLESWITCH | op::LOOKUPSWITCH => return self.switch(state, bci),
            0xac..=0xb1 => return self.leave(state, opcode),
            0xb2..=0xb5 => self.field(state, opcode, self.code.u16(bci + 1)?)?,
            0xb6..=0xba => self.invoke(state, opcode, bci)?,
            0xbb => self.new_object(state, bci)?,
            0xbc => {
                let array = self.primitive_array(bci)?;
                state.pop(VType::Int, &self.types)?;
                state.push(array, self.body.max_stack)?;
            }
            0xbd => {
                let VType::Object(component) = self.class_constant(self.code.u16(bci + 1)?)? else {
                    return Err("illegal type of constant-pool entry".into());
                };
                let name = self.types.text(component);
                let array = if name.starts_with('[') { format!("[{name}") } else { format!("[L{name};") };
                if dimensions(&array) > 255 {
                    return Err("an array with more than 255 dimensions".into());
                }
                state.pop(VType::Int, &self.types)?;
                state.push(self.types.named(&array), self.body.max_stack)?;
            }
            0xbe => {
                self.pop_array(state, |component| component.is_none_or(|_| true))?;
                state.push(VType::Int, self.body.max_stack)?;
            }
            0xbf => {
                state.pop(self.types.named("java/lang/Throwable"), &self.types)?;
                return Ok(Next::Nowhere);
            }
            0xc0 | 0xc1 => {
                let class = self.class_constant(self.code.u16(bci + 1)?)?;
                state.pop(VType::Object(self.types.object), &self.types)?;
                state.push(if opcode == 0xc0 { class } else { VType::Int }, self.body.max_stack)?;
            }
            0xc2 | 0xc3 => drop(state.pop_reference(&self.types)?),
            op::WIDE => self.wide(state, bci)?,
            0xc5 => self.multi_array(state, bci)?,
            0xc6 | 0xc7 => {
                state.pop_reference(&self.types)?;
                self.targets.push(self.code.target(bci, bci + 1)?);
            }
            _ => return Err(format!("bad instruction: 0x{opcode:02x}").into()),
        }
        Ok(Next::At(next))
    }

    fn wide(&mut self, state: &mut State, bci: usize) -> Verified<()> {
        let local = self.code.u16(bci + 2)?;
        match self.code.u8(bci + 1)? {
            opcode @ 0x15..=0x19 => self.load(state, local, opcode - 0x15),
            opcode @ 0x36..=0x3a => self.store(state, local, opcode - 0x36),
            op::IINC => self.increment(state, local),
            other => Err(format!("bad instruction after wide: 0x{other:02x}").into()),
        }
    }

    fn load_constant(&mut self, state: &mut State, cp: u16, wide: bool) -> Verified<()> {
        let ty = self.constant_type(cp, wide)?;
        state.push(ty, self.body.max_stack)
    }

    /// The type of a constant that `ldc`, or for two slots `ldc2_w`, may load.
    pub(crate) fn constant_type(&self, cp: u16, wide: bool) -> Verified<VType> {
        let constant = self.file.constant(cp).map_err(|_| "illegal type of constant-pool entry")?;
        // When each kind of constant became loadable (JVMS table 4.4-C).
        let (ty, since) = match constant {
            Constant::Integer(_) => (VType::Int, 45),
            Constant::Float(_) => (VType::Float, 45),
            Constant::Long(_) => (VType::Long, 45),
            Constant::Double(_) => (VType::Double, 45),
            Constant::String { .. } => (self.types.named("java/lang/String"), 45),
            Constant::Class { .. } => (self.types.named("java/lang/Class"), 49),
            Constant::MethodType { .. } => (self.types.named("java/lang/invoke/MethodType"), 51),
            Constant::MethodHandle { .. } => (self.types.named("java/lang/invoke/MethodHandle"), 51),
            Constant::Dynamic { name_and_type, .. } => {
                let member = self.file.name_and_type(name_and_type).map_err(|_| "ill-formed dynamic constant")?;
                (self.types.of_descriptor(&member.descriptor)?, 55)
            }
            _ => return Err("illegal type of constant-pool entry".into()),
        };
        if ty.is_wide() != wide || self.file.major() < since {
            return Err("illegal type of constant-pool entry".into());
        }
        Ok(ty)
    }

    fn load(&mut self, state: &mut State, local: u16, kind: u8) -> Verified<()> {
        let ty = match PRIMITIVES.get(usize::from(kind)) {
            Some(&wanted) => state.local(local, &self.types, |found| found == wanted)?,
            None => state.local(local, &self.types, VType::is_reference)?,
        };
        if ty.is_wide() && state.locals.get(usize::from(local) + 1) != Some(&VType::Second) {
            return Err("bad local variable type: half of a two-slot value".into());
        }
        state.push(ty, self.body.max_stack)
    }

    fn store(&mut self, state: &mut State, local: u16, kind: u8) -> Verified<()> {
        let ty = match PRIMITIVES.get(usize::from(kind)) {
            Some(&wanted) => state.pop(wanted, &self.types)?,
            None => state.pop_reference(&self.types)?,
        };
        state.set_local(local, ty)
    }

    fn increment(&mut self, state: &mut State, local: u16) -> Verified<()> {
        state.local(local, &self.types, |found| found == VType::Int).map(drop)
    }

    /// Takes an array off the stack whose element descriptor fits; null fits always.
    fn pop_array(&mut self, state: &mut State, fits: impl Fn(Option<&str>) -> bool) -> Verified<VType> {
        let found = state.pop_slot()?;
        let component = match found {
            VType::Null => None,
            VType::Object(name) if self.types.text(name).starts_with('[') => Some(&self.types.text(name)[1..]),
            _ => return Err(format!("bad type on operand stack: {} is no array", self.types.describe(found)).into()),
        };
        if !fits(component) {
            let found = self.types.describe(found);
            return Err(format!("bad type on operand stack: {found} is an array of another type").into());
        }
        Ok(found)
    }

    fn array_load(&mut self, state: &mut State, kind: u8) -> Verified<()> {
        state.pop(VType::Int, &self.types)?;
        let array = self.pop_array(state, |component| component.is_none_or(|c| holds(c, kind)))?;
        let ty = match (ARRAY_ELEMENTS[usize::from(kind)], array) {
            (Some(ty), _) => ty,
            (None, VType::Object(name)) => self.types.component(name)?.unwrap_or(VType::Null),
            (None, _) => VType::Null,
        };
        state.push(ty, self.body.max_stack)
    }

    fn array_store(&mut self, state: &mut State, kind: u8) -> Verified<()> {
        // That the element fits the array is checked when the store runs.
        let element = ARRAY_ELEMENTS[usize::from(kind)].unwrap_or(VType::Object(self.types.object));
        state.pop(element, &self.types)?;
        state.pop(VType::Int, &self.types)?;
        self.pop_array(state, |component| component.is_none_or(|c| holds(c, kind))).map(drop)
    }

    fn switch(&mut self, state: &mut State, bci: usize) -> Verified<Next> {
        state.pop(VType::Int, &self.types)?;
        let switch = self.code.switch(bci)?;
        if self.file.major() < 51 && !self.code.has_zero_padding(bci) {
            return Err("nonzero padding byte in a switch".into());
        }
        let mut last = None;
        for row in 0..switch.count {
            let key = switch.key(row)?;
            if switch.kind == SwitchKind::Lookup && last.is_some_and(|last| last >= key) {
                return Err("the keys of a lookupswitch do not ascend".into());
            }
            last = Some(key);
            self.targets.push(switch.target(row)?);
        }
        self.targets.push(switch.default);
        Ok(Next::Nowhere)
    }

    fn leave(&mut self, state: &mut State, opcode: u8) -> Verified<Next> {
        let wanted = match (opcode, self.result) {
            (0xb1, None) => {
                if self.is_constructor && state.this_uninitialized {
                    return Err("constructor must call super() or this() before return".into());
                }
                return Ok(Next::Nowhere);
            }
            (0xac..=0xaf, Some(ty)) if PRIMITIVES[usize::from(opcode - 0xac)] == ty => ty,
            (0xb0, Some(ty @ VType::Object(_))) => ty,
            _ => return Err("the return instruction does not match the method's result type".into()),
        };
        state.pop(wanted, &self.types)?;
        Ok(Next::Nowhere)
    }

    pub(crate) fn primitive_array(&self, bci: usize) -> Verified<VType> {
        let kinds = ["[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"];
        let code = usize::from(self.code.u8(bci + 1)?);
        let name = kinds.get(code.wrapping_sub(4)).ok_or("bad element type of an array")?;
        Ok(self.types.named(name))
    }

    /// Arrays are not made by `new`.
    pub(crate) fn check_new(&self, bci: usize) -> Verified<()> {
        match self.class_constant(self.code.u16(bci + 1)?)? {
            VType::Object(name) if !self.types.text(name).starts_with('[') => Ok(()),
            _ => Err("illegal new instruction".into()),
        }
    }

    /// The array class of a `multianewarray` and how many of its dimensions are given.
    pub(crate) fn multi_class(&self, bci: usize) -> Verified<(VType, usize)> {
        let class = self.class_constant(self.code.u16(bci + 1)?)?;
        let count = usize::from(self.code.u8(bci + 3)?);
        let rank = match class {
            VType::Object(name) => dimensions(self.types.text(name)),
            _ => 0,
        };
        if count == 0 || rank < count {
            return Err("illegal dimensions of a multianewarray".into());
        }
        Ok((class, count))
    }

    fn new_object(&mut self, state: &mut State, bci: usize) -> Verified<()> {
        self.check_new(bci)?;
        self.spend(state.stack.len() + state.locals.len())?;
        let object = VType::Uninitialized(bci as u16);
        // An object of an earlier round of a loop must not be mistaken for this one.
        if state.stack.contains(&object) {
            return Err("an uninitialized object of the same instruction is on the stack".into());
        }
        state.replace(object, VType::Top);
        state.push(object, self.body.max_stack)
    }

    fn multi_array(&mut self, state: &mut State, bci: usize) -> Verified<()> {
        let (class, count) = self.multi_class(bci)?;
        for _ in 0..count {
            state.pop(VType::Int, &self.types)?;
        }
        state.push(class, self.body.max_stack)
    }
}

fn dimensions(name: &str) -> usize {
    name.bytes().take_while(|&byte| byte == b'[').count()
}

/// The first four of the five kinds of locals and results.
const PRIMITIVES: [VType; 4] = [VType::Int, VType::Long, VType::Float, VType::Double];

/// What the eight array instructions move, in opcode order; references are `None`.
const ARRAY_ELEMENTS: [Option<VType>; 8] = [
    Some(VType::Int),
    Some(VType::Long),
    Some(VType::Float),
    Some(VType::Double),
    None,
    Some(VType::Int),
    Some(VType::Int),
    Some(VType::Int),
];

/// Whether the n-th array instruction works on arrays of a component descriptor.
fn holds(component: &str, kind: u8) -> bool {
    match kind {
        4 => component.starts_with(['L', '[']),
        5 => matches!(component, "B" | "Z"),
        _ => component == ["I", "J", "F", "D", "", "", "C", "S"][usize::from(kind)],
    }
}

/// The stack instructions, `pop` to `swap`.
fn shuffle(state: &mut State, opcode: u8, max_stack: u16) -> Verified<()> {
    let (count, below) = match opcode {
        0x57 => (1, 0),
        0x58 => (2, 0),
        0x59..=0x5b => (1, usize::from(opcode - 0x59)),
        0x5c..=0x5e => (2, usize::from(opcode - 0x5c)),
        _ => (1, 1),
    };
    let first = state.stack.len().checked_sub(count + below).ok_or("operand stack underflow")?;
    let taken = state.stack.split_off(first);
    let (lower, upper) = taken.split_at(below);
    // A group that starts with a second half, or a single slot that is a first half, cuts a value.
    let cuts = |group: &[VType]| match group {
        [VType::Second, ..] => true,
        [one] => one.is_wide(),
        [one, two] => one.is_wide() != (*two == VType::Second),
        _ => false,
    };
    if cuts(lower) || cuts(upper) {
        return Err("bad type on operand stack: a two-slot value is split".into());
    }
    let (before, after) = match opcode {
        0x57 | 0x58 => (&[][..], &[][..]),
        0x5f => (upper, &[][..]),
        _ => (upper, upper),
    };
    state.stack.extend(before.iter().chain(lower).chain(after));
    if state.stack.len() > usize::from(max_stack) {
        return Err("operand stack overflow".into());
    }
    Ok(())
}

/// Instructions whose effect depends on nothing but the opcode: what they pop and push.
fn simple_effect(opcode: u8) -> Option<(&'static [VType], Option<VType>)> {
    use VType::{Double as D, Float as F, Int as I, Long as L, Null};
    let effect: (&[VType], Option<VType>) = match opcode {
        0x00 => (&[], None),
        0x01 => (&[], Some(Null)),
        0x02..=0x08 | 0x10 | 0x11 => (&[], Some(I)),
        0x09 | 0x0a => (&[], Some(L)),
        0x0b..=0x0d => (&[], Some(F)),
        0x0e | 0x0f => (&[], Some(D)),
        0x60 | 0x64 | 0x68 | 0x6c | 0x70 | 0x78 | 0x7a | 0x7c | 0x7e | 0x80 | 0x82 => (&[I, I], Some(I)),
        0x61 | 0x65 | 0x69 | 0x6d | 0x71 | 0x7f | 0x81 | 0x83 => (&[L, L], Some(L)),
        0x79 | 0x7b | 0x7d => (&[L, I], Some(L)),
        0x62 | 0x66 | 0x6a | 0x6e | 0x72 => (&[F, F], Some(F)),
        0x63 | 0x67 | 0x6b | 0x6f | 0x73 => (&[D, D], Some(D)),
        0x74 | 0x91..=0x93 => (&[I], Some(I)),
        0x75 => (&[L], Some(L)),
        0x76 => (&[F], Some(F)),
        0x77 => (&[D], Some(D)),
        0x85 => (&[I], Some(L)),
        0x86 => (&[I], Some(F)),
        0x87 => (&[I], Some(D)),
        0x88 => (&[L], Some(I)),
        0x89 => (&[L], Some(F)),
        0x8a => (&[L], Some(D)),
        0x8b => (&[F], Some(I)),
        0x8c => (&[F], Some(L)),
        0x8d => (&[F], Some(D)),
        0x8e => (&[D], Some(I)),
        0x8f => (&[D], Some(L)),
        0x90 => (&[D], Some(F)),
        0x94 => (&[L, L], Some(I)),
        0x95 | 0x96 => (&[F, F], Some(I)),
        0x97 | 0x98 => (&[D, D], Some(I)),
        0x99..=0x9e => (&[I], None),
        0x9f..=0xa4 => (&[I, I], None),
        _ => return None,
    };
    Some(effect)
}
