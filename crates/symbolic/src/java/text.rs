//! Strings whose characters are known or bounded: literals, and arguments of the entry method.
//! Other text is a stand-in that nobody may look at.

use heddle_bdd::Bdd;
use heddle_program::ir::{CallSite, Callee, Instr, Reg};
use heddle_program::{MethodId, Type};

use super::layout::{Global, Origin, bits_for};
use super::rules::{Here, Make};
use super::word;
use crate::space::Bits;

/// What is asked of a string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asked {
    Length,
    IsEmpty,
    CharAt,
    Equals,
    HashCode,
}

/// Bits of an exact character, and one more for the sign that it has as a number.
const CHAR_BITS: u32 = 17;

/// The characters of a string, as many as it may have, and how many it has.
struct Content {
    length: Bits,
    chars: Vec<Bits>,
}

impl<'p> Make<'_, 'p> {
    /// Bits that hold lengths and indices.
    fn length_bits(&self) -> u32 {
        let longest = self.java.layout.slots.iter().filter_map(|slot| match &slot.origin {
            Origin::Literal(text) => Some(text.len()),
            _ => slot.lengths.last().map(|&length| length as usize),
        });
        self.bits().max(bits_for(longest.max().unwrap_or(0)) + 1)
    }

    fn content(&self, slot: usize) -> Option<Content> {
        let width = self.length_bits();
        match &self.java.layout.slots[slot].origin {
            Origin::Literal(text) => {
                let chars: Vec<Bits> =
                    text.encode_utf16().map(|unit| self.number(i64::from(unit), CHAR_BITS)).collect();
                Some(Content { length: self.number(chars.len() as i64, width), chars })
            }
            Origin::Argument(_) => {
                let char_bits = self.java.layout.width(Type::Char);
                let longest = *self.java.layout.slots[slot].lengths.last()?;
                let char_at = |k| {
                    let stored = self.read(Global::Cell(slot, k), char_bits);
                    word::unsigned(&self.space.bdds, &stored, CHAR_BITS)
                };
                Some(Content { length: self.length(slot, width), chars: (0..longest).map(char_at).collect() })
            }
            _ => None,
        }
    }

    /// The strings that a reference may be to.
    fn texts(&self, reference: &[Bdd]) -> Vec<(usize, Bdd)> {
        let string = self.java.program.well_known().string;
        let slots = 0..self.java.layout.slots.len();
        let texts = slots.filter(|&slot| self.java.layout.slots[slot].classes.contains(&string));
        texts.map(|slot| (slot, self.points_to(reference, slot))).collect()
    }

    pub fn ask_text(&mut self, here: &Here<'p>, site: &CallSite, method: MethodId, asked: Asked) {
        let (args, dest) = (&site.args, site.dest);
        let this = self.reference(args[0]);
        let unknown = self.java.program.external_method(method);
        for (slot, guard) in self.texts(&this) {
            if self.space.bdds.is_false(&guard) {
                continue;
            }
            match (self.content(slot), asked) {
                (None, Asked::Equals) => self.text_equals(here, guard, (slot, None), args[1], dest, &unknown),
                (None, _) => self.outside(guard, &unknown),
                (Some(content), Asked::Equals) => {
                    self.text_equals(here, guard, (slot, Some(content)), args[1], dest, &unknown);
                }
                (Some(content), Asked::Length) => {
                    self.note_length(here, &guard, &content.length);
                    let value = word::unsigned(&self.space.bdds, &content.length, self.bits());
                    self.next(here, guard, dest, value);
                }
                (Some(content), Asked::IsEmpty) => {
                    let empty = word::is(&self.space.bdds, &content.length, 0);
                    self.next(here, guard, dest, vec![empty]);
                }
                (Some(content), Asked::CharAt) => self.char_at(here, guard, &content, args[1], dest),
                (Some(content), Asked::HashCode) => self.text_hash(here, guard, &content, dest),
            }
        }
    }

    fn char_at(&mut self, here: &Here<'p>, guard: Bdd, content: &Content, index: Reg, dest: Reg) {
        let b = self.space.bdds.clone();
        let index = word::signed(&b, &self.int(index), content.length.len() as u32);
        // Unsigned comparison excludes negative indices.
        let inside = word::below(&b, &index, &content.length);
        self.throw_within(here, b.minus(&guard, &inside), "java/lang/StringIndexOutOfBoundsException");
        let cases: Vec<(Bdd, Bits)> =
            content.chars.iter().enumerate().map(|(k, char)| (word::is(&b, &index, k as i64), char.clone())).collect();
        let exact = word::select(&b, &cases, CHAR_BITS.max(self.bits()));
        let inside = b.and(&guard, &inside);
        self.note_length(here, &inside, &exact);
        self.next(here, inside, dest, exact[..self.bits() as usize].to_vec());
    }

    fn text_equals(
        &mut self,
        here: &Here<'p>,
        guard: Bdd,
        (slot, content): (usize, Option<Content>),
        other: Reg,
        dest: Reg,
        unknown: &str,
    ) {
        let b = self.space.bdds.clone();
        let other = self.reference(other);
        let mut equal = b.no();
        let mut known = b.yes();
        for (there, is_there) in self.texts(&other) {
            match (&content, self.content(there)) {
                // What has no content stands for many texts.
                (Some(_), _) if there == slot => equal = b.or(&equal, &is_there),
                (Some(this), Some(that)) => {
                    let same = self.same_content(this, &that);
                    equal = b.or(&equal, &b.and(&is_there, &same));
                }
                _ => {
                    self.outside(b.and(&guard, &is_there), unknown);
                    known = b.minus(&known, &is_there);
                }
            }
        }
        self.next(here, b.and(&guard, &known), dest, vec![equal]);
    }

    fn same_content(&self, this: &Content, that: &Content) -> Bdd {
        let b = &self.space.bdds;
        let width = this.length.len() as u32;
        let mut same = word::equal(b, &this.length, &that.length);
        for (k, (x, y)) in this.chars.iter().zip(&that.chars).enumerate() {
            let beyond = b.not(&word::below(b, &self.number(k as i64, width), &this.length));
            same = b.and(&same, &b.or(&beyond, &word::equal(b, x, y)));
        }
        same
    }

    /// The low bits of the hash code are those of the sum in few bits.
    fn text_hash(&mut self, here: &Here<'p>, guard: Bdd, content: &Content, dest: Reg) {
        let b = self.space.bdds.clone();
        let (bits, width) = (self.bits(), content.length.len() as u32);
        let mut hash = self.number(0, bits);
        for (k, char) in content.chars.iter().enumerate() {
            let char = word::unsigned(&b, char, bits);
            let next = word::add(&b, &word::mul(&b, &hash, &self.number(31, bits)), &char);
            let inside = word::below(&b, &self.number(k as i64, width), &content.length);
            hash = word::choose(&b, &inside, &self.as_int(next), &hash);
        }
        // A `switch` on text looks at the text itself afterwards.
        let next = here.code.instrs.get(here.pc as usize + 1);
        if bits < 32 && !content.chars.is_empty() && !matches!(next, Some(Instr::Switch { .. })) {
            self.wraps(here, guard.clone());
        }
        self.next(here, guard, dest, hash);
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
}
