//! Draws programs in which several threads run the same code, as text; in some of them somebody can tell which thread is which.
//!
//! Comes in: a seed and a name. Goes out: the text of a class. All threads but the main thread have the same name, so that what a
//! search finds does not depend on which of them it was.

use crate::random::Random;

/// What all of these threads do.
const PIECES: &[&str] = &[
    "synchronized (l) { x++; }",
    "synchronized (l) { x++; }",
    "synchronized (l) { out.append(x); x += 2; }",
    "y.incrementAndGet();",
    "y.compareAndSet(1, 3);",
    "v = v + 1;",
    "x = x + 1;",
    "synchronized (l) { if (x++ == 0) l.wait(); else l.notify(); }",
    "synchronized (l) { if (x++ == 0) l.wait(); else l.notifyAll(); }",
    "synchronized (l) { x++; l.notifyAll(); while (x < 2) l.wait(); out.append('w'); }",
    "if (y.getAndIncrement() % 2 == 0) { synchronized (l) { synchronized (k) { x++; } } } else { synchronized (k) { synchronized (l) { x++; } } }",
    "lock.lock(); try { x++; } finally { lock.unlock(); }",
    "local.set(y.get()); synchronized (l) { out.append(local.get()); }",
    "own[0]++; synchronized (l) { x += own[0]; }",
    "own[0] = y.getAndIncrement(); synchronized (l) { out.append(own[0]); }",
    "if (y.getAndIncrement() > 0) throw new IllegalStateException();",
];

/// What tells threads apart, or may seem to.
const TELLING: &[&str] = &[
    "if (Thread.currentThread() == all[0]) y.addAndGet(10);",
    "synchronized (l) { if (first == null) first = Thread.currentThread(); } if (first == Thread.currentThread()) y.addAndGet(5);",
    "synchronized (l) { order.add(Thread.currentThread()); }",
    "y.addAndGet(Thread.currentThread().getName().length());",
    "y.addAndGet((int) Thread.currentThread().getId() % 2);",
    "y.addAndGet(System.identityHashCode(new Object()) & 1);",
    "y.addAndGet(Thread.currentThread().hashCode() & 1);",
    "synchronized (l) { set.add(Thread.currentThread()); }",
    "synchronized (l) { out.append(Thread.currentThread() == all[1] ? 'b' : 'a'); }",
    "synchronized (l) { at[x % 3] = Thread.currentThread(); x++; }",
    "if (all[1] != null) all[1].interrupt();",
    "Thread me = Thread.currentThread(); synchronized (me) { me.notify(); }",
    "synchronized (all[0]) { y.incrementAndGet(); }",
    "y.addAndGet(all[0].isAlive() ? 1 : 2);",
    "synchronized (l) { Thread.currentThread().setName(\"w\" + x); x++; }",
    "if (all[1] != Thread.currentThread()) { all[1].join(); y.incrementAndGet(); }",
];

/// How they are started and waited for.
const SHAPES: &[&str] = &[
    "for (int i = 0; i < N; i++) all[i] = new Thread(TASK, \"worker\"); for (int i = 0; i < N; i++) all[i].start();",
    "for (int i = 0; i < N; i++) { Thread t = new Thread(TASK, \"worker\"); all[i] = t; } for (int i = N - 1; i >= 0; i--) all[i].start(); for (Thread t : all) t.join();",
    "Thread[] ts = new Thread[N]; for (int i = 0; i < N; i++) { ts[i] = new Thread(TASK, \"worker\"); ts[i].start(); } for (Thread t : ts) t.join();",
    "Thread[] ts = new Thread[N]; for (int i = 0; i < N; i++) { ts[i] = new Thread(TASK, \"worker\"); ts[i].start(); } for (int i = N - 1; i >= 0; i--) ts[i].join();",
    "Thread[] ts = new Thread[N]; for (int i = 0; i < N; i++) ts[i] = new Thread(TASK, \"worker\"); for (Thread t : ts) t.start(); for (Thread t : ts) t.join(); y.addAndGet(ts[0] == first ? 100 : 200);",
    "List<Thread> ts = new ArrayList<>(); for (int i = 0; i < N; i++) { Thread t = new Thread(TASK, \"worker\"); ts.add(t); t.start(); } for (Thread t : ts) t.join();",
    "List<Thread> ts = new ArrayList<>(); for (int i = 0; i < N; i++) { Thread t = new Thread(TASK, \"worker\"); ts.add(t); t.start(); } for (Thread t : ts) t.join(); y.addAndGet(order.isEmpty() ? 0 : ts.indexOf(order.get(0)));",
    "Thread[] ts = new Thread[N]; for (int i = 0; i < N; i++) { ts[i] = new Thread(TASK, \"worker\"); ts[i].start(); } for (Thread t : ts) { t.join(); synchronized (l) { out.append(x); } }",
    "Thread[] ts = new Thread[N]; for (int i = 0; i < N; i++) { ts[i] = new Thread(TASK, \"worker\"); ts[i].start(); } ts[1].join(); synchronized (l) { out.append(y); } ts[0].join();",
    "Thread[] ts = new Thread[N]; for (int i = 0; i < N; i++) { ts[i] = new Thread(TASK, \"worker\"); ts[i].start(); } Thread.currentThread().interrupt(); try { for (Thread t : ts) t.join(); } catch (InterruptedException e) { out.append('!'); }",
    "Thread[] ts = new Thread[N]; Thread main = Thread.currentThread(); for (int i = 0; i < N; i++) { ts[i] = new Thread(TASK, \"worker\"); ts[i].start(); } new Thread(() -> main.interrupt(), \"other\").start(); int i = 0; try { for (; i < N; i++) ts[i].join(); } catch (InterruptedException e) { out.append(i); }",
    "Thread[] ts = new Thread[N]; for (int i = 0; i < N; i++) ts[i] = new Thread(TASK, \"worker\"); for (int i = 1; i < N; i++) ts[i].start(); new Thread(() -> ts[0].start(), \"other\").start(); for (Thread t : ts) t.join();",
    "Thread[] ts = new Thread[N]; for (int i = 0; i < N; i++) { ts[i] = new Thread(TASK, \"worker\"); ts[i].start(); } new Thread(() -> { synchronized (l) { ts[0] = ts[1]; } }, \"other\").start(); for (Thread t : ts) t.join();",
    "Thread t = new Thread(() -> { Thread[] ts = { new Thread(TASK, \"worker\"), new Thread(TASK, \"worker\") }; for (Thread u : ts) u.start(); try { for (Thread u : ts) u.join(); } catch (InterruptedException e) { } synchronized (l) { out.append('d'); } }, \"other\"); t.start(); t.join();",
];

/// The text of the program of a seed, as a class of this name.
pub fn program(seed: u64, class: &str) -> String {
    let mut random = Random::new(seed ^ 0x7477_696e_7320_6f66);
    let mut body = String::new();
    for _ in 0..1 + random.below(2) {
        let piece = if random.chance(35) { random.pick(TELLING) } else { random.pick(PIECES) };
        body += &format!("\n            {piece}");
    }
    let shape = random.pick(SHAPES);
    let threads = if random.chance(25) { 3 } else { 2 };
    // All of them run one task, or each has one of its own with the same code.
    let task = if random.chance(50) { "new Task()".to_owned() } else { format!("{class}::body") };
    let shape = shape.replace("TASK", &task).replace('N', &threads.to_string());
    format!(
        "import java.util.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class {class} {{
    static final Object l = new Object(), k = new Object();
    static final ReentrantLock lock = new ReentrantLock();
    static final AtomicInteger y = new AtomicInteger();
    static final StringBuffer out = new StringBuffer();
    static final ThreadLocal<Integer> local = new ThreadLocal<>();
    static final List<Thread> order = new ArrayList<>();
    static final Set<Thread> set = new HashSet<>();
    static final Thread[] all = {{ Thread.currentThread(), Thread.currentThread(), Thread.currentThread() }};
    static final Thread[] at = new Thread[3];
    static Thread first;
    static int x;
    static volatile int v;

    static class Task implements Runnable {{
        public void run() {{
            body();
        }}
    }}

    static void body() {{
        int[] own = new int[1];
        try {{
            check();{body}
        }} catch (InterruptedException e) {{
            y.addAndGet(1000);
        }}
    }}

    static void check() throws InterruptedException {{
    }}

    public static void main(String[] args) throws InterruptedException {{
        {shape}
        System.out.println(out + \" \" + y);
    }}
}}
"
    )
}
