//! The report lists what a verdict depends on, and only that.

use heddle::CheckOptions;
use heddle_testing::{check, jdk, open};
use heddle_verdict::{Assumption, Report};

/// Checks a program whose main method, of a class with these members, has this body.
fn report(members: &str, body: &str) -> Report {
    let source = format!(
        "import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.lang.ref.*;
        public class Main {{
            {members}
            public static void main(String[] args) throws Exception {{ {body} }}
        }}"
    );
    let report = check(&open(jdk(), &source), &CheckOptions::default()).report;
    assert!(report.verdict.name() == "proved", "{source}: {:?}", report.verdict);
    report
}

fn weak(report: &Report) -> Vec<String> {
    let weak = report.assumptions.iter().find_map(|assumption| match assumption {
        Assumption::SequentialConsistency { race_free: Some(true), weak } => Some(weak),
        _ => None,
    });
    weak.expect("races were looked for")
        .iter()
        .map(|place| format!("{}:{}", place.method, place.line.unwrap_or(0)))
        .collect()
}

/// Two threads, each writing one variable and reading the other.
fn crossing(first: &str, second: &str) -> Report {
    report(
        "static final AtomicInteger X = new AtomicInteger(), Y = new AtomicInteger();
         static volatile int seen;",
        &format!("Thread t = new Thread(() -> {{ {first} }}); t.start(); {second} t.join();"),
    )
}

#[test]
fn accesses_weaker_than_volatile_are_named() {
    assert!(weak(&crossing("X.set(1); seen = Y.get();", "Y.set(1); seen = X.get();")).is_empty());
    for mode in ["X.lazySet(1)", "X.setRelease(1)", "X.setOpaque(1)", "X.weakCompareAndSetAcquire(0, 1)"] {
        let found = weak(&crossing(&format!("{mode}; seen = Y.get();"), "Y.set(1); seen = X.get();"));
        assert_eq!(found.len(), 1, "{mode}: {found:?}");
        assert!(found[0].starts_with("lambda$main$0"), "{found:?}");
    }
    let reads = weak(&crossing("X.set(1); seen = Y.getAcquire();", "Y.set(1); seen = X.getOpaque();"));
    assert_eq!(reads.len(), 2, "{reads:?}");
    let handles = report(
        "static int x; static final java.lang.invoke.VarHandle X;
         static { try { X = java.lang.invoke.MethodHandles.lookup().findStaticVarHandle(Main.class, \"x\", int.class); }
                  catch (ReflectiveOperationException e) { throw new AssertionError(e); } }",
        "new Thread(() -> X.setRelease(1)).start(); int a = (int) X.getAcquire();",
    );
    assert_eq!(weak(&handles).len(), 2);
}

/// What the JDK's own classes do is the business of their authors.
#[test]
fn weak_accesses_of_the_jdk_are_not_the_programs() {
    let body = "ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> f = pool.submit(() -> { SUM.increment(); return 1; }); SUM.increment();
        f.get(); pool.shutdown();";
    assert!(weak(&report("static final LongAdder SUM = new LongAdder();", body)).is_empty());
}

fn has(report: &Report, wanted: impl Fn(&Assumption) -> bool) -> bool {
    report.assumptions.iter().any(wanted)
}

#[test]
fn identity_hashes_are_listed_if_the_program_depends_on_them() {
    let hash = |assumption: &Assumption| matches!(assumption, Assumption::OneIdentityHash { .. });
    let with = |body: &str| has(&report("static Object o = new Object();", body), hash);
    assert!(!with("new Thread(() -> {}).start();"));
    assert!(!with(
        "ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>(); new Thread(() -> m.put(\"a\", 1)).start(); m.put(\"b\", 2);"
    ));
    assert!(!with(
        "ExecutorService pool = Executors.newFixedThreadPool(1); pool.submit(() -> 1).get(); pool.shutdown();"
    ));
    assert!(with("int h = o.hashCode();"));
    assert!(with("int h = System.identityHashCode(args);"));
    assert!(with("String s = \"\" + o;"));
    assert!(with("Set<Object> s = new HashSet<>(); s.add(o);"));
    assert!(with("Map<Thread, Integer> m = new HashMap<>(); m.put(Thread.currentThread(), 1);"));
    assert!(with("record R(Object a) {} int h = new R(o).hashCode();"));
    assert!(with("int h = Objects.hash(1, o);"));
}

#[test]
fn files_that_are_not_there_are_named_beside_the_verdict() {
    let missing = report("", "if (!new java.io.File(\"/data/in.txt\").exists()) return; new Thread(() -> {}).start();");
    let named = |assumption: &Assumption| matches!(assumption, Assumption::MissingFiles { paths } if paths == &["/data/in.txt"]);
    assert!(has(&missing, named), "{:?}", missing.assumptions);
    let source = |_: &_| None;
    let page = heddle_report::Page { width: 100, source: &source, assumptions: false };
    let text = heddle_report::text(&missing, &page);
    assert!(text.contains("no second thread was started") && text.contains("not found: /data/in.txt"), "{text}");
    let written = report(
        "",
        "java.nio.file.Path p = java.nio.file.Path.of(\"/tmp/a\"); java.nio.file.Files.writeString(p, \"x\");
         String s = java.nio.file.Files.readString(p);",
    );
    assert!(!has(&written, |assumption| matches!(assumption, Assumption::MissingFiles { .. })));
}

#[test]
fn weak_references_of_the_program_are_named() {
    let kept = |assumption: &Assumption| matches!(assumption, Assumption::WeakReferencesKept { .. });
    assert!(has(&report("", "WeakReference<Object> r = new WeakReference<>(new Object()); r.get();"), kept));
    assert!(has(&report("", "new WeakHashMap<String, String>().put(\"a\", \"b\");"), kept));
    assert!(!has(&report("static ThreadLocal<Integer> t = ThreadLocal.withInitial(() -> 1);", "t.get();"), kept));
}

#[test]
fn a_violation_lists_nothing_that_only_a_proof_needs() {
    let source = "public class Main { static int n; public static void main(String[] a) {
        new Thread(() -> n++).start(); n++; } }";
    let options = CheckOptions { all: true, ..CheckOptions::default() };
    let report = check(&open(jdk(), source), &options).report;
    assert_eq!(report.verdict.name(), "violated");
    assert!(!has(&report, Assumption::is_for_proofs), "{:?}", report.assumptions);
}
