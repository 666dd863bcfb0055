//! What a reader finds in a report: what happened inside steps, names for deadlocks that say what went
//! wrong, and programs of several files.

use std::path::Path;
use std::time::Duration;

use heddle::CheckOptions;
use heddle_testing::{Jdk, assert_in_order, check as check_here, heddle, jdk, jdks, open, page, run_with_timeout};
use heddle_verdict::{Limit, Tried, TriedRuns, Verdict};

const LIMIT: Duration = Duration::from_secs(120);

/// The report on a program of one file, or what stands in the folder beside it.
fn report(folder: &Path, class: &str, source: &str, jdk: &Jdk) -> String {
    let file = folder.join(class).with_extension("java");
    std::fs::write(&file, source).expect("a writable folder");
    let mut command = heddle!("check", "--jobs", "1", &file, "--jdk", &jdk.home);
    command.env("COLUMNS", "160");
    let output = run_with_timeout(command, LIMIT).expect("the check ends");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn check(class: &str, source: &str) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    report(folder.path(), class, source, jdk())
}

#[test]
fn what_happens_under_a_lock_is_told() {
    let page = check(
        "Slot",
        "public class Slot {
            int full;
            synchronized void put() { full = full + 7; notify(); }
            synchronized void take() { full = 0; }
            public static void main(String[] args) throws Exception {
                Slot slot = new Slot();
                Thread first = new Thread(slot::put, \"putter\"), second = new Thread(slot::take, \"taker\");
                first.start(); second.start(); first.join(); second.join();
                synchronized (slot) { assert slot.full == 0; }
            }
        }",
    );
    assert_in_order(
        &page,
        &["assertion failed in main", "starts thread putter", "starts thread taker", "joins putter"],
    );
    let put =
        ["locks Slot#1", "reads Slot#1.full = 0", "writes Slot#1.full = 7 (was 0)", "notifies Slot#1: nobody waits"];
    assert_in_order(&page, &put);
    assert!(!page.contains("ThreadGroup"), "how the JDK reports an exception is no part of the run\n{page}");
}

#[test]
fn a_signal_is_missed_only_by_who_did_not_look() {
    let program = |name: &str, wait: &str| {
        format!(
            "public class {name} {{
                static final Object m = new Object();
                static volatile int sent, taken;
                static void await() throws InterruptedException {{ {wait} }}
                static void send() {{ synchronized (m) {{ sent = 1; m.notify(); }} }}
                public static void main(String[] args) throws Exception {{
                    Thread sender = new Thread({name}::send, \"sender\");
                    sender.start();
                    await();
                    sender.join();
                }}
            }}"
        )
    };
    let missed = check("Missed", &program("Missed", "if (sent == 0) synchronized (m) { m.wait(); }"));
    assert!(missed.starts_with("deadlock (missed signal): main waits for a notification"), "{missed}");
    let twice = check("Twice", &program("Twice", "synchronized (m) { while (sent < 2) m.wait(); }"));
    assert!(twice.starts_with("deadlock: nobody is left to notify main"), "{twice}");
}

#[test]
fn calls_of_collections_and_synchronisers_are_told() {
    let page = check(
        "Party",
        "import java.util.*;
        import java.util.concurrent.*;
        public class Party {
            public static void main(String[] args) throws Exception {
                CyclicBarrier door = new CyclicBarrier(2);
                List<String> guests = Collections.synchronizedList(new ArrayList<>());
                Runnable come = () -> {
                    guests.add(\"x\");
                    try { door.await(); } catch (Exception e) { throw new RuntimeException(e); }
                };
                for (int i = 0; i < 3; i++) new Thread(come, \"guest\" + i).start();
            }
        }",
    );
    let told = ["waits for CyclicBarrier#1 forever", ".add(\"x\") → true", "calls CyclicBarrier#1.await()"];
    assert_in_order(&page, &told);
}

#[test]
fn calls_have_arguments_and_results_and_hide_what_is_inside() {
    let page = check(
        "Counts",
        "import java.util.concurrent.*;
        public class Counts {
            static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
            static void count() {
                Integer old = map.get(\"k\");
                map.put(\"k\", old == null ? 1 : old + 1);
            }
            public static void main(String[] args) throws Exception {
                map.put(\"k\", 5);
                Thread other = new Thread(Counts::count, \"other\");
                other.start();
                count();
                other.join();
                assert map.get(\"k\") == 7;
            }
        }",
    );
    let told = [
        "calls ConcurrentHashMap#1.get(\"k\") → 5",
        "calls ConcurrentHashMap#1.get(\"k\") → 5",
        "calls ConcurrentHashMap#1.put(\"k\", 6) → ",
        "calls ConcurrentHashMap#1.get(\"k\") → 6",
        "ends with uncaught AssertionError",
    ];
    assert_in_order(&page, &told);
    assert!(!page.contains("initialises") && !page.contains("sizeCtl"), "{page}");
}

#[test]
fn calls_by_method_references_are_told() {
    let page = check(
        "Referred",
        "import java.util.*;
        import java.util.concurrent.*;
        public class Referred {
            static final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
            public static void main(String[] args) throws Exception {
                queue.add(1);
                Thread poller = new Thread(queue::poll, \"poller\");
                poller.start();
                List.of(2, 3).forEach(queue::add);
                poller.join();
                assert queue.peek() == 1;
            }
        }",
    );
    let told = ["poll() → 1", "peek() → 2", "ends with uncaught AssertionError"];
    assert_in_order(&page, &told);
    assert_in_order(&page, &["queue::add", "add(2) → true", "add(3) → true"]);
}

#[test]
fn interrupts_that_are_asked_for_are_told_and_locks_inside_are_not() {
    let page = check(
        "Asked",
        "public class Asked {
            public static void main(String[] args) throws Exception {
                Thread other = new Thread(() -> Thread.interrupted(), \"other\");
                other.start();
                other.interrupt();
                assert other.isInterrupted();
            }
        }",
    );
    let told = ["interrupts thread other", "is interrupted: yes", "thread other is interrupted: no"];
    assert_in_order(&page, &told);
    assert!(!page.contains("locks"), "{page}");
}

#[test]
fn what_the_jdk_does_inside_is_not_told() {
    let page = check(
        "Files",
        "import java.io.*;
        import java.lang.reflect.*;
        public class Files {
            static int n;
            public static void add() { n = n + 1; }
            public static void main(String[] args) throws Exception {
                Method add = Files.class.getMethod(\"add\");
                Thread other = new Thread(() -> {
                    try (FileOutputStream out = new FileOutputStream(\"/tmp/x\")) {
                        add.invoke(null);
                        out.write(n);
                    } catch (Exception e) {
                        throw new RuntimeException(e);
                    }
                });
                other.start();
                n = n + 1;
                other.join();
                assert n == 2;
            }
        }",
    );
    assert!(!page.contains("virtual machine") && !page.contains("ReflectionFactory"), "{page}");
}

#[test]
fn explanations_tell_calls_and_not_what_the_jdk_does_inside() {
    let explained = |class: &str, source: &str| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join(class).with_extension("java");
        std::fs::write(&file, source).expect("a writable folder");
        let command = heddle!("check", "--jobs", "1", &file, "--explain");
        let output = run_with_timeout(command, LIMIT).expect("the check ends");
        let page = String::from_utf8_lossy(&output.stdout).into_owned();
        page.split_once("Why: ").map_or(page.clone(), |(_, why)| why.to_owned())
    };
    let map = explained(
        "Counts",
        "import java.util.concurrent.*;
        public class Counts {
            static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
            static void count() {
                Integer old = map.get(\"k\");
                map.put(\"k\", old == null ? 1 : old + 1);
            }
            public static void main(String[] args) throws Exception {
                Thread other = new Thread(Counts::count, \"other\");
                other.start();
                count();
                other.join();
                assert map.get(\"k\") == 2;
            }
        }",
    );
    assert_in_order(&map, &["get(\"k\") → null", "put(\"k\", 1) →", "Checked"]);
    assert!(!map.contains(".table") && !map.contains("Node"), "{map}");
    let lock = explained(
        "Tries",
        "import java.util.concurrent.locks.*;
        public class Tries {
            static final ReentrantLock lock = new ReentrantLock();
            static volatile int n;
            public static void main(String[] args) throws Exception {
                Thread a = new Thread(() -> { lock.lock(); n = n + 1; lock.unlock(); }, \"A\");
                Thread b = new Thread(() -> { if (lock.tryLock()) { n = n + 1; lock.unlock(); } }, \"B\");
                a.start(); b.start(); a.join(); b.join();
                if (n != 2) throw new RuntimeException(\"n=\" + n);
            }
        }",
    );
    assert_in_order(&lock, &["calls ReentrantLock#1.tryLock() → false", "Checked"]);
    assert!(!lock.contains("exclusiveOwnerThread"), "{lock}");
    let signal = explained(
        "Early",
        "import java.util.concurrent.locks.*;
        public class Early {
            static final ReentrantLock lock = new ReentrantLock();
            static final Condition full = lock.newCondition();
            public static void main(String[] args) throws Exception {
                Thread waiter = new Thread(() -> {
                    lock.lock();
                    full.awaitUninterruptibly();
                    lock.unlock();
                }, \"waiter\");
                waiter.start();
                lock.lock();
                full.signal();
                lock.unlock();
            }
        }",
    );
    assert_in_order(&signal, &["signals ConditionObject#1: nobody waits", "Checked"]);
}

#[test]
fn locks_that_are_held_since_before_there_were_threads_are_told() {
    let page = check(
        "Upgrade",
        "import java.util.concurrent.locks.*;
        public class Upgrade {
            public static void main(String[] args) {
                ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
                lock.readLock().lock();
                lock.writeLock().lock();
            }
        }",
    );
    assert_in_order(&page, &["main waits for", "holds ReentrantReadWriteLock#1.readLock(), taken at"]);
}

#[test]
fn time_outs_are_spoken_of_only_where_there_are_any() {
    let program = |wait: &str| {
        format!(
            "import java.util.concurrent.*;
            public class Main {{
                public static void main(String[] args) throws Exception {{
                    CountDownLatch latch = new CountDownLatch(1);
                    new Thread(() -> latch.countDown()).start();
                    latch.await({wait});
                }}
            }}"
        )
    };
    // What a search says that comes to its end just not.
    let bounded = |wait: &str| {
        let mut report = check_here(&open(jdk(), &program(wait)), &CheckOptions::default()).report;
        report.verdict = Verdict::Bounded { limits: vec![Limit::States(1)] };
        report.tried = vec![Tried { runs: TriedRuns::Preemptions { most: 0 }, rounds: None }];
        page(&report, Path::new("."))
    };
    let without = bounded("");
    assert!(without.contains("to go further: ") && !without.contains("--time last"), "{without}");
    let with = bounded("1, TimeUnit.SECONDS");
    assert!(with.contains("--time last"), "{with}");
}

#[test]
fn exceptions_that_are_caught_are_told_and_so_are_releases() {
    let page = check(
        "Swallowed",
        "import java.util.concurrent.*;
        public class Swallowed {
            static boolean ready;
            static synchronized void check() { if (!ready) throw new IllegalStateException(\"not yet\"); }
            public static void main(String[] args) throws Exception {
                CountDownLatch done = new CountDownLatch(1);
                Thread worker = new Thread(() -> {
                    try {
                        check();
                    } catch (IllegalStateException e) {
                        return;
                    }
                    done.countDown();
                }, \"worker\");
                worker.start();
                synchronized (Swallowed.class) { ready = true; }
                done.await();
            }
        }",
    );
    let told = [
        "deadlock: main waits for CountDownLatch#1 forever",
        "locks Swallowed.class",
        "reads Swallowed.ready = false",
        "unlocks Swallowed.class",
        "throws IllegalStateException: not yet, caught at",
        "Swallowed.java:10",
    ];
    assert_in_order(&page, &told);
}

#[test]
fn rounds_of_a_loop_are_folded() {
    let page = check(
        "Polls",
        "public class Polls {
            static volatile int seen;
            static volatile boolean stop;
            public static void main(String[] args) {
                new Thread(() -> { stop = true; }, \"stopper\").start();
                for (int i = 0; i < 300; i++) {
                    if (stop) return;
                    seen = i;
                }
                assert false;
            }
        }",
    );
    let told = ["reads Polls.stop = false", "⋮ the same 298 more times", "writes Polls.seen = 299", "AssertionError"];
    assert_in_order(&page, &told);
    assert!(page.lines().count() < 60, "{page}");
}

#[test]
fn a_cycle_among_virtual_threads_is_named() {
    for jdk in jdks().iter().filter(|jdk| jdk.feature >= 21) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let page = report(
            folder.path(),
            "Virtual",
            "import java.util.concurrent.locks.*;
            public class Virtual {
                static void both(Lock first, Lock second) { first.lock(); second.lock(); second.unlock(); first.unlock(); }
                public static void main(String[] args) throws Exception {
                    Lock a = new ReentrantLock(), b = new ReentrantLock();
                    Thread left = Thread.ofVirtual().name(\"left\").start(() -> both(a, b));
                    Thread right = Thread.ofVirtual().name(\"right\").start(() -> both(b, a));
                    left.join(); right.join();
                }
            }",
            jdk,
        );
        assert!(page.starts_with("deadlock: left and right wait for each other"), "{page}");
        assert_in_order(&page, &["holds ReentrantLock#", "holds ReentrantLock#", "main waits for left to end"]);
    }
}

#[test]
fn runs_that_cannot_end_are_mentioned() {
    let page = check(
        "Polite",
        "public class Polite {
            static volatile boolean a, b;
            public static void main(String[] args) {
                new Thread(() -> { a = true; while (b) Thread.onSpinWait(); a = false; }).start();
                new Thread(() -> { b = true; while (a) Thread.onSpinWait(); b = false; }).start();
            }
        }",
    );
    assert_in_order(&page, &["endless runs are intended", "proved"]);
}

#[test]
fn sources_beside_the_one_that_is_named_are_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let package = folder.path().join("bank/app");
    std::fs::create_dir_all(&package).expect("a writable folder");
    std::fs::write(folder.path().join("bank/Account.java"), "package bank; public class Account { public int sum; }")
        .expect("a writable folder");
    let page = report(
        &package,
        "Main",
        "package bank.app;
        public class Main {
            public static void main(String[] args) {
                bank.Account account = new bank.Account();
                new Thread(() -> account.sum++).start();
                account.sum++;
            }
        }",
        jdk(),
    );
    assert!(page.starts_with("data race on Account#1.sum"), "{page}");
}

#[test]
fn messages_of_several_lines_stay_in_their_column() {
    let page = check(
        "Lines",
        "public class Lines {
            static volatile int n;
            public static void main(String[] args) {
                new Thread(() -> { n = 1; }, \"other\").start();
                if (n == 1) throw new IllegalStateException(\"first\\nsecond\\nthird\");
            }
        }",
    );
    assert!(page.contains("IllegalStateException"), "{page}");
    for line in page.lines().filter(|line| line.contains("second") || line.contains("third")) {
        assert!(line.starts_with("  "), "{line:?} in {page}");
    }
}
