//! The heap: one flat array of 64-bit cells in which a reference is a cell index.
//!
//! ```text
//! 0 ............ STATICS_END   static fields and class-initialisation states, cells by Program
//! STATICS_END .. PERM_END      permanent objects: JDK initialisers, mirrors, literals; only grows
//! PERM_END ..... 2^32          objects of the current path; truncated when the search steps back
//! ```
//!
//! An object is three header cells and its body:
//!
//! ```text
//! cell 0   class id (low 32 bits), monitor: owner + 1 (16 bits), recursion count (16 bits)
//! cell 1   array length (low 32 bits), allocation site (23 bits), has identity hash (1 bit),
//!          reach tag (8 bits)
//! cell 2   low half: slot of canonicalisation; high half: a permanent object's name, another's guard
//! cell 3.. fields, one cell each, or packed array elements
//! ```
//!
//! The whole index space of 2^32 cells is reserved as address space (and committed by the
//! operating system page by page when touched), so *every* `u32` is a valid cell index. That is
//! why cells are read without bounds checks: a wrong reference can give a wrong value, never a
//! wild access.

use heddle_program::ir::ElementKind;
use memmap2::{MmapMut, MmapOptions};

/// A reference: the cell index of an object's header. Null is 0.
pub type Ref = u32;

/// The largest allocation site that a header has room for.
const MAX_SITE: u32 = 0x7f_ffff;

/// Header cells before the first field or element.
pub const HEADER: u32 = 3;
/// End of the area of static fields.
pub const STATICS_END: u32 = 1 << 20;
/// End of the permanent objects, start of the path's objects.
pub const PERM_END: u32 = 1 << 26;
/// Where the second half of the path region begins; the collector copies from one half to the other.
pub const HALF: u32 = 1 << 31;

/// Reach tag of an object that more than one thread can reach.
pub const SHARED: u8 = 0xff;
/// Reach tag of an array that is the value of a string: shared or not, nobody writes it any more.
pub const IMMUTABLE: u8 = 0xfe;
/// Reach tag of an object that nobody but its creator has seen since the step began.
pub const FRESH: u8 = 0;

const CELLS: u64 = 1 << 32;
const HASH_BIT: u64 = 1 << 55;

/// The cells, the bump pointers and nothing else; journaling is the machine's business.
pub struct Heap {
    /// Keeps the mapping alive; all access goes through `base`.
    _map: MmapMut,
    base: *mut u64,
    pub perm_top: u32,
    pub path_top: u32,
    /// First cell that the path may not use.
    pub path_limit: u32,
}

// SAFETY: `base` points into the mapping that the same value owns; no aliasing outside `&self`.
unsafe impl Send for Heap {}

/// Why no heap could be made.
#[derive(Debug, thiserror::Error)]
#[error("cannot reserve 32 GiB of address space for the heap ({0}); raise the limit on virtual memory (ulimit -v)")]
pub struct ReserveError(std::io::Error);

impl Heap {
    /// An empty heap whose path region may grow to `limit_bytes`.
    pub fn new(limit_bytes: u64) -> Result<Self, ReserveError> {
        let mut map =
            MmapOptions::new().len((CELLS * 8) as usize).no_reserve_swap().map_anon().map_err(ReserveError)?;
        let base = map.as_mut_ptr().cast::<u64>();
        let cells = (limit_bytes / 8).clamp(1 << 12, u64::from(HALF - PERM_END) - 1) as u32;
        Ok(Self { _map: map, base, perm_top: STATICS_END, path_top: PERM_END, path_limit: PERM_END + cells })
    }

    #[inline(always)]
    pub fn cell(&self, index: u32) -> u64 {
        // SAFETY: every u32 indexes a mapped cell (module comment).
        unsafe { *self.base.add(index as usize) }
    }

    /// Writes without journaling; for fresh objects and for the machine's journaled writes.
    #[inline(always)]
    pub fn set_cell(&mut self, index: u32, value: u64) {
        // SAFETY: every u32 indexes a mapped cell (module comment).
        unsafe { *self.base.add(index as usize) = value }
    }

    #[inline(always)]
    pub fn class_of(&self, object: Ref) -> u32 {
        self.cell(object) as u32
    }

    #[inline(always)]
    pub fn len(&self, array: Ref) -> u32 {
        self.cell(array + 1) as u32
    }

    #[inline(always)]
    pub fn tag(&self, object: Ref) -> u8 {
        (self.cell(object + 1) >> 56) as u8
    }

    #[inline]
    pub fn set_tag(&mut self, object: Ref, tag: u8) {
        let cell = self.cell(object + 1) & !(0xff << 56);
        self.set_cell(object + 1, cell | u64::from(tag) << 56);
    }

    /// The allocation site: `Program::site` tells method and instruction.
    #[inline]
    pub fn site(&self, object: Ref) -> u32 {
        (self.cell(object + 1) >> 32) as u32 & MAX_SITE
    }

    #[inline]
    pub fn has_hash(&self, object: Ref) -> bool {
        self.cell(object + 1) & HASH_BIT != 0
    }

    /// The header cell 1 with the identity-hash bit set.
    #[inline]
    pub fn cell_with_hash(&self, object: Ref) -> u64 {
        self.cell(object + 1) | HASH_BIT
    }

    /// Owner (thread index + 1, 0 if free) and recursion count of an object's monitor.
    #[inline(always)]
    pub fn monitor(&self, object: Ref) -> (u16, u16) {
        let word = self.cell(object) >> 32;
        (word as u16, (word >> 16) as u16)
    }

    /// Header cell 0 with another monitor word.
    #[inline(always)]
    pub fn cell_with_monitor(&self, object: Ref, owner: u16, count: u16) -> u64 {
        let class = self.cell(object) & 0xffff_ffff;
        class | u64::from(owner) << 32 | u64::from(count) << 48
    }

    #[inline]
    pub fn is_permanent(object: Ref) -> bool {
        object < PERM_END
    }

    /// Name of a permanent object.
    #[inline]
    pub fn name(&self, object: Ref) -> u32 {
        (self.cell(object + 2) >> 32) as u32
    }

    /// Where canonicalisation keeps what it knows of an object, as far as it does.
    #[inline(always)]
    pub fn slot(&self, object: Ref) -> u32 {
        self.cell(object + 2) as u32
    }

    #[inline]
    pub fn set_slot(&mut self, object: Ref, slot: u32) {
        let cell = self.cell(object + 2) >> 32 << 32;
        self.set_cell(object + 2, cell | u64::from(slot));
    }

    /// The lock that guards an object of the path, if any.
    #[inline]
    pub fn guard(&self, object: Ref) -> Ref {
        (self.cell(object + 2) >> 32) as Ref
    }

    pub fn set_guard(&mut self, object: Ref, lock: Ref) {
        let slot = self.slot(object);
        self.set_cell(object + 2, u64::from(lock) << 32 | u64::from(slot));
    }

    /// Cells of an array's body.
    #[inline]
    pub fn array_cells(kind: ElementKind, len: u32) -> u64 {
        (u64::from(len) * u64::from(kind.bytes())).div_ceil(8)
    }

    /// Bump-allocates a zeroed object in the path region, or `None` at the limit.
    #[inline(always)]
    pub fn alloc(&mut self, class: u32, body: u64, len: u32, site: u32) -> Option<Ref> {
        let object = self.path_top;
        let end = u64::from(object) + u64::from(HEADER) + body;
        if end > u64::from(self.path_limit) {
            return None;
        }
        self.path_top = end as u32;
        self.clear(object + HEADER, body);
        self.write_header(object, class, len, site, FRESH, 0);
        Some(object)
    }

    /// Bump-allocates a zeroed permanent object, or `None` if that region is full.
    pub fn alloc_permanent(&mut self, class: u32, body: u64, len: u32, site: u32, name: u32) -> Option<Ref> {
        let object = self.perm_top;
        let end = u64::from(object) + u64::from(HEADER) + body;
        if end > u64::from(PERM_END) {
            return None;
        }
        self.perm_top = end as u32;
        self.clear(object + HEADER, body);
        self.write_header(object, class, len, site, SHARED, name);
        Some(object)
    }

    #[inline(always)]
    fn write_header(&mut self, object: Ref, class: u32, len: u32, site: u32, tag: u8, name: u32) {
        self.set_cell(object, u64::from(class));
        // A number that does not fit would be taken for another site: it becomes the unknown one.
        let site = if site > MAX_SITE { 0 } else { site };
        self.set_cell(object + 1, u64::from(len) | u64::from(site) << 32 | u64::from(tag) << 56);
        self.set_cell(object + 2, u64::from(name) << 32);
    }

    #[inline(always)]
    fn clear(&mut self, from: u32, cells: u64) {
        // SAFETY: the caller checked that the range ends within a region, so it is mapped.
        unsafe { std::ptr::write_bytes(self.base.add(from as usize), 0, cells as usize) }
    }

    /// Copies `count` cells; the ranges may overlap.
    pub fn copy_cells(&mut self, from: u32, to: u32, count: u32) {
        // SAFETY: both ranges lie in the mapping: objects never extend past their region.
        unsafe {
            let source = self.base.add(from as usize);
            std::ptr::copy(source, self.base.add(to as usize), count as usize);
        }
    }

    /// Reads `count` cells into a vector.
    pub fn cells(&self, from: u32, count: u32) -> &[u64] {
        // SAFETY: as in `copy_cells`; the borrow of `self` keeps writers out.
        unsafe { std::slice::from_raw_parts(self.base.add(from as usize), count as usize) }
    }

    #[inline(always)]
    fn body(&self, array: Ref) -> *mut u8 {
        // SAFETY: pointer arithmetic inside the mapping.
        unsafe { self.base.add(array as usize + HEADER as usize).cast::<u8>() }
    }

    /// The cell that holds element `index` of an array with elements of `bytes` bytes.
    #[inline(always)]
    pub fn element_cell(array: Ref, index: u32, bytes: u32) -> u32 {
        array + HEADER + (u64::from(index) * u64::from(bytes) / 8) as u32
    }

    /// The bytes of an array's body, as many as its length and kind say.
    pub fn bytes(&self, array: Ref, kind: ElementKind) -> &[u8] {
        let len = self.len(array) as usize * kind.bytes() as usize;
        // SAFETY: the body of an array of that length was allocated with it.
        unsafe { std::slice::from_raw_parts(self.body(array), len) }
    }

    /// Copies `len` bytes between the bodies of two different arrays. The caller has compared both
    /// ranges with the lengths, and journals first.
    pub fn copy_bytes(&mut self, source: Ref, from: usize, target: Ref, to: usize, len: usize) {
        debug_assert_ne!(source, target);
        // SAFETY: both ranges lie within bodies that were allocated with their arrays.
        unsafe { std::ptr::copy_nonoverlapping(self.body(source).add(from), self.body(target).add(to), len) }
    }

    /// Mutable bytes of an array's body; the caller journals first.
    pub fn bytes_mut(&mut self, array: Ref, kind: ElementKind) -> &mut [u8] {
        let len = self.len(array) as usize * kind.bytes() as usize;
        // SAFETY: as in `bytes`, and `&mut self` is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.body(array), len) }
    }
}

/// Typed element access. The caller has compared the index with the length.
macro_rules! elements {
    ($($load:ident $store:ident $ty:ty),* $(,)?) => {
        impl Heap {
            $(
                #[inline(always)]
                pub fn $load(&self, array: Ref, index: u32) -> $ty {
                    debug_assert!(index < self.len(array));
                    // SAFETY: index < length, and the body has room for that many elements.
                    unsafe { *self.body(array).cast::<$ty>().add(index as usize) }
                }

                #[inline(always)]
                pub fn $store(&mut self, array: Ref, index: u32, value: $ty) {
                    debug_assert!(index < self.len(array));
                    // SAFETY: as for the load.
                    unsafe { *self.body(array).cast::<$ty>().add(index as usize) = value }
                }
            )*
        }
    };
}
elements! {
    load_i8 store_i8 i8,
    load_u16 store_u16 u16,
    load_i16 store_i16 i16,
    load_u32 store_u32 u32,
    load_u64 store_u64 u64,
}
