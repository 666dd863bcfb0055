//! `heddle test`: which tests are found in class files of JUnit 4, 5 and TestNG, what comes out for each, and what the
//! command prints and writes. Maven provides the jars; without it there is nothing to compare with.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use heddle_testing::repository;
use serde_json::Value;

/// The jars of the frameworks, joined; nothing where Maven is not installed.
fn jars() -> Option<&'static str> {
    static JARS: OnceLock<Option<String>> = OnceLock::new();
    let find = || {
        Command::new("mvn").arg("-v").output().ok()?;
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let file = folder.join("test-jars.txt");
        let output = Command::new("mvn")
            .args(["-q", "-B", "org.apache.maven.plugins:maven-dependency-plugin:3.6.0:build-classpath", "-f"])
            .arg(repository("corpus/tests/pom.xml"))
            .arg(format!("-Dmdep.outputFile={}", file.display()))
            .output()
            .expect("mvn runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        Some(std::fs::read_to_string(file).expect("Maven has written the class path").trim().to_owned())
    };
    let jars = JARS.get_or_init(find).as_deref();
    if jars.is_none() {
        eprintln!("Maven is not installed: nothing is compared");
    }
    jars
}

fn heddle(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_heddle")).args(arguments).output().expect("heddle runs")
}

fn test(program: &str, arguments: &[&str]) -> Option<Output> {
    let program = repository(program).display().to_string();
    Some(heddle(&[&["test", &program, "--class-path", jars()?], arguments].concat()))
}

fn report(program: &str, arguments: &[&str]) -> Option<(i32, Value)> {
    let output = test(program, &[arguments, &["--json"]].concat())?;
    let report = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{program}: {}", String::from_utf8_lossy(&output.stderr)));
    Some((output.status.code().expect("an exit code"), report))
}

/// What came out, by name, with the reason if one is given.
fn results(report: &Value) -> BTreeMap<String, String> {
    let tests = report["tests"].as_array().expect("a list of tests");
    let row = |test: &Value| {
        let reason = test["reason"].as_str().map(|reason| format!(": {reason}")).unwrap_or_default();
        let (name, status) = (test["name"].as_str().expect("a name"), test["status"].as_str().expect("a status"));
        let caveat = test["caveat"].as_str().map(|what| format!(" ({what})")).unwrap_or_default();
        (name.to_owned(), format!("{status}{reason}{caveat}"))
    };
    tests.iter().map(row).collect()
}

fn expect(program: &str, exit_code: i32, expected: &str) {
    let Some((code, report)) = report(program, &[]) else { return };
    let found: String = results(&report).iter().map(|(name, result)| format!("{name} {result}\n")).collect();
    let expected: String = expected.trim().lines().map(|line| format!("{}\n", line.trim())).collect();
    assert_eq!(found, expected, "{program}");
    assert_eq!(code, exit_code, "{program}");
}

#[test]
fn junit_5() {
    expect(
        "corpus/tests/jupiter",
        1,
        "
        com.acme.ClassParametersTest$Around#isNotKnown unknown: first is called around each call of its class, which Heddle does not do
        com.acme.ClassParametersTest$Fields#fit[1] proved
        com.acme.ClassParametersTest$Fields#fit[2] proved
        com.acme.ClassParametersTest$Fields#fit[3] violated
        com.acme.ClassParametersTest$Made#eachWithEach[1][1] proved
        com.acme.ClassParametersTest$Made#eachWithEach[1][2] proved
        com.acme.ClassParametersTest$Made#eachWithEach[2][1] proved
        com.acme.ClassParametersTest$Made#eachWithEach[2][2] violated
        com.acme.ClassParametersTest$Made$Inner#seesTheOuterOne[1] proved
        com.acme.ClassParametersTest$Made$Inner#seesTheOuterOne[2] violated
        com.acme.ClassParametersTest$Names#named proved
        com.acme.ClassParametersTest$Names#plain proved
        com.acme.ClassParametersTest$OneField#isOne[1] proved
        com.acme.ClassParametersTest$OneField#isOne[2] violated
        com.acme.ClassParametersTest$OneField#isSetBeforeAnythingIsCalled[1] proved
        com.acme.ClassParametersTest$OneField#isSetBeforeAnythingIsCalled[2] proved
        com.acme.ClassParametersTest$Pair#isOrdered[1] proved
        com.acme.ClassParametersTest$Pair#isOrdered[2] proved
        com.acme.ConditionsTest#environment skipped: Environment variable [HEDDLE_NOWHERE] does not exist
        com.acme.ConditionsTest#here violated
        com.acme.ConditionsTest#notHere skipped: Disabled on operating system: Linux ==> too good for it
        com.acme.ConditionsTest#onThisJre proved
        com.acme.ConditionsTest#ready proved
        com.acme.ConditionsTest#specified skipped: System property [java.specification.name] with value [Java Platform API Specification] matches regular expression [Java.*]
        com.acme.ConditionsTest$Elsewhere#off skipped: Disabled on operating system: Linux
        com.acme.ConditionsTest$Limited$Inner#neverEnds violated
        com.acme.CounterTest#aborted skipped: Assumption failed: there is something
        com.acme.CounterTest#disabled skipped: not yet
        com.acme.CounterTest#elsewhere skipped: Disabled on operating system: Linux
        com.acme.CounterTest#extended proved
        com.acme.CounterTest#increments proved
        com.acme.CounterTest#loses violated
        com.acme.CounterTest#throwsWhatItShould proved
        com.acme.EndTest#ends proved
        com.acme.EndTest#leavesAPool proved (pool-1-thread-1 is left when the test ends, and what it does then is not checked)
        com.acme.EndTest#leavesAPoolAndFails violated (pool-1-thread-1 is left when the test ends, and what it does then is not checked)
        com.acme.EndTest#leavesAThread proved (Thread-0 is left when the test ends, and what it does then is not checked)
        com.acme.EndTest#leavesAWorkerThatWaits violated
        com.acme.EndTest#neverEnds violated
        com.acme.EndTest#waitsForAThread violated
        com.acme.ExtensionsTest#disabled skipped: never
        com.acme.ExtensionsTest#intercepted unknown: uses the extension com.acme.ExtensionsTest.Intercepts, and Heddle does not run what implements InvocationInterceptor
        com.acme.ExtensionsTest#notSwallowed violated
        com.acme.ExtensionsTest#ordered proved
        com.acme.ExtensionsTest#provided proved
        com.acme.ExtensionsTest#providedBeside[1] proved
        com.acme.ExtensionsTest#swallowed proved
        com.acme.ExtensionsTest#threads violated
        com.acme.LifecycleTest#foldersAreNew proved
        com.acme.LifecycleTest#inheritedTest proved
        com.acme.LifecycleTest#repeated proved
        com.acme.LifecycleTest#repeatedWithNumber[1] proved
        com.acme.LifecycleTest#repeatedWithNumber[2] violated
        com.acme.LifecycleTest$Inner#outerComesFirst proved
        com.acme.ParametersTest#accessed unknown: takes its arguments as an ArgumentsAccessor, which Heddle does not make
        com.acme.ParametersTest#constantsOfTheJdk[1] proved
        com.acme.ParametersTest#constantsOfTheJdk[2] proved
        com.acme.ParametersTest#constantsOfTheJdk[3] proved
        com.acme.ParametersTest#constantsOfTheJdk[4] proved
        com.acme.ParametersTest#constantsOfTheJdk[5] proved
        com.acme.ParametersTest#constantsOfTheJdk[6] proved
        com.acme.ParametersTest#constantsOfTheJdk[7] proved
        com.acme.ParametersTest#constants[1] proved
        com.acme.ParametersTest#constants[2] proved
        com.acme.ParametersTest#contained[1] proved
        com.acme.ParametersTest#contained[2] violated
        com.acme.ParametersTest#converted unknown: @ConvertWith is not supported
        com.acme.ParametersTest#doubles[1] proved
        com.acme.ParametersTest#doubles[2] proved
        com.acme.ParametersTest#ints[1] proved
        com.acme.ParametersTest#ints[2] proved
        com.acme.ParametersTest#ints[3] proved
        com.acme.ParametersTest#made[1] proved
        com.acme.ParametersTest#made[2] violated
        com.acme.ParametersTest#pairs[1] proved
        com.acme.ParametersTest#pairs[2] proved
        com.acme.ParametersTest#pairs[3] violated
        com.acme.ParametersTest#primitives[1] proved
        com.acme.ParametersTest#primitives[2] proved
        com.acme.ParametersTest#primitives[3] proved
        com.acme.ParametersTest#primitives[4] proved
        com.acme.ParametersTest#rows[1] proved
        com.acme.ParametersTest#rows[2] proved
        com.acme.ParametersTest#rows[3] proved
        com.acme.ParametersTest#texts[1] proved
        com.acme.ParametersTest#texts[2] proved
        com.acme.ParametersTest#texts[3] proved
        com.acme.ParametersTest#texts[4] proved
        com.acme.ParametersTest#types[1] proved
        com.acme.ParametersTest#types[2] proved
        com.acme.ParametersTest#types[3] proved
        com.acme.ParametersTest#types[4] proved",
    );
}

#[test]
fn junit_4() {
    expect(
        "corpus/tests/junit4",
        1,
        "
        AccountTest#assumes skipped: an assumption does not hold
        AccountTest#deadlocks violated
        AccountTest#ignored skipped: @Ignore
        AccountTest#opens proved
        AccountTest#throwsAsExpected proved
        AccountTest#throwsNothing violated
        AccountTest$WithRule#uses proved
        AccountTest$WithRunner#holds unknown: uses the runner org.junit.experimental.theories.Theories, which Heddle does not know
        AccountTest$WithRunner#runs unknown: uses the runner org.junit.experimental.theories.Theories, which Heddle does not know
        NamedTest#testBeginsAtOne proved
        NamedTest#testEndsAtNothing violated
        NamedTest#testRaces violated
        ParameterizedTest$Made#adds[1] proved
        ParameterizedTest$Made#adds[2] proved
        ParameterizedTest$Made#adds[3] violated
        ParameterizedTest$Set#hasLength[1] proved
        ParameterizedTest$Set#hasLength[2] proved
        RulesTest#assumes skipped: an assumption does not hold
        RulesTest#calledAgain proved
        RulesTest#collectsErrors violated
        RulesTest#foldersAreThere proved
        RulesTest#ordered proved
        RulesTest#threads violated
        RulesTest#throwsNothing violated
        RulesTest#throwsWhatIsExpected proved
        RulesTest$Limited#ends proved
        RulesTest$Limited#neverEnds violated",
    );
}

/// Mockito, AssertJ, Hamcrest and Awaitility inside Heddle on each JDK, with settings for one of the tests.
#[test]
fn libraries() {
    heddle_testing::jdks().iter().for_each(|jdk| libraries_on(&jdk.home.display().to_string()));
}

fn libraries_on(jdk: &str) {
    let settings =
        ["--jdk", jdk, "--for", "*#awaitility:time=last,bounded=pass", "--for", "*#hamcrest:expect=violation"];
    let Some((code, report)) = report("corpus/tests/libraries", &settings) else { return };
    let expected = [
        ("LibrariesTest#assertJ", "proved"),
        ("LibrariesTest#awaitility", "proved"),
        ("LibrariesTest#hamcrest", "violated"),
        ("LibrariesTest#mockOfAClass", "unknown: it mocks a class, and inside Heddle Mockito can only mock interfaces"),
        ("LibrariesTest#mockito", "proved"),
        ("LibrariesTest#mockitoWithoutTheExtension", "proved"),
        ("LibrariesTest#stubbedInVain", "violated"),
    ];
    let expected = expected.map(|(name, result)| (name.to_owned(), result.to_owned()));
    assert_eq!(results(&report), BTreeMap::from(expected), "{jdk}");
    let passed = |name: &str| {
        let tests = report["tests"].as_array().expect("a list of tests");
        tests.iter().find(|test| test["name"] == name).map(|test| test["passed"] == true)
    };
    assert_eq!(passed("LibrariesTest#hamcrest"), Some(true), "a violation was expected");
    assert_eq!((passed("LibrariesTest#stubbedInVain"), code), (Some(false), 1));
}

/// Under the Java memory model, races are violations only if the settings say so.
#[test]
fn settings_of_some_tests() {
    let cases: &[(&[&str], i32)] = &[
        (&["--for", "*#threads:races=off"], 0),
        (&["--for", "*#threads:memory-model=jmm"], 0),
        (&["--for", "*#threads:races=error", "--for", "*#threads:memory-model=jmm"], 1),
        (&["--for", "*#threads:races=off,max-states=3"], 2),
        (&["--for", "*#threads:races=off,max-states=3,bounded=pass"], 0),
        (&["--for", "*#threads:expect=violation"], 0),
        (&["--for", "*#other:expect=violation"], 1),
    ];
    for &(settings, expected) in cases {
        let arguments = [&["--select", "ExtensionsTest#threads"], settings].concat();
        let Some((code, report)) = report("corpus/tests/jupiter", &arguments) else { return };
        assert_eq!(code, expected, "{settings:?}: {:?}", results(&report));
    }
    let Some(output) = test("corpus/tests/testng", &["--for", "*:depth=3"]) else { return };
    assert_eq!(output.status.code(), Some(64));
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no \"depth\""));
}

/// The report follows the schema, violations and all.
#[test]
fn the_json_follows_the_schema() {
    let Some((code, report)) = report("corpus/tests/testng", &[]) else { return };
    assert_eq!((report["command"].as_str(), report["exit_code"].as_i64()), (Some("test"), Some(code.into())));
    let schema = std::fs::read_to_string(repository("docs/schema/report-1.json")).expect("the schema is there");
    let schema: Value = serde_json::from_str(&schema).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("a valid schema");
    let problems: Vec<String> = validator.iter_errors(&report).map(|error| error.to_string()).collect();
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn test_ng() {
    expect(
        "corpus/tests/testng",
        1,
        "
        QueueTest#off skipped: enabled = false
        QueueTest#races violated
        QueueTest#refusesNull proved
        QueueTest#refusesWithAnotherReason violated
        QueueTest#refusesWithReason proved
        QueueTest#skips skipped: not here
        QueueTest#sums[1] proved
        QueueTest#sums[2] proved
        QueueTest#sums[3] violated
        QueueTest#takes proved
        QueueTest#takesAgain unknown: comes after other tests (dependsOnMethods), and Heddle checks each test by itself",
    );
}

#[test]
fn a_selection_decides_the_exit_code() {
    let cases = [("AccountTest#opens", 0), ("AccountTest$WithRunner", 3), ("*throws*", 1), ("AccountTest#ignored", 0)];
    for (pattern, expected) in cases {
        let Some((code, report)) = report("corpus/tests/junit4", &["--select", pattern]) else { return };
        assert_eq!(code, expected, "{pattern}: {:?}", results(&report));
    }
    let Some((code, report)) = report("corpus/tests/testng", &["--select", "QueueTest#sums[3]"]) else { return };
    assert_eq!((code, results(&report).len()), (1, 1));
    let Some((code, _)) = report_with_bound() else { return };
    assert_eq!(code, 2);
}

fn report_with_bound() -> Option<(i32, Value)> {
    report("corpus/tests/jupiter", &["--select", "CounterTest#increments", "--max-states", "5"])
}

#[test]
fn bad_input_gets_a_message() {
    let Some(output) = test("corpus/tests/junit4", &["--select", "Nobody"]) else { return };
    assert_eq!(output.status.code(), Some(64));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no test is called Nobody"));
    let output = heddle(&["test", &repository("examples/Transfer.java").display().to_string()]);
    assert_eq!(output.status.code(), Some(64));
    assert!(String::from_utf8_lossy(&output.stderr).contains("there are no tests in"));
}

#[test]
fn pages_summary_and_xml() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("report.xml").display().to_string();
    let arguments = ["--junit-xml", &file, "--select", "AccountTest*"];
    let Some(output) = test("corpus/tests/junit4", &arguments) else { return };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("deadlock: Thread-0 and Thread-1 wait for each other"), "{text}");
    assert!(text.contains("9 tests: 2 violated, 2 unknown, 2 skipped, 3 proved"), "{text}");
    let xml = std::fs::read_to_string(file).expect("the report is written");
    assert!(xml.contains("tests=\"9\" skipped=\"2\" failures=\"2\" errors=\"2\""), "{xml}");
    assert!(xml.contains("waits to lock Object#2, held by Thread-1"), "{xml}");
    assert!(!text.contains("HeddleEntry"), "what Heddle made is not the user's: {text}");
}

/// Pages are about the lines of the program: what fails in a library was called by one of them, and how a library works inside
/// is not told, unless other threads see it. What was not executed has no page.
#[test]
fn pages_are_about_the_program() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sarif = folder.path().join("out.sarif").display().to_string();
    let arguments = ["--select", "ParametersTest#pairs[3]", "--report", &format!("sarif={sarif}")];
    let Some(output) = test("corpus/tests/jupiter", &arguments) else { return };
    let text = String::from_utf8_lossy(&output.stdout);
    let failing = text.lines().find(|line| line.contains(" assertEquals(")).unwrap_or_else(|| panic!("{text}"));
    assert!(!failing.contains("at org.junit"), "{text}");
    assert!(!text.contains("initialises"), "{text}");
    let log: Value = serde_json::from_str(&std::fs::read_to_string(&sarif).expect("a log")).expect("JSON");
    let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert!(place.as_str().is_some_and(|place| place.ends_with("com/acme/ParametersTest.java")), "{place}");
    let Some(output) = test("corpus/tests/libraries", &["--select", "*#mockOfAClass"]) else { return };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("can only mock interfaces") && !text.contains("violated"), "{text}");
    let slow = ["--select", "*#awaitility", "--time", "any", "--timeout", "20"];
    let Some(output) = test("corpus/tests/libraries", &slow) else { return };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.lines().count() < 150, "{} lines\n{text}", text.lines().count());
}

/// Classes of a newer Java than the JDK get one message, not one for each test.
#[test]
fn tests_of_a_newer_java_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("NewTest.java");
    let source = "class NewTest { @org.junit.jupiter.api.Test void a() {} @org.junit.jupiter.api.Test void b() {} }";
    std::fs::write(&file, source).expect("a writable folder");
    let Some(jars) = jars() else { return };
    let javac = Command::new("javac").args(["-cp", jars, "-d"]).arg(folder.path()).arg(&file).output();
    assert!(javac.expect("javac runs").status.success());
    std::fs::remove_file(&file).expect("a writable folder");
    // The version stands in the seventh and eighth byte.
    let class = folder.path().join("NewTest.class");
    let mut bytes = std::fs::read(&class).expect("a class file");
    bytes[7] = 69;
    std::fs::write(&class, bytes).expect("a writable folder");
    let jdk = heddle_testing::jdks().iter().find(|jdk| jdk.feature < 25);
    let Some(jdk) = jdk else { return };
    let (program, home) = (folder.path().display().to_string(), jdk.home.display().to_string());
    let output = heddle(&["test", &program, "--class-path", jars, "--jdk", &home]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(64), "{text}");
    assert!(text.contains("NewTest was compiled for Java 25, and"), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
}

/// A violation that was expected is not counted with the others; a search that was cut short says by what.
#[test]
fn summaries_tell_what_was_expected() {
    let arguments = ["--select", "ExtensionsTest#threads", "--for", "*:expect=violation"];
    let Some(output) = test("corpus/tests/jupiter", &arguments) else { return };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("1 test: 1 violated as expected"), "{text}");
    let Some((code, report)) = report_with_bound() else { return };
    let page = report["tests"][0]["page"].as_str().expect("a page");
    assert!(code == 2 && page.contains("the search is incomplete: stopped after 5 states"), "{page}");
}

/// What is a template by an extension of the program's own is not executed by Heddle, and nothing can be said about its tests.
#[test]
fn tests_of_templates_are_unknown() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let annotation = "import java.lang.annotation.*;\n@Retention(RetentionPolicy.RUNTIME)\n";
    let template = "@org.junit.jupiter.api.ClassTemplate\n";
    let files = [
        (
            "org/junit/jupiter/api/Test",
            format!("package org.junit.jupiter.api;\n{annotation}public @interface Test {{ }}"),
        ),
        (
            "org/junit/jupiter/api/ClassTemplate",
            format!("package org.junit.jupiter.api;\n{annotation}public @interface ClassTemplate {{ }}"),
        ),
        ("own/Sizes", format!("package own;\n{annotation}{template}public @interface Sizes {{ }}")),
        (
            "SizeTest",
            "@own.Sizes\nclass SizeTest {\n    int size;\n    \
             @org.junit.jupiter.api.Test void isNotNegative() { }\n}"
                .to_owned(),
        ),
    ];
    for (name, text) in files {
        let file = folder.path().join(name).with_extension("java");
        std::fs::create_dir_all(file.parent().expect("in a folder")).expect("a writable folder");
        std::fs::write(file, text).expect("a writable folder");
    }
    let output = heddle(&["test", &folder.path().display().to_string()]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("its class is a template of an extension that Heddle does not run"), "{text}");
}

/// A saved run is replayed before the test is checked, by this command and by `heddle replay`, from any folder.
#[test]
fn saved_runs_are_replayed_first() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let runs = folder.path().join("runs").display().to_string();
    let arguments = ["--select", "AccountTest#deadlocks", "--runs", &runs];
    let Some((code, first)) = report("corpus/tests/junit4", &arguments) else { return };
    assert_eq!((code, &first["tests"][0]["replayed"]), (1, &Value::Null));
    let (code, second) = report("corpus/tests/junit4", &arguments).expect("as before");
    assert_eq!((code, &second["tests"][0]["replayed"]), (1, &Value::Bool(true)));
    let run = second["tests"][0]["run"].as_str().expect("the name of a file");
    for report in [&first, &second] {
        let page = report["tests"][0]["page"].as_str().expect("a page");
        assert!(page.contains(&format!("the run is saved: heddle replay {run}")), "{page}");
    }
    let output = heddle(&["replay", run]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("violated: deadlock"));
}

/// What `javac` would execute outside of Heddle is not executed: annotation processors unless the user asks for them, and
/// plug-ins that start by themselves; nor does the name of a source make it read options.
#[test]
fn nothing_of_the_program_runs_in_the_compiler() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    let (processed, plugged) = (path("processed"), path("plugged"));
    let writes = |file: &Path| {
        let file = file.display().to_string();
        format!("try {{ new java.io.FileOutputStream({file:?}).close(); }} catch (java.io.IOException e) {{ }}")
    };
    let processor = format!(
        "import java.util.*; import javax.annotation.processing.*; import javax.lang.model.element.*;
         @SupportedAnnotationTypes(\"*\")
         public class P extends AbstractProcessor {{
             public boolean process(Set<? extends TypeElement> a, RoundEnvironment r) {{ {} return false; }}
         }}",
        writes(&processed)
    );
    let plug_in = format!(
        "import com.sun.source.util.*;
         public class Q implements Plugin {{
             public String getName() {{ return \"Q\"; }}
             public boolean autoStart() {{ return true; }}
             public void init(JavacTask task, String... arguments) {{ {} }}
         }}",
        writes(&plugged)
    );
    let (lib, main) = (path("lib"), "class Main { public static void main(String[] a) { } }");
    let write = |path: &Path, text: &str| std::fs::write(path, text).expect("a writable folder");
    write(&path("P.java"), &processor);
    write(&path("Q.java"), &plug_in);
    write(&path("Main.java"), main);
    let javac = Command::new("javac").arg("-d").arg(&lib).args([path("P.java"), path("Q.java")]).output();
    let javac = javac.expect("javac runs");
    assert!(javac.status.success(), "{}", String::from_utf8_lossy(&javac.stderr));
    let services = lib.join("META-INF/services");
    std::fs::create_dir_all(&services).expect("a writable folder");
    write(&services.join("javax.annotation.processing.Processor"), "P\n");
    write(&services.join("com.sun.source.util.Plugin"), "Q\n");
    let options = "-processorpath lib -processor P Main.java";
    write(&path("@options.java"), options);
    let heddle = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
        command.args(arguments).current_dir(folder.path()).output().expect("heddle runs")
    };
    let output = heddle(&["check", "Main.java", "-c", "lib"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let output = heddle(&["check", "@options.java", "-c", "lib", "--main", "Main"]);
    assert_ne!(output.status.code(), Some(0), "it is no Java");
    assert!(!processed.exists() && !plugged.exists(), "code of the program was executed");
    // The file comes with the program, so it does not decide what is executed here.
    for line in ["processors = true", "jdk = \"lib\""] {
        write(&path("heddle.toml"), &format!("[check]\n{line}\n"));
        let output = heddle(&["check", "Main.java", "-c", "lib"]);
        assert_eq!(output.status.code(), Some(64));
        let says = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(says.contains("only the command line has it"), "{says}");
    }
    std::fs::remove_file(path("heddle.toml")).expect("a writable folder");
    assert!(!processed.exists() && !plugged.exists(), "code of the program was executed");
    let output = heddle(&["check", "Main.java", "-c", "lib", "--processors"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(processed.exists() && String::from_utf8_lossy(&output.stderr).contains("annotation processors"));
}
