//! Texts are objects like others, and their methods are executed from the JDK's bytecode. Literals, and texts that the
//! entry method is given, have arrays of bytes that nobody writes. Other text, of which nothing is known, is a stand-in
//! that nobody may look into.

use heddle_bdd::Bdd;
use heddle_jdk::summaries::is_for_tuning;
use heddle_program::ir::{CallSite, Callee, Instr};
use heddle_program::{ClassId, FieldId, MethodId, Origin as From, Type};

use super::layout::{Global, Origin, Slot};
use super::rules::{Here, Make};
use super::word;
use crate::space::Bits;

/// Text in one byte per character.
const LATIN1: i64 = 0;
const UTF16: i64 = 1;

/// The bytes of a literal, as `String` keeps them.
pub(super) fn bytes_of(text: &str) -> (i64, Vec<u8>) {
    let units: Vec<u16> = text.encode_utf16().collect();
    match units.iter().map(|&unit| u8::try_from(unit)).collect::<Result<Vec<u8>, _>>() {
        Ok(bytes) => (LATIN1, bytes),
        Err(_) => (UTF16, units.iter().flat_map(|unit| unit.to_ne_bytes()).collect()),
    }
}

impl Slot {
    /// Whether nobody ever writes into it.
    pub fn is_fixed(&self, string: ClassId) -> bool {
        match self.origin {
            Origin::Literal(_) | Origin::ProgramText(..) | Origin::Bytes(_) | Origin::ArgumentBytes(_) => true,
            Origin::Argument(_) => self.classes.contains(&string),
            _ => false,
        }
    }
}

impl<'p> Make<'_, 'p> {
    pub fn is_fixed(&self, slot: usize) -> bool {
        self.java.layout.slots[slot].is_fixed(self.java.program.well_known().string)
    }

    /// What stands in a place of a slot from the beginning to the end, if that is known.
    pub fn fixed(&self, slot: usize, cell: u32) -> Option<i64> {
        let program = self.java.program;
        let layout = &self.java.layout;
        let string = program.well_known().string;
        let field = |cell: u32| {
            let field = program.class(string).layout.fields.get(cell as usize);
            field.map(|&field| program.text(program.field(field).name))
        };
        let reference = |origin: Origin| layout.find(&origin).map_or(0, |slot| slot as i64 + 1);
        match &layout.slots[slot].origin {
            Origin::Bytes(text) => {
                let bytes = bytes_of(text).1;
                Some(bytes.get(cell as usize).map_or(0, |&byte| i64::from(byte as i8)))
            }
            Origin::Literal(text) | Origin::ProgramText(_, text) => Some(match field(cell) {
                Some("value") => reference(Origin::Bytes(text.clone())),
                Some("coder") => bytes_of(text).0,
                _ => 0,
            }),
            Origin::Argument(at) if layout.slots[slot].classes.contains(&string) => Some(match field(cell) {
                Some("value") => reference(Origin::ArgumentBytes(*at)),
                _ => 0,
            }),
            _ => None,
        }
    }

    /// The object of a string constant; asks for it if it is not there yet.
    pub fn text(&mut self, guard: &Bdd, text: &str) -> Option<Bits> {
        let program = self.java.program;
        let bytes = program.array_of(program.primitive(Type::Byte));
        let value = self.slot(guard, Origin::Bytes(text.into()), bytes);
        let slot = self.slot(guard, Origin::Literal(text.into()), program.well_known().string);
        value.and(slot).map(|slot| self.reference_to(slot))
    }

    /// The value of a property that the JDK itself asks for, to be tuned by: nobody has set it. Others are unknown.
    pub fn property(&mut self, here: &Here<'p>, site: &CallSite, method: MethodId) {
        let b = self.space.bdds.clone();
        let program = self.java.program;
        let name = self.reference(site.args[0]);
        let of_jdk = program.class(program.method(here.method).class).origin == From::Jdk;
        let mut unset = b.no();
        for at in 0..self.java.layout.slots.len() {
            let Origin::Literal(text) = &self.java.layout.slots[at].origin else { continue };
            let guard = b.and(&self.points_to(&name, at), &self.within);
            if of_jdk && is_for_tuning(text) && !b.is_false(&guard) {
                self.java.assumed.insert(format!("the property {text} is not set"));
                unset = b.or(&unset, &guard);
            }
        }
        let null = self.number(0, self.java.layout.ref_bits());
        self.next(here, unset.clone(), site.dest, null);
        self.outside(b.not(&unset), &program.source_method(method));
    }

    /// Whether a slot is a text whose bytes do not fit into numbers.
    pub fn has_wide_bytes(&self, slot: usize) -> bool {
        let bits = self.bits();
        match &self.java.layout.slots[slot].origin {
            Origin::Literal(text) | Origin::ProgramText(_, text) if bits < 8 => {
                bytes_of(text).1.iter().any(|&byte| i32::from(byte as i8) >> (bits - 1) != 0)
            }
            _ => false,
        }
    }

    fn string_field(&self, name: &str) -> Option<FieldId> {
        self.java.program.find_field(self.java.program.well_known().string, name)
    }

    /// The low bits of the hash code are those of the sum in few bits.
    pub fn text_hash(&mut self, here: &Here<'p>, site: &CallSite) {
        let b = self.space.bdds.clone();
        let program = self.java.program;
        let string = program.well_known().string;
        let (Some(value), Some(coder)) = (self.string_field("value"), self.string_field("coder")) else { return };
        let (value, coder) = (program.field(value).place, program.field(coder).place);
        let this = self.reference(site.args[0]);
        let (bits, width) = (self.bits(), self.bits().max(self.java.layout.length_bits()));
        // A `switch` on text looks at the text itself afterwards.
        let is_switch = matches!(here.code.instrs.get(here.pc as usize + 1), Some(Instr::Switch { .. }));
        for text in 0..self.java.layout.slots.len() {
            let slot = &self.java.layout.slots[text];
            if !slot.classes.contains(&string) || slot.origin == Origin::SomeText {
                continue;
            }
            let is_text = b.and(&self.points_to(&this, text), &self.slot_is(text, &|class| class == string));
            if b.is_false(&b.and(&is_text, &self.within)) {
                continue;
            }
            let is_wide = b.not(&word::is(&b, &self.read(Global::Cell(text, coder), 1), 0));
            self.outside(b.and(&is_text, &is_wide), "hash codes of texts beyond Latin 1");
            let is_text = b.minus(&is_text, &is_wide);
            let bytes = self.read(Global::Cell(text, value), self.java.layout.ref_bits());
            for array in 0..self.java.layout.slots.len() {
                let guard = b.and(&is_text, &self.points_to(&bytes, array));
                if b.is_false(&guard) {
                    continue;
                }
                let length = self.length(array, width);
                let longest = self.java.layout.slots[array].lengths.last().copied().unwrap_or(0);
                let mut hash = self.number(0, bits);
                for k in 0..longest {
                    let stored = self.read(Global::Cell(array, k), self.java.layout.width(Type::Byte));
                    let mut char = word::signed(&b, &stored, 8.max(bits));
                    (8..char.len()).for_each(|bit| char[bit] = b.no());
                    let next = word::mul(&b, &hash, &self.number(31, bits));
                    let next = word::add(&b, &next, &char[..bits as usize]);
                    let inside = word::below(&b, &self.number(i64::from(k), width), &length);
                    hash = word::choose(&b, &inside, &self.as_int(next), &hash);
                }
                if bits < 32 && longest > 0 && !is_switch {
                    self.notes_wrap(here, guard.clone());
                }
                self.next(here, guard, site.dest, hash);
            }
        }
    }

    /// Whether an instruction asks a string for its hash code.
    pub fn asks_for_hash(&self, here: &Here<'p>, pc: u32) -> bool {
        let Instr::Invoke { k } = here.code.instrs[pc as usize] else { return false };
        let Callee::Pool(cp) = here.code.calls[k as usize].callee else { return false };
        let program = self.java.program;
        program.resolve_method(here.code.pool_class, cp).is_ok_and(|method| {
            program.method(method).class == program.well_known().string
                && program.text(program.method(method).name) == "hashCode"
        })
    }

    /// Whether a field only remembers what can be worked out again.
    pub fn is_cache(&self, field: FieldId) -> bool {
        let program = self.java.program;
        let field = program.field(field);
        heddle_jdk::values::is_cache(program.class_name(field.class), program.text(field.name))
    }
}
