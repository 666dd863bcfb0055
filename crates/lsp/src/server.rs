//! The loop: messages of the editor to answers, and to jobs in threads of their own (`work.rs`). Everything here is quick.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use heddle::{Analysis, Cancel, Error, Jdk};
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

use crate::source::{Member, members, word_at};
use crate::work::{Job, Settings, Task};
use crate::{facts, uri};

/// Commands that code lenses execute.
pub const CHECK: &str = "heddle.check";
pub const SYMBOLIC: &str = "heddle.symbolic";
pub const CLEAR: &str = "heddle.clear";

/// Finds the JDK: in the folder that the editor names, else as always.
pub type FindJdk<'f> = &'f (dyn Fn(Option<&str>) -> Result<Jdk, Error> + Sync);

/// Serves one editor over standard input and output, until it says that it is done.
pub fn serve(find_jdk: FindJdk<'_>) -> Result<(), Error> {
    let gone = |error: &dyn std::fmt::Display| Error::Output(format!("the editor is gone: {error}"));
    let (connection, threads) = Connection::stdio();
    let (id, asked) = connection.initialize_start().map_err(|error| gone(&error))?;
    connection.initialize_finish(id, capabilities()).map_err(|error| gone(&error))?;
    let common = Common::new(&asked);
    std::thread::scope(|scope| {
        let mut server = Server { connection: &connection, common: &common, documents: BTreeMap::new(), asked: 0 };
        let spawn = |job: Job| {
            let (common, sender) = (&common, connection.sender.clone());
            scope.spawn(move || {
                let send = |message: Message| {
                    let _ = sender.send(message);
                };
                job.run(common, &send, find_jdk);
            });
        };
        for message in &connection.receiver {
            match message {
                Message::Request(request) => {
                    match connection.handle_shutdown(&request) {
                        Ok(true) | Err(_) => break,
                        Ok(false) => {}
                    }
                    server.request(request, &spawn);
                }
                Message::Notification(notification) => server.notification(&notification),
                Message::Response(_) => {}
            }
        }
        // Nobody waits for what is still being searched.
        common.lock().running.values().for_each(Cancel::cancel);
    });
    drop(connection);
    threads.join().map_err(|error| gone(&error))
}

fn capabilities() -> Value {
    json!({
        "capabilities": {
            "textDocumentSync": { "openClose": true, "change": 1, "save": true },
            "codeLensProvider": { "resolveProvider": false },
            "hoverProvider": true,
            "executeCommandProvider": { "commands": [CHECK, SYMBOLIC, CLEAR], "workDoneProgress": true },
        },
        "serverInfo": { "name": "heddle", "version": env!("CARGO_PKG_VERSION") },
    })
}

/// What the loop and the jobs share.
pub struct Common {
    pub settings: Settings,
    /// The editor can be asked to show progress, and for lenses anew.
    pub shows_progress: bool,
    pub refreshes_lenses: bool,
    shared: Mutex<Shared>,
}

/// What changes.
#[derive(Default)]
pub struct Shared {
    /// Diagnostics by what found them, then by file.
    pub found: BTreeMap<String, BTreeMap<String, Vec<Value>>>,
    /// What came out, by what was checked.
    pub verdicts: BTreeMap<String, String>,
    /// Fields with data races, as `Class.field`.
    pub racy: BTreeSet<String>,
    /// What the analysis says of the program of a file, while the file is as it was saved.
    pub analyses: BTreeMap<PathBuf, Arc<Result<Analysis, String>>>,
    /// Jobs that can be cancelled, by the name of their progress or request.
    pub running: BTreeMap<String, Cancel>,
}

impl Common {
    fn new(asked: &Value) -> Self {
        let can = &asked["capabilities"];
        Self {
            settings: Settings::of(&asked["initializationOptions"]),
            shows_progress: can["window"]["workDoneProgress"].as_bool().unwrap_or(false),
            refreshes_lenses: can["workspace"]["codeLens"]["refreshSupport"].as_bool().unwrap_or(false),
            shared: Mutex::default(),
        }
    }

    pub fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Server<'c> {
    connection: &'c Connection,
    common: &'c Common,
    /// Texts of open documents by address.
    documents: BTreeMap<String, String>,
    /// Jobs so far.
    asked: usize,
}

impl Server<'_> {
    fn answer(&self, id: RequestId, result: Value) {
        // An editor that is gone reads no answers.
        let _ = self.connection.sender.send(Message::Response(Response::new_ok(id, result)));
    }

    fn refuse(&self, id: RequestId, problem: String) {
        const INVALID: i32 = -32602;
        let _ = self.connection.sender.send(Message::Response(Response::new_err(id, INVALID, problem)));
    }

    fn request(&mut self, request: Request, spawn: &dyn Fn(Job)) {
        let Request { id, method, params } = request;
        match method.as_str() {
            "textDocument/codeLens" => {
                let lenses = self.lenses(params["textDocument"]["uri"].as_str().unwrap_or_default());
                self.answer(id, json!(lenses));
            }
            "textDocument/hover" => match self.hover(&params) {
                Some((file, fields)) => spawn(self.job(id, Task::Hover { fields }, file, None)),
                None => self.answer(id, Value::Null),
            },
            "workspace/executeCommand" => self.execute(id, &params, spawn),
            other => {
                const UNKNOWN: i32 = -32601;
                let problem = format!("{other} is not supported");
                let _ = self.connection.sender.send(Message::Response(Response::new_err(id, UNKNOWN, problem)));
            }
        }
    }

    fn notification(&mut self, notification: &Notification) {
        let params = &notification.params;
        let document = params["textDocument"]["uri"].as_str().unwrap_or_default().to_owned();
        match notification.method.as_str() {
            "textDocument/didOpen" => {
                let text = params["textDocument"]["text"].as_str().unwrap_or_default();
                self.documents.insert(document, text.to_owned());
            }
            "textDocument/didChange" => {
                let changes = params["contentChanges"].as_array();
                if let Some(text) = changes.and_then(|changes| changes.last()?["text"].as_str()) {
                    self.documents.insert(document, text.to_owned());
                }
            }
            "textDocument/didSave" => self.common.lock().analyses.clear(),
            "textDocument/didClose" => {
                self.documents.remove(&document);
            }
            "window/workDoneProgress/cancel" => self.cancel(&params["token"]),
            "$/cancelRequest" => self.cancel(&params["id"]),
            _ => {}
        }
    }

    fn cancel(&self, name: &Value) {
        if let Some(cancel) = self.common.lock().running.get(&key(name)) {
            cancel.cancel();
        }
    }

    fn job(&mut self, id: RequestId, task: Task, file: PathBuf, token: Option<Value>) -> Job {
        self.asked += 1;
        let is_given = token.is_some();
        let token = token.unwrap_or_else(|| json!(format!("heddle-{}", self.asked)));
        let cancel = Cancel::default();
        let mut shared = self.common.lock();
        let names = [key(&token), key(&json!(id))];
        for name in &names {
            shared.running.insert(name.clone(), cancel.clone());
        }
        Job { id, task, file, token, is_given, cancel, names }
    }

    fn lenses(&self, document: &str) -> Vec<Value> {
        let Some(text) = self.documents.get(document) else { return vec![] };
        let shared = self.common.lock();
        let mut lenses = Vec::new();
        for member in members(text).iter().filter(|member| !member.class.is_empty()) {
            let named = format!("{}#{}", member.class, member.name);
            let mut lens = |title: &str, command: &str| {
                let verdict = shared.verdicts.get(&format!("{command} {named}"));
                let title = verdict.map_or_else(|| title.to_owned(), |verdict| format!("{title} ({verdict})"));
                lenses.push(json!({
                    "range": range(member),
                    "command": {
                        "title": title,
                        "command": command,
                        "arguments": [{
                            "uri": document, "class": member.class, "method": member.name, "test": member.is_test(),
                        }],
                    },
                }));
            };
            if member.is_main() || member.is_test() {
                lens("Heddle: check", CHECK);
            } else if member.is_method && member.is_static() && !member.parameters.is_empty() {
                lens("Heddle: check for every input", SYMBOLIC);
            }
        }
        lenses
    }

    /// The fields that the word at a position may mean, and the file of the program to ask.
    fn hover(&self, params: &Value) -> Option<(PathBuf, Vec<String>)> {
        let document = params["textDocument"]["uri"].as_str()?;
        let text = self.documents.get(document)?;
        let position = |key: &str| params["position"][key].as_u64().map(|number| number as u32);
        let (line, column) = (position("line")?, position("character")?);
        let word = word_at(text, line, column)?;
        let all = self.documents.values().flat_map(|text| members(text));
        let mut fields: Vec<(bool, String)> = all
            .filter(|member| !member.is_method && member.name == word)
            .map(|member| (!text.contains(&member.class), format!("{}.{}", member.class, member.name)))
            .collect();
        fields.sort();
        fields.dedup();
        let fields: Vec<String> = fields.into_iter().map(|(_, field)| field).collect();
        (!fields.is_empty()).then_some((uri::to_path(document)?, fields))
    }

    fn execute(&mut self, id: RequestId, params: &Value, spawn: &dyn Fn(Job)) {
        let command = params["command"].as_str().unwrap_or_default();
        let argument = &params["arguments"][0];
        let text = |key: &str| argument[key].as_str().map(str::to_owned);
        if command == CLEAR {
            let files: BTreeSet<String> = {
                let mut shared = self.common.lock();
                shared.verdicts.clear();
                std::mem::take(&mut shared.found).into_values().flat_map(BTreeMap::into_keys).collect()
            };
            for file in files {
                let params = json!({ "uri": file, "diagnostics": [] });
                let told = Notification::new("textDocument/publishDiagnostics".into(), params);
                let _ = self.connection.sender.send(Message::Notification(told));
            }
            return self.answer(id, Value::Null);
        }
        let Some(file) = text("uri").and_then(|document| uri::to_path(&document)) else {
            return self.refuse(id, "the argument has no `uri` of a file".into());
        };
        let (Some(class), Some(method)) = (text("class"), text("method")) else {
            return self.refuse(id, "the argument has no `class` and `method`".into());
        };
        let wants_page = argument["page"].as_bool().unwrap_or(false);
        let task = match command {
            CHECK if argument["test"].as_bool() == Some(true) => Task::Test { class, method, wants_page },
            CHECK => Task::Check { class, method, wants_page },
            SYMBOLIC => Task::Symbolic { class, method, wants_page },
            other => return self.refuse(id, format!("there is no command {other}")),
        };
        let token = Some(params["workDoneToken"].clone()).filter(|token| !token.is_null());
        spawn(self.job(id, task, file, token));
    }
}

/// Tokens and numbers of requests are texts or numbers.
fn key(name: &Value) -> String {
    name.to_string()
}

fn range(member: &Member) -> Value {
    let end = member.column + member.name.encode_utf16().count() as u32;
    json!({
        "start": { "line": member.line, "character": member.column },
        "end": { "line": member.line, "character": end },
    })
}

/// What is said of fields, those that the program uses.
pub fn said(fields: &[String], analysis: &Analysis, racy: &BTreeSet<String>) -> Value {
    let racy: Vec<String> = racy.iter().cloned().collect();
    let texts: Vec<String> = fields.iter().filter_map(|field| facts::hover(field, analysis, &racy)).collect();
    match texts.is_empty() {
        true => Value::Null,
        false => json!({ "contents": { "kind": "markdown", "value": texts.join("\n\n---\n\n") } }),
    }
}
