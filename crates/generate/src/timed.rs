//! Small programs about time: sleeps, waits with time-outs, stamps whose differences are compared with constants,
//! scheduled tasks.
//!
//! Comes in: a seed and a name. Goes out: the text of a class. Its `go` makes one or two threads, each of which takes a few
//! pieces one after the other, waits for them and gives what they said in the order in which they said it; `main`
//! prints that. Nothing is static, so that a virtual machine can call `go` again and again.

use crate::random::Random;

/// A program that compares an elapsed time with a limit and prints what comes out.
pub struct Comparison {
    pub name: String,
    pub text: String,
    /// Whether the search may say that it is incomplete.
    pub is_unlearned: bool,
}

/// Ways to measure a time, with a limit that is told apart exactly, or one that is only exceeded.
const MEASURES: &[(&str, Limit)] = &[
    ("System.nanoTime() - from", Limit::Exact(1500)),
    ("System.nanoTime() - from", Limit::Exact(2_000_000)),
    ("(int) (System.nanoTime() - from)", Limit::Exceeded(1500)),
    ("(System.nanoTime() - from) * 2", Limit::Unlearned(1500)),
    ("Math.max(System.nanoTime() - from, 100)", Limit::Exact(1500)),
    ("-(from - System.nanoTime())", Limit::Exact(1500)),
    ("(System.nanoTime() - from) / 1_000_000", Limit::Exact(7)),
    ("(System.nanoTime() - from) / 1_000_000 + 1", Limit::Exact(7)),
    ("(int) ((System.nanoTime() - from) / 1_000_000)", Limit::Exact(7)),
    ("(int) ((System.nanoTime() - from) / 1_000_000_000L)", Limit::Exact(7)),
    ("(System.nanoTime() - from) / 1e6", Limit::Exceeded(7)),
    ("(System.nanoTime() - from) / 1e9f", Limit::Exceeded(7)),
    ("(System.nanoTime() - from) >> 10", Limit::Unlearned(7)),
    ("TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from)", Limit::Exact(7)),
    ("TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - from)", Limit::Exact(7)),
    ("Duration.ofNanos(System.nanoTime() - from).toMillis()", Limit::Exact(7)),
    ("System.currentTimeMillis() - fromMillis", Limit::Exact(7)),
    ("(int) (System.currentTimeMillis() - fromMillis)", Limit::Exact(7)),
    ("(int) (System.currentTimeMillis() - fromMillis) / 1000", Limit::Unlearned(7)),
    ("new Date().getTime() - fromMillis", Limit::Exact(7)),
    ("Duration.between(Instant.ofEpochMilli(fromMillis), Instant.now()).toSeconds()", Limit::Exact(7)),
    ("Instant.now().toEpochMilli() - fromMillis", Limit::Exact(7)),
    ("(System.nanoTime() - from) / 60_000_000_000L", Limit::Unlearned(2)),
    ("TimeUnit.MILLISECONDS.toMinutes(System.currentTimeMillis() - fromMillis)", Limit::Unlearned(2)),
    ("86_400_000_000_000L - (from + 86_400_000_000_000L - System.nanoTime())", Limit::Unlearned(1500)),
    ("(System.nanoTime() + 10_000_000) - (from + 10_000_000)", Limit::Exact(1500)),
    (
        "Duration.between(Instant.ofEpochMilli(fromMillis), Instant.now()).compareTo(Duration.ofMillis(700))",
        Limit::Unlearned(0),
    ),
    // Nothing but the clock itself, or arithmetic whose result a search does not trace back.
    ("(System.nanoTime() - from) % 1000", Limit::Unlearned(7)),
    ("(System.nanoTime() - from) * 10 / 1_000_000_000L", Limit::Unlearned(1)),
    ("0.5 * (System.nanoTime() - from)", Limit::Unlearned(1500)),
    ("64 - Long.numberOfLeadingZeros(System.nanoTime() - from)", Limit::Unlearned(7)),
    ("(0 - from) + System.nanoTime()", Limit::Unlearned(1500)),
    ("(System.nanoTime() + System.nanoTime()) - (from + from)", Limit::Unlearned(1500)),
    ("new AtomicLong(-from).addAndGet(System.nanoTime())", Limit::Unlearned(1500)),
    ("System.currentTimeMillis() / 1000 - fromMillis / 1000", Limit::Unlearned(7)),
    ("(int) (System.nanoTime() / 1_000_000_000L) - (int) (from / 1_000_000_000L)", Limit::Unlearned(7)),
    ("(System.currentTimeMillis() - 1_600_000_000_000L) - (fromMillis - 1_600_000_000_000L)", Limit::Unlearned(7)),
    ("ByteBuffer.allocate(8).putLong(System.nanoTime()).getLong(0) - from", Limit::Unlearned(1500)),
    ("System.nanoTime() - Long.parseLong(Long.toHexString(from), 16)", Limit::Unlearned(1500)),
];

enum Limit {
    Exact(u32),
    Exceeded(u32),
    /// The search may not find out what the program compares with; then it has to say so.
    Unlearned(u32),
}

/// Where limits come from; `#` is the number.
const LIMITS: &[&str] = &["#", "limit(#)", "Integer.parseInt(\"#\")", "new Settings(#).limit"];

/// Where the first stamps come from.
const ORIGINS: &[&str] = &[
    "long from = System.nanoTime(), fromMillis = System.currentTimeMillis();",
    "stamps[0] = System.nanoTime(); stamps[1] = System.currentTimeMillis(); long from = stamps[0], fromMillis = stamps[1];",
    "Thread t = new Thread(() -> { stamps[0] = System.nanoTime(); stamps[1] = System.currentTimeMillis(); });
        t.start(); t.join(); long from = stamps[0], fromMillis = stamps[1];",
];

/// Programs that compare a time with a limit in every way. Each can print `true` and `false`, or computes such that a search
/// has to be incomplete.
pub fn comparisons() -> Vec<Comparison> {
    let mut programs = Vec::new();
    for (measure, limit) in MEASURES {
        let (number, relations): (_, &[_]) = match limit {
            Limit::Exact(number) => (number, &[">=", "<", "==", "!="]),
            Limit::Exceeded(number) | Limit::Unlearned(number) => (number, &[">=", "<"]),
        };
        let is_unlearned = matches!(limit, Limit::Unlearned(_));
        for (source, origin, relation) in
            LIMITS.iter().flat_map(|s| ORIGINS.iter().flat_map(move |o| relations.iter().map(move |r| (s, o, r))))
        {
            let name = format!("Compared{}", programs.len());
            let limit = source.replace('#', &number.to_string());
            let text = format!(
                "import java.time.*;
import java.util.*;
import java.nio.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class {name} {{
    static final long[] stamps = new long[2];

    record Settings(int limit) {{}}

    static int limit(int number) {{
        return number;
    }}

    public static void main(String[] args) throws Exception {{
        {origin}
        System.out.println({measure} {relation} {limit});
    }}
}}
"
            );
            programs.push(Comparison { name, text, is_unlearned });
        }
    }
    programs
}

/// Statements. `#` stands for a few milliseconds, `%` for a few half milliseconds in nanoseconds, `?` for a comparison, and `@` for the number
/// of the piece, by which what is said is told apart.
const PIECES: &[&str] = &[
    "Thread.sleep(#);",
    "Thread.sleep(#);",
    "say(@, System.nanoTime() - begin ? %);",
    "say(@, (System.nanoTime() - begin) / 1_000_000 ? #);",
    "say(@, System.currentTimeMillis() - beginMillis ? #);",
    "say(@, (System.nanoTime() - begin) / 1e6 ? #);",
    "long s@ = System.nanoTime(); Thread.sleep(#); say(@, System.nanoTime() - s@ ? %);",
    "long s@ = stamp; say(@, System.nanoTime() - s@ ? %);",
    "stamp = System.nanoTime();",
    "synchronized (this) { if (!flag) wait(#); say(@, flag); }",
    "synchronized (this) { flag = true; notifyAll(); }",
    "say(@, latch.await(#, TimeUnit.MILLISECONDS));",
    "latch.countDown();",
    "say(@, queue.poll(#, TimeUnit.MILLISECONDS) != null);",
    "queue.offer(1);",
    "if (lock.tryLock(#, TimeUnit.MILLISECONDS)) { Thread.sleep(#); lock.unlock(); say(@, true); } else { say(@, false); }",
    "lock.lock(); try { say(@, signalled || condition.awaitNanos(%) > 0); } finally { lock.unlock(); }",
    "lock.lock(); try { signalled = true; condition.signalAll(); } finally { lock.unlock(); }",
    "long e@ = System.nanoTime() + %; while (!flag && System.nanoTime() - e@ < 0) Thread.onSpinWait(); say(@, flag);",
];

/// Tasks with delays.
const SCHEDULED: &[&str] = &[
    "ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
     pool.schedule(() -> say(1, true), #, TimeUnit.MILLISECONDS);
     pool.schedule(() -> say(2, true), #, TimeUnit.MILLISECONDS);
     pool.shutdown(); say(3, pool.awaitTermination(1, TimeUnit.HOURS));",
    "Timer timer = new Timer();
     timer.schedule(new TimerTask() { public void run() { say(1, true); } }, #);
     timer.schedule(new TimerTask() { public void run() { say(2, true); timer.cancel(); } }, #);
     Thread.sleep(#);",
    "DelayQueue<Due> due = new DelayQueue<>();
     due.add(new Due(1, %)); due.add(new Due(2, %));
     say(due.take().number, true); say(due.take().number, true);",
];

/// The class of a seed.
pub fn program(seed: u64, name: &str) -> String {
    let mut random = Random::new(seed);
    let mut number = 0;
    let body = if seed % 8 == 7 {
        piece(&mut random, SCHEDULED[(seed / 8) as usize % SCHEDULED.len()], 0)
    } else {
        let threads = 1 + random.below(2);
        let mut text = String::new();
        let mut pieces = |random: &mut Random, most: usize| {
            let count = 1 + random.below(most);
            let mut text = String::new();
            for _ in 0..count {
                number += 1;
                let form = random.pick(PIECES);
                text += &piece(random, form, number);
                text += "\n            ";
            }
            text
        };
        for thread in 0..threads {
            let body = pieces(&mut random, 3 - threads);
            text += &format!(
                "Thread t{thread} = new Thread(() -> {{ try {{\n            {body}}} catch (Exception e) {{ say(0, true); }} }});\n        "
            );
        }
        (0..threads).for_each(|thread| text += &format!("t{thread}.start();\n        "));
        text += &pieces(&mut random, 2);
        for thread in 0..threads {
            text += &match random.below(4) {
                0 => {
                    let wait = piece(&mut random, "#", 0);
                    format!(
                        "t{thread}.join({wait}); say({}, t{thread}.isAlive()); t{thread}.join();\n        ",
                        20 + thread
                    )
                }
                _ => format!("t{thread}.join();\n        "),
            };
        }
        text + &piece(&mut random, "say(9, System.nanoTime() - begin ? %);", 0)
    };
    format!(
        "import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class {name} {{
    private final StringBuffer said = new StringBuffer();
    private final long begin = System.nanoTime();
    private final long beginMillis = System.currentTimeMillis();
    private final CountDownLatch latch = new CountDownLatch(1);
    private final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(3);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition condition = lock.newCondition();
    private volatile long stamp = begin;
    private volatile boolean flag;
    private boolean signalled;

    private void say(int what, boolean yes) {{
        said.append(yes ? \" +\" : \" -\").append(what);
    }}

    record Due(int number, long end) implements Delayed {{
        Due(int number, long end) {{
            this.number = number;
            this.end = System.nanoTime() + end;
        }}

        public long getDelay(TimeUnit unit) {{
            return unit.convert(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        }}

        public int compareTo(Delayed other) {{
            return Long.compare(end, ((Due) other).end);
        }}
    }}

    public String go() throws Exception {{
        {body}
        return said.toString();
    }}

    public static void main(String[] args) throws Exception {{
        System.out.println(new {name}().go());
    }}
}}
"
    )
}

fn piece(random: &mut Random, form: &str, number: usize) -> String {
    let mut text = String::new();
    for letter in form.chars() {
        match letter {
            '#' => text += &(1 + random.below(3)).to_string(),
            '%' => text += &format!("{}L", (1 + random.below(6)) * 500_000),
            '?' => text += random.pick(&[">=", "<", ">"]),
            '@' => text += &number.to_string(),
            other => text.push(other),
        }
    }
    text
}
