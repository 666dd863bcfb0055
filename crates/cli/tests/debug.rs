//! `heddle debug`: sessions with a client of our own over standard input and TCP, and with the protocol's test client where
//! Node.js is installed. Everything is deterministic, so places and values are compared exactly.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use heddle_testing::{heddle, repository, run_with_timeout};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A lost update: both threads read before either writes.
const COUNTER: &str = "public class Counter {
    static class Box { int value; int[] log = new int[4]; Box next; }
    static final Box box = new Box();
    static volatile int total;
    static final Object lock = new Object();

    static void add(int amount) {
        int seen = total;
        synchronized (lock) {
            box.log[0] = seen + 7;
        }
        total = seen + amount;
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> add(1), \"other\");
        other.start();
        add(2);
        other.join();
        int end = total;
        assert end == 3 : end;
    }
}
";
const READ: u64 = 8;
const TAKEN: u64 = 10;
const WRITE: u64 = 12;
const WRITTEN: u64 = 13;
const ASSERT: u64 = 21;

struct Client<R, W> {
    input: BufReader<R>,
    output: W,
    sent: u64,
    events: Vec<Value>,
}

impl<R: Read, W: Write> Client<R, W> {
    fn new(input: R, output: W) -> Self {
        Self { input: BufReader::new(input), output, sent: 0, events: vec![] }
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.input.read_line(&mut line).expect("a readable stream") > 0, "the adapter has ended");
            match line.trim_end().split_once(": ") {
                Some((_, value)) => length = value.parse().expect("a length"),
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.input.read_exact(&mut body).expect("a body");
        serde_json::from_slice(&body).expect("JSON")
    }

    fn try_request(&mut self, command: &str, arguments: Value) -> Value {
        self.sent += 1;
        let body =
            json!({ "seq": self.sent, "type": "request", "command": command, "arguments": arguments }).to_string();
        write!(self.output, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("a writable stream");
        self.output.flush().expect("a writable stream");
        loop {
            let message = self.read();
            if message["type"] == "event" {
                self.events.push(message);
            } else {
                assert_eq!(message["request_seq"], self.sent);
                return message;
            }
        }
    }

    fn request(&mut self, command: &str, arguments: Value) -> Value {
        let answer = self.try_request(command, arguments);
        assert_eq!(answer["success"], true, "{command}: {answer}");
        answer["body"].clone()
    }

    /// The next event of this kind.
    fn event(&mut self, name: &str) -> Value {
        loop {
            if let Some(at) = self.events.iter().position(|event| event["event"] == name) {
                return self.events.remove(at)["body"].clone();
            }
            let message = self.read();
            self.events.push(message);
        }
    }

    /// A request that moves; where and why it stopped.
    fn go(&mut self, command: &str, arguments: Value) -> (String, u64, u64) {
        self.request(command, arguments);
        let stopped = self.event("stopped");
        let thread = stopped["threadId"].as_u64().expect("a thread");
        let reason = stopped["reason"].as_str().expect("a reason").to_string();
        (reason, thread, self.line(thread))
    }

    fn frames(&mut self, thread: u64) -> Vec<Value> {
        let body = self.request("stackTrace", json!({ "threadId": thread }));
        body["stackFrames"].as_array().expect("frames").clone()
    }

    /// The line of the innermost frame in the program.
    fn line(&mut self, thread: u64) -> u64 {
        let frames = self.frames(thread);
        let own = frames.iter().find(|frame| frame["source"]["path"].is_string());
        own.and_then(|frame| frame["line"].as_u64()).unwrap_or(0)
    }

    fn evaluate(&mut self, thread: u64, expression: &str) -> Result<String, String> {
        let frames = self.frames(thread);
        let own = frames.iter().find(|frame| frame["source"]["path"].is_string()).expect("a frame of the program");
        let arguments = json!({ "expression": expression, "frameId": own["id"] });
        let answer = self.try_request("evaluate", arguments);
        match answer["success"].as_bool() {
            Some(true) => Ok(answer["body"]["result"].as_str().expect("a result").to_string()),
            _ => Err(answer["message"].as_str().unwrap_or_default().to_string()),
        }
    }

    fn begin(&mut self, launch: Value) {
        let capabilities = self.request("initialize", json!({ "adapterID": "heddle" }));
        assert_eq!(capabilities["supportsStepBack"], true);
        self.request("launch", launch);
        self.event("initialized");
    }

    fn break_at(&mut self, file: &Path, lines: &[u64]) {
        let lines: Vec<Value> = lines.iter().map(|line| json!({ "line": line })).collect();
        let body = self.request("setBreakpoints", json!({ "source": { "path": file }, "breakpoints": lines }));
        assert_eq!(body["breakpoints"].as_array().map(Vec::len), Some(lines.len()));
    }
}

fn program(folder: &Path) -> PathBuf {
    let file = folder.join("Counter.java");
    std::fs::write(&file, COUNTER).expect("a writable folder");
    file
}

/// A session over standard input and output.
fn start(arguments: &[&str]) -> (Child, Client<std::process::ChildStdout, std::process::ChildStdin>) {
    let mut command = heddle!("debug");
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let (input, output) = (child.stdout.take().expect("a pipe"), child.stdin.take().expect("a pipe"));
    (child, Client::new(input, output))
}

fn save(folder: &Path, file: &Path) -> PathBuf {
    let saved = folder.join("run.json");
    let mut command = heddle!("check", "--jobs", "1", "--races", "off", file, "--save", &saved);
    command.env_remove("COLUMNS");
    run_with_timeout(command, Duration::from_secs(120)).expect("the check ends");
    saved
}

#[test]
fn a_session_goes_forwards_and_backwards_through_a_saved_run() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = program(folder.path());
    let saved = save(folder.path(), &file);
    let (mut child, mut client) = start(&[saved.to_str().expect("a name in UTF-8")]);
    client.begin(json!({ "stopOnEntry": true }));
    assert_eq!(client.go("configurationDone", json!({})).0, "entry");
    client.break_at(&file, &[READ, WRITE]);
    // Both threads come to both lines; the stops forwards and backwards are the same.
    let mut forwards = Vec::new();
    loop {
        let stop = client.go("continue", json!({ "threadId": 1 }));
        if stop.0 == "exception" {
            assert_eq!(stop.2, ASSERT, "the line that fails, not how the JDK tells of it");
            assert_eq!(client.evaluate(stop.1, "end"), client.evaluate(stop.1, "total"), "with its variables");
            // From there a step leads back to a line before, and one forwards to the end again.
            let (_, _, before) = client.go("stepBack", json!({ "threadId": stop.1 }));
            assert!(before < ASSERT && before > 0, "{before}");
            assert_eq!(client.go("continue", json!({ "threadId": 1 })).0, "exception");
            break;
        }
        assert_eq!(stop.0, "breakpoint");
        let values = client.evaluate(stop.1, "total").expect("a static field");
        forwards.push((stop.1, stop.2, values));
    }
    assert_eq!(forwards.len(), 4, "{forwards:?}");
    let mut reads: Vec<u64> = forwards.iter().take(2).map(|stop| stop.1).collect();
    reads.dedup();
    assert_eq!(reads, [READ], "both read before either writes: {forwards:?}");
    let mut backwards = Vec::new();
    loop {
        let stop = client.go("reverseContinue", json!({ "threadId": 1 }));
        if stop.0 == "entry" {
            break;
        }
        let value = client.evaluate(stop.1, "total").expect("a static field");
        backwards.push((stop.1, stop.2, value));
    }
    backwards.reverse();
    assert_eq!(forwards, backwards);
    // Stepping over a line and back.
    let (_, thread, line) = client.go("continue", json!({ "threadId": 1 }));
    assert_eq!(line, READ);
    client.break_at(&file, &[]);
    let (reason, _, line) = client.go("next", json!({ "threadId": thread }));
    assert_eq!((reason.as_str(), line), ("step", READ + 1));
    assert_eq!(client.evaluate(thread, "seen"), Ok("0".into()));
    let (_, _, line) = client.go("stepBack", json!({ "threadId": thread }));
    assert_eq!(line, READ);
    let (_, _, line) = client.go("stepOut", json!({ "threadId": thread }));
    assert!(line == 19 || line == 16, "behind the call of add: {line}");
    client.request("disconnect", json!({}));
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn variables_have_names_and_can_be_looked_into_and_watched() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = program(folder.path());
    let (mut child, mut client) = start(&[]);
    client.begin(json!({ "program": file }));
    client.request("setFunctionBreakpoints", json!({ "breakpoints": [{ "name": "lock Object" }] }));
    let (reason, thread, line) = client.go("configurationDone", json!({}));
    assert_eq!((reason.as_str(), line), ("function breakpoint", TAKEN), "right after a lock is taken");
    client.request("setFunctionBreakpoints", json!({ "breakpoints": [] }));
    // A field of all objects by name, and one element by where it was found.
    let info = client.request("dataBreakpointInfo", json!({ "name": "Counter.total" }));
    client.request("setDataBreakpoints", json!({ "breakpoints": [{ "dataId": info["dataId"] }] }));
    let (reason, writer, line) = client.go("continue", json!({ "threadId": thread }));
    assert_eq!((reason.as_str(), line), ("data breakpoint", WRITTEN), "right after the write");
    let frames = client.frames(writer);
    let scopes = client.request("scopes", json!({ "frameId": frames[0]["id"] }));
    let locals = scopes["scopes"][0]["variablesReference"].clone();
    let locals = client.request("variables", json!({ "variablesReference": locals }));
    let names: Vec<&str> =
        locals["variables"].as_array().expect("locals").iter().filter_map(|local| local["name"].as_str()).collect();
    assert_eq!(names, ["amount", "seen"]);
    assert_eq!(client.evaluate(writer, "seen"), Ok("0".into()));
    assert_eq!(client.evaluate(writer, "box.log[0]"), Ok("7".into()));
    assert_eq!(client.evaluate(writer, "box.log.length"), Ok("4".into()));
    assert_eq!(client.evaluate(writer, "Counter.box.next"), Ok("null".into()));
    assert!(client.evaluate(writer, "box.log[9]").is_err());
    assert!(client.evaluate(writer, "nothing").is_err());
    assert!(client.evaluate(writer, "seen + 1").is_err(), "no expression that would need to be computed");
    // The other write is found from the end, backwards.
    let (_, _, _) = client.go("continue", json!({ "threadId": writer }));
    let ended = client.go("continue", json!({ "threadId": writer }));
    assert_eq!(ended.0, "exception");
    let (reason, _, line) = client.go("reverseContinue", json!({ "threadId": ended.1 }));
    assert_eq!((reason.as_str(), line), ("data breakpoint", WRITTEN));
    // The failing line from its end.
    client.request("setDataBreakpoints", json!({ "breakpoints": [] }));
    client.break_at(&file, &[ASSERT]);
    let (reason, main, line) = client.go("continue", json!({ "threadId": 1 }));
    assert_eq!((reason.as_str(), line), ("breakpoint", ASSERT));
    assert_eq!(client.evaluate(main, "end"), client.evaluate(main, "total"));
    client.request("disconnect", json!({}));
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_thread_can_go_on_alone_and_the_run_is_found_again() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = program(folder.path());
    let saved = save(folder.path(), &file);
    let (mut child, mut client) = start(&[saved.to_str().expect("a name in UTF-8")]);
    client.begin(json!({}));
    client.break_at(&file, &[READ]);
    let (reason, thread, line) = client.go("configurationDone", json!({}));
    assert_eq!((reason.as_str(), line), ("breakpoint", READ));
    client.break_at(&file, &[]);
    // Alone, it writes before the other one reads, which the run does not have.
    let (reason, _, _) = client.go("continue", json!({ "threadId": thread, "singleThread": true }));
    assert_eq!(reason, "pause", "a thread alone gets to its end, or waits");
    let said = client.event("output");
    assert!(said["output"].as_str().is_some_and(|text| text.contains("left")), "{said}");
    client.break_at(&file, &[READ]);
    let (reason, again, line) = client.go("reverseContinue", json!({ "threadId": thread }));
    assert_eq!((reason.as_str(), again, line), ("breakpoint", thread, READ));
    client.break_at(&file, &[]);
    let (reason, _, _) = client.go("continue", json!({ "threadId": thread }));
    assert_eq!(reason, "exception", "and so is the failure");
    client.request("disconnect", json!({}));
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn sessions_over_tcp_follow_one_another_and_problems_are_told() {
    let folder = TempDir::new().expect("a temporary folder");
    let fine = folder.path().join("Fine.java");
    std::fs::write(&fine, "public class Fine { public static void main(String[] a) { } }").expect("a writable folder");
    let mut command = heddle!("debug", "--listen", "0");
    let mut child = command.stderr(Stdio::piped()).spawn().expect("the command starts");
    let mut said = String::new();
    BufReader::new(child.stderr.take().expect("a pipe")).read_line(&mut said).expect("a line");
    let address = said.trim().rsplit(' ').next().expect("an address").to_string();
    for _ in 0..2 {
        let stream = TcpStream::connect(&address).expect("it listens");
        let mut client = Client::new(stream.try_clone().expect("a stream"), stream);
        client.request("initialize", json!({}));
        let answer = client.try_request("launch", json!({ "program": fine }));
        assert_eq!(answer["success"], false);
        assert!(answer["message"].as_str().is_some_and(|text| text.contains("proved")), "{answer}");
        assert_eq!(client.try_request("launch", json!({}))["success"], false);
        assert_eq!(client.try_request("threads", json!({}))["success"], false);
        client.request("disconnect", json!({}));
    }
    child.kill().expect("it runs until it is ended");
    child.wait().expect("it ends");
}

#[test]
fn the_client_of_the_protocol_agrees() {
    let scripts = repository("tools/browser");
    let has_node = Command::new("node").arg("--version").output().is_ok_and(|done| done.status.success());
    if !has_node || !scripts.join("node_modules/@vscode/debugadapter-testsupport").exists() {
        eprintln!("There is no Node.js or no debugger client: tools/setup.sh installs them.");
        return;
    }
    let folder = TempDir::new().expect("a temporary folder");
    let file = program(folder.path());
    let mut command = Command::new("node");
    command.current_dir(&scripts).env("JAVA_HOME", &heddle_testing::jdk().home);
    command.arg("debug.mjs").arg(env!("CARGO_BIN_EXE_heddle")).arg(&file).arg(ASSERT.to_string());
    let output = run_with_timeout(command, Duration::from_secs(120)).expect("the session ends");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
}
