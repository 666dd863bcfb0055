//! The type of the native table: one row and one function per method that the machine executes
//! itself, be it native in the JDK or replaced by us. The rows are in `heddle-platform-jdk`.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use heddle_program::effect::{Effect, Place};
use heddle_program::{ClassId, MethodId, Program, Symbol, Type};
use heddle_verdict::Randomness;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::heap::Ref;
use crate::machine::Machine;
use crate::pending::Pending;

/// Argument slots of a call: receiver first, one entry per JVM slot (the second slot of a `long`
/// or `double` repeats the value of the first).
pub type Args = SmallVec<[u64; 8]>;

/// What a native does instead of returning a value.
#[derive(Debug)]
pub enum Trap {
    /// A Java exception.
    Throw(Ref),
    /// Call this method with these arguments; its result, or exception, is the native's.
    Tail(MethodId, Args),
    /// The thread's status says what it waits for; the native is called again when it may go on.
    Block,
    /// Frames were pushed (a class initialiser); the instruction is executed again after them.
    Retry,
    /// Not a case for the native: run the bytecode of the JDK's method. Only for methods that
    /// have some.
    Bytecode,
    /// The whole run ends.
    Stop(Stop),
}

/// Why a run ends other than by all threads ending.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// `System.exit` or `Runtime.halt`.
    Exit(i32),
    /// Something that the machine cannot execute; the text names it.
    Unsupported(String),
    /// A bound of the machine was hit; the text names it and the option that raises it.
    Limit(String),
    /// `Verify.assume(false)`: this path does not count.
    Ignore,
}

/// The result of a native: the value (0 for `void`), `int`s zero-extended.
pub type NativeResult = Result<u64, Trap>;

/// The Rust side of a native method.
pub type NativeFn = fn(&mut Machine<'_>, &[u64]) -> NativeResult;

/// What other threads can notice of one call, as a function of state and arguments.
pub type Announce = fn(&Machine<'_>, &[u64]) -> Pending;

/// How what other threads can notice of a call is found out.
#[derive(Clone, Copy)]
pub enum Notice {
    /// The declared effect says that there is nothing.
    Nothing,
    /// It follows from the declared effect and the arguments.
    Declared,
    /// A function says what of the declared effect this call has.
    Refined(Announce),
}

/// A row of the table.
#[derive(Clone, Copy)]
pub struct Native {
    /// Internal class name, such as `java/lang/System`.
    pub class: &'static str,
    pub name: &'static str,
    /// Descriptor, or `""` for all overloads.
    pub descriptor: &'static str,
    pub run: NativeFn,
    pub effect: Effect,
    pub notice: Notice,
    /// Slots of arrays of which the row says nothing: they are read ([`NativeTable::find`]).
    pub arrays: &'static [u8],
    /// For which random numbers the row counts; for others the method is executed as it is written. Nothing else of the
    /// semantics decides about rows, so that what an analysis finds holds for all searches of a program.
    pub under: fn(Randomness) -> bool,
}

impl Native {
    /// A row whose calls do what is declared, no more and no less.
    pub const fn new(
        class: &'static str,
        name: &'static str,
        descriptor: &'static str,
        run: NativeFn,
        effect: Effect,
    ) -> Self {
        let notice = if effect.is_noticeable() { Notice::Declared } else { Notice::Nothing };
        Self { class, name, descriptor, run, effect, notice, arrays: &[], under: |_| true }
    }

    /// A row whose calls do a part of what is declared: `announce` says which.
    pub const fn refined(self, announce: Announce) -> Self {
        Self { notice: Notice::Refined(announce), ..self }
    }

    /// A row that counts for some random numbers only.
    pub const fn under(self, under: fn(Randomness) -> bool) -> Self {
        Self { under, ..self }
    }
}

/// What an `invokedynamic` site turned into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallSiteTarget {
    /// Call this static method with the site's arguments.
    Method(MethodId),
    /// The site always gives this permanent object (a lambda without captures).
    Constant(Ref),
}

/// The value of a constant that the machine does not make by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConstantValue {
    /// A permanent object or null.
    Ref(Ref),
    /// An `int`, `float` or narrower.
    Word(u32),
    /// A `long` or `double`.
    Wide(u64),
}

/// A call of a signature-polymorphic method (JVMS 2.9.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandleCall {
    /// `MethodHandle.invokeExact`, `VarHandle.compareAndSet`, ...
    pub method: MethodId,
    /// The descriptor at the call site, without the receiver.
    pub descriptor: Symbol,
    /// The calling class.
    pub caller: ClassId,
    /// What [`Hooks::prepare_handle_call`] made of the above.
    pub token: u64,
}

/// What the machine asks the platform for beyond single native methods.
#[derive(Clone, Copy)]
pub struct Hooks {
    /// Links the `InvokeDynamic` entry `cp` of a class. `position` tells apart call sites that
    /// share an entry.
    pub link_call_site: fn(&mut Machine<'_>, ClassId, cp: u16, position: u32) -> Result<CallSiteTarget, Trap>,
    /// Resolves a `MethodType`, `MethodHandle` or `Dynamic` entry.
    pub resolve_constant: fn(&mut Machine<'_>, ClassId, cp: u16) -> Result<ConstantValue, Trap>,
    /// Digests a call site of a signature-polymorphic method when it is resolved.
    pub prepare_handle_call: fn(&mut Machine<'_>, HandleCall) -> u64,
    /// Executes a signature-polymorphic call; the arguments begin with the handle (not null).
    pub invoke_handle: fn(&mut Machine<'_>, HandleCall, &[u64]) -> NativeResult,
    /// What other threads can notice of that call.
    pub handle_effect: fn(&Machine<'_>, HandleCall, &[u64]) -> Pending,
    /// Asks a class loader of the program for a class that it has not been asked for.
    pub load_class: fn(&mut Machine<'_>, Symbol) -> Result<(), Trap>,
    /// The last non-daemon thread ended: starts the thread that runs the shutdown hooks (with
    /// [`Machine::start_shutdown_thread`]) and says whether there is any.
    pub shutdown: fn(&mut Machine<'_>) -> Result<bool, Trap>,
}

/// The rows by class, name and descriptor, and the hooks.
pub struct NativeTable {
    rows: FxHashMap<(Symbol, Symbol), Vec<&'static Native>>,
    pub hooks: Hooks,
}

impl NativeTable {
    pub fn new(program: &Program, rows: impl IntoIterator<Item = &'static Native>, hooks: Hooks) -> Self {
        let mut table: FxHashMap<_, Vec<&'static Native>> = FxHashMap::default();
        for row in rows {
            let key = (program.symbol(row.class), program.symbol(row.name));
            table.entry(key).or_default().push(row);
        }
        Self { rows: table, hooks }
    }

    /// What the row for a method declares.
    pub fn effect(&self, program: &Program, method: MethodId, randomness: Randomness) -> Option<Effect> {
        self.find(program, method, randomness).map(|native| native.effect)
    }

    /// The row for a method; one with the exact descriptor wins over one for all overloads. A native that gets an array
    /// reads it, unless the row declares what it does with the array or leaves all to the method's own bytecode: so a row
    /// that is silent about an array hides no access.
    pub fn find(&self, program: &Program, method: MethodId, randomness: Randomness) -> Option<&'static Native> {
        let method = program.method(method);
        let class = program.class(method.class).name;
        let rows = self.rows.get(&(class, method.name)).or_else(|| {
            // Classes that the platform writes share rows by kind: `a/B$$Kind/0x1` has `$$Kind`.
            let name = program.text(class);
            let kind = name[name.find("$$")?..].split('/').next()?;
            self.rows.get(&(program.symbol(kind), method.name))
        })?;
        let descriptor = program.text(method.descriptor);
        let exact = rows.iter().find(|row| row.descriptor == descriptor);
        let row = exact.or_else(|| rows.iter().find(|row| row.descriptor.is_empty()));
        let row = row.copied().filter(|row| (row.under)(randomness))?;
        let mut slot = u8::from(!method.is_static());
        let mut arrays = Vec::new();
        for &param in method.params.iter() {
            let is_array = matches!(param, Type::Ref(name) if program.text(name).starts_with('['));
            if is_array && !row.effect.speaks_of(slot) {
                arrays.push(slot);
            }
            slot += param.slots() as u8;
        }
        Some(if arrays.is_empty() { row } else { reading(row, arrays) })
    }
}

/// A row with arrays that it reads besides what it declares. Rows live as long as the process, and so do these.
fn reading(row: &'static Native, arrays: Vec<u8>) -> &'static Native {
    type Known = HashMap<(usize, Vec<u8>), &'static Native>;
    static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);
    let key = (std::ptr::from_ref(row) as usize, arrays);
    let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(native) = known.get(&key) {
        return native;
    }
    let arrays: &'static [u8] = key.1.clone().leak();
    let elements = arrays.iter().map(|&slot| Place::Elements(slot));
    let reads: Vec<Place> = row.effect.reads.iter().copied().chain(elements).collect();
    let effect = row.effect.reading(reads.leak());
    let notice = match row.notice {
        Notice::Nothing => Notice::Refined(|_, _| Pending::Local),
        notice => notice,
    };
    let native: &'static Native = Box::leak(Box::new(Native { effect, notice, arrays, ..*row }));
    known.insert(key, native);
    native
}
