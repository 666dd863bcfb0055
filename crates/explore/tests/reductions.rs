//! Each reduction alone on a tiny program that it is made for: the exact number of states without it, with it alone,
//! and with all of them. Nothing else changes: each program is proved three times.
//!
//! A count that grows says that a layer has stopped to see what it is there for; one that shrinks without a reason is a
//! step that somebody takes for independent and that may not be.

use std::collections::BTreeSet;

use heddle::{CheckOptions, Project};
use heddle_testing::{check, jdk, names_of_reductions, open, reduced};
use heddle_verdict::Verdict;

struct Layer {
    name: &'static str,
    /// Why the layer applies.
    because: &'static str,
    source: &'static str,
    /// States without any layer, with this one alone, and with all.
    states: [u64; 3],
}

const LAYERS: [Layer; 11] = [
    Layer {
        name: "future",
        because: "no other thread can still use the box, though all can reach it",
        source: BOX,
        states: [99, 79, 13],
    },
    Layer {
        name: "immutable",
        because: "the size never changes after its constructor",
        source: SETTINGS,
        states: [54, 28, 5],
    },
    Layer {
        name: "monitors",
        because: "no other thread will use the monitor",
        source: OWN_MONITOR,
        states: [105, 82, 18],
    },
    Layer {
        name: "owned",
        because: "each worker alone uses its count, though main can reach both",
        source: WORKERS,
        states: [440, 168, 12],
    },
    Layer {
        name: "protected",
        because: "the balance is only used under the monitor of its account",
        source: ACCOUNT,
        states: [464, 224, 20],
    },
    Layer {
        name: "notify",
        because: "nobody waits when the threads notify",
        source: NOBODY_WAITS,
        states: [344, 224, 20],
    },
    Layer {
        name: "guarded",
        because: "the search finds that every access to the balance holds the same monitor",
        source: ACCOUNT,
        states: [464, 224, 20],
    },
    Layer {
        name: "library",
        because: "a queue guards its array and its counts by its own lock",
        source: QUEUE,
        states: [3_494, 1_377, 10],
    },
    Layer {
        name: "operations",
        because: "an operation of the queue that has begun goes on to its end",
        source: QUEUE,
        states: [3_494, 57, 10],
    },
    Layer {
        name: "queues",
        because: "a thread in front of a lock that another has cannot move",
        source: LOCK,
        states: [8_707, 628, 23],
    },
    Layer { name: "symmetry", because: "nobody can tell the threads apart", source: TWINS, states: [669, 283, 41] },
];

const TWINS: &str = r#"
public class Main {
    static int count;
    public static void main(String[] args) {
        Object lock = new Object();
        for (int i = 0; i < 3; i++) new Thread(() -> { synchronized (lock) { count++; } }).start();
    }
}
"#;

const BOX: &str = r#"
public class Main {
    static class Box { int content; }
    static Box box = new Box();
    static volatile int seen;
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> { seen = 1; seen = 2; });
        other.start();
        box.content = 1;
        box.content = 2;
        seen = 3;
        other.join();
    }
}
"#;

const SETTINGS: &str = r#"
public class Main {
    static class Settings {
        int size;
        Settings(int size) { this.size = size; }
    }
    static volatile int sum;
    public static void main(String[] args) throws InterruptedException {
        Settings settings = new Settings(3);
        Thread other = new Thread(() -> sum = settings.size + settings.size);
        other.start();
        int twice = settings.size + settings.size;
        other.join();
        assert sum == twice;
    }
}
"#;

const OWN_MONITOR: &str = r#"
public class Main {
    static final Object mine = new Object();
    static volatile int seen;
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> { seen = 1; seen = 2; });
        other.start();
        synchronized (mine) { seen = 3; }
        synchronized (mine) { seen = 4; }
        other.join();
    }
}
"#;

const WORKERS: &str = r#"
public class Main {
    static class Worker implements Runnable {
        int count;
        public void run() { count++; count++; }
    }
    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(new Worker()), second = new Thread(new Worker());
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
"#;

const ACCOUNT: &str = r#"
public class Main {
    static class Account { int balance; }
    public static void main(String[] args) throws InterruptedException {
        Account account = new Account();
        Runnable deposit = () -> { synchronized (account) { account.balance++; account.balance++; } };
        Thread first = new Thread(deposit), second = new Thread(deposit);
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
"#;

const NOBODY_WAITS: &str = r#"
public class Main {
    static final Object lock = new Object();
    static volatile int seen;
    public static void main(String[] args) throws InterruptedException {
        Runnable nobodyWaits = () -> { synchronized (lock) { lock.notify(); lock.notifyAll(); } };
        Thread first = new Thread(nobodyWaits), second = new Thread(nobodyWaits);
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
"#;

const QUEUE: &str = r#"
import java.util.concurrent.ArrayBlockingQueue;
public class Main {
    public static void main(String[] args) throws InterruptedException {
        ArrayBlockingQueue<String> queue = new ArrayBlockingQueue<>(2);
        Thread other = new Thread(() -> queue.offer("a"));
        other.start();
        queue.offer("b");
        other.join();
        assert queue.size() == 2;
    }
}
"#;

const LOCK: &str = r#"
import java.util.concurrent.locks.ReentrantLock;
public class Main {
    static final ReentrantLock lock = new ReentrantLock();
    static void enter() { lock.lock(); lock.unlock(); }
    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Main::enter), second = new Thread(Main::enter);
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
"#;

fn states(project: &Project, reduce: &str) -> u64 {
    let report = check(project, &reduced(CheckOptions::default(), reduce)).report;
    assert_eq!(report.verdict, Verdict::Proved, "--reduce {reduce}");
    report.statistics.states
}

#[test]
fn each_layer_has_its_program() {
    let layers: BTreeSet<&str> = LAYERS.iter().map(|layer| layer.name).collect();
    assert_eq!(layers, names_of_reductions().into_iter().collect());
}

#[test]
fn each_layer_alone_saves_the_states_that_it_is_there_for() {
    for Layer { name, because, source, states: expected } in LAYERS {
        let project = open(jdk(), source);
        let found = ["local", name, "all"].map(|reduce| states(&project, reduce));
        assert_eq!(found, expected, "{name}: {because}");
        assert!(found[1] < found[0] && found[2] <= found[1], "{name}: {found:?}");
    }
}
