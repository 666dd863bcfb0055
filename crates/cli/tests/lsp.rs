//! `heddle lsp`: a session with the protocol's own client library where Node.js is installed, and with a client of our own that knows
//! little, over the same pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use heddle_testing::{heddle, repository, run_with_timeout};
use serde_json::{Value, json};
use tempfile::TempDir;

const PROGRAMS: [(&str, &str); 4] = [
    (
        "Bank.java",
        "public class Bank {
    static final Object a = new Object(), b = new Object();
    static int total;
    static int guarded;
    static final int limit = 5;

    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                total += limit;
            }
        }
        synchronized (a) {
            guarded++;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> both(a, b)).start();
        both(b, a);
        total++;
    }
}
",
    ),
    (
        "Clamp.java",
        "public class Clamp {
    static void clamp(byte n) {
        int once = n > 100 ? 100 : n;
        if (once > 120) {
            int never = once;
            return;
        }
        assert once >= -100 : once;
    }

    static int other() {
        return -1;
    }
}
",
    ),
    (
        "Endless.java",
        "public class Endless {
    static volatile long a, b;
    public static void main(String[] args) {
        new Thread(() -> { while (true) a++; }).start();
        while (true) b++;
    }
}
",
    ),
    ("Broken.java", "public class Broken {\n    public static void main(String[] args) { int x = \"\"; }\n}\n"),
];

fn programs() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    for (name, text) in PROGRAMS {
        std::fs::write(folder.path().join(name), text).expect("a writable folder");
    }
    folder
}

#[test]
fn the_protocols_own_client_gets_lenses_diagnostics_coverage_and_facts() {
    let scripts = repository("tools/browser");
    let has_node = Command::new("node").arg("--version").output().is_ok_and(|done| done.status.success());
    if !has_node || !scripts.join("node_modules/vscode-languageserver-protocol").exists() {
        eprintln!("There is no Node.js or no client of the protocol: tools/setup.sh installs them.");
        return;
    }
    let folder = programs();
    let mut command = Command::new("node");
    command.current_dir(&scripts).env("JAVA_HOME", &heddle_testing::jdk().home);
    command.arg("lsp.mjs").arg(env!("CARGO_BIN_EXE_heddle")).arg(folder.path());
    let output = run_with_timeout(command, Duration::from_secs(180)).expect("the session ends");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
}

/// A client that shows no progress and refreshes nothing is asked for neither.
#[test]
fn a_simple_client_gets_what_it_asks_for() {
    let folder = programs();
    let mut server = heddle!("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("heddle starts");
    let mut input = server.stdin.take().expect("its input");
    let mut output = BufReader::new(server.stdout.take().expect("its output"));
    let mut send = |message: Value| {
        let text = message.to_string();
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).and_then(|()| input.flush()).expect("it reads");
    };
    let mut read = || -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            output.read_line(&mut line).expect("a header");
            if line.trim().is_empty() {
                break;
            }
            length =
                line.trim().strip_prefix("Content-Length: ").map_or(length, |text| text.parse().expect("a length"));
        }
        let mut text = vec![0; length];
        output.read_exact(&mut text).expect("a message");
        serde_json::from_slice(&text).expect("JSON")
    };
    let file = folder.path().join("Bank.java");
    let uri = format!("file://{}", file.display());
    send(json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
    assert_eq!(read()["result"]["serverInfo"]["name"], "heddle");
    send(json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
    let argument = json!({ "uri": uri, "class": "Bank", "method": "main" });
    let params = json!({ "command": "heddle.check", "arguments": [argument] });
    send(json!({ "jsonrpc": "2.0", "id": 2, "method": "workspace/executeCommand", "params": params }));
    let (mut diagnostics, mut answer) = (Value::Null, Value::Null);
    while answer.is_null() {
        let message = read();
        match message["method"].as_str() {
            Some("textDocument/publishDiagnostics") => diagnostics = message["params"].clone(),
            Some("window/logMessage") => {}
            Some(other) => panic!("nobody asked for {other}"),
            None => answer = message["result"].clone(),
        }
    }
    assert_eq!(answer["verdict"], "violated");
    assert_eq!(answer["page"], Value::Null);
    assert_eq!(diagnostics["uri"], uri);
    send(json!({ "jsonrpc": "2.0", "id": 3, "method": "textDocument/rename", "params": {} }));
    assert!(read()["error"]["message"].as_str().is_some_and(|text| text.contains("not supported")));
    send(json!({ "jsonrpc": "2.0", "id": 4, "method": "shutdown", "params": null }));
    assert_eq!(read()["id"], 4);
    send(json!({ "jsonrpc": "2.0", "method": "exit", "params": null }));
    assert!(server.wait().expect("it ends").success());
}
