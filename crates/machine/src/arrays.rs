//! Arrays: making them, and what `aastore` checks.

use heddle_program::ClassId;
use heddle_program::ir::MultiArray;

use crate::heap::{Heap, Ref, SHARED};
use crate::machine::Machine;
use crate::native::Trap;

impl Machine<'_> {
    #[inline(always)]
    pub(crate) fn log_element(&mut self, array: Ref, index: u32, bytes: u32) {
        if array < self.journal.floor {
            self.log(array, Heap::element_cell(array, index, bytes));
        }
    }

    /// Stores a reference into an array, publishing it if the array is shared. The store check is
    /// the caller's.
    #[inline]
    pub fn store_element_ref(&mut self, array: Ref, index: u32, value: Ref) {
        self.log_element(array, index, 4);
        self.state.heap.store_u32(array, index, value);
        if value != 0 && self.settings.exploring && self.state.heap.tag(array) == SHARED {
            self.publish(value);
        }
    }

    #[inline]
    pub(crate) fn is_boolean_array(&self, array: Ref) -> bool {
        self.class_of(array) == self.linkage.boolean_arrays
    }

    /// Whether an array of references may hold a value.
    #[inline]
    pub fn fits(&self, array: Ref, value: Ref) -> bool {
        match self.program.class(self.class_of(array)).kind {
            heddle_program::ClassKind::Array { component, .. } => self.is_instance(value, component),
            _ => false,
        }
    }

    #[cold]
    pub(crate) fn array_store(&mut self, value: Ref) -> Trap {
        let name = crate::names::external(self.program, self.class_of(value));
        self.throw("java/lang/ArrayStoreException", &name)
    }

    #[cold]
    pub(crate) fn out_of_bounds(&mut self, array: Ref, index: u32) -> Trap {
        let message = format!("Index {} out of bounds for length {}", index as i32, self.state.heap.len(array));
        self.throw("java/lang/ArrayIndexOutOfBoundsException", &message)
    }

    /// `newarray` and `anewarray`.
    pub(crate) fn checked_array(&mut self, class: ClassId, len: i32, site: u32) -> Result<Ref, Trap> {
        if len < 0 {
            return Err(self.throw("java/lang/NegativeArraySizeException", &len.to_string()));
        }
        self.new_array_at(class, len as u32, site)
    }

    /// `multianewarray`, with dimensions in registers of thread `t`.
    pub(crate) fn multi_array(&mut self, t: usize, pool: ClassId, multi: &MultiArray, site: u32) -> Result<Ref, Trap> {
        let dims: Vec<i32> = multi.dims.iter().map(|&reg| self.register(t, reg) as u32 as i32).collect();
        let class = self.linked(|program| program.resolve_class(pool, multi.cp))?;
        self.multi_array_of(class, &dims, site)
    }

    /// Nested arrays with the given dimensions; all are checked before anything is allocated.
    pub fn multi_array_of(&mut self, class: ClassId, dims: &[i32], site: u32) -> Result<Ref, Trap> {
        if let Some(&negative) = dims.iter().find(|&&len| len < 0) {
            return Err(self.throw("java/lang/NegativeArraySizeException", &negative.to_string()));
        }
        self.fill_dimensions(class, dims, site)
    }

    fn fill_dimensions(&mut self, class: ClassId, dims: &[i32], site: u32) -> Result<Ref, Trap> {
        let array = self.new_array_at(class, dims[0] as u32, site)?;
        let heddle_program::ClassKind::Array { component, .. } = self.program.class(class).kind else {
            unreachable!("as many dimensions as the array class has")
        };
        if dims.len() > 1 {
            for index in 0..dims[0] as u32 {
                let inner = self.fill_dimensions(component, &dims[1..], site)?;
                self.state.heap.store_u32(array, index, inner);
            }
        }
        Ok(array)
    }
}
