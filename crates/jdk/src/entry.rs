//! The form of an entry: a class or package, what holds of it as a whole, and what its methods and
//! fields mean; and how entries are looked up.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::access::Fence;
use crate::pools::PoolAssumption;
use crate::synchronizers::Asking;
use crate::values::Named;

/// What Heddle knows about a class, or about all classes of a package.
pub struct Class {
    pub scope: Scope,
    pub versions: Versions,
    pub is: &'static [Is],
    pub methods: &'static [Methods],
    pub fields: &'static [Fields],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    Class(&'static str),
    /// All classes whose names begin like this: a package, or several classes of one.
    Prefix(&'static str),
}

/// What holds of a class as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Is {
    /// It guards what it accesses plainly, and so do the classes nested in it, but for iterators and the like: by its
    /// own lock, or by handing it over through a volatile variable.
    Guarding,
    /// Its methods, and those of the classes nested in it but for iterators and the like, are atomic operations unless
    /// they are listed otherwise.
    Atomic,
    /// An unfair synchroniser whose queue keeps nobody from anything.
    Lenient,
    /// A lock whose state is changed by its owner alone while it has one.
    Owned,
    /// A synchroniser with a queue of those who wait behind a node that stands for nobody.
    Queued,
    /// Programs derive their own synchronisers from it and inherit its fields.
    Inherited,
    /// Objects of it that belong to the named class are guarded like the fields of that one.
    PrivateTo(&'static str),
    /// Its objects never change, but for what they remember to have worked out already.
    Value,
    /// It looks at the clock to know how much is left of a wait of the thread that calls it, and for nothing
    /// else; so do the classes nested in it.
    TimesOwnWaits,
    /// It looks at the clock to know when tasks are due, and tells nobody; so do the classes nested in it.
    TimesOwnTasks,
    /// The box of a primitive type.
    Box,
    /// Its code synchronises by means of its own.
    Trusted,
    /// Its code accesses memory on behalf of whoever called it.
    AccessesForCaller,
    /// Memory models follow what its code does to the JDK's own objects; for other classes of the JDK these are as they are.
    Modelled,
    /// Its shared data are locked by those who use it, if at all.
    LockedByOthers,
    /// A lock of which a trace tells what the program calls.
    Told,
    /// The static analysis does not read its code.
    Opaque,
    /// It is read, although a prefix that it begins with is opaque.
    Read,
    /// A task of a parallel sort of numbers.
    ParallelSort,
    /// An exception that the machine throws by itself.
    ThrownByMachine,
    /// The same, with another one as its cause.
    ThrownWithCause,
    /// Its `run` belongs to a thread that the machine does not start.
    NeverStarted,
    /// Its methods reach code or memory by ways that the static analysis cannot follow, if the program calls
    /// them, unless they are listed as followed.
    Escapes,
}

/// What a method does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Does {
    /// An atomic operation.
    Operation,
    /// The same, as long as the program keeps an assumption.
    OperationIf(PoolAssumption),
    /// An atomic operation with all that it calls but the user's code.
    Closed,
    /// The same; part of its caller's operation only as long as the program keeps an assumption.
    ClosedIf(PoolAssumption),
    /// An operation that is over before the closed ones that it calls.
    EndsBeforeClosed,
    /// Tells how a future or task has ended, without throwing what it holds.
    ShowsFailure,
    /// Hands the result of a future, its second argument, to a function, its third.
    HandsFailure,
    /// Tells what stands for all code that does not say what it wants, and changes it.
    ReadsSetting,
    ChangesSetting,
    /// An operation that calls a function. What that does is its own, also if it is the JDK's.
    CallsFunction,
    /// No operation, and none is made by calling it: it combines what it finds at several moments, or has
    /// effects beyond those of its caller.
    Loose,
    /// Nothing that it does is an operation.
    Stepwise,
    /// What programs use the class for. It does not tell the halves of an operation apart; of a class with such
    /// methods, every other one may.
    Ordinary,
    /// It may tell the halves of an operation apart, of a class of which most methods do not.
    Observes,
    /// The same, unless another method of the class calls it.
    ObservesAlone,
    /// Interrupts workers that have nothing to do, which nobody else notices.
    WakesIdle,
    /// Refutes an assumption about what programs do with pools and tasks.
    Refutes(PoolAssumption),
    /// Says how many tasks a pool has done.
    CountsTasks,
    /// A worker waits for its next task in it.
    AwaitsTask,
    /// Runs a task after asking twice whether it is new.
    RunsTask,
    /// Cancels a task.
    CancelsTask,
    /// Copies to an array or collection of its caller.
    CopiesOut,
    /// Goes through an array of its caller.
    ReadsGivenArray,
    /// Tells something about the queue of a synchroniser.
    ObservesQueue,
    /// Tells what another thread does.
    ObservesThread,
    /// Looks at another thread's group, priority, loader, handler, or changes it.
    ObservesBookkeeping,
    /// Lists threads.
    ListsThreads,
    /// Takes permits.
    TakesPermits,
    /// How a program asks for something that it may have to wait for.
    Asks(Asking),
    /// A part of the first attempt to get it.
    FirstAttempt,
    /// Tells how much is left of the time that its caller wanted to wait.
    TellsTimeLeft,
    /// Wakes up those who wait on a condition.
    Signals,
    /// Takes a lock that nobody is the owner of, unless the result says that it did not.
    TakesLock,
    /// Gives such a lock back.
    GivesBackLock,
    /// Takes something if that is possible at once or in time, and says whether it did.
    Tries,
    /// Begins or ends an optimistic read, which may be of data that others change.
    ReadsOptimistically,
    /// Leaves the synchronising to its caller.
    LeftToCaller,
    Fence(Fence),
    /// Makes a thread.
    MakesThread,
    /// What a thread does at its end.
    EndsThread,
    /// What becomes of an exception that a thread dies of.
    HandlesUncaught,
    /// Starts a thread.
    StartsThread,
    /// Runs what a thread was given to run.
    RunsThread,
    /// Waits for the end of a thread.
    Joins,
    /// Reads the clock.
    ReadsClock,
    /// Takes random numbers that the program gives no seed for.
    DrawsRandom,
    /// Reads variables of the environment.
    ReadsEnvironment,
    /// Tells the name of a thread.
    TellsName,
    /// Tells the id of a thread.
    TellsId,
    /// What a worker of a pool asks before it looks for tasks.
    ScansQueues,
    /// The static analysis does not read its code.
    Opaque,
    /// Reaches code or memory by ways that the static analysis cannot follow, if the program calls it.
    Escapes,
    /// Followed, although others of its class are not.
    Followed,
    /// Sorts in parallel.
    SortsInParallel,
    /// Runs when a virtual machine starts.
    RunsAtStart,
}

/// What a field holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    /// The number that a synchroniser is about.
    State,
    /// The thread that owns a lock.
    Owner,
    /// An end of the queue of those who wait.
    QueueEnd,
    /// The synchroniser that a lock, latch or semaphore is the outside of.
    Inside,
    /// The state of a task.
    TaskState,
    /// The thread that runs a task.
    Runner,
    /// The result of a future.
    Result,
    /// How many tasks a worker has done.
    TaskCount,
    /// The object that an inner class belongs to.
    Outer,
    /// Neither part of a state nor visible to other threads: a cache of a value that is a function of the
    /// rest, or what only debuggers read.
    Masked,
    /// Of a thread: leads to what only that thread touches. A parent reads its own when it makes a child.
    OwnedByThread,
    /// One thread alone accesses it once the object is shared; it is part of the state.
    Quiet,
    /// What a thread was given to run: it reads it when it begins and clears it when it ends. Quiet as long as nobody else
    /// calls `run`.
    Task,
    /// A thread clears it when it ends.
    ClearedAtEnd,
    /// Whether a thread is interrupted.
    Interrupted,
    /// Set by the virtual machine at its start.
    SetAtStart,
    /// A standard stream: final, and replaced by methods of its class all the same.
    Stream,
    /// The value of a box.
    BoxedValue,
    /// A view of a map. The JDK lets these race by design: whoever finds none makes one, and any is as good as
    /// another, because all that a view holds is a final reference to its map (JLS 17.5).
    View,
    /// The time that an idle worker stays, and how many tasks a worker has stolen.
    IdleTime,
    StolenTasks,
}

/// Methods of one meaning. A name stands for all methods of that name, unless `taking` says more.
pub struct Methods {
    pub does: Does,
    pub names: &'static [&'static str],
    /// How the descriptor begins.
    pub taking: &'static str,
    /// Also those of nested classes.
    pub nested: bool,
    pub versions: Versions,
}

/// Fields of one meaning.
pub struct Fields {
    pub holds: Holds,
    pub names: &'static [&'static str],
    pub versions: Versions,
}

/// The feature versions of the JDK that have something, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Versions {
    pub since: u32,
    pub until: u32,
}

impl Versions {
    const ALL: Self = Self { since: 0, until: u32::MAX };

    pub fn contain(self, feature: u32) -> bool {
        (self.since..=self.until).contains(&feature)
    }
}

impl Class {
    pub(crate) const fn new(name: &'static str) -> Self {
        Self::of(Scope::Class(name))
    }

    pub(crate) const fn all(prefix: &'static str) -> Self {
        Self::of(Scope::Prefix(prefix))
    }

    const fn of(scope: Scope) -> Self {
        Self { scope, versions: Versions::ALL, is: &[], methods: &[], fields: &[] }
    }

    pub(crate) const fn is(self, is: &'static [Is]) -> Self {
        Self { is, ..self }
    }

    pub(crate) const fn methods(self, methods: &'static [Methods]) -> Self {
        Self { methods, ..self }
    }

    pub(crate) const fn fields(self, fields: &'static [Fields]) -> Self {
        Self { fields, ..self }
    }

    pub(crate) const fn since(self, since: u32) -> Self {
        Self { versions: Versions { since, ..self.versions }, ..self }
    }

    /// The class or prefix that this is about.
    pub fn name(&self) -> &'static str {
        let (Scope::Class(name) | Scope::Prefix(name)) = self.scope;
        name
    }

    fn does(&self, name: &str, descriptor: &str) -> impl Iterator<Item = Does> {
        let meant = move |methods: &&Methods| methods.names.contains(&name) && descriptor.starts_with(methods.taking);
        self.methods.iter().filter(meant).map(|methods| methods.does)
    }
}

pub(crate) const fn methods(does: Does, names: &'static [&'static str]) -> Methods {
    Methods { does, names, taking: "", nested: false, versions: Versions::ALL }
}

pub(crate) const fn fields(holds: Holds, names: &'static [&'static str]) -> Fields {
    Fields { holds, names, versions: Versions::ALL }
}

impl Methods {
    /// Those whose descriptor begins like this.
    pub(crate) const fn taking(self, taking: &'static str) -> Self {
        Self { taking, ..self }
    }

    pub(crate) const fn until(self, until: u32) -> Self {
        Self { versions: Versions { until, ..self.versions }, ..self }
    }

    pub(crate) const fn and_nested(self) -> Self {
        Self { nested: true, ..self }
    }

    pub(crate) const fn since(self, since: u32) -> Self {
        Self { versions: Versions { since, ..self.versions }, ..self }
    }
}

impl Fields {
    pub(crate) const fn since(self, since: u32) -> Self {
        Self { versions: Versions { since, ..self.versions }, ..self }
    }

    pub(crate) const fn until(self, until: u32) -> Self {
        Self { versions: Versions { until, ..self.versions }, ..self }
    }
}

/// Entries of single classes, by name.
static BY_NAME: LazyLock<HashMap<&str, &Class>> = LazyLock::new(|| {
    crate::classes().filter(|class| matches!(class.scope, Scope::Class(_))).map(|class| (class.name(), class)).collect()
});

/// The entry of a class itself.
pub(crate) fn entry(class: &str) -> Option<&'static Class> {
    BY_NAME.get(class).copied()
}

/// Whether this holds of a class itself.
pub(crate) fn is(class: &str, what: Is) -> bool {
    entry(class).is_some_and(|entry| entry.is.contains(&what))
}

/// Whether this holds of a class or of one that it is nested in. What holds of a class does not hold of what it hands
/// out for one thread to use.
pub(crate) fn is_within(class: &str, what: Is) -> bool {
    with_outer(class).find(|class| is(class, what) || is_for_one_thread(class)).is_some_and(|class| is(class, what))
}

/// Whether objects of a nested class are made for one thread to use, such as iterators, entries and sublists: they are
/// as plain as those of any collection, however well the class around them synchronises. By name; a test compares
/// with what the classes are.
pub fn is_for_one_thread(class: &str) -> bool {
    let Some((_, name)) = class.rsplit_once('$') else { return false };
    const NAMES: [&str; 8] =
        ["Itr", "Iter", "Spliterator", "Traverser", "TableStack", "MapEntry", "SubList", "Reversed"];
    // The iterators that a queue keeps up to date belong to it.
    name != "Itrs" && NAMES.iter().any(|part| name.contains(part))
}

/// Whether this holds of all classes that begin like this one, or of it itself.
pub(crate) fn is_among(area: &'static [Class], class: &str, what: Is) -> bool {
    area.iter().filter(|entry| entry.is.contains(&what)).any(|entry| match entry.scope {
        Scope::Class(name) => class == name,
        Scope::Prefix(prefix) => class.starts_with(prefix),
    })
}

/// What a method of a class does, as far as its entry says; those of classes around it count where they speak
/// for nested classes.
pub(crate) fn does(class: &str, name: &str, descriptor: &str) -> impl Iterator<Item = Does> {
    let own = entry(class).into_iter().flat_map(move |entry| entry.does(name, descriptor));
    let outer = with_outer(class).skip(1).filter_map(entry).flat_map(|entry| entry.methods);
    let nested = outer.filter(move |methods| methods.nested && methods.names.contains(&name));
    own.chain(nested.map(|methods| methods.does))
}

/// What a field of a class holds.
pub(crate) fn holds(class: &str, name: &str) -> impl Iterator<Item = Holds> {
    let fields = entry(class).into_iter().flat_map(|entry| entry.fields);
    fields.filter(move |fields| fields.names.contains(&name)).map(|fields| fields.holds)
}

/// Classes and fields of one meaning, in the order of the entries.
pub(crate) fn all_that_hold(holds: Holds) -> impl Iterator<Item = (&'static str, &'static str)> {
    crate::classes().flat_map(move |class| {
        let fields = class.fields.iter().filter(move |fields| fields.holds == holds);
        fields.flat_map(|fields| fields.names).map(|&field| (class.name(), field))
    })
}

/// Methods of one meaning: class, name, and how the descriptor begins.
pub(crate) fn all_that_do(does: Does) -> impl Iterator<Item = Named> {
    crate::classes().flat_map(move |class| {
        let methods = class.methods.iter().filter(move |methods| methods.does == does);
        methods.flat_map(|methods| methods.names.iter().map(|&name| (class.name(), name, methods.taking)))
    })
}

/// A class, then the classes that it is nested in, from the inside out.
pub(crate) fn with_outer(class: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(class), |class| class.rsplit_once('$').map(|(outer, _)| outer))
}
