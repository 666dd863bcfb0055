//! `heddle explore`: who is answered and who is not, what is answered, and, where Chromium and Node.js are installed, the page
//! in a real browser (`tools/browser/explore.mjs`).

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use heddle_testing::{heddle, repository, run_with_timeout};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The server, which ends with the test.
struct Explore {
    process: Child,
    /// `127.0.0.1:1234`
    host: String,
    token: String,
}

impl Explore {
    fn of(arguments: &[&str]) -> Self {
        let mut command = heddle!("explore");
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut process = command.spawn().expect("heddle starts");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let url = line.split_whitespace().find(|word| word.starts_with("http://")).expect("an address");
        let (host, token) = url.trim_start_matches("http://").trim_end_matches('/').split_once('/').expect("a token");
        Self { process, host: host.to_owned(), token: token.to_owned() }
    }

    fn url(&self) -> String {
        format!("http://{}/{}/", self.host, self.token)
    }

    /// The status and body of an answer to a request that is written by hand.
    fn raw(&self, head: &str, body: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time-out");
        let request = format!("{head}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("it answers");
        let answer = String::from_utf8(answer).expect("text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split_whitespace().nth(1).and_then(|code| code.parse().ok()).expect("a status");
        (status, head.to_owned(), body.to_owned())
    }

    fn ask(&self, what: &str, asked: &Value) -> Value {
        let head = format!("POST /{}/{what} HTTP/1.1\r\nHost: {}", self.token, self.host);
        let (status, _, body) = self.raw(&head, &asked.to_string());
        let body: Value = serde_json::from_str(&body).unwrap_or_else(|_| panic!("{what}: {body}"));
        assert_eq!(status, 200, "{what}: {body}");
        body
    }
}

impl Drop for Explore {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn example(name: &str) -> String {
    repository(format!("examples/{name}.java")).display().to_string()
}

#[test]
fn only_who_knows_the_token_is_answered_and_only_by_this_name() {
    let explore = Explore::of(&[&example("Transfer")]);
    assert!(explore.host.starts_with("127.0.0.1:"), "{}", explore.host);
    assert_eq!(explore.token.len(), 32);
    let (host, token) = (&explore.host, &explore.token);
    let port = host.rsplit(':').next().expect("a port");
    let get =
        |path: &str, host: &str, more: &str| explore.raw(&format!("GET {path} HTTP/1.1\r\nHost: {host}{more}"), "");
    let (status, head, page) = get(&format!("/{token}/"), host, "");
    assert_eq!(status, 200);
    assert!(page.contains("<title>heddle explore</title>"));
    assert!(head.contains("default-src 'none'") && head.contains("no-referrer"), "{head}");
    assert_eq!(get(&format!("/{token}/"), &format!("localhost:{port}"), "").0, 200);
    let wrong = "0".repeat(32);
    let refused = [
        get("/", host, ""),
        get(&format!("/{wrong}/"), host, ""),
        get(&format!("/{token}"), host, ""),
        get(&format!("/{token}x/"), host, ""),
        get(&format!("/{token}/"), &format!("evil.example:{port}"), ""),
        get(&format!("/{token}/"), "127.0.0.1", ""),
        get(&format!("/{token}/../Cargo.toml"), host, ""),
        explore.raw(&format!("GET /{token}/ HTTP/1.1"), ""),
        explore.raw(&format!("PUT /{token}/take HTTP/1.1\r\nHost: {host}"), "{}"),
        explore.raw(&format!("POST /{wrong}/state HTTP/1.1\r\nHost: {host}"), "{}"),
        explore.raw(&format!("POST /{token}/state HTTP/1.1\r\nHost: {host}\r\nOrigin: http://evil.example"), "{}"),
        explore.raw(&format!("POST /{token}/state HTTP/1.1\r\nHost: {host}\r\nOrigin: null"), "{}"),
    ];
    for (at, (status, head, body)) in refused.iter().enumerate() {
        assert!(matches!(status, 400 | 404), "{at}: {head}");
        assert!(!body.contains("heddle explore") && !body.contains("threads"), "{at}: {body}");
    }
    let own = explore.raw(&format!("POST /{token}/state HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}"), "{}");
    assert_eq!(own.0, 200);
    // Each server has a token of its own.
    assert_ne!(Explore::of(&[&example("Transfer")]).token, explore.token);
}

#[test]
fn requests_that_make_no_sense_are_refused_and_change_nothing() {
    let explore = Explore::of(&[&example("Transfer")]);
    let head = |what: &str| format!("POST /{}/{what} HTTP/1.1\r\nHost: {}", explore.token, explore.host);
    for (what, body) in [
        ("take", "{\"thread\": 77}"),
        ("take", "not JSON"),
        ("take", "{\"thread\": -1, \"alternative\": 4294967296}"),
        ("nonsense", "{}"),
        ("run", "{}"),
        ("source", "{\"file\": \"/etc/passwd\"}"),
        ("source", "{\"file\": \"../../Cargo.toml\"}"),
    ] {
        let (status, _, answer) = explore.raw(&head(what), body);
        assert_eq!(status, 400, "{what} {body}: {answer}");
        assert!(answer.contains("problem"), "{answer}");
    }
    for (what, asked) in [("go", json!({ "node": 1000 })), ("variables", json!({ "object": 5 })), ("back", json!({}))] {
        explore.ask(what, &asked);
    }
    assert_eq!(explore.ask("state", &json!({}))["at"], 0);
}

#[test]
fn a_deadlock_is_found_from_a_state_and_can_be_walked_to() {
    let explore = Explore::of(&[&example("Transfer")]);
    let begin = explore.ask("state", &json!({}));
    assert_eq!(begin["offers"].as_array().map(Vec::len), Some(1), "only main can move: {begin}");
    let checked = explore.ask("check", &json!({ "tree": 0, "known": 1 }));
    assert_eq!(checked["checked"]["verdict"], "violated", "{checked}");
    assert_eq!(checked["at"], 0);
    let nodes = checked["nodes"].as_array().expect("nodes");
    assert_eq!(nodes[0]["m"], "violated", "what was marked is told again: {nodes:?}");
    let end = nodes.iter().find(|node| node["v"].is_array()).expect("the end of the run to it");
    assert!(end["v"][0].as_str().is_some_and(|text| text.starts_with("deadlock: ")), "{end}");
    let there = explore.ask("go", &json!({ "node": end["n"], "tree": 0, "known": nodes.len() }));
    assert_eq!(there["nodes"].as_array().map(Vec::len), Some(0), "the page has all nodes");
    assert_eq!(there["offers"].as_array().map(Vec::len), Some(0));
    let locks = there["locks"].as_array().expect("locks");
    assert_eq!(locks.len(), 2, "{locks:?}");
    let waiting: Vec<&Value> =
        there["threads"].as_array().expect("threads").iter().filter(|thread| thread["on"].is_u64()).collect();
    assert!(waiting.len() >= 2, "{there}");
    // The run can be saved, and replays.
    let run = explore.ask("run", &json!({}));
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("run.json");
    std::fs::write(&file, run["text"].as_str().expect("a run")).expect("a writable folder");
    let replayed = run_with_timeout(heddle!("replay", &file), Duration::from_secs(60)).expect("it ends");
    assert_eq!(replayed.status.code(), Some(1), "{}", String::from_utf8_lossy(&replayed.stderr));
    // And explored: the explorer stands at its end.
    let again = Explore::of(&[&file.display().to_string()]);
    let state = again.ask("state", &json!({}));
    assert_eq!(state["violations"][0]["kind"], "deadlock");
    let back = again.ask("back", &json!({}));
    assert!(back["offers"].as_array().is_some_and(|offers| offers.iter().any(|offer| offer["v"][0].is_string())));
}

#[test]
fn variables_of_frames_and_objects_are_told() {
    let explore = Explore::of(&[&example("Transfer")]);
    let mut state = explore.ask("on", &json!({}));
    // Back to where a thread is in code with an object.
    for _ in 0..40 {
        let threads = state["threads"].as_array().expect("threads").clone();
        for thread in threads {
            let frames = thread["frames"].as_array().expect("frames");
            let Some(frame) = frames.iter().find(|frame| frame[4] == true) else { continue };
            assert!(
                explore.ask("source", &json!({ "file": frame[0] }))["lines"].as_array().is_some_and(|l| l.len() > 5)
            );
            let list = explore.ask("variables", &json!({ "thread": thread["t"], "frame": frame[3] }));
            let objects = list["variables"].as_array().expect("variables").iter().filter(|v| v["object"].is_u64());
            for variable in objects {
                let inner = explore.ask("variables", &json!({ "object": variable["object"] }));
                let is_account = |field: &Value| field["name"] == "balance" && field["type"] == "int";
                if inner["variables"].as_array().is_some_and(|fields| fields.iter().any(is_account)) {
                    return;
                }
            }
        }
        state = explore.ask("back", &json!({}));
    }
    panic!("no account was seen");
}

#[test]
fn a_search_can_be_watched_and_stopped() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("Endless.java");
    let source = "public class Endless {
        static volatile long a, b;
        public static void main(String[] args) {
            new Thread(() -> { while (true) a++; }).start();
            while (true) b++;
        }
    }";
    std::fs::write(&file, source).expect("a writable folder");
    let explore = Explore::of(&[&file.display().to_string()]);
    let checked = std::thread::scope(|scope| {
        let check = scope.spawn(|| explore.ask("check", &json!({ "seconds": 60 })));
        let is_told = (0..200).any(|_| {
            std::thread::sleep(Duration::from_millis(50));
            let progress = explore.ask("progress", &json!({}));
            progress["searching"]["text"].as_str().is_some_and(|text| text.contains("states"))
        });
        assert!(is_told, "how far it is");
        explore.ask("cancel", &json!({}));
        check.join().expect("an answer")
    });
    assert_eq!(checked["checked"]["verdict"], "bounded", "{}", checked["checked"]);
    assert_eq!(explore.ask("progress", &json!({}))["searching"], Value::Null);
}

#[test]
fn a_browser_explores() {
    let scripts = repository("tools/browser");
    let is_there =
        |program: &str| Command::new(program).arg("--version").output().is_ok_and(|done| done.status.success());
    if !is_there("node") || !is_there("chromium") || !scripts.join("node_modules/playwright-core").exists() {
        eprintln!("There is no Chromium, Node.js or Playwright: the page is not opened. tools/setup.sh installs them.");
        return;
    }
    let explore = Explore::of(&[&example("Transfer")]);
    let mut command = Command::new("node");
    command.current_dir(&scripts).arg("explore.mjs").arg(explore.url());
    if let Some(pictures) = std::env::var_os("HEDDLE_PICTURES") {
        command.arg(Path::new(&pictures));
    }
    let output = run_with_timeout(command, Duration::from_secs(180)).expect("the browser ends");
    let said = String::from_utf8_lossy(&output.stdout);
    println!("{said}");
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
}
