//! `heddle model`: Tables 1 and 2 of Corbett (TOSEM 2000), counted on Java
//! programs, and agreement of what is exported with SPIN and NuSMV.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use heddle_testing::{heddle, jdks, repository};
use serde_json::Value;

const CONSUMER: &str = "        new Thread(new Consumer(buf)).start();\n";
const MUTATOR: &str = "        new Thread(new Mutator(first, 1)).start();\n";

fn heddle(program: &Path, options: &[&str]) -> Output {
    heddle!("model", program).args(options).output().expect("heddle runs")
}

/// What is found of a program.
fn report(program: &Path, options: &[&str]) -> Value {
    let output = heddle(program, &[options, &["--json"]].concat());
    let stderr = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("no report on {}: {stderr}", program.display()))
}

/// A program of Corbett's with as many threads as wanted, and with other replacements.
fn scaled(name: &str, line: &str, times: usize, replace: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
    let mut text = std::fs::read_to_string(repository("corpus/model").join(name)).expect("a program");
    assert!(text.contains(line), "{name} has no line to repeat");
    text = text.replace(line, &line.repeat(times));
    for (from, to) in replace {
        assert!(text.contains(from), "{name} has no {from}");
        text = text.replace(from, to);
    }
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join(name);
    std::fs::write(&path, text).expect("a file");
    (scratch, path)
}

fn producer_consumer(consumers: usize, replace: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
    scaled("ProducerConsumer.java", CONSUMER, consumers, replace)
}

fn observer(mutators: usize) -> (tempfile::TempDir, PathBuf) {
    scaled("ObserverPattern.java", MUTATOR, mutators, &[])
}

fn number(report: &Value, name: &str) -> u64 {
    report[name].as_u64().unwrap_or_else(|| panic!("no {name} in {report}"))
}

#[test]
fn producers_and_consumers_have_the_states_of_table_1() {
    for (consumers, states, transformations) in [(1, 56, 13), (2, 317, 19), (3, 2140, 25), (4, 17043, 31)] {
        let (_scratch, program) = producer_consumer(consumers, &[]);
        let report = report(&program, &["--monitors", "fifo"]);
        assert_eq!(report["verdict"]["is"], "proved");
        assert_eq!(number(&report, "states"), states, "{consumers} consumers");
        assert_eq!(number(&report, "transformations"), transformations, "{consumers} consumers");
    }
}

#[test]
fn observers_have_the_states_of_table_2() {
    for (mutators, states, transformations) in [(1, 5, 3), (2, 141, 15), (3, 1203, 22), (4, 10671, 29), (5, 98967, 36)]
    {
        let (_scratch, program) = observer(mutators);
        let report = report(&program, &["--monitors", "fifo", "--allocators", "2"]);
        assert_eq!(report["verdict"]["is"], "proved");
        assert_eq!(number(&report, "states"), states, "{mutators} mutators");
        assert_eq!(number(&report, "transformations"), transformations, "{mutators} mutators");
    }
}

/// One access of the critical section is not counted, which one does not matter.
#[test]
fn base_models_of_observers_have_the_states_of_table_2() {
    for (mutators, states, transformations) in [(1, 85, 49), (2, 1400, 78), (3, 26367, 107)] {
        let (_scratch, program) = observer(mutators);
        let text = std::fs::read_to_string(&program).expect("the program");
        let line = text.lines().position(|line| line.contains("myObserver.changeNotification")).expect("the line") + 1;
        let place = format!("Subject.changeState:{line}");
        let options = ["--monitors", "fifo", "--allocators", "2", "--base", "--local", &place];
        let report = report(&program, &options);
        assert_eq!(number(&report, "states"), states, "{mutators} mutators");
        let without_ends = number(&report, "transformations") - number(&report, "ends_of_threads");
        assert_eq!(without_ends, transformations, "{mutators} mutators");
    }
}

#[test]
fn a_buffer_of_two_has_more_states_than_the_table() {
    for (consumers, states) in [(1, 118), (2, 717), (3, 4772)] {
        let (_scratch, program) = producer_consumer(consumers, &[("IntBuffer(1)", "IntBuffer(2)")]);
        assert_eq!(number(&report(&program, &["--monitors", "fifo"]), "states"), states);
    }
}

/// Queues hide the deadlock that real monitors have, and the reductions keep it.
#[test]
fn notify_for_two_consumers_deadlocks_unless_monitors_are_queues() {
    let (_scratch, program) = producer_consumer(2, &[("notifyAll()", "notify()")]);
    for (options, states, deadlocks) in [
        (&["--monitors", "fifo", "--base"][..], 3854, 0),
        (&["--monitors", "fifo"], 325, 0),
        (&["--monitors", "barging", "--base"], 4596, 1),
        (&["--monitors", "barging"], 599, 1),
    ] {
        let report = report(&program, options);
        assert_eq!((number(&report, "states"), number(&report, "deadlocks")), (states, deadlocks), "{options:?}");
    }
}

#[test]
fn a_missed_signal_is_a_deadlock() {
    let program = repository("corpus/papers/missed-signal");
    for options in [&["--base", "--monitors", "fifo"][..], &["--monitors", "fifo"], &["--base"], &[]] {
        let output = heddle(&program, options);
        assert_eq!(output.status.code(), Some(1), "{options:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("Violated: Deadlock."), "{options:?}");
    }
}

/// Two threads that lock different objects can lose an update; a wrong lock must not hide it.
#[test]
fn locks_of_different_threads_protect_nothing() {
    let program = repository("corpus/model/SplitLock.java");
    for options in [&["--base"][..], &[]] {
        let report = report(&program, options);
        assert_eq!(report["verdict"]["is"], "violated", "{options:?}: {report}");
    }
}

#[test]
fn a_thread_that_loops_unseen_starves_nobody() {
    let program = repository("corpus/model/Spinner.java");
    for options in [&["--base"][..], &[], &["--monitors", "fifo"]] {
        let report = report(&program, options);
        assert_eq!(report["verdict"]["is"], "violated", "{report}");
        let what = report["violation"]["what"].as_str().expect("words");
        assert!(what.contains("IllegalStateException"), "{what}");
    }
}

#[test]
fn allocators_that_are_asked_for_too_much_are_named() {
    let program = repository("corpus/model/Allocates.java");
    let output = heddle(&program, &["--allocators", "4"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("Allocates.java:7") && text.contains("--allocators"), "{text}");
    assert_eq!(heddle(&program, &["--allocators", "5"]).status.code(), Some(0));
}

#[test]
fn what_models_cannot_express_is_named_by_its_line() {
    let output = heddle(&repository("corpus/model/Floats.java"), &[]);
    assert_eq!(output.status.code(), Some(3));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("Floats.java:3") && text.contains("double"), "{text}");
}

/// What is easily left out: initialisers that start threads, casts, calls that throw, time limits, ends of threads.
#[test]
fn nothing_is_left_out_without_a_word() {
    let rows = [
        ("initialiserThatJoins", "violated"),
        ("castOfAText", "violated"),
        ("textWithinItsBounds", "unknown"),
        ("daemonThatWaits", "proved"),
        ("waitForTheEnd", "proved"),
        ("waitWhileAlive", "proved"),
        ("daemonOfADaemon", "proved"),
        ("daemonThatIsNone", "violated"),
        ("daemonTooLate", "unknown"),
        ("waitWithoutLimit", "violated"),
        ("wrongPriority", "unknown"),
        ("storeOfTheWrongKind", "unknown"),
        ("neverStarted", "proved"),
        ("limitsThatAreRight", "proved"),
        ("threadAsTask", "unknown"),
        ("sameException", "unknown"),
        ("sameLambda", "unknown"),
        ("joinWithoutTheLock", "violated"),
        ("joinWithTheLock", "unknown"),
        ("lockOfItsOwn", "proved"),
        ("interfaceAlone", "unknown"),
        ("nameOfNothing", "unknown"),
        ("nameThatIsHandedOn", "proved"),
    ];
    for (case, verdict) in rows {
        let (_scratch, program) = scaled("Corners.java", "public class", 1, &[("CASE()", &format!("{case}()"))]);
        let found = report(&program, &[]);
        assert_eq!(found["verdict"]["is"], verdict, "{case}: {found}");
        let promela = heddle(&program, &["--emit", "promela"]);
        let scratch = tempfile::tempdir().expect("a folder");
        std::fs::write(scratch.path().join("m.pml"), &promela.stdout).expect("a file");
        let spin = Command::new("spin").args(["-a", "m.pml"]).current_dir(scratch.path()).output().expect("spin runs");
        assert!(spin.status.success(), "{case}: {}", String::from_utf8_lossy(&spin.stdout));
    }
}

/// Limits make the answer bounded, and are named.
#[test]
fn time_and_memory_are_limited() {
    let program = repository("corpus/model/ObserverPattern.java");
    for (option, words) in [(["--timeout", "0"], "--timeout"), (["--memory", "1"], "--memory")] {
        let (_scratch, program) = observer(4);
        let output = heddle(&program, &option);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains(words) && text.starts_with("Bounded"), "{option:?}: {text}");
    }
    assert_eq!(report(&program, &["--timeout", "100"])["verdict"]["is"], "proved");
}

/// Counted with longs, and asserted with a message that is put together.
#[test]
fn longs_are_followed_as_far_as_they_fit() {
    let program = repository("corpus/model/Longs.java");
    for options in [&["--base"][..], &[], &["--monitors", "fifo"]] {
        assert_eq!(report(&program, options)["verdict"]["is"], "proved", "{options:?}");
    }
    let (_scratch, wrong) = scaled("Longs.java", "public class", 1, &[("-more == -7", "-more == 7")]);
    let found = report(&wrong, &[]);
    assert_eq!(found["verdict"]["is"], "violated");
    assert!(found["violation"]["what"].as_str().is_some_and(|what| what.contains("AssertionError")), "{found}");
    let (_scratch, large) = scaled("Longs.java", "public class", 1, &[("<< 10", "<< 40")]);
    let found = report(&large, &[]);
    assert_eq!(found["verdict"]["is"], "unknown");
    assert_eq!(found["unknown"][0]["action"], "a long number beyond 32 bits");
}

/// What the analysis reads of the JDK differs from version to version; what it finds does not.
#[test]
fn every_jdk_gives_the_same_models() {
    let (_scratch, consumers) = producer_consumer(2, &[]);
    let (_scratch, mutators) = observer(2);
    for jdk in jdks() {
        let home = jdk.home.to_str().expect("a UTF-8 path");
        let options = ["--jdk", home, "--monitors", "fifo", "--allocators", "2"];
        assert_eq!(number(&report(&consumers, &options), "states"), 317, "{home}");
        assert_eq!(number(&report(&mutators, &options), "states"), 141, "{home}");
    }
}

#[test]
fn unknown_places_and_reductions_are_refused() {
    let program = repository("corpus/model/Allocates.java");
    assert_eq!(heddle(&program, &["--local", "No.such"]).status.code(), Some(64));
    assert_eq!(heddle(&program, &["--reduce", "magic"]).status.code(), Some(64));
}

/// Each reduction alone, and all of them, against the base model.
#[test]
fn reductions_keep_verdicts() {
    for case in
        ["monitors/alien-call", "monitors/reentrant", "waitnotify/barrier-reused", "waitnotify/lost-wake-up-fixed"]
    {
        let program = repository("corpus").join(case);
        let base = report(&program, &["--base"]);
        for reduce in ["all", "owned", "protected", "relock,notify,unlock"] {
            let reduced = report(&program, &["--reduce", reduce]);
            assert_eq!(reduced["verdict"]["is"], base["verdict"]["is"], "{case} {reduce}");
            assert_eq!(number(&reduced, "deadlocks") > 0, number(&base, "deadlocks") > 0, "{case} {reduce}");
            assert!(number(&reduced, "states") <= number(&base, "states"), "{case} {reduce}");
        }
    }
}

/// Programs whose models are compared with other tools, with options.
fn exported() -> Vec<(tempfile::TempDir, PathBuf, Vec<&'static str>)> {
    let mut all = Vec::new();
    for monitors in ["fifo", "barging"] {
        for reduce in ["none", "all"] {
            let options = vec!["--monitors", monitors, "--reduce", reduce, "--allocators", "2"];
            let (scratch, path) = producer_consumer(2, &[("notifyAll()", "notify()")]);
            all.push((scratch, path, options.clone()));
            if reduce == "all" {
                let (scratch, path) = observer(2);
                all.push((scratch, path, options.clone()));
                let scratch = tempfile::tempdir().expect("a folder");
                all.push((scratch, repository("corpus/papers/missed-signal"), options.clone()));
                let scratch = tempfile::tempdir().expect("a folder");
                all.push((scratch, repository("corpus/model/WriteOnly.java"), options));
            }
        }
    }
    all
}

/// Runs a tool and gives what it prints.
fn run(folder: &Path, tool: &str, arguments: &[&str]) -> String {
    let output = Command::new(tool).args(arguments).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| panic!("cannot run {tool}: {error}; ./test installs it"));
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn spin_finds_the_same_states_and_deadlocks() {
    for (scratch, program, options) in exported() {
        let expected = report(&program, &options);
        let promela = heddle(&program, &[&options[..], &["--emit", "promela"]].concat());
        assert_eq!(promela.status.code(), Some(0));
        std::fs::write(scratch.path().join("m.pml"), promela.stdout).expect("a file");
        let made = run(scratch.path(), "spin", &["-a", "m.pml"]);
        assert!(!made.contains("rror"), "{options:?}: {made}");
        let flags = ["-O1", "-w", "-DSAFETY", "-DNOREDUCE", "-DVECTORSZ=4096", "-o", "pan", "pan.c"];
        let compiled = run(scratch.path(), "cc", &flags);
        assert!(compiled.is_empty(), "{compiled}");
        let found = run(scratch.path(), "./pan", &["-m1000000", "-c0"]);
        let stored = found.lines().find(|line| line.contains("states, stored")).unwrap_or_else(|| panic!("{found}"));
        let stored: u64 = stored.split_whitespace().next().and_then(|word| word.parse().ok()).expect("a number");
        assert_eq!(stored, number(&expected, "states"), "{} {options:?}", program.display());
        let stuck = found.contains("invalid end state (");
        assert_eq!(stuck, number(&expected, "deadlocks") > 0, "{} {options:?}", program.display());
    }
}

/// NuSMV is in no package archive; where it is not installed the syntax alone is checked.
#[test]
fn nusmv_gives_the_same_verdict() {
    let installed = Command::new("NuSMV").arg("-h").output().is_ok();
    if !installed {
        eprintln!("NuSMV is not installed: models in SMV are only read, not checked");
    }
    for (scratch, program, options) in exported() {
        if options.contains(&"none") {
            continue;
        }
        let expected = report(&program, &options);
        let smv = heddle(&program, &[&options[..], &["--emit", "smv"]].concat());
        assert_eq!(smv.status.code(), Some(0));
        let text = String::from_utf8(smv.stdout).expect("text");
        check_smv(&text);
        // The larger ones take NuSMV ten seconds each.
        if installed && !program.ends_with("ProducerConsumer.java") && !program.ends_with("ObserverPattern.java") {
            std::fs::write(scratch.path().join("m.smv"), text).expect("a file");
            let found = run(scratch.path(), "NuSMV", &["-coi", "-dynamic", "m.smv"]);
            let holds = found.contains("invariant !stuck  is true");
            assert!(holds || found.contains("invariant !stuck  is false"), "{found}");
            assert_eq!(holds, number(&expected, "deadlocks") == 0, "{} {options:?}", program.display());
        }
    }
}

/// Reads a model in SMV as far as its own rules go: each name that is used is declared once, brackets
/// and `case … esac` match, every assigned variable has a first and a next value.
fn check_smv(text: &str) {
    let mut declared = std::collections::BTreeSet::new();
    let (mut section, mut open) = ("", 0i32);
    let code: String = text.lines().filter(|line| !line.starts_with("--")).map(|line| format!("{line}\n")).collect();
    for line in code.lines() {
        if ["VAR", "IVAR", "DEFINE", "ASSIGN"].contains(&line.trim()) {
            section = line.trim();
            continue;
        }
        let separator = match section {
            "VAR" | "IVAR" => " : ",
            "DEFINE" => " := ",
            _ => continue,
        };
        let (name, _) = line.trim().split_once(separator).unwrap_or_else(|| panic!("no declaration: {line}"));
        assert!(declared.insert(name.to_owned()), "{name} is declared twice");
    }
    for word in code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty()) {
        let known =
            ["MODULE", "main", "VAR", "IVAR", "DEFINE", "ASSIGN", "INVARSPEC", "init", "next", "TRUE", "FALSE", "in"];
        match word {
            "case" => open += 1,
            "esac" => open -= 1,
            _ if known.contains(&word) || word.starts_with(|c: char| c.is_ascii_digit()) => {}
            _ => assert!(declared.contains(word), "{word} is not declared"),
        }
        assert!(open >= 0, "esac without case");
    }
    assert_eq!(open, 0, "case without esac");
    for (left, right) in [('(', ')'), ('{', '}')] {
        assert_eq!(code.matches(left).count(), code.matches(right).count(), "{left} and {right} do not match");
    }
    assert_eq!(code.matches("init(").count(), code.matches("next(").count());
}

#[test]
fn drawings_and_json_describe_all_threads() {
    let (_scratch, program) = observer(2);
    let dot = heddle(&program, &["--allocators", "2", "--emit", "dot"]);
    let dot = String::from_utf8_lossy(&dot.stdout).into_owned();
    assert_eq!(dot.matches("subgraph").count(), 3, "{dot}");
    assert!(dot.contains("read Subject.next"), "{dot}");
    let json = heddle(&program, &["--allocators", "2", "--emit", "json"]);
    let model: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(model["threads"].as_array().map(Vec::len), Some(3));
}
