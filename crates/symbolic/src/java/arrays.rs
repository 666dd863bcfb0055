//! Arrays of several dimensions, and copies of ranges.

use heddle_bdd::Bdd;
use heddle_program::ir::Reg;
use heddle_program::{ClassId, Type};

use super::layout::Global;
use super::rules::{Here, Make};
use super::word;
use crate::network::Value;

impl<'p> Make<'_, 'p> {
    /// `System.arraycopy`, in one go. As a relation between all possible offsets and lengths it
    /// would be huge, so there are rules only for those that occur.
    pub fn array_copy(&mut self, here: &Here<'p>, [source, from, target, to, count]: [Reg; 5]) {
        let b = self.space.bdds.clone();
        let program = self.java.program;
        let is_array = |class: ClassId| program.class(class).is_array();
        let numbers: Vec<(Vec<i64>, Bdd)> = self
            .values(&[from, to, count], usize::MAX)
            .unwrap_or_default()
            .into_iter()
            .map(|values| {
                let pairs = [from, to, count].into_iter().zip(&values);
                let here = pairs.fold(b.yes(), |all, (reg, &value)| b.and(&all, &word::is(&b, &self.int(reg), value)));
                (values, here)
            })
            .collect();
        let (source, target) = (self.reference(source), self.reference(target));
        self.null_check(here, &source);
        let null = b.minus(&self.is_null(&target), &self.is_null(&source));
        self.throw(here, null, super::instr::NULL_POINTER);
        let sources = self.touched(&source, &is_array);
        let targets = self.touched(&target, &is_array);
        for (s, is_source) in &sources {
            for (t, is_target) in &targets {
                let mut pair = b.and(is_source, is_target);
                let mut types = Vec::new();
                for (held, taken) in self.pairs_of_arrays(*s, *t) {
                    let both = b.and(&self.slot_is(*s, &|of| of == held), &self.slot_is(*t, &|of| of == taken));
                    if self.copies_anything(held, taken) {
                        types.push((self.element_type(taken), b.and(&pair, &both)));
                    } else {
                        self.outside(b.and(&pair, &both), "arraycopy between arrays of different types");
                        pair = b.minus(&pair, &both);
                    }
                }
                for (ty, both) in types {
                    for (values, at) in &numbers {
                        self.copy_elements(here, b.and(&both, at), ty, (*s, *t), [values[0], values[1], values[2]]);
                    }
                }
            }
        }
    }

    fn pairs_of_arrays(&self, s: usize, t: usize) -> Vec<(ClassId, ClassId)> {
        let targets = self.arrays_in(t);
        self.arrays_in(s).into_iter().flat_map(|held| targets.iter().map(move |&taken| (held, taken))).collect()
    }

    /// Whether every element of an array of one class can stand in one of another.
    fn copies_anything(&self, held: ClassId, taken: ClassId) -> bool {
        held == taken || self.element_type(held).is_ref() && self.java.program.is_subtype(held, taken)
    }

    /// Copies between two slots, with known offsets and length.
    fn copy_elements(
        &mut self,
        here: &Here<'p>,
        guard: Bdd,
        ty: Type,
        (s, t): (usize, usize),
        [from, to, count]: [i64; 3],
    ) {
        let b = self.space.bdds.clone();
        const WIDTH: u32 = 33;
        let short = |make: &Self, slot: usize, start: i64| {
            word::below(&b, &make.length(slot, WIDTH), &make.number(start + count, WIDTH))
        };
        let wrong =
            if from < 0 || to < 0 || count < 0 { b.yes() } else { b.or(&short(self, s, from), &short(self, t, to)) };
        self.throw(here, b.and(&guard, &wrong), "java/lang/ArrayIndexOutOfBoundsException");
        let guard = b.minus(&guard, &wrong);
        if b.is_false(&guard) {
            return;
        }
        let width = self.java.layout.width(ty);
        let assign = (0..count).map(|k| {
            let value = self.read(Global::Cell(s, (from + k) as u32), width);
            (self.global(Global::Cell(t, (to + k) as u32)), Value::Is(value))
        });
        let assign = assign.collect();
        self.go(here, guard, here.pc + 1, assign);
    }
}
