//! What methods of the JDK come down to for engines that do not execute them from their bytecode: natives, threads,
//! printing, atomic accesses, what blocks. One summary per method, which the symbolic engine and the models share.
//!
//! There is no default: a method without a summary is executed from its bytecode or is outside of an analysis, and so
//! is one whose summary an engine cannot express. Arguments are named by slot, as in `program/effect.rs`.

/// What a method does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Summary {
    /// Nothing that a program can notice.
    Nothing,
    /// Gives its receiver.
    Itself,
    /// Gives a text of which nothing more is said.
    Text,
    /// Gives a text of this argument, by asking it if it is no text itself.
    TextOf(usize),
    /// Prints this argument, which has to be there if it is an array.
    Print {
        argument: usize,
        is_array: bool,
    },
    /// Makes a thread with the arguments that are its task and its name.
    NewThread {
        task: Option<usize>,
        name: Option<usize>,
    },
    /// Refuses a name that is null.
    SetName,
    /// Refuses a priority that is none.
    SetPriority,
    /// Makes a thread a daemon, or not; and whether it is one.
    SetDaemon,
    IsDaemon,
    Start,
    Join,
    JoinTimed(Limit),
    IsAlive,
    CurrentThread,
    Interrupt,
    /// Whether a thread is interrupted; a static method clears that.
    IsInterrupted,
    Yield,
    Sleep(Limit),
    Wait,
    WaitTimed(Limit),
    Notify,
    NotifyAll,
    /// Keeps one exception with another; refuses null and itself. And gives all that were kept.
    AddSuppressed,
    Suppressed,
    /// The cause, and the message, that an exception was made with.
    Cause,
    Message,
    /// Copies a range of an array.
    ArrayCopy,
    /// Reads the clock.
    Clock,
    /// Whether assertions are enabled: yes.
    Enabled,
    GetClass,
    /// Something that a `Class` tells.
    Class(Told),
    /// Makes an array of the class in one argument, as long as another says.
    NewArray {
        class: usize,
        length: usize,
    },
    Clone,
    /// Makes the exception for an index, by the formatter in its first argument if there is one.
    OutOfBounds,
    /// Gives an exception of this class with a message that the JDK puts together.
    Exception(&'static str),
    /// Gives the box of a number, one object for a small one.
    Box,
    /// The constructor of a box.
    NewBox,
    /// Accesses a field at once.
    Atomic(&'static str, Access),
    /// Gives what the class that calls looks its members up by; and tells the class that looks up.
    Lookup,
    LookupClass,
    /// Gives a handle, or an updater, of a field; a handle of the elements of arrays of a class.
    FieldHandle(HandleOf),
    ElementHandle,
    /// Accesses at once what a handle is of.
    ThroughHandle(Access),
    /// Where a field, whose class and name stand from this argument on, lies in its objects.
    FieldOffset(usize),
    /// Accesses at once what lies at an offset of an object.
    AtOffset(Access),
    /// How many processors there are, for the JDK to be tuned by.
    Processors,
    /// Waits until a synchroniser gives what is asked for.
    Acquire,
    /// Gives a lock back until somebody signals its condition; whether interrupts do not count.
    Await {
        firmly: bool,
    },
    /// Wakes one of those who wait on a condition, or all.
    Signal {
        all: bool,
    },
    /// A question about a character, or another one in its place.
    Character(Asked),
    /// The class of a primitive type, by its name.
    PrimitiveClass,
    /// The hash code of a text.
    TextHash,
    /// Gives this number.
    Number(i64),
    /// The value of the property of the virtual machine that is named by the argument.
    Property,
    /// Gives the constant of an enum that has a name.
    EnumConstant,
    /// Gives all constants of the enum whose class is the first argument.
    EnumConstants,
    /// The locale of the virtual machine, which is taken to be English, and its language.
    Locale,
    Language,
    /// Gives the object through which packages of the JDK reach what only `java.lang` can do.
    InternalAccess,
    /// What the JDK computes with large tables or vectors, in few instructions.
    Written(Written),
    /// What its bytecode says, although others of its class are unknown.
    Code,
    /// More than an engine that does not run a virtual machine can know.
    Unknown,
}

/// Where a time limit stands among the arguments: milliseconds, and nanoseconds if there are any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    pub millis: usize,
    pub nanos: Option<usize>,
}

/// An access to a field in one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Get,
    Set,
    /// Sets, and gives what was there.
    Swap,
    /// Sets if what is expected is there; gives whether it was.
    CompareAndSet,
    /// The same; gives what was there.
    CompareAndExchange,
    /// Adds a constant, or the argument; gives what comes out, or what was there.
    Add {
        constant: Option<i64>,
        gives_sum: bool,
    },
}

/// How a handle of a field is asked for: where the field's class, its name and its type stand among the arguments, and
/// the class of what is given. The type is that of the updater if no argument says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandleOf {
    pub class: usize,
    pub name: usize,
    pub ty: Option<usize>,
    pub gives: &'static str,
}

impl HandleOf {
    const fn updater(gives: &'static str) -> Self {
        Self { class: 0, name: 1, ty: None, gives }
    }

    /// Updaters are for volatile fields only.
    pub fn is_updater(&self) -> bool {
        self.gives != VAR_HANDLE
    }
}

/// What a `Class` tells about itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    Name,
    /// The name without what is around the class.
    SimpleName,
    IsPrimitive,
    IsArray,
    IsInterface,
    Component,
    Superclass,
}

/// What is asked about a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    IsDigit,
    IsLetter,
    IsLetterOrDigit,
    IsAlphabetic,
    IsUpperCase,
    IsLowerCase,
    IsWhitespace,
    IsSpace,
    ToUpperCase,
    ToLowerCase,
    NumericValue,
    /// The digit that it is in the radix that is the next argument.
    Digit,
}

/// Methods that engines have code of their own for, which gives the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Written {
    /// How many characters a number has in decimal.
    CountDigits,
    /// Writes a number into an array of bytes, before an index; gives the index of the first character.
    WriteDigits,
    /// Compares some elements of two arrays; here none, and says that all are left.
    CompareNone,
    /// 0 for a character of Latin 1, 1 for others.
    Coder,
    /// Whether a reference of `java.lang.ref` is to an object.
    RefersTo,
}

/// When a synchroniser gives what a thread asks for, by its state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// Nobody owns it; then the thread does.
    Ownership,
    /// There are as many permits as are asked for; then these are gone.
    Permits,
    /// It has come down to 0.
    Passage,
}

impl Limit {
    const fn at(millis: usize) -> Self {
        Self { millis, nanos: None }
    }

    const fn fine(millis: usize) -> Self {
        Self { millis, nanos: Some(millis + 2) }
    }
}

/// Methods of one class with the same summary. A name stands for all methods of that name whose descriptor begins as
/// said; what comes first counts.
pub struct Summarised {
    pub class: &'static str,
    /// Empty for all methods of the class.
    pub names: &'static [&'static str],
    pub taking: &'static str,
    pub summary: Summary,
}

const fn of(class: &'static str, summary: Summary, names: &'static [&'static str]) -> Summarised {
    taking(class, "", summary, names)
}

const fn taking(
    class: &'static str,
    taking: &'static str,
    summary: Summary,
    names: &'static [&'static str],
) -> Summarised {
    Summarised { class, names, taking, summary }
}

const OBJECT: &str = "java/lang/Object";
const THREAD: &str = "java/lang/Thread";
const THROWABLE: &str = "java/lang/Throwable";
const STREAM: &str = "java/io/PrintStream";
const SYSTEM: &str = "java/lang/System";
const CHARACTER: &str = "java/lang/Character";
/// The properties of characters of one byte, in tables.
const LATIN1: &str = "java/lang/CharacterDataLatin1";
const NOT_A_NUMBER: &str = "java/lang/NumberFormatException";
/// Checks of indices.
const PRECONDITIONS: &str = "jdk/internal/util/Preconditions";
const ATOMIC_INTEGER: &str = "java/util/concurrent/atomic/AtomicInteger";
const ATOMIC_LONG: &str = "java/util/concurrent/atomic/AtomicLong";
const ATOMIC_BOOLEAN: &str = "java/util/concurrent/atomic/AtomicBoolean";
const ATOMIC_REFERENCE: &str = "java/util/concurrent/atomic/AtomicReference";
/// What synchronisers derive from.
pub const SYNCHRONIZER: &str = "java/util/concurrent/locks/AbstractQueuedSynchronizer";

const UNSAFE: &str = "jdk/internal/misc/Unsafe";
const VAR_HANDLE: &str = "java/lang/invoke/VarHandle";
const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";
const HANDLES: &str = "java/lang/invoke/MethodHandles";
const HASH_MAP: &str = "java/util/concurrent/ConcurrentHashMap";
const INT_UPDATER: &str = "java/util/concurrent/atomic/AtomicIntegerFieldUpdater";
const INT_UPDATER_IMPL: &str = "java/util/concurrent/atomic/AtomicIntegerFieldUpdater$AtomicIntegerFieldUpdaterImpl";
const LONG_UPDATER: &str = "java/util/concurrent/atomic/AtomicLongFieldUpdater";
const LONG_UPDATER_IMPL: &str = "java/util/concurrent/atomic/AtomicLongFieldUpdater$CASUpdater";
const UPDATER: &str = "java/util/concurrent/atomic/AtomicReferenceFieldUpdater";
const UPDATER_IMPL: &str = "java/util/concurrent/atomic/AtomicReferenceFieldUpdater$AtomicReferenceFieldUpdaterImpl";

const REENTRANT_LOCK: &str = "java/util/concurrent/locks/ReentrantLock";

/// The conditions of a lock.
pub const CONDITION: &str = "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject";

/// The field of an atomic class.
const VALUE: &str = "value";

const fn add(constant: i64, gives_sum: bool) -> Summary {
    Summary::Atomic(VALUE, Access::Add { constant: Some(constant), gives_sum })
}

const GET: Summary = Summary::Atomic(VALUE, Access::Get);
const SET: Summary = Summary::Atomic(VALUE, Access::Set);
const SWAP: Summary = Summary::Atomic(VALUE, Access::Swap);
const COMPARE_AND_SET: Summary = Summary::Atomic(VALUE, Access::CompareAndSet);
const COMPARE_AND_EXCHANGE: Summary = Summary::Atomic(VALUE, Access::CompareAndExchange);
const GET_AND_ADD: Summary = Summary::Atomic(VALUE, Access::Add { constant: None, gives_sum: false });
const ADD_AND_GET: Summary = Summary::Atomic(VALUE, Access::Add { constant: None, gives_sum: true });

const GETS: &[&str] = &["getPlain", "getOpaque", "getAcquire"];
const SETS: &[&str] = &["lazySet", "setPlain", "setOpaque", "setRelease"];
const COMPARES: &[&str] = &[
    "compareAndSet",
    "weakCompareAndSet",
    "weakCompareAndSetPlain",
    "weakCompareAndSetVolatile",
    "weakCompareAndSetAcquire",
    "weakCompareAndSetRelease",
];
const EXCHANGES: &[&str] = &["compareAndExchange", "compareAndExchangeAcquire", "compareAndExchangeRelease"];

const fn through(access: Access) -> Summary {
    Summary::ThroughHandle(access)
}

const fn adds(constant: i64, gives_sum: bool) -> Summary {
    through(Access::Add { constant: Some(constant), gives_sum })
}

const THROUGH_GET_AND_ADD: Summary = through(Access::Add { constant: None, gives_sum: false });
const THROUGH_ADD_AND_GET: Summary = through(Access::Add { constant: None, gives_sum: true });

/// Accesses of `Unsafe` to objects, other than to addresses.
const OBJECT_AND_OFFSET: &str = "(Ljava/lang/Object;J";

const fn at_offset(access: Access, names: &'static [&'static str]) -> Summarised {
    taking(UNSAFE, OBJECT_AND_OFFSET, Summary::AtOffset(access), names)
}

/// Every summary.
pub const SUMMARIES: &[Summarised] = &[
    of(OBJECT, Summary::Nothing, &["<init>"]),
    of(OBJECT, Summary::Clone, &["clone"]),
    taking(OBJECT, "()", Summary::Wait, &["wait"]),
    taking(OBJECT, "(J)", Summary::WaitTimed(Limit::at(1)), &["wait"]),
    taking(OBJECT, "(JI)", Summary::WaitTimed(Limit::fine(1)), &["wait"]),
    of(OBJECT, Summary::Notify, &["notify"]),
    of(OBJECT, Summary::NotifyAll, &["notifyAll"]),
    of(OBJECT, Summary::GetClass, &["getClass"]),
    taking(THREAD, "()V", Summary::NewThread { task: None, name: None }, &["<init>"]),
    taking(THREAD, "(Ljava/lang/Runnable;)V", Summary::NewThread { task: Some(1), name: None }, &["<init>"]),
    taking(THREAD, "(Ljava/lang/String;)V", Summary::NewThread { task: None, name: Some(1) }, &["<init>"]),
    taking(
        THREAD,
        "(Ljava/lang/Runnable;Ljava/lang/String;)V",
        Summary::NewThread { task: Some(1), name: Some(2) },
        &["<init>"],
    ),
    of(THREAD, Summary::Start, &["start"]),
    taking(THREAD, "()", Summary::Join, &["join"]),
    taking(THREAD, "(J)V", Summary::JoinTimed(Limit::at(1)), &["join"]),
    taking(THREAD, "(JI)V", Summary::JoinTimed(Limit::fine(1)), &["join"]),
    of(THREAD, Summary::IsAlive, &["isAlive"]),
    of(THREAD, Summary::CurrentThread, &["currentThread"]),
    of(THREAD, Summary::Yield, &["yield", "onSpinWait"]),
    taking(THREAD, "(J)V", Summary::Sleep(Limit::at(0)), &["sleep"]),
    taking(THREAD, "(JI)V", Summary::Sleep(Limit::fine(0)), &["sleep"]),
    of(THREAD, Summary::SetName, &["setName"]),
    of(THREAD, Summary::SetPriority, &["setPriority"]),
    of(THREAD, Summary::SetDaemon, &["setDaemon"]),
    of(THREAD, Summary::IsDaemon, &["isDaemon"]),
    of(THREAD, Summary::Text, &["getName"]),
    of(THREAD, Summary::Interrupt, &["interrupt"]),
    of(THREAD, Summary::IsInterrupted, &["isInterrupted", "interrupted"]),
    of(THREAD, Summary::Unknown, &[]),
    // A new thread would have to copy what its maker has.
    of("java/lang/InheritableThreadLocal", Summary::Unknown, &[]),
    taking(THROWABLE, "()V", Summary::Print { argument: 0, is_array: false }, &["printStackTrace"]),
    taking(THROWABLE, "()", Summary::Itself, &["fillInStackTrace"]),
    of(THROWABLE, Summary::AddSuppressed, &["addSuppressed"]),
    of(THROWABLE, Summary::Suppressed, &["getSuppressed"]),
    of(THROWABLE, Summary::Message, &["getMessage"]),
    of(THROWABLE, Summary::Cause, &["getCause"]),
    of(THROWABLE, Summary::Code, &["getLocalizedMessage", "toString"]),
    // Stack traces are not kept.
    of(THROWABLE, Summary::Unknown, &[]),
    taking(STREAM, "(Ljava/lang/Object;)V", Summary::Print { argument: 1, is_array: false }, &["println", "print"]),
    taking(STREAM, "([C)V", Summary::Print { argument: 1, is_array: true }, &["println", "print"]),
    of(STREAM, Summary::Nothing, &["println", "print", "flush"]),
    taking(STREAM, "(I)V", Summary::Nothing, &["write"]),
    of(STREAM, Summary::Unknown, &[]),
    of(SYSTEM, Summary::ArrayCopy, &["arraycopy"]),
    of(SYSTEM, Summary::Clock, &["nanoTime", "currentTimeMillis"]),
    of(SYSTEM, Summary::Code, &["getSecurityManager"]),
    taking(SYSTEM, "(Ljava/lang/String;)", Summary::Property, &["getProperty"]),
    of("java/lang/Class", Summary::Enabled, &["desiredAssertionStatus"]),
    of(PRECONDITIONS, Summary::OutOfBounds, &["outOfBoundsCheckIndex"]),
    of(PRECONDITIONS, Summary::OutOfBounds, &["outOfBoundsCheckFromToIndex"]),
    of(PRECONDITIONS, Summary::OutOfBounds, &["outOfBoundsCheckFromIndexSize"]),
    of(NOT_A_NUMBER, Summary::Exception(NOT_A_NUMBER), &["forInputString", "forCharSequence"]),
    of("java/util/ArrayList", Summary::Text, &["outOfBoundsMsg"]),
    of("java/util/LinkedList", Summary::Text, &["outOfBoundsMsg"]),
    of("java/lang/Enum", Summary::EnumConstant, &["valueOf"]),
    of("java/util/EnumMap", Summary::EnumConstants, &["getKeyUniverse"]),
    of("java/util/EnumSet", Summary::EnumConstants, &["getUniverse"]),
    taking("java/util/Locale", "()", Summary::Locale, &["getDefault"]),
    of("java/util/Locale", Summary::Language, &["getLanguage"]),
    // There is no archive of classes, nor is one being made.
    of("jdk/internal/misc/CDS", Summary::Nothing, &["initializeFromArchive"]),
    of("jdk/internal/misc/CDS", Summary::Number(0), &["getRandomSeedForDumping"]),
    // What a virtual machine writes into their objects and statics is not there.
    of(SYSTEM, Summary::Unknown, &[]),
    of("java/lang/Class", Summary::Class(Told::Name), &["getName"]),
    of("java/lang/Class", Summary::Class(Told::SimpleName), &["getSimpleName"]),
    of("java/lang/Class", Summary::Class(Told::IsPrimitive), &["isPrimitive"]),
    of("java/lang/Class", Summary::Class(Told::IsArray), &["isArray"]),
    of("java/lang/Class", Summary::Class(Told::IsInterface), &["isInterface"]),
    of("java/lang/Class", Summary::Class(Told::Component), &["getComponentType", "componentType"]),
    of("java/lang/Class", Summary::Class(Told::Superclass), &["getSuperclass"]),
    of("java/lang/Class", Summary::PrimitiveClass, &["getPrimitiveClass"]),
    of("java/lang/reflect/Array", Summary::NewArray { class: 0, length: 1 }, &["newArray"]),
    of(UNSAFE, Summary::NewArray { class: 1, length: 2 }, &["allocateUninitializedArray"]),
    // Where elements lie matters only to accesses that nobody follows.
    of(UNSAFE, Summary::Number(0), &["arrayBaseOffset0"]),
    of(UNSAFE, Summary::Number(1), &["arrayIndexScale0"]),
    of(UNSAFE, Summary::FieldOffset(1), &["objectFieldOffset1"]),
    at_offset(
        Access::Get,
        &["getInt", "getIntVolatile", "getLong", "getLongVolatile", "getReference", "getReferenceVolatile"],
    ),
    at_offset(
        Access::Set,
        &["putInt", "putIntVolatile", "putLong", "putLongVolatile", "putReference", "putReferenceVolatile"],
    ),
    at_offset(Access::CompareAndSet, &["compareAndSetInt", "compareAndSetLong", "compareAndSetReference"]),
    at_offset(
        Access::CompareAndExchange,
        &["compareAndExchangeInt", "compareAndExchangeLong", "compareAndExchangeReference"],
    ),
    at_offset(Access::Add { constant: None, gives_sum: false }, &["getAndAddInt", "getAndAddLong"]),
    at_offset(Access::Swap, &["getAndSetInt", "getAndSetLong", "getAndSetReference"]),
    of(HANDLES, Summary::Lookup, &["lookup"]),
    of(HANDLES, Summary::ElementHandle, &["arrayElementVarHandle"]),
    of(HANDLES, Summary::Unknown, &[]),
    of(LOOKUP, Summary::LookupClass, &["lookupClass"]),
    of(
        LOOKUP,
        Summary::FieldHandle(HandleOf { class: 1, name: 2, ty: Some(3), gives: VAR_HANDLE }),
        &["findVarHandle"],
    ),
    of(LOOKUP, Summary::Unknown, &[]),
    of(VAR_HANDLE, through(Access::Get), &["get", "getVolatile", "getOpaque", "getAcquire"]),
    of(VAR_HANDLE, through(Access::Set), &["set", "setVolatile", "setOpaque", "setRelease"]),
    of(VAR_HANDLE, through(Access::Swap), &["getAndSet", "getAndSetAcquire", "getAndSetRelease"]),
    of(
        VAR_HANDLE,
        through(Access::CompareAndSet),
        &[
            "compareAndSet",
            "weakCompareAndSet",
            "weakCompareAndSetPlain",
            "weakCompareAndSetAcquire",
            "weakCompareAndSetRelease",
        ],
    ),
    of(VAR_HANDLE, through(Access::CompareAndExchange), EXCHANGES),
    of(VAR_HANDLE, THROUGH_GET_AND_ADD, &["getAndAdd", "getAndAddAcquire", "getAndAddRelease"]),
    of(
        VAR_HANDLE,
        Summary::Nothing,
        &["fullFence", "acquireFence", "releaseFence", "loadLoadFence", "storeStoreFence"],
    ),
    of(VAR_HANDLE, Summary::Unknown, &[]),
    of(INT_UPDATER, Summary::FieldHandle(HandleOf::updater(INT_UPDATER_IMPL)), &["newUpdater"]),
    of(INT_UPDATER_IMPL, through(Access::Get), &["get"]),
    of(INT_UPDATER_IMPL, through(Access::Set), &["set", "lazySet"]),
    of(INT_UPDATER_IMPL, through(Access::Swap), &["getAndSet"]),
    of(INT_UPDATER_IMPL, through(Access::CompareAndSet), &["compareAndSet", "weakCompareAndSet"]),
    of(INT_UPDATER_IMPL, THROUGH_GET_AND_ADD, &["getAndAdd"]),
    of(INT_UPDATER_IMPL, THROUGH_ADD_AND_GET, &["addAndGet"]),
    of(INT_UPDATER_IMPL, adds(1, false), &["getAndIncrement"]),
    of(INT_UPDATER_IMPL, adds(-1, false), &["getAndDecrement"]),
    of(INT_UPDATER_IMPL, adds(1, true), &["incrementAndGet"]),
    of(INT_UPDATER_IMPL, adds(-1, true), &["decrementAndGet"]),
    of(INT_UPDATER_IMPL, Summary::Unknown, &[]),
    of(LONG_UPDATER, Summary::FieldHandle(HandleOf::updater(LONG_UPDATER_IMPL)), &["newUpdater"]),
    of(LONG_UPDATER_IMPL, through(Access::Get), &["get"]),
    of(LONG_UPDATER_IMPL, through(Access::Set), &["set", "lazySet"]),
    of(LONG_UPDATER_IMPL, through(Access::Swap), &["getAndSet"]),
    of(LONG_UPDATER_IMPL, through(Access::CompareAndSet), &["compareAndSet", "weakCompareAndSet"]),
    of(LONG_UPDATER_IMPL, THROUGH_GET_AND_ADD, &["getAndAdd"]),
    of(LONG_UPDATER_IMPL, THROUGH_ADD_AND_GET, &["addAndGet"]),
    of(LONG_UPDATER_IMPL, adds(1, false), &["getAndIncrement"]),
    of(LONG_UPDATER_IMPL, adds(-1, false), &["getAndDecrement"]),
    of(LONG_UPDATER_IMPL, adds(1, true), &["incrementAndGet"]),
    of(LONG_UPDATER_IMPL, adds(-1, true), &["decrementAndGet"]),
    of(LONG_UPDATER_IMPL, Summary::Unknown, &[]),
    of(
        UPDATER,
        Summary::FieldHandle(HandleOf { class: 0, name: 2, ty: Some(1), gives: UPDATER_IMPL }),
        &["newUpdater"],
    ),
    of(UPDATER_IMPL, through(Access::Get), &["get"]),
    of(UPDATER_IMPL, through(Access::Set), &["set", "lazySet"]),
    of(UPDATER_IMPL, through(Access::Swap), &["getAndSet"]),
    of(UPDATER_IMPL, through(Access::CompareAndSet), &["compareAndSet", "weakCompareAndSet"]),
    of(UPDATER_IMPL, Summary::Unknown, &[]),
    // How the table of a map is tuned, and how it would be written to a file.
    of("java/lang/Runtime", Summary::Processors, &["availableProcessors"]),
    of("java/io/ObjectStreamField", Summary::Nothing, &["<init>"]),
    of("java/io/ObjectStreamField", Summary::Unknown, &[]),
    // Cells that threads count in when they meet are a matter of speed: the sum is the same.
    taking(
        HASH_MAP,
        "(JZ)",
        Summary::Atomic("baseCount", Access::Add { constant: None, gives_sum: true }),
        &["fullAddCount"],
    ),
    of("java/util/concurrent/ThreadLocalRandom", Summary::Number(0), &["getProbe"]),
    of("java/lang/Class", Summary::Unknown, &[]),
    of("jdk/internal/misc/VM", Summary::Unknown, &[]),
    of("jdk/internal/access/SharedSecrets", Summary::InternalAccess, &["getJavaLangAccess"]),
    of("jdk/internal/access/SharedSecrets", Summary::Unknown, &[]),
    taking("java/lang/Integer", "(I)Ljava/lang/Integer;", Summary::Box, &["valueOf"]),
    taking("java/lang/Short", "(S)", Summary::Box, &["valueOf"]),
    taking("java/lang/Byte", "(B)", Summary::Box, &["valueOf"]),
    taking("java/lang/Long", "(J)", Summary::Box, &["valueOf"]),
    taking(CHARACTER, "(C)", Summary::Box, &["valueOf"]),
    taking("java/lang/Boolean", "(Z)", Summary::Box, &["valueOf"]),
    of("java/lang/Integer", Summary::NewBox, &["<init>"]),
    of("java/lang/Short", Summary::NewBox, &["<init>"]),
    of("java/lang/Byte", Summary::NewBox, &["<init>"]),
    of("java/lang/Long", Summary::NewBox, &["<init>"]),
    of(CHARACTER, Summary::NewBox, &["<init>"]),
    of("java/lang/Boolean", Summary::NewBox, &["<init>"]),
    of(CHARACTER, Summary::Character(Asked::IsDigit), &["isDigit"]),
    of(CHARACTER, Summary::Character(Asked::IsLetter), &["isLetter"]),
    of(CHARACTER, Summary::Character(Asked::IsLetterOrDigit), &["isLetterOrDigit"]),
    of(CHARACTER, Summary::Character(Asked::IsAlphabetic), &["isAlphabetic"]),
    of(CHARACTER, Summary::Character(Asked::IsUpperCase), &["isUpperCase"]),
    of(CHARACTER, Summary::Character(Asked::IsLowerCase), &["isLowerCase"]),
    of(CHARACTER, Summary::Character(Asked::IsWhitespace), &["isWhitespace"]),
    of(CHARACTER, Summary::Character(Asked::IsSpace), &["isSpaceChar"]),
    of(CHARACTER, Summary::Character(Asked::ToUpperCase), &["toUpperCase", "toUpperCaseEx"]),
    of(CHARACTER, Summary::Character(Asked::ToLowerCase), &["toLowerCase"]),
    of(CHARACTER, Summary::Character(Asked::NumericValue), &["getNumericValue"]),
    of(CHARACTER, Summary::Character(Asked::Digit), &["digit"]),
    of(LATIN1, Summary::Character(Asked::IsDigit), &["isDigit"]),
    of(LATIN1, Summary::Character(Asked::IsUpperCase), &["isUpperCase"]),
    of(LATIN1, Summary::Character(Asked::IsLowerCase), &["isLowerCase"]),
    of(LATIN1, Summary::Character(Asked::IsWhitespace), &["isWhitespace"]),
    of(LATIN1, Summary::Character(Asked::ToUpperCase), &["toUpperCase", "toUpperCaseEx"]),
    of(LATIN1, Summary::Character(Asked::ToLowerCase), &["toLowerCase"]),
    of(LATIN1, Summary::Character(Asked::NumericValue), &["getNumericValue"]),
    of(LATIN1, Summary::Character(Asked::Digit), &["digit"]),
    taking("java/lang/String", "()", Summary::TextHash, &["hashCode"]),
    taking("java/lang/String", "()", Summary::Itself, &["toString"]),
    of("jdk/internal/util/ArraysSupport", Summary::Written(Written::CompareNone), &["vectorizedMismatch"]),
    of("java/lang/ref/Reference", Summary::Written(Written::RefersTo), &["refersTo0"]),
    of(ATOMIC_INTEGER, GET, GETS),
    of(ATOMIC_INTEGER, SET, SETS),
    of(ATOMIC_INTEGER, SWAP, &["getAndSet"]),
    of(ATOMIC_INTEGER, COMPARE_AND_SET, COMPARES),
    of(ATOMIC_INTEGER, COMPARE_AND_EXCHANGE, EXCHANGES),
    of(ATOMIC_INTEGER, add(1, false), &["getAndIncrement"]),
    of(ATOMIC_INTEGER, add(-1, false), &["getAndDecrement"]),
    of(ATOMIC_INTEGER, add(1, true), &["incrementAndGet"]),
    of(ATOMIC_INTEGER, add(-1, true), &["decrementAndGet"]),
    of(ATOMIC_INTEGER, GET_AND_ADD, &["getAndAdd"]),
    of(ATOMIC_INTEGER, ADD_AND_GET, &["addAndGet"]),
    of(ATOMIC_LONG, GET, GETS),
    of(ATOMIC_LONG, SET, SETS),
    of(ATOMIC_LONG, SWAP, &["getAndSet"]),
    of(ATOMIC_LONG, COMPARE_AND_SET, COMPARES),
    of(ATOMIC_LONG, COMPARE_AND_EXCHANGE, EXCHANGES),
    of(ATOMIC_LONG, SET, &["set"]),
    of(ATOMIC_LONG, add(1, false), &["getAndIncrement"]),
    of(ATOMIC_LONG, add(-1, false), &["getAndDecrement"]),
    of(ATOMIC_LONG, add(1, true), &["incrementAndGet"]),
    of(ATOMIC_LONG, add(-1, true), &["decrementAndGet"]),
    of(ATOMIC_LONG, GET_AND_ADD, &["getAndAdd"]),
    of(ATOMIC_LONG, ADD_AND_GET, &["addAndGet"]),
    of(ATOMIC_BOOLEAN, GET, GETS),
    of(ATOMIC_BOOLEAN, SET, SETS),
    of(ATOMIC_BOOLEAN, SWAP, &["getAndSet"]),
    of(ATOMIC_BOOLEAN, COMPARE_AND_SET, COMPARES),
    of(ATOMIC_BOOLEAN, COMPARE_AND_EXCHANGE, EXCHANGES),
    of(ATOMIC_REFERENCE, GET, GETS),
    of(ATOMIC_REFERENCE, SET, SETS),
    of(ATOMIC_REFERENCE, SWAP, &["getAndSet"]),
    of(ATOMIC_REFERENCE, COMPARE_AND_SET, COMPARES),
    of(ATOMIC_REFERENCE, COMPARE_AND_EXCHANGE, EXCHANGES),
    of(SYNCHRONIZER, Summary::Atomic("state", Access::CompareAndSet), &["compareAndSetState"]),
    taking(
        SYNCHRONIZER,
        "(Ljava/util/concurrent/locks/AbstractQueuedSynchronizer$Node;I",
        Summary::Acquire,
        &["acquire"],
    ),
    // Who waits for a synchroniser or a condition is not kept in a queue: what looks into one is unknown. A fair lock
    // does too, but then it only gives way to others, which they can have done before.
    of(SYNCHRONIZER, Summary::Code, SYNCHRONIZING),
    of(SYNCHRONIZER, Summary::Unknown, &[]),
    of(REENTRANT_LOCK, Summary::Unknown, &["hasQueuedThreads", "getQueueLength", "getWaitQueueLength"]),
    of("java/util/concurrent/Semaphore", Summary::Unknown, &["hasQueuedThreads", "getQueueLength"]),
    taking(CONDITION, "()V", Summary::Await { firmly: false }, &["await"]),
    of(CONDITION, Summary::Await { firmly: true }, &["awaitUninterruptibly"]),
    of(CONDITION, Summary::Signal { all: false }, &["signal"]),
    of(CONDITION, Summary::Signal { all: true }, &["signalAll"]),
    of(CONDITION, Summary::Code, &["<init>", "isOwnedBy"]),
    of(CONDITION, Summary::Unknown, &[]),
];

/// Methods of synchronisers that get along without a queue.
const SYNCHRONIZING: &[&str] = &[
    "<init>",
    "getState",
    "setState",
    "acquire",
    "acquireInterruptibly",
    "tryAcquireNanos",
    "release",
    "acquireShared",
    "acquireSharedInterruptibly",
    "tryAcquireSharedNanos",
    "releaseShared",
    "tryAcquire",
    "tryRelease",
    "tryAcquireShared",
    "tryReleaseShared",
    "isHeldExclusively",
    "signalNext",
    "signalNextIfShared",
    "hasQueuedPredecessors",
    "hasQueuedThreads",
    "owns",
];

/// Summaries of methods that not every version of the JDK has. They are looked up first.
pub const OF_SOME_VERSIONS: &[Summarised] = &[
    taking("java/lang/StringLatin1", "(C)", Summary::Written(Written::Coder), &["coderFromChar"]),
    // Plain accesses to fields that begin with null.
    of(THREAD, Summary::Code, &["threadLocals", "setThreadLocals", "terminatingThreadLocals"]),
    // None is set, so it does not matter whether one could be.
    of(SYSTEM, Summary::Number(0), &["allowSecurityManager"]),
];

/// What a method comes down to, if that stands here.
pub fn summary(class: &str, name: &str, descriptor: &str) -> Option<Summary> {
    let is_meant = |entry: &&Summarised| {
        entry.class == class
            && (entry.names.is_empty() || entry.names.contains(&name))
            && descriptor.starts_with(entry.taking)
    };
    OF_SOME_VERSIONS
        .iter()
        .chain(SUMMARIES)
        .find(is_meant)
        .map(|entry| entry.summary)
        .or_else(|| digits(class, name, descriptor))
}

/// What a method that puts a text together comes down to where nobody looks at the text.
pub fn message_part(class: &str, name: &str, descriptor: &str) -> Option<Summary> {
    const OF_NO_OBJECT: [&str; 5] = ["(I)", "(J)", "(C)", "(Z)", "(Ljava/lang/String;)"];
    match (class, name) {
        ("java/lang/StringBuilder", "toString") => Some(Summary::Text),
        ("java/lang/StringBuilder", "append") if OF_NO_OBJECT.iter().any(|taken| descriptor.starts_with(taken)) => {
            Some(Summary::Itself)
        }
        _ => None,
    }
}

/// These methods moved from class to class between versions of the JDK.
fn digits(class: &str, name: &str, descriptor: &str) -> Option<Summary> {
    let (_, count, write) = DIGITS.iter().find(|(of, ..)| *of == class)?;
    match descriptor {
        "(I)I" | "(J)I" if name == *count => Some(Summary::Written(Written::CountDigits)),
        "(II[B)I" | "(JI[B)I" if name == *write => Some(Summary::Written(Written::WriteDigits)),
        _ => None,
    }
}

/// Classes that write numbers as text, with the names of the methods that count and write digits.
const DIGITS: &[(&str, &str, &str)] = &[
    ("java/lang/Integer", "stringSize", "getChars"),
    ("java/lang/Long", "stringSize", "getChars"),
    ("jdk/internal/util/DecimalDigits", "stringSize", "uncheckedGetCharsLatin1"),
];

/// A static of the JDK whose object matters only by which one it is, not by what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StandIn {
    /// Its methods have summaries.
    Summarised,
    /// Makes exceptions of this class for indices.
    Formatter(&'static str),
    /// The class of a primitive type, by its name.
    Primitive(&'static str),
    /// A property of the virtual machine that nobody has set.
    NotSet(&'static str),
}

/// Statics that have stand-ins; the initialisers of their classes need not be executed for them.
pub const STAND_INS: &[(&str, &str, StandIn)] = &[
    (SYSTEM, "out", StandIn::Summarised),
    (SYSTEM, "err", StandIn::Summarised),
    (SYSTEM, "in", StandIn::Summarised),
    (LATIN1, "instance", StandIn::Summarised),
    ("java/util/Arrays$LegacyMergeSort", "userRequested", StandIn::NotSet("java.util.Arrays.useLegacyMergeSort")),
    ("java/lang/Boolean", "TYPE", StandIn::Primitive("boolean")),
    ("java/lang/Byte", "TYPE", StandIn::Primitive("byte")),
    ("java/lang/Short", "TYPE", StandIn::Primitive("short")),
    (CHARACTER, "TYPE", StandIn::Primitive("char")),
    ("java/lang/Integer", "TYPE", StandIn::Primitive("int")),
    ("java/lang/Long", "TYPE", StandIn::Primitive("long")),
    ("java/lang/Float", "TYPE", StandIn::Primitive("float")),
    ("java/lang/Double", "TYPE", StandIn::Primitive("double")),
    (PRECONDITIONS, "SIOOBE_FORMATTER", StandIn::Formatter("java/lang/StringIndexOutOfBoundsException")),
    (PRECONDITIONS, "AIOOBE_FORMATTER", StandIn::Formatter("java/lang/ArrayIndexOutOfBoundsException")),
    (PRECONDITIONS, "IOOBE_FORMATTER", StandIn::Formatter("java/lang/IndexOutOfBoundsException")),
];

/// What stands for the object in a static.
pub fn stand_in(class: &str, field: &str) -> Option<StandIn> {
    STAND_INS.iter().find(|(of, name, _)| *of == class && *name == field).map(|(.., stand_in)| *stand_in)
}

/// Whether a property is one by which a user tunes the JDK: not set unless somebody sets it. Others a virtual machine may
/// set by itself.
pub fn is_for_tuning(property: &str) -> bool {
    let by_machine = ["jdk.debug", "jdk.boot.", "jdk.module."];
    property.starts_with("jdk.") && !by_machine.iter().any(|prefix| property.starts_with(prefix))
}

/// When a synchroniser gives what is asked for.
pub fn gives(class: &str) -> Option<Gives> {
    match class.split('$').next()? {
        REENTRANT_LOCK => Some(Gives::Ownership),
        "java/util/concurrent/Semaphore" => Some(Gives::Permits),
        "java/util/concurrent/CountDownLatch" => Some(Gives::Passage),
        _ => None,
    }
}

/// The answer about a character of Latin 1; none for those that have another case beyond it, and for others, whose
/// properties stand in large tables of the JDK.
pub fn latin1(asked: Asked, char: u8, radix: i64) -> Option<i64> {
    let digit = |radix: i64| match (char as char).to_digit(36) {
        Some(digit) if i64::from(digit) < radix => i64::from(digit),
        _ => -1,
    };
    let is_upper = char.is_ascii_uppercase() || matches!(char, 0xC0..=0xD6 | 0xD8..=0xDE);
    // Two ordinals and the micro sign count as small letters too.
    let is_lower = char.is_ascii_lowercase() || matches!(char, 0xAA | 0xB5 | 0xBA | 0xDF..=0xF6 | 0xF8..=0xFF);
    Some(match asked {
        Asked::IsDigit => i64::from(char.is_ascii_digit()),
        Asked::IsLetter | Asked::IsAlphabetic => i64::from(is_upper || is_lower),
        Asked::IsLetterOrDigit => i64::from(is_upper || is_lower || char.is_ascii_digit()),
        Asked::IsUpperCase => i64::from(is_upper),
        Asked::IsLowerCase => i64::from(is_lower),
        Asked::IsWhitespace => i64::from(matches!(char, 9..=13 | 28..=32)),
        Asked::IsSpace => i64::from(matches!(char, b' ' | 0xA0)),
        Asked::ToUpperCase => match char {
            0xB5 | 0xDF | 0xFF => return None,
            0xAA | 0xBA => i64::from(char),
            _ => i64::from(if is_lower { char - 32 } else { char }),
        },
        Asked::ToLowerCase => i64::from(if is_upper { char + 32 } else { char }),
        Asked::NumericValue => match char {
            0xB2 | 0xB3 => i64::from(char - 0xB0),
            0xB9 => 1,
            // Fractions.
            0xBC..=0xBE => -2,
            _ => digit(36),
        },
        Asked::Digit => {
            if (2..=36).contains(&radix) {
                digit(radix)
            } else {
                -1
            }
        }
    })
}
