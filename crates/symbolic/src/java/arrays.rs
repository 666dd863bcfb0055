//! Arrays of several dimensions, and copies of ranges.

use heddle_bdd::Bdd;
use heddle_program::ir::{MultiArray, Reg};
use heddle_program::{ClassId, ClassKind, MethodId, Type};

use super::layout::Global;
use super::rules::{Here, Make};
use super::{Given, word, written};
use crate::network::Value;

const STORE: &str = "java/lang/ArrayStoreException";

impl<'p> Make<'_, 'p> {
    /// All sizes are looked at before anything is made.
    pub fn new_nested_array(&mut self, here: &Here<'p>, multi: &MultiArray) {
        let b = self.space.bdds.clone();
        let class = match self.class_constant(here, multi.cp) {
            Ok(class) => class,
            Err(error) => return self.outside(b.yes(), &error.to_string()),
        };
        let negative = multi.dims.iter().fold(b.no(), |any, &size| {
            let sign = self.int(size).last().expect("numbers have bits").clone();
            b.or(&any, &sign)
        });
        self.throw(here, negative.clone(), "java/lang/NegativeArraySizeException");
        let Some(method) = self.nested(class, multi.dims.len()) else {
            return self.outside(b.yes(), "arrays of several dimensions");
        };
        let arguments = multi.dims.iter().enumerate().map(|(at, &size)| (at, self.word(size))).collect();
        self.push(here, b.not(&negative), method, arguments);
    }

    fn nested(&mut self, class: ClassId, dimensions: usize) -> Option<MethodId> {
        let program = self.java.program;
        let ClassKind::Array { component, .. } = program.class(class).kind else { return None };
        let inner = if dimensions > 1 { Some(self.nested(component, dimensions - 1)?) } else { None };
        let host = program.well_known().object;
        let name =
            format!("java/lang/Object$$Symbolic{}{}", program.class_name(class).replace(['/', ';'], "_"), dimensions);
        let descriptor = format!("({})Ljava/lang/Object;", "I".repeat(dimensions));
        let text = written::nested_array(program, dimensions, inner);
        self.write(text, host, &name, &descriptor, vec![Given::Class(class)])
    }

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
                    let (from, to) = (self.element_type(held), self.element_type(taken));
                    if from.is_ref() && to.is_ref() {
                        let checked = !self.java.program.is_subtype(held, taken);
                        types.push((to, checked.then_some(taken), b.and(&pair, &both)));
                    } else if from == to {
                        types.push((to, None, b.and(&pair, &both)));
                    } else {
                        self.throw(here, b.and(&pair, &both), STORE);
                        pair = b.minus(&pair, &both);
                    }
                }
                for (ty, checked, both) in types {
                    for (values, at) in &numbers {
                        let (guard, range) = (b.and(&both, at), [values[0], values[1], values[2]]);
                        self.copy_elements(here, guard, (ty, checked), (*s, *t), range);
                    }
                }
            }
        }
    }

    fn pairs_of_arrays(&self, s: usize, t: usize) -> Vec<(ClassId, ClassId)> {
        let targets = self.arrays_in(t);
        self.arrays_in(s).into_iter().flat_map(|held| targets.iter().map(move |&taken| (held, taken))).collect()
    }

    /// Copies between two slots, with known offsets and length, to an array of a class whose elements have to be checked.
    fn copy_elements(
        &mut self,
        here: &Here<'p>,
        guard: Bdd,
        (ty, checked): (Type, Option<ClassId>),
        (s, t): (usize, usize),
        [from, to, count]: [i64; 3],
    ) {
        let b = self.space.bdds.clone();
        const WIDTH: u32 = 33;
        // The variable of a length can hold more than any array of the slot has.
        let short = |make: &Self, slot: usize, start: i64| {
            let longest = make.java.layout.slots[slot].lengths.last().copied().unwrap_or(0);
            if start + count > i64::from(longest) {
                return b.yes();
            }
            word::below(&b, &make.length(slot, WIDTH), &make.number(start + count, WIDTH))
        };
        let wrong =
            if from < 0 || to < 0 || count < 0 { b.yes() } else { b.or(&short(self, s, from), &short(self, t, to)) };
        self.throw(here, b.and(&guard, &wrong), "java/lang/ArrayIndexOutOfBoundsException");
        let guard = b.minus(&guard, &wrong);
        if b.is_false(&guard) {
            return;
        }
        if self.is_fixed(t) && count > 0 {
            return self.outside(guard, "writing into the bytes of a text");
        }
        let width = self.java.layout.width(ty);
        let guard = match checked.map(|taken| self.java.program.class(taken).kind) {
            Some(ClassKind::Array { component, .. }) => {
                let program = self.java.program;
                let fit = (0..count).fold(b.yes(), |all, k| {
                    let element = self.read(Global::Cell(s, (from + k) as u32), width);
                    let fits = self.refers_to(&element, &|class| program.is_subtype(class, component));
                    b.and(&all, &b.or(&fits, &self.is_null(&element)))
                });
                // Elements before the one that does not fit have been copied by then.
                self.outside(b.minus(&guard, &fit), "arraycopy with an element that does not fit");
                b.and(&guard, &fit)
            }
            _ => guard,
        };
        let assign = (0..count).map(|k| {
            let value = self.read(Global::Cell(s, (from + k) as u32), width);
            (self.global(Global::Cell(t, (to + k) as u32)), Value::Is(value))
        });
        let assign = assign.collect();
        self.go(here, guard, here.pc + 1, assign);
    }
}
