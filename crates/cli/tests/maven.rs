//! A Maven project as a new user has it: `examples/maven` with `@HeddleTest`, after the Java parts were installed.
//! Needs Maven and its repositories.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use heddle_testing::repository;

/// A copy of the example, in a folder of its own; nothing where Maven is not installed.
fn example(name: &str) -> Option<PathBuf> {
    static INSTALLED: OnceLock<bool> = OnceLock::new();
    let install = || {
        if Command::new("mvn").arg("-v").output().is_err() {
            eprintln!("Maven is not installed: nothing is tried");
            return false;
        }
        let output = maven(&repository("java"), &["install"]);
        assert!(output.status.success(), "{}", text(&output));
        true
    };
    if !*INSTALLED.get_or_init(install) {
        return None;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It is not there the first time.
    let _ = std::fs::remove_dir_all(&folder);
    copy(&repository("examples/maven"), &folder);
    Some(folder)
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a writable folder");
    for entry in std::fs::read_dir(from).expect("a readable folder").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_file() {
            std::fs::copy(entry.path(), target).expect("a file is copied");
        } else if entry.file_name() != "target" {
            copy(&entry.path(), &target);
        }
    }
}

fn maven(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new("mvn");
    command.current_dir(folder).args(["-q", "-B"]).args(arguments).env("HEDDLE", env!("CARGO_BIN_EXE_heddle"));
    // It is over before a JVM that compiles for long has gained anything.
    command.env("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    command.output().expect("mvn runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// What surefire wrote about a class.
fn surefire(folder: &Path, class: &str) -> String {
    let file = folder.join(format!("target/surefire-reports/TEST-{class}.xml"));
    std::fs::read_to_string(file).expect("surefire has written a report")
}

#[test]
fn a_deadlock_is_the_message_of_a_failing_test() {
    let Some(folder) = example("maven-junit-5") else { return };
    let output = maven(&folder, &["test"]);
    assert!(!output.status.success(), "{}", text(&output));
    let report = surefire(&folder, "com.acme.AccountTest");
    assert!(report.contains("tests=\"3\" errors=\"0\" skipped=\"0\" failures=\"1\""), "{report}");
    assert!(report.contains("<failure message=\"deadlock: Thread-0 and Thread-1 wait for each other"), "{report}");
    assert!(report.contains("waits to lock Account#2, held by Thread-1"), "{report}");
    assert!(report.contains("com.acme.AccountTest.transfersDeadlock(AccountTest.java:25)"), "where to click: {report}");
    assert!(report.contains("synchronized (to) {"), "the page shows the sources: {report}");
    assert!(
        report.contains("orderedTransfersDoNot: proved, 76 states"),
        "what passes says how many states it has: {report}"
    );
    let structures = surefire(&folder, "com.acme.StructuresTest");
    assert!(structures.contains("tests=\"5\" errors=\"0\" skipped=\"0\" failures=\"0\""), "{structures}");
    let libraries = surefire(&folder, "com.acme.LibrariesTest");
    assert!(libraries.contains("tests=\"4\" errors=\"0\" skipped=\"0\" failures=\"0\""), "{libraries}");
    assert!(folder.join("target/heddle/runs/com.acme.AccountTest-transfersDeadlock.json").is_file());
}

/// Tests whose names end with what is expected of them.
const ATTRIBUTES: &str = r#"
package com.acme;
import static org.junit.jupiter.api.Assertions.*;
import heddle.junit.HeddleTest;
import heddle.junit.HeddleTest.*;
import java.util.List;
import java.util.concurrent.*;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
class AttributesTest {
    int n, x, y;
    volatile int v;
    void race() throws Exception { Thread t = new Thread(() -> n++); t.start(); n++; t.join(); }
    void latch() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(latch::countDown).start();
        assertTrue(latch.await(5, TimeUnit.SECONDS));
    }
    void endless() { new Thread(() -> { while (true) v++; }).start(); while (true) v += 3; }
    void storeBuffering() throws Exception {
        int[] read = new int[2];
        Thread t = new Thread(() -> { x = 1; read[0] = y; });
        t.start();
        y = 1;
        read[1] = x;
        t.join();
        assertFalse(read[0] == 0 && read[1] == 0);
    }
    @HeddleTest void raceFails() throws Exception { race(); }
    @HeddleTest(races = Races.WARN) void warnPasses() throws Exception { race(); }
    @HeddleTest(races = Races.OFF) void offPasses() throws Exception { race(); }
    @HeddleTest(races = Races.OFF) void lostFails() throws Exception { race(); assertEquals(2, n); }
    @HeddleTest(expect = Expect.VIOLATION) void violationPasses() throws Exception { race(); }
    @HeddleTest(expect = Expect.VIOLATION) void noViolationFails() { }
    @HeddleTest void timeOutFails() throws Exception { latch(); }
    @HeddleTest(time = Time.LAST) void lastPasses() throws Exception { latch(); }
    @HeddleTest(timeout = 1) void boundedFails() { endless(); }
    @HeddleTest(timeout = 1, bounded = Bounded.PASS) void boundedPasses() { endless(); }
    @HeddleTest(preemptions = 0, races = Races.OFF, bounded = Bounded.PASS) void noPreemptionPasses() throws Exception { race(); assertEquals(2, n); }
    @HeddleTest(preemptions = 1, races = Races.OFF, bounded = Bounded.PASS) void preemptionFails() throws Exception { race(); assertEquals(2, n); }
    @HeddleTest(memoryModel = MemoryModel.JMM) void weakFails() throws Exception { storeBuffering(); }
    @HeddleTest(memoryModel = MemoryModel.SC, races = Races.OFF) void interleavingsPasses() throws Exception { storeBuffering(); }
    @HeddleTest(replay = "saved.json", races = Races.OFF) void replayFails() throws Exception { race(); }
    @HeddleTest(replay = "corrupt.json", races = Races.OFF) void corruptFails() throws Exception { race(); }
    @HeddleTest(replay = "nowhere.json", races = Races.OFF) void nowhereFails() throws Exception { race(); }
    @Disabled @HeddleTest void disabledSkipped() { fail(); }
    @HeddleTest void assumedSkipped() { Assumptions.assumeTrue(false, "not here"); }
    @HeddleTest void throwsFails() { throw new IllegalStateException("<&> \u0001"); }
    @HeddleTest void throwsPasses() { assertThrows(IllegalStateException.class, () -> { throw new IllegalStateException(); }); }
    @HeddleTest(races = Races.OFF) @Nested class OnAClass {
        @BeforeEach void begin() { n = 1; }
        @Test void lostFails() throws Exception { race(); assertEquals(3, n); }
        @Test void offPasses() throws Exception { race(); }
        @HeddleTest(races = Races.ERROR) void ownFails() throws Exception { race(); }
        @ParameterizedTest @ValueSource(ints = {0, 1}) void parametersFails(int k) throws Exception { race(); assertTrue(n > k + 1); }
        @TestFactory List<DynamicTest> madeFails() { return List.of(DynamicTest.dynamicTest("lost", () -> { race(); assertEquals(3, n); })); }
        @Nested class Inside { @Test void offPasses() throws Exception { race(); } }
        @TestFactory List<DynamicTest> madePasses() { return List.of(DynamicTest.dynamicTest("race", this::offPasses)); }
    }
}
"#;

/// Every attribute of `@HeddleTest`, on methods and on a class, and a saved run until the program is repaired.
#[test]
fn attributes_decide() {
    let Some(folder) = example("maven-attributes") else { return };
    let source = folder.join("src/test/java/com/acme/AttributesTest.java");
    let write = |path: &Path, text: &str| std::fs::write(path, text).expect("a writable folder");
    write(&source, ATTRIBUTES);
    write(&folder.join("corrupt.json"), "nonsense");
    maven(&folder, &["test", "-Dtest=AttributesTest#lostFails"]);
    let saved = folder.join("target/heddle/runs/com.acme.AttributesTest-lostFails.json");
    std::fs::copy(&saved, folder.join("saved.json")).expect("the run was saved");
    let output = maven(&folder, &["test", "-Dtest=AttributesTest*"]);
    let classes = ["", "$OnAClass", "$OnAClass$Inside"].map(|inner| format!("com.acme.AttributesTest{inner}"));
    let reports = classes.map(|class| surefire(&folder, &class)).concat();
    let mut seen = 0;
    for case in reports.split("<testcase ").skip(1) {
        let name = case.split("name=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
        let kinds = [("<failure", "Fails"), ("<error", "Error"), ("<skipped", "Skipped")];
        let found = kinds.iter().find(|(element, _)| case.contains(element)).map_or("Passes", |(_, what)| what);
        // The first of the two calls passes.
        let expected = if name.contains("parametersFails") && name.contains("[1]") { "parametersPasses" } else { name };
        assert!(expected.contains(found), "{name}: {found}\n{case}\n{}", text(&output));
        seen += 1;
    }
    assert_eq!(seen, 29, "{reports}");
    for says in [
        "assertion failed in main: expected: &lt;2&gt; but was: &lt;1&gt;",
        "the saved run saved.json still fails",
        "the saved run corrupt.json cannot be executed",
        "nowhere.json, which is not a file",
        "bounded = PASS accepts it",
        "boundedPasses: bounded",
    ] {
        assert!(reports.contains(says), "{says}: {reports}");
    }
    write(
        &source,
        &ATTRIBUTES.replace("void race() throws Exception {", "void race() throws Exception { if (n == 0) return;"),
    );
    let output = maven(&folder, &["test", "-Dtest=AttributesTest#replayFails"]);
    assert!(output.status.success(), "the run does not fit any more: {}", text(&output));
}

/// The command comes with the extension and the plug-in: nothing is on the path, and no variable names it.
#[test]
fn the_command_is_packed_in_a_jar() {
    if example("maven-packed-source").is_none() {
        return;
    }
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (release, parts) = (temporary.join("maven-release"), temporary.join("maven-parts"));
    let _ = std::fs::remove_dir_all(&parts);
    copy(&repository("java"), &parts);
    std::fs::create_dir_all(&release).expect("a writable folder");
    let stripped =
        Command::new("strip").arg("-o").arg(release.join("heddle")).arg(env!("CARGO_BIN_EXE_heddle")).status();
    if !stripped.is_ok_and(|status| status.success()) {
        std::fs::copy(env!("CARGO_BIN_EXE_heddle"), release.join("heddle")).expect("the command is copied");
    }
    // Another version, so that tests beside this one keep the parts without a command.
    let version = "0.1.0-packed";
    rewrite(&parts, &|text| text.replace("<version>0.1.0</version>", &format!("<version>{version}</version>")));
    let output = plain_maven(&parts, &["install", "-DskipTests", &format!("-Dheddle.release={}", release.display())]);
    assert!(output.status.success(), "{}", text(&output));
    let folder = example("maven-packed").expect("as before");
    rewrite(&folder, &|text| text.replace("<version>0.1.0</version>", &format!("<version>{version}</version>")));
    let output = plain_maven(&folder, &["test", "-Dtest=AccountTest"]);
    assert!(!output.status.success(), "{}", text(&output));
    let report = surefire(&folder, "com.acme.AccountTest");
    assert!(report.contains("deadlock: Thread-0 and Thread-1 wait for each other"), "{report}");
    let output = plain_maven(&folder, &["heddle:check", "-Dheddle.mainClass=com.acme.Main"]);
    assert!(!output.status.success(), "{}", text(&output));
    assert!(text(&output).contains("violated: deadlock") && text(&output).contains("Heddle found a violation"));
    let output =
        plain_maven(&folder, &["heddle:check", "-Dheddle.mainClass=com.acme.Main", "-Dheddle.options=--,ordered"]);
    assert!(output.status.success(), "{}", text(&output));
}

/// Changes every `pom.xml` below a folder.
fn rewrite(folder: &Path, change: &dyn Fn(&str) -> String) {
    for entry in std::fs::read_dir(folder).expect("a readable folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            rewrite(&path, change);
        } else if path.file_name().is_some_and(|name| name == "pom.xml") {
            let text = std::fs::read_to_string(&path).expect("a pom.xml");
            std::fs::write(&path, change(&text)).expect("a writable folder");
        }
    }
}

/// Maven without a hint where the command is.
fn plain_maven(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new("mvn");
    command.current_dir(folder).args(["-q", "-B"]).args(arguments).env_remove("HEDDLE");
    command.output().expect("mvn runs")
}

/// A project with two modules: tests of both, a program by its class.
#[test]
fn modules_are_checked_together() {
    let Some(example) = example("maven-modules-source") else { return };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("maven-modules");
    let _ = std::fs::remove_dir_all(&folder);
    let pom = std::fs::read_to_string(example.join("pom.xml")).expect("a pom.xml");
    let parent = "<project><modelVersion>4.0.0</modelVersion><groupId>com.acme</groupId><artifactId>all</artifactId>\
                  <version>1</version><packaging>pom</packaging><modules><module>bank</module><module>shop</module>\
                  </modules></project>";
    copy(&example.join("src"), &folder.join("bank/src"));
    std::fs::write(folder.join("pom.xml"), parent).expect("a writable folder");
    std::fs::write(folder.join("bank/pom.xml"), &pom).expect("a writable folder");
    let needs = "<dependencies>\n<dependency><groupId>com.acme</groupId><artifactId>bank</artifactId><version>1</version></dependency>";
    let shop = pom.replace("<artifactId>bank</artifactId>", "<artifactId>shop</artifactId>");
    let shop = shop.replacen("<dependencies>", needs, 1);
    let tests = folder.join("shop/src/test/java/com/acme");
    std::fs::create_dir_all(&tests).expect("a writable folder");
    std::fs::write(folder.join("shop/pom.xml"), shop).expect("a writable folder");
    let test = "package com.acme;\nimport org.junit.jupiter.api.*;\nclass ShopTest {\n    @Test\n    void buys() throws Exception {\n\
                Account a = new Account(1, 10), b = new Account(2, 10);\n\
                Thread there = new Thread(() -> a.transferInOrder(b, 1));\n        there.start();\n\
                a.transferInOrder(b, 1);\n        there.join();\n\
                Assertions.assertEquals(12, b.balance());\n    }\n}\n";
    std::fs::write(tests.join("ShopTest.java"), test).expect("a writable folder");
    let heddle = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_heddle")).current_dir(&folder).args(arguments).output();
        output.expect("heddle runs")
    };
    let output = heddle(&["test", ".", "--select", "AccountTest#ordered*", "--select", "ShopTest"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(text(&output).contains("2 tests: 2 proved"), "{}", text(&output));
    let output = heddle(&["check", ".", "--main", "com.acme.Main"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(text(&output).contains("violated: deadlock"), "{}", text(&output));
}

/// A project that keeps its sources and classes in folders of its own, in a module too, and the `@HeddleTest`s of it.
#[test]
fn folders_may_have_names_of_their_own() {
    let Some(example) = example("maven-moved-source") else { return };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("maven-moved");
    let _ = std::fs::remove_dir_all(&folder);
    let pom = std::fs::read_to_string(example.join("pom.xml")).expect("a pom.xml");
    let moved = "<build><directory>out</directory><outputDirectory>out/prod</outputDirectory>\
                 <testOutputDirectory>out/tests</testOutputDirectory><sourceDirectory>java</sourceDirectory>\
                 <testSourceDirectory>${project.basedir}/tests</testSourceDirectory>";
    let parent = "<project><modelVersion>4.0.0</modelVersion><groupId>com.acme</groupId><artifactId>all</artifactId>\
                  <version>1</version><packaging>pom</packaging><modules><module>bank</module></modules></project>";
    copy(&example.join("src/main/java"), &folder.join("bank/java"));
    copy(&example.join("src/test/java"), &folder.join("bank/tests"));
    std::fs::write(folder.join("pom.xml"), parent).expect("a writable folder");
    std::fs::write(folder.join("bank/pom.xml"), pom.replacen("<build>", moved, 1)).expect("a writable folder");
    let heddle = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_heddle")).current_dir(&folder).args(arguments).output();
        output.expect("heddle runs")
    };
    // The folder of a report need not exist.
    let arguments = ["test", ".", "--select", "AccountTest", "--report", "junit=out/heddle/TEST-heddle.xml"];
    let output = heddle(&arguments);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(text(&output).contains("3 tests: 1 violated, 2 proved"), "{}", text(&output));
    assert!(text(&output).contains("synchronized (to) {"), "the page shows the sources: {}", text(&output));
    assert_eq!(text(&output).matches("Maven compiles . and says what belongs to it").count(), 1, "{}", text(&output));
    assert!(folder.join("out/heddle/TEST-heddle.xml").is_file());
    let again = heddle(&["check", "."]);
    assert_eq!(again.status.code(), Some(1), "{}", text(&again));
    assert!(!text(&again).contains("Maven compiles"), "Maven was asked again: {}", text(&again));
    let source = folder.join("bank/tests/com/acme/AccountTest.java");
    let changed = std::fs::read_to_string(&source).expect("a source") + "// changed\n";
    std::fs::write(&source, changed).expect("a writable folder");
    let output = heddle(&arguments);
    assert!(text(&output).contains("Maven compiles"), "a source has changed: {}", text(&output));
    let output = maven(&folder.join("bank"), &["test", "-Dtest=AccountTest"]);
    assert!(!output.status.success(), "{}", text(&output));
    assert!(text(&output).contains("synchronized (to) {"), "the page shows the sources: {}", text(&output));
    assert!(folder.join("bank/out/heddle/runs/com.acme.AccountTest-transfersDeadlock.json").is_file());
    assert!(!folder.join("bank/target/heddle/runs").exists());
}

/// Parameterised classes, and methods that share a name, are checked one by one.
#[test]
fn calls_of_parameterised_classes_are_told_apart() {
    let Some(folder) = example("maven-class-parameters") else { return };
    let test = "package com.acme;\nimport static org.junit.jupiter.api.Assertions.*;\nimport heddle.junit.HeddleTest;\n\
                import org.junit.jupiter.api.Test;\n\
                import org.junit.jupiter.params.*;\nimport org.junit.jupiter.params.provider.*;\n\
                @HeddleTest\n@ParameterizedClass\n@ValueSource(ints = {1, 2})\nclass SizeTest {\n    @Parameter int size;\n\
                @Test void isOne() { assertEquals(1, size); }\n\
                @ParameterizedTest @ValueSource(ints = {1, 2}) void adds(int more) { assertNotEquals(3, size + more); }\n\
                @ParameterizedTest @ValueSource(strings = \"a\") void adds(String text) { assertEquals(1, text.length()); }\n}\n";
    std::fs::write(folder.join("src/test/java/com/acme/SizeTest.java"), test).expect("a writable folder");
    for version in ["5.13.4", "6.0.1"] {
        let output = maven(&folder, &["test", "-Dtest=SizeTest", &format!("-Djunit.version={version}")]);
        let report = surefire(&folder, "com.acme.SizeTest");
        assert!(!output.status.success(), "{}", text(&output));
        // Two calls of the class: one test, two calls, and one call in each; three of the eight fail. Surefire's own count
        // does not know calls of classes.
        let counted = ["<testcase ", "<failure ", "<error "].map(|tag| report.matches(tag).count());
        assert_eq!(counted, [8, 3, 0], "{version}: {report}");
        for proved in ["#isOne[1]: proved", "#adds(int)[1][1]: proved", "#adds(int)[2][2]: proved"] {
            assert!(report.contains(proved), "{version}, {proved}: {report}");
        }
    }
}

/// The same for Gradle, where it is installed: its folder is a program.
#[test]
fn the_folder_of_a_gradle_project_is_enough() {
    if Command::new("gradle").arg("-v").output().is_err() {
        eprintln!("Gradle is not installed: nothing is tried");
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gradle-folder");
    let _ = std::fs::remove_dir_all(&folder);
    let sources = folder.join("src/main/java/com/acme");
    std::fs::create_dir_all(&sources).expect("a writable folder");
    // The others have records, and the Gradle that Debian has compiles no Java that is so new.
    for name in ["Account.java", "Main.java"] {
        let from = repository("examples/maven/src/main/java/com/acme").join(name);
        std::fs::copy(from, sources.join(name)).expect("a file is copied");
    }
    // The folder of the output has a name of the project's own.
    let build = "apply plugin: 'java'\nbuildDir = 'out'\ncompileJava.options.encoding = 'UTF-8'\n";
    std::fs::write(folder.join("build.gradle"), build).expect("a writable folder");
    std::fs::write(folder.join("settings.gradle"), "rootProject.name = 'bank'\n").expect("a writable folder");
    let heddle = || {
        let arguments = ["check", ".", "--main", "com.acme.Main"];
        let output = Command::new(env!("CARGO_BIN_EXE_heddle")).current_dir(&folder).args(arguments).output();
        output.expect("heddle runs")
    };
    let output = heddle();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(text(&output).contains("violated: deadlock"), "{}", text(&output));
    assert!(text(&output).contains("synchronized (to) {"), "the page shows the sources: {}", text(&output));
    let written = || std::fs::metadata(folder.join("build/heddle/key.txt")).and_then(|about| about.modified()).ok();
    let first = written();
    assert!(first.is_some(), "what Gradle said is kept");
    assert_eq!(heddle().status.code(), Some(1));
    assert_eq!(first, written(), "Gradle was asked again");
}

/// What other tools show in their guides, as `@HeddleTest`: what is to hold is proved, and every bug is found.
#[test]
fn scenarios_of_other_tools() {
    if example("maven-scenarios-parts").is_none() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("maven-scenarios");
    let _ = std::fs::remove_dir_all(&folder);
    copy(&repository("examples/scenarios"), &folder);
    let output = maven(&folder, &["test"]);
    let reports = ["com.acme.SchedulesTest", "com.acme.StructuresTest"].map(|class| surefire(&folder, class));
    let mut found = Vec::new();
    for line in reports.iter().flat_map(|report| report.lines()).filter_map(|line| line.split_once("heddle: com.acme."))
    {
        let (name, rest) = line.1.split_once(": ").expect("a name and what came out");
        found.push(format!("{name} {}", rest.split(',').next().unwrap_or_default()));
    }
    found.sort();
    assert!(output.status.success(), "{found:#?}\n{}", text(&output));
    let expected = "
        SchedulesTest#aBufferDeliversToAllConsumers proved
        SchedulesTest#aBufferThatWakesOneDeadlocks violated
        SchedulesTest#aConsumerThatDoesNotLookAgainFindsNothing violated
        SchedulesTest#aGateIsOpenedInTime proved
        SchedulesTest#aReaderSeesHalfOfAChange violated
        SchedulesTest#aSignalIsLost violated
        SchedulesTest#aSpinLockExcludes proved
        SchedulesTest#aSpinLockInTwoStepsDoesNot violated
        SchedulesTest#aTaskWaitsForItsOwnPool violated
        SchedulesTest#aWakeUpIsLost violated
        SchedulesTest#anInterruptIsNotLost proved
        SchedulesTest#philosophersDine proved
        SchedulesTest#philosophersStarve violated
        SchedulesTest#twoWithdrawalsOverdrawAnAccount violated
        StructuresTest#aCarelessQueueGivesAValueTwice violated
        StructuresTest#aMultiMapInOneStepKeepsThem proved
        StructuresTest#aMultiMapInTwoStepsLosesValues violated
        StructuresTest#aQueueWithoutLocksGivesAValueOnce proved
        StructuresTest#aQueueWithoutLocksIsFirstInFirstOut proved
        StructuresTest#aVolatileCounterLosesUpdates violated
        StructuresTest#anAtomicCounterDoesNot proved
        StructuresTest#neighboursAreAddedAndRemoved proved
        StructuresTest#theDequeOfTheJdkShowsWhatWasTaken violated";
    let expected: Vec<&str> = expected.trim().lines().map(str::trim).collect();
    assert_eq!(found, expected);
}

#[test]
fn junit_6_and_all_tests() {
    let Some(folder) = example("maven-junit-6") else { return };
    let output = maven(&folder, &["test", "-Djunit.version=6.0.1", "-Dheddle.all", "-Dtest=AccountTest"]);
    assert!(!output.status.success(), "{}", text(&output));
    let report = surefire(&folder, "com.acme.AccountTest");
    assert!(report.contains("tests=\"3\" errors=\"0\" skipped=\"0\" failures=\"1\""), "{report}");
    assert_eq!(report.matches(": proved, ").count(), 2, "the plain test is checked too: {report}");
}

#[test]
fn the_plug_in_checks_tests_and_programs() {
    let Some(folder) = example("maven-plug-in") else { return };
    let output = maven(&folder, &["test-compile", "heddle:test", "-Dheddle.select=AccountTest#ordered*"]);
    assert!(output.status.success(), "{}", text(&output));
    let report = std::fs::read_to_string(folder.join("target/heddle/TEST-heddle.xml")).expect("the report is written");
    assert!(report.contains("tests=\"1\" skipped=\"0\" failures=\"0\""), "{report}");
    let output = maven(&folder, &["test-compile", "heddle:test"]);
    assert!(!output.status.success() && text(&output).contains("Heddle found a violation"), "{}", text(&output));
    let output = maven(&folder, &["test-compile", "heddle:check"]);
    assert!(text(&output).contains("name the class with the main method"), "{}", text(&output));
    // What nobody has set for the plug-in is what the file of the project says.
    std::fs::write(folder.join("heddle.toml"), "[test]\nmax-states = 3\n").expect("a writable folder");
    let bounded = ["test-compile", "heddle:test", "-Dheddle.select=AccountTest#ordered*"];
    let output = maven(&folder, &bounded);
    assert!(!output.status.success() && text(&output).contains("the search was cut short"), "{}", text(&output));
    let output = maven(&folder, &[&bounded[..], &["-Dheddle.failOnBounded=false", "-Dheddle.timeout=0.5"]].concat());
    assert!(output.status.success(), "{}", text(&output));
}

/// The folder of a Maven project is a program: Maven is asked for classes and class paths, and only once.
#[test]
fn the_folder_of_a_project_is_enough() {
    let Some(folder) = example("maven-folder") else { return };
    let heddle = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_heddle")).current_dir(&folder).args(arguments).output();
        output.expect("heddle runs")
    };
    let output = heddle(&["test", ".", "--select", "AccountTest"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(text(&output).contains("3 tests: 1 violated, 2 proved"), "{}", text(&output));
    assert!(text(&output).contains("Maven compiles . and says what belongs to it"), "{}", text(&output));
    assert!(text(&output).contains("synchronized (to) {"), "the page shows the sources: {}", text(&output));
    let written = || {
        let about = std::fs::metadata(folder.join("target/heddle/classpath.txt")).expect("the class path is kept");
        about.modified().expect("a time")
    };
    let first = written();
    // A file of the project decides what is asked for, and the command line goes before it.
    std::fs::write(folder.join("heddle.toml"), "[test]\nselect = \"AccountTest#ordered*\"\n")
        .expect("a writable folder");
    let output = heddle(&["test", "."]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(text(&output).contains("1 test: 1 proved"), "{}", text(&output));
    assert_eq!(first, written(), "Maven was asked again");
    let output = heddle(&["test", ".", "--select", "AccountTest#plain*"]);
    assert!(text(&output).contains("1 test: 1 proved"), "not those of the file too: {}", text(&output));
    // Without classes of its own it has no program, and no tests where they are not expected.
    std::fs::remove_dir_all(folder.join("src/main")).expect("a writable folder");
    std::fs::remove_dir_all(folder.join("target")).expect("a writable folder");
    for name in ["AccountTest.java", "StructuresTest.java"] {
        std::fs::remove_file(folder.join("src/test/java/com/acme").join(name)).expect("a writable folder");
    }
    let output = heddle(&["check", "."]);
    assert_eq!(output.status.code(), Some(64), "{}", text(&output));
    assert!(text(&output).contains("the Maven project . has tests only; heddle test checks them"), "{}", text(&output));
    std::fs::write(folder.join("heddle.toml"), "[test]\nselekt = \"AccountTest\"\n").expect("a writable folder");
    let output = heddle(&["test", "."]);
    assert_eq!(output.status.code(), Some(64), "{}", text(&output));
    assert!(text(&output).contains("heddle.toml: unexpected argument '--selekt'"), "{}", text(&output));
}
