//! What the command promises beside verdicts: exit codes, limits and Ctrl-C that end a search cleanly,
//! the same verdict for every order and number of workers, runs that can be saved and replayed, JSON
//! that keeps its shape, pages that respect width and pipes.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use heddle_testing::{compile, jdk, run_with_timeout};
use serde_json::Value;

const LIMIT: Duration = Duration::from_secs(300);

/// Two threads that take two locks in opposite orders.
const CROSSED: &str = "
public class Crossed {
    static final Object a = new Object(), b = new Object();
    static volatile int x;
    public static void main(String[] args) {
        new Thread(() -> { synchronized (a) { synchronized (b) { x = 1; } } }, \"ab\").start();
        new Thread(() -> { synchronized (b) { synchronized (a) { x = 2; } } }, \"ba\").start();
    }
}";
const FINE: &str = "
public class Fine {
    static int n;
    static synchronized void add() { n++; }
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(Fine::add), u = new Thread(Fine::add);
        t.start(); u.start(); t.join(); u.join();
        if (n != 2) throw new AssertionError();
    }
}";
/// More states than any limit of these tests.
const ENDLESS: &str = "
public class Endless {
    static volatile long n, m;
    public static void main(String[] args) {
        new Thread(() -> { while (true) m++; }).start();
        while (true) n++;
    }
}";
/// Millions of states, and no long runs.
const WIDE: &str = "
public class Wide {
    static volatile int a, b, c, sum;
    public static void main(String[] args) {
        new Thread(() -> { for (int i = 0; i < 60; i++) a = i; }).start();
        new Thread(() -> { for (int i = 0; i < 60; i++) b = i; }).start();
        new Thread(() -> { for (int i = 0; i < 60; i++) c = i; }).start();
        for (int i = 0; i < 60; i++) sum = a + b + c;
    }
}";
const FOREIGN: &str = "
public class Foreign {
    static native void far();
    public static void main(String[] args) {
        try { far(); } finally { System.out.println(); }
    }
}";
const ROUNDS: &str = "
public class Rounds {
    static volatile boolean turn;
    public static void main(String[] args) {
        Thread other = new Thread(() -> { while (!turn) Thread.yield(); }, \"spinner\");
        other.start();
    }
}";
const LONELY: &str = "
public class Lonely {
    static volatile int x;
    public static void main(String[] args) {
        Object o = new Object();
        new Thread(() -> { synchronized (o) { try { o.wait(); } catch (InterruptedException e) { } } }, \"lonely\").start();
        while (true) x = 1 - x;
    }
}";
/// Printing has to wait for who has locked the stream, which the search does not assume at first.
const LOUD: &str = "
public class Loud {
    static final Object a = new Object();
    static volatile int x;
    public static void main(String[] args) {
        new Thread(() -> { synchronized (System.out) { synchronized (a) { x = 1; } } }, \"locker\").start();
        new Thread(() -> { synchronized (a) { System.out.println(x); } }, \"printer\").start();
    }
}";

/// The programs above, compiled.
fn classes() -> PathBuf {
    let programs = [
        ("Crossed", CROSSED),
        ("Fine", FINE),
        ("Endless", ENDLESS),
        ("Foreign", FOREIGN),
        ("Wide", WIDE),
        ("Rounds", ROUNDS),
        ("Lonely", LONELY),
        ("Loud", LOUD),
    ];
    compile(jdk(), &programs.map(|(name, text)| (format!("{name}.java"), text)))
}

fn heddle(arguments: &[&str]) -> Command {
    let mut command = heddle_testing::heddle!();
    command.env_remove("NO_COLOR").args(arguments).current_dir(classes());
    command
}

fn check(program: &str, options: &[&str]) -> Output {
    let mut arguments = vec!["check", "--class-path", "."];
    arguments.extend_from_slice(options);
    arguments.push(program);
    run_with_timeout(heddle(&arguments), LIMIT).expect("the check ends")
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn json(program: &str, options: &[&str]) -> Value {
    let output = check(program, &[options, &["--json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", text(&output)))
}

#[test]
fn exit_codes_tell_the_verdict() {
    assert_eq!(code(&check("Fine", &[])), 0);
    assert_eq!(code(&check("Crossed", &[])), 1);
    assert_eq!(code(&check("Fine", &["--max-states", "3"])), 2);
    assert_eq!(code(&check("Foreign", &[])), 3);
    assert_eq!(code(&check("Nowhere", &[])), 64);
    assert_eq!(code(&check("Fine", &["--no-such-option"])), 64);
    assert_eq!(code(&check("Fine", &["--contexts", "2", "--preemptions", "1"])), 64);
    assert_eq!(code(&check("Fine", &["--delays", "2", "--preemptions", "1"])), 64);
}

#[test]
fn every_limit_ends_the_search_and_is_named() {
    let cases = [
        (&["--timeout", "1"][..], "seconds"),
        (&["--memory", "1"], "memory"),
        (&["--max-states", "1000"], "states"),
        (&["--max-depth", "20"], "depth"),
        (&["--contexts", "2", "--max-depth", "50"], "contexts"),
        (&["--preemptions", "0"], "preemptions"),
        (&["--delays", "0"], "delays"),
        (&["--search", "random", "--walks", "5", "--max-depth", "50"], "walks"),
        (&["--search", "pct", "--walks", "5", "--max-depth", "50"], "walks"),
    ];
    for (options, limit) in cases {
        // A thread that loops forever makes way for others, which is no preemption.
        let program = if ["preemptions", "delays"].contains(&limit) { "Fine" } else { "Endless" };
        let report = json(program, options);
        assert_eq!(report["verdict"]["is"], "bounded", "{options:?}");
        let limits = report["verdict"]["limits"].as_array().expect("a list");
        assert!(limits.iter().any(|named| named["limit"] == limit), "{options:?}: {limits:?}");
        // What is reached before time or memory run out depends on what else the machine does.
        let states = report["statistics"]["states"].as_u64().expect("a number");
        assert!(states > 1 || ["seconds", "memory"].contains(&limit), "{options:?}: {states} states");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_search_with_figures() {
    let mut command = heddle(&["check", "--class-path", ".", "--json", "Endless"]);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    // However slow the machine is, the search has come some way when it says so.
    let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines().map(|line| line.expect("text"));
    let is_under_way = |line: &String| line.contains(" pending") && !line.starts_with(['0', '1']);
    let progress = lines.find(is_under_way).expect("a search that goes on tells how far it is");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill exists");
    assert!(sent.success(), "the search still runs");
    let output = child.wait_with_output().expect("the search ends");
    assert_eq!(code(&output), 2);
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(report["verdict"]["limits"][0]["limit"], "interrupted");
    assert!(report["statistics"]["states"].as_u64().expect("a number") > 1);
    assert!(progress.contains("MiB"), "{progress}");
    assert!(!progress.contains('\u{1b}'), "plain lines where there is no terminal");
}

/// Files with visited states have no names, so that nothing is left of them, however the process ends.
#[cfg(target_os = "linux")]
#[test]
fn visited_states_on_disk_vanish_with_an_interrupt() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let place = folder.path().to_str().expect("a path that is text");
    let mut command =
        heddle(&["check", "--class-path", ".", "--json", "--jobs", "1", "--memory", "48", "--spill", place, "Wide"]);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines().map(|line| line.expect("text"));
    lines.find(|line| line.contains("(--spill)")).expect("it says that states go to disk");
    let files = format!("/proc/{}/fd", child.id());
    let is_open = || {
        let targets =
            std::fs::read_dir(&files).into_iter().flatten().filter_map(|file| file.ok()?.path().read_link().ok());
        targets.into_iter().any(|target| target.starts_with(place))
    };
    let begin = std::time::Instant::now();
    while !is_open() {
        assert!(begin.elapsed() < LIMIT && child.try_wait().expect("a child").is_none(), "nothing goes to disk");
        std::thread::sleep(Duration::from_millis(5));
    }
    let left = || std::fs::read_dir(place).expect("still there").count();
    assert_eq!(left(), 0, "files have no names");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill exists");
    assert!(sent.success(), "the search still runs");
    let rest = std::thread::spawn(move || lines.count());
    let output = child.wait_with_output().expect("the search ends");
    rest.join().expect("no panic");
    assert_eq!(code(&output), 2);
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(report["verdict"]["limits"][0]["limit"], "interrupted");
    assert_eq!(left(), 0);
}

#[test]
fn orders_workers_and_stores_find_the_same() {
    let searches = [
        &["--jobs", "1"][..],
        &["--jobs", "2"],
        &["--exact"],
        &["--search", "bfs"],
        &["--search", "random", "--seed", "7"],
        &["--search", "pct", "--seed", "7"],
        &["--search", "pos", "--seed", "7"],
        &["--contexts", "6"],
        &["--preemptions", "2"],
        &["--reduce", "none"],
        &["--spurious"],
        &["--time", "last"],
    ];
    for options in searches {
        let report = json("Crossed", options);
        assert_eq!(report["verdict"]["is"], "violated", "{options:?}");
        assert_eq!(report["verdict"]["violations"][0]["kind"], "deadlock", "{options:?}");
        assert_eq!(report["verdict"]["violations"][0]["name"], "cyclic-wait", "{options:?}");
    }
    let proofs = [&["--jobs", "1"][..], &["--jobs", "2"], &["--exact"], &["--search", "bfs"], &["--preemptions", "20"]];
    let states: Vec<Value> = proofs
        .iter()
        .map(|options| {
            let report = json("Fine", options);
            assert_eq!(report["verdict"]["is"], "proved", "{options:?}");
            report["statistics"]["states"].clone()
        })
        .collect();
    assert!(states[..4].windows(2).all(|pair| pair[0] == pair[1]), "{states:?}");
}

#[test]
fn reports_of_two_runs_are_equal() {
    for options in [&["--jobs", "1"][..], &["--jobs", "2"], &["--all", "--outcomes"]] {
        let (one, other) = (check("Crossed", options), check("Crossed", options));
        assert_eq!(text(&one), text(&other), "{options:?}");
    }
}

#[test]
fn saved_runs_replay() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cases = [
        ("Crossed", &[][..], "wait for each other"),
        ("Rounds", &["--livelock"], "livelock"),
        ("Lonely", &[], "lonely waits forever"),
        ("Loud", &[], "locker and printer wait for each other"),
    ];
    for (program, options, says) in cases {
        let file = folder.path().join(program).display().to_string();
        assert_eq!(code(&check(program, &[options, &["--save", &file]].concat())), 1, "{program}");
        let output = run_with_timeout(heddle(&["replay", &file]), LIMIT).expect("the replay ends");
        assert_eq!(code(&output), 1, "{program}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(text(&output).contains(says), "{program}: {}", text(&output));
    }
    // Where steps end depends on what the search had to give up.
    let loud = std::fs::read_to_string(folder.path().join("Loud")).expect("a saved run");
    assert!(loud.contains(r#""refuted":[{"assumption":"standard-streams-unlocked"}]"#), "{loud}");
    let output = check("Loud", &["--all", "--assumptions"]);
    assert!(text(&output).contains("given up: that the program does not lock standard streams"), "{}", text(&output));
    let unknown = folder.path().join("unknown").display().to_string();
    std::fs::write(&unknown, loud.replace("\"future\"", "\"past\"")).expect("a writable folder");
    let output = run_with_timeout(heddle(&["replay", &unknown]), LIMIT).expect("the replay ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(code(&output), 64, "{said}");
    assert!(said.contains("there is no reduction \"past\""), "{said}");
    let broken = folder.path().join("broken").display().to_string();
    std::fs::write(&broken, "{}").expect("a writable folder");
    let output = run_with_timeout(heddle(&["replay", &broken]), LIMIT).expect("the replay ends");
    assert_eq!(code(&output), 64);
}

#[test]
fn pages_keep_to_their_width_and_pipes_get_no_colours() {
    for width in ["60", "100", "160"] {
        let mut command = heddle(&["check", "--class-path", ".", "Crossed"]);
        command.env("COLUMNS", width).env_remove("NO_COLOR");
        let page = text(&run_with_timeout(command, LIMIT).expect("the check ends"));
        assert!(!page.contains('\u{1b}'), "{page}");
        let columns: Vec<&str> = page.lines().skip_while(|line| !line.contains("main  ")).collect();
        let columns = columns.iter().take_while(|line| !line.is_empty());
        let limit: usize = width.parse().expect("a number");
        for line in columns {
            assert!(line.chars().count() <= limit, "{width}: {line}");
        }
    }
    let mut command = heddle(&["check", "--class-path", ".", "Crossed"]);
    command.env("CLICOLOR_FORCE", "1");
    assert!(text(&run_with_timeout(command, LIMIT).expect("the check ends")).contains('\u{1b}'), "colours on demand");
    let mut command = heddle(&["check", "--class-path", ".", "Crossed"]);
    command.env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1");
    assert!(!text(&run_with_timeout(command, LIMIT).expect("the check ends")).contains('\u{1b}'), "NO_COLOR wins");
}

#[test]
fn json_keeps_its_shape() {
    let keys = |value: &Value| -> Vec<String> {
        let mut keys: Vec<String> = value.as_object().expect("an object").keys().cloned().collect();
        keys.sort();
        keys
    };
    let report = json("Crossed", &["--outcomes"]);
    let all = ["assumptions", "command", "exit_code", "heddle", "outcomes", "program", "schema_version", "statistics"];
    assert_eq!(keys(&report), [&all[..], &["verdict"]].concat());
    assert_eq!(
        keys(&report["statistics"]),
        [
            "abandoned",
            "beside",
            "depth",
            "discarded",
            "ends",
            "engine",
            "matched",
            "runs",
            "states",
            "store_bytes",
            "threads",
            "transitions",
            "walks"
        ]
    );
    let violation = &report["verdict"]["violations"][0];
    assert_eq!(keys(violation), ["key", "kind", "name", "schedule", "threads", "trace"]);
    assert_eq!(keys(&violation["threads"][0]), ["holds", "name", "stack", "thread", "waits_for"]);
    assert_eq!(keys(&violation["trace"]["steps"][0]), ["action", "stack", "thread", "within"]);
    assert_eq!(keys(&violation["trace"]["steps"][0]["within"][0]), ["action", "place", "thread"]);
    assert_eq!(keys(&report["outcomes"][0]), ["ending", "schedule", "states", "stderr", "stdout"]);
}

/// What packages install beside the binary.
#[test]
fn completions_and_manual_pages_cover_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = heddle(&["completions", shell]).output().expect("heddle runs");
        let script = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && script.contains("symbolic"), "{shell}: {script}");
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let status = heddle(&["manual"]).arg(folder.path().join("man")).status().expect("heddle runs");
    assert!(status.success());
    let page = std::fs::read_to_string(folder.path().join("man/heddle-check.1")).expect("the page of check");
    assert!(page.contains("preemptions"), "{page}");
}
