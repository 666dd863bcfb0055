//! The report lists what a verdict depends on, and only that.

use heddle::CheckOptions;
use heddle_testing::{check, jdk, open};
use heddle_verdict::{Assumption, Randomness, Report, Verdict};

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
    // The target of a mutable call site is written like a plain field.
    let site = "static final java.lang.invoke.MutableCallSite S = new java.lang.invoke.MutableCallSite(
                    java.lang.invoke.MethodHandles.constant(int.class, 1));";
    let target = "S.setTarget(java.lang.invoke.MethodHandles.constant(int.class, 2));";
    let called = "java.lang.invoke.MethodHandle t = S.getTarget();";
    assert_eq!(weak(&report(site, &format!("new Thread(() -> {{ {target} }}).start(); {called}"))).len(), 1);
    assert!(weak(&report(site, &format!("{target} new Thread(() -> {{ {called} }}).start();"))).is_empty());
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

#[test]
fn random_numbers_are_listed_if_the_program_gives_no_seed() {
    let one_seed = |assumption: &Assumption| matches!(assumption, Assumption::OneRandomSeed);
    let with = |body: &str| has(&report("", body), one_seed);
    for drawn in [
        "new Random().nextInt();",
        "double d = Math.random();",
        "Collections.shuffle(new ArrayList<>(List.of(1, 2)));",
        "ThreadLocalRandom.current().nextInt();",
        "UUID.randomUUID();",
        "new java.security.SecureRandom().nextInt();",
        "new SplittableRandom().nextInt();",
        "java.util.random.RandomGenerator.getDefault().nextInt();",
    ] {
        assert!(with(drawn), "{drawn}");
    }
    assert!(!with("new Random(1).nextInt(); new SplittableRandom(1).nextInt();"));
}

#[test]
fn random_numbers_are_choices_if_that_is_asked_for() {
    let mut options = CheckOptions::default();
    options.semantics.randomness = Randomness::All;
    let verdict = |body: &str| {
        let source = format!(
            "import java.util.*; public class Main {{ static class Own extends Random {{
                @Override protected int next(int bits) {{ return 0; }} }}
            public static void main(String[] args) throws Exception {{ {body} }} }}"
        );
        let report = check(&open(jdk(), &source), &options).report;
        let limits: Vec<_> = match &report.verdict {
            Verdict::Bounded { limits } => limits.iter().map(|limit| format!("{limit:?}")).collect(),
            _ => vec![],
        };
        (report.verdict.name(), limits.join(" "))
    };
    for some in [
        "assert new Random().nextInt(32) != 31;",
        "assert !new Random().nextBoolean();",
        "assert new Random().ints(2, 0, 3).sum() != 4;",
        "assert new Random() { }.nextInt(3) != 2;",
        "assert java.util.concurrent.ThreadLocalRandom.current().nextLong(5, 8) != 7;",
        "assert new java.security.SecureRandom().nextInt(4) != 3;",
        "List<Integer> l = new ArrayList<>(List.of(1, 2, 3)); Collections.shuffle(l); assert !l.equals(List.of(3, 2, 1));",
        "assert new Random().nextInt() != Integer.MIN_VALUE;",
        "assert !Random.class.getMethod(\"nextInt\", int.class).invoke(new Random(), 3).equals(2);",
        "assert Math.random() < 0.99;",
    ] {
        assert_eq!(verdict(some).0, "violated", "{some}");
    }
    for none in [
        "assert new Random(3).nextInt(9) == new Random(3).nextInt(9);",
        "assert new Own().nextInt(4) == 0;",
        "Random r = new Random(); r.setSeed(3); assert r.nextInt(9) == new Random(3).nextInt(9);",
        "assert new Random().nextInt(8) < 8;",
    ] {
        assert_eq!(verdict(none), ("proved", String::new()), "{none}");
    }
    for (wide, named) in [
        ("new Random().nextInt(33);", "Main.java:3"),
        ("Math.random();", "Main.java:3"),
        ("UUID.randomUUID();", "java.security.SecureRandom.nextBytes"),
        ("new SplittableRandom().nextInt(2);", "java.util.SplittableRandom"),
        ("java.util.random.RandomGenerator.getDefault().nextInt(2);", "java.util.random.RandomGeneratorFactory.of"),
    ] {
        let (name, limits) = verdict(wide);
        assert!(name == "bounded" && limits.contains(named), "{wide}: {name} {limits}");
    }
}

#[test]
fn the_order_of_sets_and_maps_that_each_virtual_machine_draws_is_listed_where_it_shows() {
    let order = |assumption: &Assumption| matches!(assumption, Assumption::OneIterationOrder { .. });
    let with = |body: &str| has(&report("", body), order);
    for shown in [
        "for (int i : Set.of(1, 2, 3)) { }",
        "String s = Set.of(1, 2).toString();",
        "Object[] a = Set.of(1, 2).toArray();",
        "Map.of(1, 2, 3, 4).forEach((k, v) -> { });",
        "List<Integer> l = Set.copyOf(List.of(1, 2)).stream().toList();",
    ] {
        assert!(with(shown), "{shown}");
    }
    assert!(!with("boolean b = Set.of(1, 2, 3).contains(2) && Map.of(1, 2, 3, 4).get(1) == 2;"));
    assert!(!with("for (int i : Set.of(1)) { } for (int i : List.of(1, 2)) { }"));
    assert!(!with("Map<Integer, Integer> m = new HashMap<>(Map.of(1, 2, 3, 4)); for (int i : m.keySet()) { }"));
    assert!(!with("new Thread(() -> { }).start(); String s = String.format(\"%d\", 1);"));
}

#[test]
fn what_a_program_does_not_use_is_not_listed() {
    let environment = |assumption: &Assumption| matches!(assumption, Assumption::EmptyEnvironment);
    assert!(has(&report("", "String s = System.getenv(\"HOME\");"), environment));
    assert!(has(&report("", "int n = System.getenv().size();"), environment));
    assert!(!has(
        &report("", "new Thread(() -> { }).start(); String s = System.getProperty(\"user.dir\");"),
        environment
    ));
    let workers = |assumption: &Assumption| matches!(assumption, Assumption::WorkersInAnyOrder);
    assert!(has(&report("", "CompletableFuture.runAsync(() -> { }).get();"), workers));
    assert!(!has(&report("", "CompletableFuture.completedFuture(1).thenApply(n -> n + 1).get();"), workers));
    assert!(!has(
        &report("", "ExecutorService p = Executors.newFixedThreadPool(1); p.submit(() -> 1).get(); p.shutdown();"),
        workers
    ));
    let source = |_: &_| None;
    let page = heddle_report::Page { width: 100, source: &source, assumptions: false };
    let alone = |body: &str| heddle_report::text(&report("", body), &page).contains("no second thread was started");
    assert!(alone("new Thread(() -> { }).run();"));
    assert!(!alone("new Thread(() -> { }).start();"));
    assert!(!alone("ExecutorService p = Executors.newFixedThreadPool(1); p.submit(() -> 1).get(); p.shutdown();"));
}

#[test]
fn what_the_virtual_machine_says_of_itself_is_listed_where_the_program_asks() {
    let deep = "static int deep(int n) { return deep(n + 1) + 1; }";
    let with = |body: &str| has(&report(deep, body), |assumption| matches!(assumption, Assumption::OneHost { .. }));
    for asking in [
        "long n = Runtime.getRuntime().freeMemory();",
        "long n = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().maxMemory();",
        "int n = Runtime.getRuntime().availableProcessors();",
        "long n = java.lang.management.ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();",
        "for (var b : java.lang.management.ManagementFactory.getGarbageCollectorMXBeans()) b.getCollectionCount();",
        "long n = java.lang.management.ManagementFactory.getThreadMXBean().getThreadCount();",
        "long n = ProcessHandle.current().pid();",
        "Object o = Locale.getDefault();",
        "Object o = TimeZone.getDefault();",
        "Object o = java.time.ZoneId.systemDefault();",
        "Object o = java.nio.charset.Charset.defaultCharset();",
        "Object o = System.console();",
        "Object o = System.getProperty(\"user.dir\");",
        "int n = ForkJoinPool.getCommonPoolParallelism();",
        "int n = ForkJoinPool.commonPool().getParallelism();",
        "Thread t = new Thread(() -> { }); t.start(); long n = t.getId();",
        "new ForkJoinPool().submit(() -> 1).get();",
        "ExecutorService p = Executors.newWorkStealingPool(); p.submit(() -> 1).get(); p.shutdown();",
        "int n = System.in.read();",
        "long n = java.nio.file.Files.list(java.nio.file.Path.of(\"/tmp\")).count();",
        "try { deep(0); } catch (StackOverflowError e) { }",
        "try { Object o = new long[Integer.MAX_VALUE - 8]; } catch (OutOfMemoryError e) { }",
    ] {
        assert!(with(asking), "{asking}");
    }
    assert!(!with("long n = Thread.currentThread().getId(); new Thread(() -> { }).start();"));
    assert!(!with("ForkJoinPool p = new ForkJoinPool(3); p.submit(() -> p.getParallelism()).get(); p.shutdown();"));
    assert!(!with(
        "CompletableFuture.runAsync(() -> { }).get(); int n = List.of(1, 2).parallelStream().mapToInt(i -> i).sum();"
    ));
    assert!(!with("new Thread(() -> { }).start(); new ConcurrentHashMap<>().put(1, 1); new Exchanger<Integer>();"));
    assert!(!with(
        "System.setProperty(\"mine\", \"1\"); Object o = System.getProperty(\"mine\"); String.format(\"%d\", 1);"
    ));
}

#[test]
fn finalizers_and_cleaners_of_the_program_are_named() {
    let never = |assumption: &Assumption| matches!(assumption, Assumption::NeverFinalized { .. });
    let members = "static class F { @Override protected void finalize() { } } enum E { A }";
    assert!(has(&report(members, "new F();"), never));
    assert!(has(&report(members, "Cleaner.create().register(new Object(), () -> { });"), never));
    assert!(!has(&report(members, "E.A.name(); new Object(); new Thread(() -> { }).start();"), never));
}

#[test]
fn what_is_computed_from_the_clock_other_than_intervals_is_a_limit() {
    let verdict = |body: &str| {
        let source =
            format!("public class Main {{ public static void main(String[] args) throws Exception {{ {body} }} }}");
        check(&open(jdk(), &source), &CheckOptions::default()).report.verdict.name()
    };
    for computed in [
        "long s = System.currentTimeMillis() / 1000; if (s == System.currentTimeMillis() / 1000) s++;",
        "int i = (int) System.currentTimeMillis();",
        "double d = System.nanoTime() / 1e9;",
        "long r = System.currentTimeMillis() % 1000;",
        "long h = Long.hashCode(System.nanoTime());",
        "var d = java.time.LocalDateTime.now();",
        "long a = java.time.Instant.now().getEpochSecond(); boolean b = java.time.Instant.now().getEpochSecond() > a;",
    ] {
        assert_eq!(verdict(computed), "bounded", "{computed}");
    }
    for measured in [
        "long a = System.nanoTime(); long ms = (System.nanoTime() - a) / 1_000_000;",
        "long a = System.nanoTime() / 1_000_000; boolean b = System.nanoTime() / 1_000_000 - a > 5;",
        "long end = System.currentTimeMillis() + 100; boolean b = System.currentTimeMillis() > end || end == 0;",
        "System.out.println(\"at \" + System.currentTimeMillis());",
        "System.out.println(new java.util.Date());",
        "var a = java.time.Instant.now(); boolean b = java.time.Duration.between(a, java.time.Instant.now()).toMillis() > 5;",
        "Object o = new java.util.Random();",
        "Thread.sleep(5); new Object().hashCode();",
    ] {
        assert_eq!(verdict(measured), "proved", "{measured}");
    }
}
