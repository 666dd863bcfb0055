//! Dynamic partial-order reduction explores each class of equivalent runs once: exact numbers of runs of programs for which
//! they are known, most of them from Abdulla, Aronis, Jonsson and Sagonas (POPL 2014), and what it finds on the way.

use heddle::Project;
use heddle_explore::{Explored, Settings, Watch, explore};
use heddle_testing::{jdk, open};
use heddle_verdict::{Limit, ReductionSet, Semantics};

/// A program with `threads` threads that all run `body`, which knows its number as `me`.
fn program(threads: u32, fields: &str, body: &str) -> Project {
    let source = format!(
        "import java.util.concurrent.atomic.*;

         public class Main {{
             {fields}

             static void body(int me) {{
                 {body}
             }}

             public static void main(String[] args) {{
                 for (int i = 0; i < {threads}; i++) {{
                     int me = i;
                     new Thread(() -> body(me)).start();
                 }}
             }}
         }}"
    );
    open(jdk(), &source)
}

fn settings() -> Settings {
    let semantics = Semantics { reductions: ReductionSet::ALL, ..Semantics::default() };
    Settings { semantics, all: true, max_depth: Some(2_000), ..Settings::default() }.by_dpor()
}

fn search(project: &Project, settings: &Settings) -> Explored {
    let mut machines = vec![project.machine(&settings.semantics, None).expect("a machine")];
    project.reduce(&mut machines, &settings.semantics, false, &heddle::Cancel::default());
    let watch = Watch::new(settings.max_states, settings.max_depth);
    let explored = explore(machines, settings, &watch).0;
    assert!(!watch.is_stopped() && explored.collected.unsupported.is_empty());
    explored
}

/// The number of runs of a program that has no end of them.
fn runs(threads: u32, fields: &str, body: &str) -> u64 {
    let explored = search(&program(threads, fields, body), &settings());
    assert_eq!(explored.collected.limits, []);
    explored.statistics.runs
}

fn factorial(n: u32) -> u64 {
    (1..=u64::from(n)).product()
}

#[test]
fn writers_of_one_variable_come_in_every_order() {
    for threads in 1..=5 {
        assert_eq!(runs(threads, "static volatile int x;", "x = me;"), factorial(threads));
    }
}

#[test]
fn each_reader_comes_before_or_after_the_writer() {
    for readers in 1..=6 {
        let body = "if (me == 0) x = 1; else { int seen = x; }";
        assert_eq!(runs(readers + 1, "static volatile int x;", body), 1 << readers);
    }
}

#[test]
fn threads_with_variables_of_their_own_have_one_run() {
    let fields = "static final AtomicIntegerArray a = new AtomicIntegerArray(8);";
    assert_eq!(runs(6, fields, "a.set(me, 1); a.set(me, a.get(me) + 1);"), 1);
}

#[test]
fn a_monitor_is_taken_in_every_order() {
    let fields = "static final Object lock = new Object();";
    for threads in 1..=4 {
        assert_eq!(runs(threads, fields, "synchronized (lock) { }"), factorial(threads));
    }
}

/// Of that paper, section 8: one thread looks for the last zero of an array, the others write an element each from the one
/// before it. Optimal is (n + 3)·2^(n-2).
#[test]
fn lastzero_has_as_many_runs_as_published() {
    for n in 3..=7 {
        let fields = format!("static final AtomicIntegerArray a = new AtomicIntegerArray({n} + 1);");
        let body = format!(
            "if (me == 0) {{ int i = {n}; while (a.get(i) != 0) i--; }} else {{ a.set(me, a.get(me - 1) + 1); }}"
        );
        assert_eq!(runs(n + 1, &fields, &body), (u64::from(n) + 3) << (n - 2), "lastzero({n})");
    }
}

/// Of Flanagan and Godefroid (POPL 2005): threads insert into a hash table, and do not collide until there are twelve.
#[test]
fn indexer_has_as_many_runs_as_published() {
    let fields = "static final AtomicIntegerArray table = new AtomicIntegerArray(128);";
    let body = "for (int m = 1; m <= 4; m++) {
                    int w = m * 11 + me, h = (w * 7) % 128;
                    while (!table.compareAndSet(h, 0, w)) h = (h + 1) % 128;
                }";
    assert_eq!([10, 11, 12].map(|threads| runs(threads, fields, body)), [1, 1, 8]);
}

/// Of the same paper: threads allocate blocks of a file system, and do not collide until there are fourteen.
#[test]
fn filesystem_has_as_many_runs_as_published() {
    let fields = "static final Object[] locki = new Object[32], lockb = new Object[26];
                  static final int[] inode = new int[32];
                  static final boolean[] busy = new boolean[26];
                  static {
                      for (int i = 0; i < 32; i++) locki[i] = new Object();
                      for (int i = 0; i < 26; i++) lockb[i] = new Object();
                  }";
    let body = "synchronized (locki[me % 32]) {
                    if (inode[me % 32] == 0) {
                        for (int b = (me * 2) % 26; ; b = (b + 1) % 26) {
                            synchronized (lockb[b]) {
                                if (!busy[b]) { busy[b] = true; inode[me % 32] = b + 1; break; }
                            }
                        }
                    }
                }";
    assert_eq!([13, 14, 16].map(|threads| runs(threads, fields, body)), [1, 2, 8]);
}

#[test]
fn locks_in_opposite_orders_have_three_runs_of_which_one_is_a_deadlock() {
    let fields = "static final Object[] locks = { new Object(), new Object() };";
    let body = "synchronized (locks[me]) { synchronized (locks[1 - me]) { } }";
    let explored = search(&program(2, fields, body), &settings());
    assert_eq!((explored.statistics.runs, explored.collected.violations.len()), (3, 1));
}

#[test]
fn a_thread_that_waits_in_a_loop_goes_round_until_a_round_is_like_the_one_before() {
    let fields = "static volatile boolean flag;";
    let body = "if (me == 0) flag = true; else while (!flag) Thread.onSpinWait();";
    assert_eq!(runs(2, fields, body), 3, "not at all, once, and twice, which stands for more often");
    let never = "while (!flag) { }";
    assert_eq!(runs(2, fields, never), 1, "an endless run is one that loops forever");
}

#[test]
fn a_run_that_has_no_end_is_cut_and_the_limit_is_named() {
    let fields = "static volatile int x;";
    let body = "if (me == 0) for (int i = 0; ; i++) x = i;";
    let explored = search(&program(2, fields, body), &Settings { max_depth: Some(100), ..settings() });
    assert_eq!(explored.collected.limits, [Limit::Depth(100)]);
}

#[test]
fn a_daemon_may_be_anywhere_when_the_program_ends() {
    let source = "public class Main {
        static volatile int x;

        public static void main(String[] args) {
            Thread daemon = new Thread(() -> { x = 1; x = 2; if (x == 2) throw new IllegalStateException(); });
            daemon.setDaemon(true);
            daemon.start();
        }
    }";
    let explored = search(&open(jdk(), source), &settings());
    assert_eq!(explored.collected.violations.len(), 1);
    assert!(explored.statistics.runs > 1, "the program may also end before");
}
