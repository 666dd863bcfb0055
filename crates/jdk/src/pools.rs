//! Executors, their tasks, and futures.

use crate::entry::{self, Class, Does, Fields, Holds, Is, fields, methods};

/// What a program is assumed not to do with pools and tasks, until it is seen to do it: some operations are
/// atomic only for programs that do not look inside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PoolAssumption {
    /// Nobody asks a pool for its workers and how many tasks they did.
    WorkersUnobserved,
    /// No pool is stopped at once.
    NeverStopped,
    /// No task is cancelled that is not done.
    NeverCancelled,
    /// The result of a `CompletableFuture` is not overwritten.
    NeverOverwritten,
}

impl PoolAssumption {
    pub const ALL: [Self; 4] =
        [Self::WorkersUnobserved, Self::NeverStopped, Self::NeverCancelled, Self::NeverOverwritten];

    /// The assumption that a call of a method refutes.
    pub fn refuted_by(class: &str, name: &str) -> Option<Self> {
        entry::does(class, name, "").find_map(|does| match does {
            Does::Refutes(assumption) => Some(assumption),
            _ => None,
        })
    }
}

/// States of a `FutureTask`: it did not end, or its result or its cancelling is under way. All others are final.
pub const NEW: i32 = 0;
pub const COMPLETING: i32 = 1;
pub const INTERRUPTING: i32 = 5;

/// The pool whose bytecode is amended, so that states come back: its workers count tasks, draw random numbers
/// and measure how long they are idle.
pub const FORK_JOIN: &str = "java/util/concurrent/ForkJoinPool";
/// Where that pool has the time that an idle worker stays, and a worker the tasks that it has taken.
pub const IDLE_TIME: &str = "keepAlive";
pub const STOLEN_TASKS: &str = "nsteals";
/// What a worker asks for the queue that it looks at first.
pub const PROBE: &str = "getProbe";

/// Of which class the operations are seen in halves if code of a class makes an object of another: a task that is refused
/// might as well have come in the middle of the pool's end.
pub fn shows_halves_by_making(maker: &str, made: &str) -> Option<&'static str> {
    let pool =
        [FORK_JOIN, THREAD_PER_TASK].into_iter().find(|pool| entry::with_outer(maker).any(|class| class == *pool));
    pool.filter(|_| made == "java/util/concurrent/RejectedExecutionException")
}

/// What the tasks of streams are.
pub const COMPLETER: &str = "java/util/concurrent/CountedCompleter";
const FUTURE_TASK: &str = "java/util/concurrent/FutureTask";
const THREAD_PER_TASK: &str = "java/util/concurrent/ThreadPerTaskExecutor";
const SCHEDULED: &str = "java/util/concurrent/ScheduledThreadPoolExecutor";

pub(crate) const CLASSES: &[Class] = &[
    Class::new("java/util/Timer").is(&[Is::TimesOwnTasks]),
    Class::new("java/util/TimerThread").is(&[Is::TimesOwnTasks]).methods(&[methods(Does::AwaitsTask, &["mainLoop"])]),
    Class::new("java/util/concurrent/AbstractExecutorService").is(&[Is::TimesOwnWaits]),
    Class::new("java/util/concurrent/DelayScheduler").since(25).is(&[Is::TimesOwnTasks]),
    // What a dependent refers to is cleared by the thread that runs it, after claiming it; others that see
    // it cleared leave it alone, as they do when they find it claimed.
    Class::new("java/util/concurrent/CompletableFuture")
        .is(&[Is::Guarding, Is::TimesOwnWaits])
        .methods(&[
            methods(
                Does::Operation,
                &[
                    "bipush",
                    "get",
                    "getNow",
                    "isDone",
                    "join",
                    "orpush",
                    "postComplete",
                    "postFire",
                    "tryPushStack",
                    "unipush",
                ],
            ),
            // They count those who wait, which come and go one after another.
            methods(Does::Observes, &["getNumberOfDependents", "toString"]),
            methods(Does::Refutes(PoolAssumption::NeverOverwritten), &["obtrudeException", "obtrudeValue"]),
            methods(Does::ReadsGivenArray, &["allOf", "andTree", "anyOf"]),
            methods(Does::ShowsFailure, &["isCompletedExceptionally"]),
            methods(Does::ShowsFailure, NOW).since(19),
            methods(Does::HandsFailure, &["uniExceptionally", "uniHandle", "uniWhenComplete"]),
        ])
        .fields(&[fields(Holds::Result, &["result"])]),
    // Who is the last to complete a part goes on with the whole, and nobody else looks at the part again.
    Class::new(COMPLETER).methods(&[methods(Does::Operation, &["propagateCompletion", "tryComplete"])]),
    // A pool of this class ends in one go once it has nothing to do: nobody but its idle workers is concerned, unless
    // somebody asks how far it has got, or submits a task meanwhile, which is refused or cancelled. Told to stop, it cancels tasks and interrupts workers one after another, and every access counts. Its `run`
    // and that of its workers are theirs and not the user's. Its plain accesses race by design.
    Class::new(FORK_JOIN)
        .is(&[Is::Atomic, Is::TimesOwnWaits])
        .methods(&[
            methods(Does::Operation, &["tryTerminate"]),
            methods(Does::Operation, &["run"]).and_nested(),
            methods(Does::Stepwise, &["shutdownNow"]),
            methods(Does::WakesIdle, &["tryTerminate"]),
            methods(Does::WakesIdle, &["interruptAll"]).since(22),
            // Counts of workers and tasks, and how far the end has got.
            methods(
                Does::Observes,
                &[
                    "drainTasksTo",
                    "getActiveThreadCount",
                    "getPoolSize",
                    "getQueuedSubmissionCount",
                    "getQueuedTaskCount",
                    "getRunningThreadCount",
                    "getStealCount",
                    "hasQueuedSubmissions",
                    "isQuiescent",
                    "isShutdown",
                    "isTerminated",
                    "isTerminating",
                    "pollSubmission",
                    "toString",
                ],
            ),
        ])
        .fields(&[fields(Holds::IdleTime, &[IDLE_TIME])]),
    Class::new("java/util/concurrent/ForkJoinPool$WorkQueue").fields(&[fields(Holds::StolenTasks, &[STOLEN_TASKS])]),
    Class::new("java/util/concurrent/Future").methods(&[methods(Does::ShowsFailure, NOW).since(19)]),
    Class::new(RECURSIVE_TASK).methods(&[methods(Does::ObservesAlone, &["getRawResult"])]),
    Class::new(FORK_JOIN_TASK).is(&[Is::Atomic, Is::TimesOwnWaits]).methods(&[
        // The result is there before the task is done.
        methods(Does::ObservesAlone, &["getRawResult"]).and_nested(),
        methods(
            Does::Observes,
            &[
                "getQueuedTaskCount",
                "getSurplusQueuedTaskCount",
                "peekNextLocalTask",
                "pollNextLocalTask",
                "pollSubmission",
                "pollTask",
            ],
        ),
        methods(Does::ShowsFailure, &["getException", "isCompletedAbnormally", "isCompletedNormally"]),
        methods(Does::ShowsFailure, NOW).since(19),
    ]),
    // Its fields are set by the constructor, which lets the pool see the worker.
    Class::new("java/util/concurrent/ForkJoinWorkerThread").is(&[Is::Guarding, Is::Atomic]).methods(&[methods(
        Does::Operation,
        &["run"],
    )
    .and_nested()]),
    // The task is set to null when it is done; who still sees it looks at the state next.
    Class::new(FUTURE_TASK)
        .is(&[Is::Guarding, Is::Atomic, Is::TimesOwnWaits])
        .methods(&[
            methods(Does::Refutes(PoolAssumption::NeverCancelled), &["cancel"]),
            methods(Does::CancelsTask, &["cancel"]),
            methods(Does::RunsTask, &["run", "runAndReset"]),
            // Who finds it done waits for the result. Its text tells that the result is under way.
            methods(
                Does::Ordinary,
                &["cancel", "done", "get", "isCancelled", "isDone", "run", "runAndReset", "set", "setException"],
            ),
            methods(Does::Ordinary, &["exceptionNow", "resultNow", "state"]).since(19),
            methods(Does::ShowsFailure, NOW).since(19),
        ])
        .fields(&[fields(Holds::TaskState, &["state"]), fields(Holds::Runner, &["runner"])]),
    // A task is scheduled, or refused after a shutdown. If the pool is stopped in between, it is neither
    // refused nor among those that the pool gives back, but cancelled.
    Class::new(SCHEDULED).is(&[Is::Guarding, Is::TimesOwnTasks]).methods(&[
        methods(Does::Operation, &["canRunInCurrentRunState", "reExecutePeriodic"]),
        methods(Does::OperationIf(PoolAssumption::NeverStopped), &["delayedExecute"]),
    ]),
    Class::new("java/util/concurrent/ScheduledThreadPoolExecutor$ScheduledFutureTask")
        .methods(&[methods(Does::Operation, &["setNextRunTime"])]),
    // The code of joiners asks too, for its own ends. Who asks a failed subtask for its result is told that there is none.
    Class::new("java/util/concurrent/StructuredTaskScopeImpl$SubtaskImpl")
        .methods(&[methods(Does::ShowsFailure, &["exception", "get", "state"])])
        .since(25),
    // A task's executor and thread do not change. A thread is in the set before the state is looked at, so that a
    // shutdown that comes in between finds the set not empty, and the task is refused as if it had come later; but until it is,
    // the pool is not terminated, which others may see ([`shows_halves_by_making`]).
    Class::new(THREAD_PER_TASK)
        .is(&[Is::Guarding])
        .methods(&[methods(Does::Closed, &["execute", "start", "submit", "taskComplete", "tryTerminate"])])
        .since(19),
    // What a worker does from the end of a task to the beginning of the next, or to its own end, is a single
    // operation: it counts the task, gives up the lock that says that it is busy, takes another task from the
    // queue, takes the lock, and drops interrupts that were meant for an idle worker. Only the queue, the state
    // of the pool and the end of the worker's thread are seen by others, unless they ask for counts. A shutdown in
    // the middle comes to the same as one before or after: before the task is taken, the worker would find it
    // all the same or be woken up to find none; after that, it only sees an interrupt that it drops.
    //
    // A pool is shut down before it ends, and others may see it in between: the end is no part of a shutdown. Nor
    // is it part of a worker's end if they count the workers. It concerns, besides, collections that belong to
    // the pool and a registry of pools that no program sees.
    Class::new("java/util/concurrent/ThreadPoolExecutor").is(&[Is::Guarding]).methods(&[
        methods(Does::Operation, &["addWorker", "awaitTermination", "ensurePrestart", "getTask"]),
        methods(Does::AwaitsTask, &["getTask"]),
        // A worker that dies of an exception is missing for a while before it is replaced, and a task is in the queue
        // before its pool is found to have been shut down.
        methods(Does::Loose, &["execute", "processWorkerExit"]),
        methods(Does::WakesIdle, &["interruptIdleWorkers"]),
        // Those that count workers and tasks do so under the pool's lock, and are told apart by an assumption of their
        // own. Those that are not listed change how many workers there are.
        methods(
            Does::Ordinary,
            &[
                "afterExecute",
                "allowsCoreThreadTimeOut",
                "awaitTermination",
                "beforeExecute",
                "execute",
                "getActiveCount",
                "getCompletedTaskCount",
                "getCorePoolSize",
                "getKeepAliveTime",
                "getLargestPoolSize",
                "getMaximumPoolSize",
                "getPoolSize",
                "getQueue",
                "getRejectedExecutionHandler",
                "getTaskCount",
                "getThreadFactory",
                "isShutdown",
                "isTerminated",
                "isTerminating",
                "purge",
                "remove",
                "shutdown",
                "shutdownNow",
                "terminated",
                "toString",
            ],
        ),
        methods(Does::Ordinary, &["rejectedExecution", "run"]).and_nested(),
        methods(Does::EndsBeforeClosed, &["shutdown"]),
        methods(Does::OperationIf(PoolAssumption::WorkersUnobserved), &["runWorker"]),
        methods(Does::ClosedIf(PoolAssumption::WorkersUnobserved), &["tryTerminate"]),
        methods(
            Does::Refutes(PoolAssumption::WorkersUnobserved),
            &[
                "getActiveCount",
                "getCompletedTaskCount",
                "getLargestPoolSize",
                "getPoolSize",
                "getTaskCount",
                // Also the message of a rejection.
                "toString",
            ],
        ),
        methods(Does::Refutes(PoolAssumption::NeverStopped), &["shutdownNow"]),
        methods(Does::CountsTasks, &["getCompletedTaskCount", "getTaskCount"]),
    ]),
    Class::new("java/util/concurrent/ThreadPoolExecutor$Worker").fields(WORKER),
    Class::new("java/util/concurrent/ThreadLocalRandom")
        .methods(&[methods(Does::ScansQueues, &[PROBE]), methods(Does::DrawsRandom, &["current"])]),
];

/// How to ask a future that has ended. Who asks a failed one for its result is told that there is none.
const NOW: &[&str] = &["exceptionNow", "resultNow", "state"];

const WORKER: &[Fields] = &[fields(Holds::TaskCount, &["completedTasks"]), fields(Holds::Outer, &[OUTER])];
const OUTER: &str = "this$0";

const FORK_JOIN_TASK: &str = "java/util/concurrent/ForkJoinTask";
const RECURSIVE_TASK: &str = "java/util/concurrent/RecursiveTask";

/// The class whose operations also concern what objects of a subclass hold.
pub(crate) fn whole(class: &str) -> &str {
    if class == RECURSIVE_TASK { FORK_JOIN_TASK } else { class }
}

const THREAD_POOL: &str = "java/util/concurrent/ThreadPoolExecutor";

/// Whether a method is what a worker of a pool does until it ends. Idle workers are interrupted there, and one that ends keeps
/// its flag, for whoever called the worker.
pub fn is_loop_of_worker(class: &str, name: &str) -> bool {
    class == THREAD_POOL && name == "runWorker"
}

/// Whether a method of a pool calls code of the program when the pool ends.
pub fn calls_at_end(class: &str, name: &str) -> bool {
    class == THREAD_POOL && name == "tryTerminate"
}

/// A field of a pool's part that comes to rest, or that nobody else looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The state of a task.
    TaskState,
    /// Who runs it, and the name of the field with its state.
    Runner { state: &'static str },
    /// The state of a synchroniser, which may be a latch.
    Count,
    /// The result of a `CompletableFuture`.
    Result,
    /// How many tasks a worker did, and the name of the field with its pool.
    Completed { pool: &'static str },
}

/// What a field means for whoever waits for a task, a result or a latch.
pub fn field(class: &str, name: &str) -> Option<Field> {
    let holds = entry::holds(class, name).next()?;
    match holds {
        Holds::TaskState => Some(Field::TaskState),
        Holds::Runner => Some(Field::Runner { state: "state" }),
        Holds::State if class == crate::synchronizers::QUEUED => Some(Field::Count),
        Holds::Result => Some(Field::Result),
        Holds::TaskCount => Some(Field::Completed { pool: OUTER }),
        _ => None,
    }
}

/// How a method of a task asks whether it is new.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AsksState {
    /// Before the task is claimed, and once more after that.
    Twice,
    /// Before it compares and sets.
    BeforeComparing,
}

/// How a method asks for the state of a task, if it is one of those that do.
pub fn asks_state(class: &str, name: &str) -> Option<AsksState> {
    entry::does(class, name, "").find_map(|does| match does {
        Does::RunsTask => Some(AsksState::Twice),
        Does::CancelsTask => Some(AsksState::BeforeComparing),
        _ => None,
    })
}

/// Whether a method says how many tasks a pool has done.
pub fn counts_tasks(class: &str, name: &str) -> bool {
    entry::does(class, name, "").any(|does| does == Does::CountsTasks)
}

/// Whether a worker of a pool or timer is in this method while it has nothing to do.
pub fn awaits_task(class: &str, name: &str) -> bool {
    entry::does(class, name, "").any(|does| does == Does::AwaitsTask)
}

/// Whether a class is the pool that repeats tasks.
pub fn is_scheduled(class: &str) -> bool {
    class == SCHEDULED
}

/// Whether a method goes through an array that the program gave it.
pub fn reads_given_array(class: &str, name: &str) -> bool {
    entry::does(class, name, "").any(|does| does == Does::ReadsGivenArray)
}

/// Whether a native, named with its class, is what a worker of a pool asks before it looks for tasks.
pub fn scans_queues(native: &str) -> bool {
    native.contains("ThreadLocalRandom.getProbe")
}

/// Whether a method tells how a future or task has ended, without throwing what it holds; those that throw it need
/// not be known.
pub fn shows_failure(class: &str, name: &str) -> bool {
    entry::does(class, name, "").any(|does| does == Does::ShowsFailure)
}

/// Whether a method hands the result of a future, its second argument, to a function, its third.
pub fn hands_failure(class: &str, name: &str) -> bool {
    entry::does(class, name, "").any(|does| does == Does::HandsFailure)
}

/// Whether code of a class asks futures for purposes of its own. All other code of the JDK asks those that a program has handed it, and so
/// does what the machine has written, which is named after the class that it calls.
pub fn asks_on_its_own(class: &str) -> bool {
    class.starts_with(crate::CONCURRENT) && !class.contains("$$")
}
