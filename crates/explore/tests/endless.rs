//! Runs that never end do not keep a search from the others: programs with infinitely many states, in which a thread counts while
//! it waits for another one. What is wrong elsewhere is found soon, and nothing is proved.

use heddle::CheckOptions;
use heddle_testing::{check, jdk, open, reduced};
use heddle_verdict::Verdict;

/// The waiting thread goes round with one of these in its loop.
const ROUNDS: [(&str, &str); 4] = [
    ("a local counter that is printed", "looked++; Thread.yield();"),
    ("a shared counter", "Main.rounds.incrementAndGet();"),
    ("a counter and a sleep", "looked++; Thread.sleep(1);"),
    ("a counter and a timed poll", "looked++; Main.queue.poll(1, java.util.concurrent.TimeUnit.MILLISECONDS);"),
];

fn program(round: &str, condition: &str) -> String {
    format!(
        "import java.util.concurrent.*;
         import java.util.concurrent.atomic.*;

         public class Main {{
             static final AtomicInteger rounds = new AtomicInteger();
             static final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
             static volatile boolean ready;
             static int balance;

             static synchronized void add(int amount) {{
                 balance += amount;
             }}

             static synchronized int balance() {{
                 return balance;
             }}

             public static void main(String[] args) throws Exception {{
                 new Thread(() -> {{
                     int looked = 0;
                     try {{
                         while (!ready) {{ {round} }}
                     }} catch (Exception e) {{
                         throw new IllegalStateException(e);
                     }}
                     if (looked < 0) ready = false;
                 }}).start();
                 new Thread(() -> {{
                     add(1);
                     add(-1);
                     ready = true;
                 }}).start();
                 assert {condition};
             }}
         }}"
    )
}

#[test]
fn what_is_wrong_beside_a_thread_that_counts_is_found() {
    for (name, round) in ROUNDS {
        let project = open(jdk(), &program(round, "balance() == 0"));
        for reduce in ["all", "local"] {
            let options = CheckOptions { max_states: Some(60_000), shorten: false, ..CheckOptions::default() };
            let report = check(&project, &reduced(options, reduce)).report;
            assert_eq!(report.verdict.name(), "violated", "{name}, {reduce}: {} states", report.statistics.states);
        }
    }
}

#[test]
fn infinitely_many_states_are_never_proved() {
    for (name, round) in ROUNDS {
        let project = open(jdk(), &program(round, "balance() >= 0"));
        let options = CheckOptions { max_states: Some(3_000), ..CheckOptions::default() };
        let report = check(&project, &options).report;
        assert!(matches!(report.verdict, Verdict::Bounded { .. }), "{name}: {:?}", report.verdict);
    }
}

/// Recursion without a loop that would take for years: each of its steps has an end, so that limits are heard.
#[test]
fn steps_of_recursion_have_an_end() {
    let program = "public class Main {
        static volatile int result;

        static int fibonacci(int n) {
            return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
        }

        public static void main(String[] args) {
            result = fibonacci(80);
        }
    }";
    let options = CheckOptions { max_states: Some(20), ..CheckOptions::default() };
    let report = check(&open(jdk(), program), &options).report;
    assert!(matches!(report.verdict, Verdict::Bounded { .. }), "{:?}", report.verdict);
}
