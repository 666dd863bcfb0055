//! `heddle analyze` on the running example of Parízek and Lhoták (ASE 2011), and
//! what it shows of the shape analysis of Corbett's observer pattern (§2.2, criteria 5 and 6).

use std::path::{Path, PathBuf};

use heddle_testing::{heddle, repository};
use serde_json::Value;

fn analyze(options: &[&str]) -> Value {
    analyze_file(&repository("corpus/papers/employee/Main.java"), options)
}

fn analyze_file(source: &Path, options: &[&str]) -> Value {
    let output = heddle!("analyze", source, "--json").args(options).output().expect("heddle runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("no report: {stderr}"))
}

/// The fields accessed from a point on, and whether each may be written.
fn accessed(point: &str) -> Vec<(String, bool)> {
    accessed_with(&["--at", point])
}

fn accessed_with(options: &[&str]) -> Vec<(String, bool)> {
    let report = analyze(options);
    let fields = report["accessed"].as_array().expect("a list of fields");
    let pair = |field: &Value| {
        (field["field"].as_str().expect("a name").to_string(), field["written"].as_bool().expect("a flag"))
    };
    fields.iter().map(pair).collect()
}

#[test]
fn immutable_fields_are_those_of_the_paper() {
    let report = analyze(&[]);
    let is = |name: &str| {
        let mut fields = report["fields"].as_array().expect("a list of fields").iter();
        fields.find(|field| field["field"] == name).expect("it is accessed")["is"].clone()
    };
    assert_eq!(is("Main$Employee.name"), "immutable");
    assert_eq!(is("Main$Company.employees"), "immutable");
    assert_eq!(is("Main$Employee.salary"), "shared");
}

#[test]
fn threads_are_the_main_one_and_both_workers() {
    let report = analyze(&[]);
    assert_eq!(report["threads"], serde_json::json!(["Main.main", "Main$FirstWorker.run", "Main$SecondWorker.run"]));
}

#[test]
fn the_salary_has_no_future_after_the_last_call() {
    let salary = |point| accessed(point).into_iter().find(|(field, _)| field == "Main$Employee.salary");
    assert_eq!(salary("Main$FirstWorker.run:56"), Some(("Main$Employee.salary".into(), true)));
    assert_eq!(salary("Main$FirstWorker.run:59"), None);
}

#[test]
fn adding_an_employee_writes_both_of_its_fields() {
    let fields = accessed("Main$Company.addEmployee:19");
    for field in ["Main$Employee.name", "Main$Employee.salary"] {
        assert!(fields.contains(&(field.into(), true)), "{fields:?}");
    }
}

/// Only the whole call stack knows which of two calls of `printEmployeeNames` it is.
#[test]
fn only_the_call_stack_tells_two_calls_apart() {
    let salary = |futures, caller| {
        let point = "Main$Company.printEmployeeNames:28";
        let fields = accessed_with(&["--futures", futures, "--at", point, "--called-from", caller]);
        fields.into_iter().find(|(field, _)| field == "Main$Employee.salary").map(|(_, written)| written)
    };
    let (first, last) = ("Main$FirstWorker.run:56", "Main$FirstWorker.run:59");
    assert_eq!([salary("full", first), salary("full", last)], [Some(true), None]);
    for futures in ["insensitive", "callee"] {
        assert_eq!([salary(futures, first), salary(futures, last)], [Some(true); 2], "{futures}");
    }
}

/// At the end of `addEmployee` its callers' futures count, where the stack is not known.
#[test]
fn a_method_returns_to_all_its_callers_where_the_stack_is_not_known() {
    let at_end = |futures| {
        let fields = accessed_with(&["--futures", futures, "--at", "Main$Company.addEmployee:21"]);
        fields.into_iter().filter(|(field, _)| field.starts_with("Main$Employee.")).collect::<Vec<_>>()
    };
    assert_eq!(at_end("full"), []);
    let both = [("Main$Employee.name".to_owned(), true), ("Main$Employee.salary".to_owned(), true)];
    assert_eq!(at_end("callee"), both);
    assert_eq!(at_end("insensitive"), both);
}

/// The objects that all accesses may be about, together: by the exhaustive analysis, by the chosen
/// one, and by both.
fn held(source: &Path, points_to: &str) -> [u64; 3] {
    let report = analyze_file(source, &["--points-to", points_to]);
    std::array::from_fn(|index| report["held"][index].as_u64().expect("a number"))
}

#[test]
fn sets_on_demand_are_those_of_the_exhaustive_analysis() {
    for program in
        ["corpus/papers/employee/Main.java", "bench/reduction/Orders.java", "examples/ExecutorSelfDeadlock.java"]
    {
        let [all, chosen, both] = held(&repository(program), "demand");
        assert!(all > 1_000, "{program}");
        assert_eq!([chosen, both], [all; 2], "{program}");
        let [all, chosen, both] = held(&repository(program), "refined");
        assert!(chosen <= all && both == chosen, "{program}");
    }
}

/// Sorting shares code with sorting in parallel, for which threads of a pool would be started.
#[test]
fn only_sorting_in_parallel_needs_threads() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let threads = |method: &str| {
        let file = folder.path().join("Sorted.java");
        let text = format!(
            "public class Sorted {{
                public static void main(String[] args) {{
                    int[] numbers = {{3, 1, 2}};
                    long[] others = {{3, 1, 2}};
                    java.util.Arrays.{method}(numbers);
                    java.util.Arrays.{method}(others);
                }}
            }}"
        );
        std::fs::write(&file, text).expect("a file");
        let report = analyze_file(&file, &[]);
        report["threads"].as_array().expect("a list").iter().map(Value::to_string).collect::<Vec<_>>()
    };
    assert_eq!(threads("sort"), ["\"Sorted.main\""]);
    assert!(threads("parallelSort").contains(&"\"java.util.concurrent.ForkJoinWorkerThread.run\"".to_owned()));
}

/// Two cells pass one method, two others are stored by one; and both threads could get at all four.
const CELLS: &str = "public class Cells {
    static class Cell { int value; }
    static class Box {
        private Cell content;
        void put(Cell cell) { content = cell; }
        Cell get() { return content; }
    }
    static Cell same(Cell cell) { return cell; }
    static Cell left = same(new Cell());
    static Cell right = same(new Cell());
    static Box leftBox = new Box();
    static Box rightBox = new Box();
    public static void main(String[] args) throws InterruptedException {
        leftBox.put(new Cell());
        rightBox.put(new Cell());
        Thread thread = new Thread(() -> { left.value++; leftBox.get().value++; });
        thread.start();
        right.value++;
        rightBox.get().value++;
        thread.join();
        System.out.println(left.value + right.value);
    }
}";

#[test]
fn precision_saves_states() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("Cells.java");
    std::fs::write(&file, CELLS).expect("a file");
    let states = |points_to: &str| {
        let mut command = heddle!("check", "--json", "--reduce", "future,immutable,monitors", "--points-to", points_to);
        let output = command.arg(&file).output().expect("heddle runs");
        let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
        assert_eq!(report["verdict"]["is"], "proved", "{points_to}");
        report["statistics"]["states"].as_u64().expect("a number")
    };
    let [fields, exhaustive, object, demand, refined] =
        ["fields", "exhaustive", "object", "demand", "refined"].map(states);
    assert_eq!(demand, exhaustive);
    assert!(
        exhaustive <= fields && object < exhaustive && refined < object,
        "{fields} {exhaustive} {object} {refined}"
    );
}

/// The observer pattern with so many mutators.
fn observer(mutators: usize) -> (tempfile::TempDir, PathBuf) {
    let line = "        new Thread(new Mutator(first, 1)).start();\n";
    let text = std::fs::read_to_string(repository("corpus/model/ObserverPattern.java")).expect("a program");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("ObserverPattern.java");
    std::fs::write(&file, text.replace(line, &line.repeat(mutators))).expect("a file");
    (folder, file)
}

/// What the shape analysis says of something, and why.
fn said(report: &Value, of: &str) -> (String, String) {
    let mut memory = report["shape"]["memory"].as_array().expect("a list").iter();
    let said = memory.find(|said| said["of"] == of).unwrap_or_else(|| panic!("nothing on {of}: {report}"));
    let text = |name: &str| said[name].as_str().expect("a text").to_owned();
    (text("is"), text("why"))
}

#[test]
fn two_mutators_share_the_list_and_lock_its_elements() {
    let (_folder, program) = observer(2);
    let report = analyze_file(&program, &[]);
    let subject = "by Subject:64* of the same generation";
    for of in ["Subject.state", "Subject.myObserver", "monitor of Observer"] {
        assert_eq!(said(&report, of), ("protected".into(), subject.into()), "{of}");
    }
    for of in ["Mutator.newState", "Mutator.subjectList"] {
        assert_eq!(said(&report, of), ("owned".into(), String::new()), "{of}");
    }
    assert_eq!(said(&report, "Subject.next"), ("shared".into(), "no lock at Mutator.run:55".into()));
    let (is, why) = said(&report, "monitor of Subject");
    assert_eq!((&*is, &*why), ("shared", "taken without a common outer lock at Subject.changeState:15"));
    assert_eq!(report["shape"]["threads"][1], serde_json::json!({"begins": "Mutator.run", "several": true}));
}

#[test]
fn one_mutator_is_handed_everything() {
    let (_folder, program) = observer(1);
    let report = analyze_file(&program, &[]);
    for said in report["shape"]["memory"].as_array().expect("a list") {
        assert_eq!(said["is"], "owned", "{said}");
    }
    assert_eq!(report["shape"]["threads"][1]["several"], false);
    let handed = report["shape"]["handed_over"].as_array().expect("a list");
    assert!(handed.contains(&"Subject:64*".into()), "{handed:?}");
}

/// Figure 8 of Corbett (TOSEM 2000), after two rounds of the loop.
#[test]
fn the_picture_of_a_line_is_its_storage_structure_graph() {
    let (_folder, program) = observer(2);
    let draw = |point: &str| heddle!("analyze", &program, "--dot", point).output().expect("heddle runs");
    let output = draw("ObserverPattern.main:64");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}");
    let edges: Vec<&str> = text.lines().map(str::trim).filter(|line| line.contains("->")).collect();
    let expected = [
        r#""first" -> "Subject:64*";"#,
        r#""Subject:64*" -> "Subject:64*" [label="next"];"#,
        r#""Subject:64*" -> "Observer:65*" [label="myObserver" style=bold];"#,
        r#""Observer:65*" -> "Subject:64*" [label="subject" style=bold];"#,
    ];
    assert_eq!(edges, expected);
    let output = draw("ObserverPattern.main:1");
    assert_eq!(output.status.code(), Some(64));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("names no line that a thread reaches"), "{message}");
}

#[test]
fn what_people_read_says_the_same() {
    let (_folder, program) = observer(2);
    let run = |options: &[&str]| {
        let output = heddle!("analyze", &program).args(options).output().expect("heddle runs");
        String::from_utf8(output.stdout).expect("text")
    };
    let text = run(&[]);
    for line in [
        "  several threads of Mutator.run",
        "  Subject.next          shared     no lock at Mutator.run:55",
        "  Subject.state         protected  by Subject:64* of the same generation",
    ] {
        assert!(text.lines().any(|other| other == line), "no line {line:?} in\n{text}");
    }
    let text = run(&["--at", "Mutator.run:54"]);
    for line in ["  Subject.next", "  Subject.state  (also written)"] {
        assert!(text.lines().any(|other| other == line), "no line {line:?} in\n{text}");
    }
}
