//! `heddle litmus` on `corpus/litmus`: the exact sets of outcomes per memory model, and the
//! classification of the JMM causality test cases as it was published.
//!
//! `HEDDLE_BLESS=1` writes the outcomes that were found into the `.toml` file beside each source.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use heddle_testing::{blessing, heddle, repository, run_with_timeout};

const MODELS: [&str; 3] = ["sc", "jmm1", "jmm"];

type Outcomes = BTreeMap<String, BTreeSet<String>>;

fn folder() -> PathBuf {
    repository("corpus/litmus")
}

fn run(file: &Path, options: &[&str]) -> (serde_json::Value, i32) {
    let mut command = heddle!("litmus", file, "--json");
    command.args(options);
    if !options.contains(&"--timeout") {
        // A list that is cut short because the machine is busy would be a difference.
        command.args(["--timeout", "3000"]);
    }
    let output = run_with_timeout(command, Duration::from_secs(3_600)).expect("litmus tests end in time");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let text = String::from_utf8(output.stdout).expect("JSON is text");
    let report: serde_json::Value =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}\n{stderr}", file.display()));
    (report["tests"].clone(), output.status.code().expect("no signal"))
}

/// By test, the outcomes of each model. Every list must be complete.
fn outcomes_of(file: &Path) -> BTreeMap<String, Outcomes> {
    let (results, _) = run(file, &[]);
    let mut tests = BTreeMap::new();
    for test in results.as_array().expect("a list of tests") {
        let name = test["test"].as_str().expect("a name").rsplit('.').next().expect("a last part").to_string();
        for model in test["models"].as_array().expect("a list of models") {
            assert_eq!(model["complete"], true, "{name}: {model}");
        }
        let of_model = |model: &str| {
            let rows = test["outcomes"].as_array().expect("a list of outcomes");
            // What the author of a test forbids is what the memory model forbids.
            for row in rows.iter().filter(|row| row["expected"] == "FORBIDDEN") {
                let allowed = row["models"].as_array().is_some_and(|models| models.contains(&"jmm".into()));
                assert!(!allowed, "{name}: {}", row["outcome"]);
            }
            let allowed = rows.iter().filter(|row| row["models"].as_array().is_some_and(|m| m.contains(&model.into())));
            allowed.map(|row| row["outcome"].as_str().expect("text").to_string()).collect()
        };
        tests.insert(name.clone(), MODELS.iter().map(|model| (model.to_string(), of_model(model))).collect());
    }
    tests
}

#[test]
fn outcomes_per_model_are_exactly_as_expected() {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder()).expect("the folder of litmus tests").flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "java"));
    files.sort();
    let mut count = 0;
    let mut wrong = Vec::new();
    for file in files {
        let found = outcomes_of(&file);
        count += found.len();
        for (test, outcomes) in &found {
            // Whatever interleaving gives, weaker models give too.
            for weaker in ["jmm1", "jmm"] {
                assert!(outcomes["sc"].is_subset(&outcomes[weaker]), "{test}: {weaker} lacks outcomes of sc");
            }
        }
        let expectations = file.with_extension("toml");
        if blessing() {
            std::fs::write(&expectations, written(&found)).expect("writable expectations");
            continue;
        }
        let text = std::fs::read_to_string(&expectations).expect("expectations beside the source");
        let expected: BTreeMap<String, Outcomes> = toml::from_str(&text).expect("expectations are TOML");
        if expected != found {
            wrong.push(format!("{}: expected {expected:?}\nfound {found:?}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 60, "{count} litmus tests");
}

/// One table per test, one line per model.
fn written(tests: &BTreeMap<String, Outcomes>) -> String {
    let mut text = String::from("# Written by HEDDLE_BLESS=1; see corpus/litmus/README.md.\n");
    for (test, outcomes) in tests {
        text.push_str(&format!("\n[{test}]\n"));
        for model in MODELS {
            let list: Vec<String> = outcomes[model].iter().map(|outcome| format!("{outcome:?}")).collect();
            text.push_str(&format!("{model} = [{}]\n", list.join(", ")));
        }
    }
    text
}

/// The behaviour that each causality test case asks about, and whether it was published as allowed.
const CAUSALITY: [(&str, &str, &str, bool); 20] = [
    ("Causality", "Case01", "1, 1", true),
    ("Causality", "Case02", "1, 1, 1", true),
    ("Causality", "Case03", "1, 1, 1", true),
    ("Causality", "Case04", "1, 1", false),
    ("Causality", "Case05", "1, 1, 0", false),
    ("Causality", "Case06", "1, 1", true),
    ("Causality", "Case07", "1, 1, 1", true),
    ("Causality", "Case08", "1, 1", true),
    ("Causality", "Case09", "1, 1", true),
    ("Causality", "Case10", "1, 1, 0", false),
    ("Causality", "Case11", "1, 1, 1, 1", true),
    ("Causality", "Case12", "1, 1, 1", false),
    ("Causality", "Case13", "1, 1", false),
    ("Causality", "Case14", "1, 0, 1", false),
    ("Causality", "Case15", "1, 0, 1", false),
    ("Causality", "Case16", "2, 1", true),
    ("Causality", "Case17", "42, 42, 42", true),
    ("Causality", "Case18", "42, 42, 42", true),
    ("CausalityJoin", "CausalityJoin", "42, 42, 42", true),
    ("CausalityJoinZero", "CausalityJoinZero", "42, 42, 42", true),
];

#[test]
fn causality_test_cases_come_out_as_published() {
    for (file, test, outcome, allowed) in CAUSALITY {
        let text = std::fs::read_to_string(folder().join(file).with_extension("toml")).expect("expectations");
        let expected: BTreeMap<String, Outcomes> = toml::from_str(&text).expect("expectations are TOML");
        assert_eq!(expected[test]["jmm"].contains(outcome), allowed, "{test}: {outcome}");
        assert!(!expected[test]["sc"].contains(outcome), "{test}: {outcome} is no interleaving");
    }
}

#[test]
fn expectations_of_the_author_are_compared_with_what_is_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("Annotated.java");
    let source = r#"
        package samples;
        import org.openjdk.jcstress.annotations.*;
        import org.openjdk.jcstress.infra.results.ZI_Result;
        import static org.openjdk.jcstress.annotations.Expect.*;

        @JCStressTest
        @Outcome(id = "false, .*", expect = ACCEPTABLE, desc = "Not ready.")
        @Outcome(id = "true, 7", expect = ACCEPTABLE, desc = "Ready.")
        @Outcome(expect = FORBIDDEN, desc = "Ready without data.")
        @State
        public class Annotated {
            int data;
            READY boolean ready;

            @Actor
            public void writer() {
                data = 7;
                ready = true;
            }

            @Actor
            public void reader(ZI_Result r) {
                r.r1 = ready;
                r.r2 = data;
            }
        }
    "#;
    for (ready, code) in [("", 1), ("volatile", 0)] {
        std::fs::write(&file, source.replace("READY", ready)).expect("a writable file");
        let (results, exit) = run(&file, &["--model", "jmm"]);
        assert_eq!(exit, code, "{results}");
        let rows = results[0]["outcomes"].as_array().expect("a list");
        let forbidden: Vec<&str> = rows
            .iter()
            .filter(|row| row["expected"] == "FORBIDDEN")
            .map(|row| row["outcome"].as_str().expect("text"))
            .collect();
        assert_eq!(forbidden, if ready.is_empty() { vec!["true, 0"] } else { vec![] });
    }
}

#[test]
fn classes_without_annotations_are_understood_by_names() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("Plain.java");
    let source = r#"
        class Plain {
            int x;
            static class Result {
                int r1;
                public String toString() { return "" + r1; }
            }
            void actor1() { x = 1; }
            void actor2(Result r) { r.r1 = x; }
            void arbiter(Result r) { r.r1 += 10 * x; }
        }
    "#;
    std::fs::write(&file, source).expect("a writable file");
    let (results, exit) = run(&file, &[]);
    let outcomes: Vec<&str> = results[0]["outcomes"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| row["outcome"].as_str().expect("text"))
        .collect();
    assert_eq!((outcomes, exit), (vec!["10", "11"], 0));
}

#[test]
fn what_is_no_test_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let head = "import org.openjdk.jcstress.annotations.*;\nimport org.openjdk.jcstress.infra.results.*;\n";
    let actors = "@Actor public void a(I_Result r) { r.r1 = 1; } @Actor public void b() { }";
    let cases = [
        ("NoActors", "public class NoActors { int x; }".to_string(), "no litmus test found"),
        (
            "NoResult",
            "public class NoResult { @Actor public void a() { } @Actor public void b() { } }".into(),
            "has no result",
        ),
        (
            "Number",
            "public class Number { @Actor public void a(int x) { } @Actor public void b(I_Result r) { } }".into(),
            "has a parameter of type I",
        ),
        ("NoState", format!("public class NoState {{ NoState(int x) {{ }} {actors} }}"), "can not be made"),
        (
            "Pattern",
            format!("@Outcome(id = \"[1\", expect = Expect.ACCEPTABLE) public class Pattern {{ {actors} }}"),
            "neither an outcome nor a regular expression",
        ),
    ];
    for (name, source, reason) in cases {
        let file = folder.path().join(name).with_extension("java");
        std::fs::write(&file, format!("{head}{source}")).expect("a writable file");
        let output = run_with_timeout(heddle!("litmus", &file), Duration::from_secs(60)).expect("an answer in time");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), stderr.lines().count()), (Some(64), 1), "{name}: {stderr}");
        assert!(stderr.contains(reason), "{name}: {stderr}");
    }
}

#[test]
fn actors_that_never_end_leave_the_list_incomplete() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("Endless.java");
    let source = r#"
        class Endless {
            int x;
            static class Result {
                int r1;
                public String toString() { return "" + r1; }
            }
            void actor1() { while (true) x++; }
            void actor2(Result r) { r.r1 = x; }
        }
    "#;
    std::fs::write(&file, source).expect("a writable file");
    let (results, exit) = run(&file, &["--timeout", "1"]);
    assert_eq!(exit, 2, "{results}");
}

/// Threads that spin on what the other one writes branch thousands of times in one run.
#[test]
fn runs_with_many_branches_do_not_exhaust_the_stack() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("Exchanges.java");
    let source = r#"
        class Exchanges {
            java.util.concurrent.Exchanger<String> exchanger = new java.util.concurrent.Exchanger<>();
            static class Result {
                String r1;
                public String toString() { return r1; }
            }
            void actor1(Result r) throws InterruptedException { r.r1 = exchanger.exchange("a"); }
            void actor2() throws InterruptedException { exchanger.exchange("b"); }
        }
    "#;
    std::fs::write(&file, source).expect("a writable file");
    let (results, exit) = run(&file, &["--model", "jmm", "--memory", "1500", "--timeout", "5"]);
    assert!(exit == 0 || exit == 2, "exit {exit}: {results}");
    assert_eq!(results[0]["outcomes"][0]["outcome"], "b", "{results}");
}

#[test]
fn prescient_stores_can_be_left_out() {
    let file = folder().join("Prescient.java");
    let allowed = |options: &[&str]| {
        let (results, _) = run(&file, &[&["--model", "jmm1", "--test", "ConstantAfterRead"], options].concat());
        let rows = results[0]["outcomes"].as_array().expect("a list").clone();
        rows.iter().any(|row| row["outcome"] == "1, 1")
    };
    assert!(allowed(&[]));
    assert!(!allowed(&["--no-prescient-stores"]));
}

#[test]
fn executions_of_the_first_model_are_event_spaces() {
    let target = tempfile::tempdir().expect("a temporary folder");
    let mut command = heddle!("litmus", folder().join("StoreBuffering.java"));
    command.args(["--model", "jmm1", "--no-prescient-stores", "--formula", "AF <\"write*\">true", "--events"]);
    command.arg(target.path().join("space.aut"));
    let output = run_with_timeout(command, Duration::from_secs(120)).expect("an answer in time");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let spaces: Vec<&str> = text.lines().filter(|line| line.contains(" events, ")).collect();
    assert!(spaces.len() > 20 && spaces.iter().all(|line| line.ends_with("all rules hold")), "{text}");
    assert!(text.contains("the formula holds") && !text.contains("the formula does not hold"), "{text}");
    let first = std::fs::read_to_string(target.path().join("space.1.aut")).expect("a transition system");
    assert!(first.starts_with("des (0,"), "{first}");
}

/// What the snippets call, each on its own objects.
const HELPERS: &str = r#"
    record Point(int x, int y) { }
    static class Cell { volatile int v; int p; Cell(int p) { this.p = p; } int twice() { return 2 * p; } }
    static String sorted(int... a) { java.util.Arrays.sort(a); return java.util.Arrays.toString(a); }
    static String sortedBoxed(Integer... a) { java.util.Arrays.sort(a, java.util.Comparator.reverseOrder()); return java.util.Arrays.toString(a); }
    static int[] filled(int n) { int[] a = new int[n]; java.util.Arrays.fill(a, 7); return a; }
    static int copied(int n) { int[] q = new int[n]; q[5] = 1; int[] c = new int[n]; c[5] = 42; System.arraycopy(q, 0, c, 0, n); return c[5]; }
    static String overlapping(int n) { int[] a = new int[n]; for (int i = 0; i < n; i++) a[i] = i; System.arraycopy(a, 0, a, 2, n - 2); return java.util.Arrays.toString(a); }
    static int cloned() { int[] a = {1, 2, 3}; int[] b = a.clone(); a[0] = 9; return b[0]; }
    static String mapped(int n) { java.util.Map<String, Integer> m = new java.util.HashMap<>(); for (int i = 0; i < n; i++) m.merge("k" + i % 7, i, Integer::sum); return new java.util.TreeMap<>(m).toString(); }
    static String shuffledBack() { java.util.List<Integer> l = new java.util.ArrayList<>(java.util.List.of(1, 2, 3, 4)); java.util.Collections.shuffle(l, new java.util.Random(1)); java.util.Collections.sort(l); return l.toString(); }
    static int updated() { Cell c = new Cell(1); var u = java.util.concurrent.atomic.AtomicIntegerFieldUpdater.newUpdater(Cell.class, "v"); u.addAndGet(c, 3); u.compareAndSet(c, 3, 8); return c.v; }
    static int locked() { var l = new java.util.concurrent.locks.ReentrantLock(); int n = 0; for (int i = 0; i < 3; i++) { l.lock(); try { n++; } finally { l.unlock(); } } return n; }
    static String streamed() throws Exception { var out = new java.io.ByteArrayOutputStream(); var data = new java.io.DataOutputStream(new java.io.BufferedOutputStream(out)); data.writeInt(258); data.writeUTF("hi"); data.flush(); var in = new java.io.DataInputStream(new java.io.ByteArrayInputStream(out.toByteArray())); return in.readInt() + in.readUTF(); }
    static String characters() throws Exception { var w = new java.io.StringWriter(); var p = new java.io.PrintWriter(w); p.printf("%d", 5); p.flush(); var r = new java.io.BufferedReader(new java.io.StringReader(w + "\n2")); return r.readLine() + r.readLine(); }
    static int reflected() throws Exception { Cell c = new Cell(3); var f = Cell.class.getDeclaredField("p"); f.setInt(c, 9); return c.p + f.getInt(c); }
    static Object invoked() throws Exception { return Cell.class.getDeclaredMethod("twice").invoke(Cell.class.getDeclaredConstructor(int.class).newInstance(4)); }
    static int handled() throws Exception { var l = java.lang.invoke.MethodHandles.lookup(); var h = l.findVarHandle(Cell.class, "v", int.class); Cell c = new Cell(1); h.setRelease(c, 5); h.getAndAdd(c, 2); return (int) h.getAcquire(c); }
    static long viewed() { var h = java.lang.invoke.MethodHandles.byteArrayViewVarHandle(long[].class, java.nio.ByteOrder.BIG_ENDIAN); byte[] b = new byte[16]; h.set(b, 8, 258L); return (long) h.get(b, 8) + b[15]; }
    static String swapped() { String[] s = {"a", "b"}; String t = s[0]; s[0] = s[1]; s[1] = t; return s[0] + s[1]; }
    static String thrown() { try { Object o = new int[2]; return "" + ((int[]) o)[2]; } catch (ArrayIndexOutOfBoundsException e) { return e.getMessage(); } }
    static int switched(String s) { return switch (s) { case "a" -> 1; case "b" -> 2; default -> 3; }; }
"#;

/// A program in which nothing that one thread does concerns another has one outcome, whatever the model.
#[test]
fn snippets_of_one_thread_come_out_alike_under_every_model() {
    let snippets: Vec<&str> =
        include_str!("snippets.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert!(snippets.len() >= 170, "{} snippets", snippets.len());
    let mut source = format!(
        "import org.openjdk.jcstress.annotations.*;\nimport org.openjdk.jcstress.infra.results.*;\n\
         public class Snippets {{ {HELPERS}\n"
    );
    for (number, snippet) in snippets.iter().enumerate() {
        source.push_str(&format!(
            "@JCStressTest @State @Outcome(expect = Expect.ACCEPTABLE) public static class S{number:03} {{ int x;\n\
             @Actor public void a() {{ x = 1; }}\n\
             @Actor public void b(L_Result r) throws Exception {{ r.r1 = {snippet}; }} }}\n"
        ));
    }
    source.push_str("}\n");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("Snippets.java");
    std::fs::write(&file, source).expect("a writable file");
    let (results, exit) = run(&file, &["--model", "all,jam"]);
    let results = results.as_array().expect("a list of tests");
    assert_eq!(results.len(), snippets.len());
    let mut wrong = Vec::new();
    for (test, snippet) in results.iter().zip(&snippets) {
        let complete = test["models"].as_array().expect("models").iter().all(|model| model["complete"] == true);
        let rows = test["outcomes"].as_array().expect("outcomes");
        if !complete || rows.len() != 1 || rows[0]["models"].as_array().is_none_or(|models| models.len() != 4) {
            wrong.push(format!("{snippet}: {}\n{}", test["models"], test["outcomes"]));
        }
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), snippets.len(), wrong.join("\n"));
    assert_eq!(exit, 0);
}

/// Of the usual shapes, the outcome that only weak memory has, the modes in which JAM21 (Liu, Bender, Palsberg, ECOOP 2022)
/// allows it, and those in which it does not. Where there are other tests of a shape, their whole names.
const SHAPES: [(&str, &str, &[&str], &[&str]); 12] = [
    ("Sb", "0, 0", &["Plain", "Opaque", "ReleaseAcquire"], &["Volatile"]),
    ("Lb", "1, 1", &["Plain"], &["Opaque", "ReleaseAcquire", "Volatile"]),
    ("Lb", "1, 1", &["FullFences", "OpaqueToPlain"], &[]),
    ("Mp", "1, 0", &["Plain", "Opaque"], &["ReleaseAcquire", "Volatile", "Fences", "DataPlain"]),
    ("Corr", "1, 0", &["Plain"], &["Opaque", "ReleaseAcquire", "Volatile"]),
    ("Wrc", "1, 1, 0", &["Plain", "Opaque"], &["ReleaseAcquire", "Volatile"]),
    ("TwoTwoW", "1, 1", &["Plain", "Opaque", "ReleaseAcquire"], &["Volatile", "FullFences"]),
    ("Iriw", "1, 0, 1, 0", &["Plain", "Opaque", "ReleaseAcquire", "AcquireVolatile"], &["Volatile", "FullFences"]),
    ("Rwc", "1, 0, 0", &["Plain", "Opaque", "ReleaseAcquire"], &["Volatile", "FullFences"]),
    ("S", "1, 2", &["Plain", "Opaque"], &["ReleaseAcquire", "Volatile"]),
    ("R", "0, 2", &["Plain", "Opaque", "ReleaseAcquire"], &["Volatile"]),
    ("Sb", "0, 0", &["ReleaseVolatile", "VolatileAcquire"], &["FullFences"]),
];

/// Where today's model says otherwise (`docs/litmus.md` says why).
const DIFFER: [(&str, &str); 3] =
    [("LbOpaque", "1, 1"), ("LbFullFences", "1, 1"), ("IriwAcquireVolatile", "1, 0, 1, 0")];

#[test]
fn the_model_of_access_modes_has_its_published_verdicts() {
    let (results, _) = run(&folder().join("Shapes.java"), &["--model", "sc,jmm,jam"]);
    let mut found: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for test in results.as_array().expect("a list of tests") {
        assert!(test["lost"].is_null(), "{test:#}");
        for model in test["models"].as_array().expect("a list of models") {
            assert_eq!(model["complete"], true, "{}: {model}", test["test"]);
        }
        let name = test["test"].as_str().expect("a name").rsplit('.').next().expect("a last part").to_string();
        for row in test["outcomes"].as_array().expect("a list of outcomes") {
            let models = row["models"].as_array().expect("a list of models").iter();
            let models = models.map(|model| model.as_str().expect("a name").to_string()).collect();
            found.insert((name.clone(), row["outcome"].as_str().expect("text").to_string()), models);
        }
    }
    let allows = |test: &str, outcome: &str, model: &str| {
        found.get(&(test.to_string(), outcome.to_string())).is_some_and(|models| models.contains(model))
    };
    for (shape, outcome, allowed, forbidden) in SHAPES {
        for (modes, expected) in [(allowed, true), (forbidden, false)] {
            for mode in modes {
                let test = format!("{shape}{mode}");
                assert_eq!(allows(&test, outcome, "jam"), expected, "{test}: {outcome} under jam");
                let differs = DIFFER.contains(&(test.as_str(), outcome));
                assert_eq!(allows(&test, outcome, "jmm"), expected != differs, "{test}: {outcome} under jmm");
            }
        }
    }
    for (test, outcome) in DIFFER {
        assert_ne!(allows(test, outcome, "jam"), allows(test, outcome, "jmm"), "{test}: {outcome}");
    }
}

/// A class that is named instead of a file selects its tests; the table has a row per outcome.
#[test]
fn a_class_name_selects_and_a_table_shows_all() {
    let file = folder().join("StoreBuffering.java");
    let named = heddle!("litmus", &file, "--main", "StoreBuffering.Plain", "--model", "jmm", "--table");
    let output = run_with_timeout(named, Duration::from_secs(300)).expect("in time");
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    let rows: Vec<&str> = table.lines().collect();
    assert!(rows[0].starts_with("test") && rows[0].ends_with("jmm"), "{table}");
    assert_eq!(rows.len(), 5, "{table}");
    assert!(rows[1..].iter().all(|row| row.starts_with("StoreBuffering.Plain ") && row.ends_with("yes")), "{table}");
    let page = tempfile::tempdir().expect("a folder");
    let html = page.path().join("litmus.html");
    let report = format!("html={}", html.display());
    let command = heddle!("litmus", file, "--test", "StoreBuffering.Plain", "--model", "sc,jmm", "--report", report);
    run_with_timeout(command, Duration::from_secs(300)).expect("in time");
    let text = std::fs::read_to_string(html).expect("a page");
    assert!(text.contains("<th>sc</th><th>jmm</th>") && text.contains("<td>0, 0</td>"), "{text}");
}
