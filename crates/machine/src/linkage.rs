//! Linkage (JVMS 5): what the machine has loaded, linked and resolved so far, and the permanent objects
//! that stand for it.
//!
//! Invariant: it only grows. What is here does not depend on the run that first needed it, so that
//! stepping back leaves it alone, and no part of it is part of the state.

use heddle_program::ir::ElementKind;
use heddle_program::{Class, ClassId, FieldId, MethodId, Program, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::{MethodState, StaticSite};
use crate::dependence::Dependences;
use crate::heap::{HEADER, Ref};
use crate::numbers::NumbersUse;
use crate::permanent::Names;

/// What a machine knows of a class beyond the program model.
#[derive(Clone, Copy, Default)]
pub(crate) struct ClassState<'p> {
    /// The linked class; absent until its statics have their constant values.
    pub class: Option<&'p Class>,
    /// Body cells of an instance.
    pub cells: u32,
    pub init_cell: u32,
    /// The class's mirror, or null if not yet made.
    pub mirror: Ref,
    pub user: bool,
    /// Its initialisation is part of the explored behaviour: a class of the user, or one of the JDK whose initialiser runs code of the user.
    pub explored: bool,
    pub verified: bool,
}

/// What a cell of the area of statics holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum StaticKind {
    #[default]
    Raw,
    Ref,
    /// The initialisation state of a class.
    Init,
}

/// Methods, classes and constants in the form in which the interpreter uses them.
pub struct Linkage<'p> {
    pub(crate) methods: Vec<MethodState<'p>>,
    /// How many natives were executed.
    pub(crate) executed: u32,
    pub(crate) classes: Vec<ClassState<'p>>,
    pub(crate) static_sites: Vec<StaticSite>,
    /// How to read each cell of the area of statics, and whose it is.
    pub(crate) static_kinds: Vec<StaticKind>,
    pub(crate) static_owners: Vec<ClassId>,
    pub(crate) constructors: crate::frozen::Constructors,
    /// Classes by mirror.
    pub(crate) mirrors: FxHashMap<Ref, ClassId>,
    /// String literals.
    pub(crate) interned: FxHashMap<Box<[u16]>, Ref>,
    /// Names of permanent objects.
    pub(crate) permanent: Names,
    /// Fields outside states and scheduling.
    pub(crate) masked: FxHashSet<FieldId>,
    /// Fields that only one thread ever accesses once others can reach the object.
    pub(crate) quiet: FxHashSet<FieldId>,
    /// What a thread was given to run, on JDKs that clear it when the thread ends.
    pub(crate) task: Option<FieldId>,
    /// Places of fields of `Thread` that lead to what only the thread itself touches.
    pub(crate) own_places: Vec<u32>,
    /// (class, field name) to place, for natives that name fields.
    pub(crate) places: FxHashMap<(ClassId, &'static str), Option<FieldId>>,
    /// Place of `Thread.interrupted`.
    pub(crate) interrupted_place: Option<u32>,
    /// Place of `String.value`. The array belongs to its string alone and never changes, so it is
    /// neither published nor numbered.
    pub(crate) string_value: Option<u32>,
    /// The class of `boolean[]`, which shares its store instruction with `byte[]`.
    pub(crate) boolean_arrays: ClassId,
    /// `System.out` and `System.err` as the program begins with them.
    pub streams: [Ref; 2],
    /// `ThreadGroup`, in a JDK whose groups lock themselves.
    pub locked_groups: Option<ClassId>,
    /// Objects that platform code keeps by key: permanent, never collected.
    pub globals: FxHashMap<&'static str, Ref>,
    /// `MethodType` objects by descriptor: permanent.
    pub method_types: FxHashMap<Symbol, Ref>,
    /// Methods that the platform wrote, by kind and the two ids that they serve; saves asking for
    /// them by name.
    pub written: FxHashMap<(u8, u32, u32), MethodId>,
    /// System properties that the user gives the program, by name.
    pub properties: Vec<(String, String)>,
    /// Whether natives are watched, and the first write of one that it does not declare.
    pub(crate) audited: Option<Option<String>>,
    /// What runs have depended on besides the program.
    pub dependences: Dependences,
    /// Permanent arrays that stand for memory outside of the heap.
    pub off_heap: FxHashSet<Ref>,
    /// Instructions of the user that were reached, and those of methods that were called; while that is recorded.
    pub covered: (u64, u64),
    /// What runs have done with the numbers of threads.
    pub(crate) numbers: NumbersUse,
    /// Classes of the JDK whose initialisers have asked for settings that the program may change, and whether one is changed in some run
    /// after a second thread was made.
    pub(crate) set_up: FxHashSet<ClassId>,
    pub(crate) changes_settings: bool,
}

impl Linkage<'_> {
    /// A number that changes whenever something becomes known here that a report, or a name in a later state, rests on. What is
    /// made ready again when it is met, and finds its old place, does not count.
    pub(crate) fn growth(&self) -> u64 {
        let Self {
            // Copies of code; what was executed is counted.
            methods: _,
            executed,
            // Follow from the program's tables.
            classes: _,
            static_sites: _,
            static_kinds: _,
            static_owners: _,
            constructors: _,
            places: _,
            written: _,
            method_types: _,
            // Permanent objects, which are counted by name.
            mirrors: _,
            interned: _,
            globals: _,
            off_heap: _,
            permanent,
            // Set by boot, and never after that.
            masked: _,
            quiet: _,
            task: _,
            own_places: _,
            interrupted_place: _,
            string_value: _,
            boolean_arrays: _,
            streams: _,
            locked_groups: _,
            properties: _,
            // Of audits and coverage, which are about one process.
            audited: _,
            covered: _,
            dependences,
            numbers,
            // What they lead to is among what was refuted.
            set_up: _,
            changes_settings: _,
        } = self;
        let numbers = [numbers.names, numbers.ids].map(|used| [used.taken_by_others, used.looked_at].map(u64::from));
        u64::from(*executed) + permanent.count() + dependences.growth() + numbers.iter().flatten().sum::<u64>()
    }

    /// Natives executed so far.
    pub fn intrinsics_used(&self) -> impl Iterator<Item = MethodId> {
        let used = self.methods.iter().enumerate().filter(|(_, method)| method.was_executed);
        used.map(|(at, _)| MethodId(at as u32))
    }

    pub(crate) fn new(program: &Program) -> Self {
        let string_value = program.find_field(program.well_known().string, "value");
        Self {
            methods: Vec::new(),
            executed: 0,
            classes: Vec::new(),
            static_sites: Vec::new(),
            static_kinds: Vec::new(),
            static_owners: Vec::new(),
            constructors: crate::frozen::Constructors::default(),
            mirrors: FxHashMap::default(),
            interned: FxHashMap::default(),
            permanent: Names::default(),
            masked: FxHashSet::default(),
            quiet: FxHashSet::default(),
            task: None,
            own_places: Vec::new(),
            places: FxHashMap::default(),
            interrupted_place: None,
            string_value: string_value.map(|field| HEADER + program.field(field).place),
            boolean_arrays: program.array_of_kind(ElementKind::Boolean),
            streams: [0; 2],
            locked_groups: None,
            globals: FxHashMap::default(),
            method_types: FxHashMap::default(),
            written: FxHashMap::default(),
            properties: Vec::new(),
            audited: None,
            dependences: Dependences::default(),
            off_heap: FxHashSet::default(),
            covered: (0, 0),
            numbers: NumbersUse::default(),
            set_up: FxHashSet::default(),
            changes_settings: false,
        }
    }
}
