//! Requests to responses and events. A session begins with `launch`, which names the run; from then on the debugger stands
//! somewhere in it.
//!
//! | request | what it does here |
//! |---|---|
//! | `continue`, `next`, `stepIn`, `stepOut` | along the run; with `singleThread` this thread alone, which leaves the run |
//! | `stepBack`, `reverseContinue` | back, by undoing |
//! | `setBreakpoints` | lines |
//! | `setDataBreakpoints` | writes of a field: of one object, or `Class.field` of all |
//! | `setFunctionBreakpoints` | methods; `lock`, `lock Account`, `lock Account#1` where that lock is taken |
//! | `evaluate` | variables, fields, elements |
//! | `restart` | back to the beginning |

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use heddle::verdict::{Kind, Schedule, ThreadId, WaitsFor};
use heddle::{Breakpoint, DebugVariable, Debugger, Error, Inside, Project, Stopped, Stride, Watched};
use serde_json::{Value, json};

use crate::framing;

/// Serves one session. `open` gets the arguments of `launch` and gives the run to debug.
pub fn serve(
    mut input: impl BufRead,
    mut output: impl Write,
    open: impl Fn(&Value) -> Result<(Project, Schedule), Error>,
) -> io::Result<()> {
    let mut wire = Wire { output: &mut output, sent: 0 };
    while let Some(request) = framing::read(&mut input)? {
        match request["command"].as_str().unwrap_or_default() {
            "initialize" => wire.answer(&request, Ok(capabilities()))?,
            "launch" | "attach" => {
                let opened = open(&request["arguments"]);
                let opened = opened.map_err(|error| error.to_string());
                match opened {
                    Ok((project, schedule)) => match Debugger::open(&project, &schedule) {
                        Ok(debugger) => {
                            wire.answer(&request, Ok(Value::Null))?;
                            return Session::new(debugger, &request["arguments"]).serve(&mut input, &mut wire);
                        }
                        Err(error) => wire.answer(&request, Err(error.to_string()))?,
                    },
                    Err(problem) => wire.answer(&request, Err(problem))?,
                }
            }
            "disconnect" | "terminate" => return wire.answer(&request, Ok(Value::Null)),
            command => wire.answer(&request, Err(format!("{command} is possible after launch")))?,
        }
    }
    Ok(())
}

fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsFunctionBreakpoints": true,
        "supportsDataBreakpoints": true,
        "supportsStepBack": true,
        "supportsEvaluateForHovers": true,
        "supportsSteppingGranularity": true,
        "supportsSingleThreadExecutionRequests": true,
        "supportsRestartRequest": true,
        "supportsExceptionInfoRequest": true,
        "supportsTerminateRequest": true,
    })
}

/// Where messages go.
struct Wire<'w, W: Write> {
    output: &'w mut W,
    sent: u64,
}

impl<W: Write> Wire<'_, W> {
    fn send(&mut self, mut message: Value) -> io::Result<()> {
        self.sent += 1;
        message["seq"] = json!(self.sent);
        framing::write(self.output, &message)
    }

    fn answer(&mut self, request: &Value, result: Result<Value, String>) -> io::Result<()> {
        let mut message = json!({
            "type": "response",
            "request_seq": request["seq"],
            "command": request["command"],
            "success": result.is_ok(),
        });
        match result {
            Ok(Value::Null) => {}
            Ok(body) => message["body"] = body,
            Err(problem) => {
                message["message"] = json!(problem);
                message["body"] = json!({ "error": { "id": 1, "format": problem, "showUser": true } });
            }
        }
        self.send(message)
    }

    fn event(&mut self, event: &str, body: Value) -> io::Result<()> {
        self.send(json!({ "type": "event", "event": event, "body": body }))
    }
}

/// What a request is answered with, and where the run stopped if it moved.
type Answer = Result<(Value, Option<Stopped>), String>;

struct Session<'p> {
    debugger: Debugger<'p>,
    stops_on_entry: bool,
    /// By source file without folders.
    lines: BTreeMap<String, Vec<Breakpoint>>,
    functions: Vec<Breakpoint>,
    data: Vec<Breakpoint>,
    /// What variables references stand for, from 1 on; valid until the run moves.
    shown: Vec<Inside>,
    /// What breakpoints on data can name.
    watched: Vec<Watched>,
    /// The thread that stepped last.
    stepping: ThreadId,
}

fn thread_of(arguments: &Value) -> ThreadId {
    // Debuggers take 0 for no thread.
    ThreadId((arguments["threadId"].as_u64().unwrap_or(1).max(1) - 1) as u16)
}

fn id_of(thread: ThreadId) -> usize {
    thread.index() + 1
}

/// Frames are numbered within their threads.
const FRAMES: usize = 1 << 16;

impl<'p> Session<'p> {
    fn new(debugger: Debugger<'p>, arguments: &Value) -> Self {
        Self {
            debugger,
            stops_on_entry: arguments["stopOnEntry"].as_bool().unwrap_or(false),
            lines: BTreeMap::new(),
            functions: vec![],
            data: vec![],
            shown: vec![],
            watched: vec![],
            stepping: ThreadId(0),
        }
    }

    fn serve<W: Write>(mut self, input: &mut impl BufRead, wire: &mut Wire<'_, W>) -> io::Result<()> {
        wire.event("initialized", Value::Null)?;
        while let Some(request) = framing::read(input)? {
            let command = request["command"].as_str().unwrap_or_default().to_string();
            if matches!(command.as_str(), "disconnect" | "terminate") {
                wire.answer(&request, Ok(Value::Null))?;
                if command == "disconnect" {
                    return Ok(());
                }
                wire.event("terminated", json!({}))?;
                continue;
            }
            let was_on_run = self.debugger.is_on_run();
            match self.handle(&command, &request["arguments"]) {
                Ok((body, stopped)) => {
                    wire.answer(&request, Ok(body))?;
                    if let Some(stopped) = stopped {
                        self.shown.clear();
                        if was_on_run && !self.debugger.is_on_run() {
                            let text =
                                "The run is left here: one thread goes on alone. Stepping back leads to it again.\n";
                            wire.event("output", json!({ "category": "console", "output": text }))?;
                        }
                        let body = self.stopped(&stopped);
                        wire.event("stopped", body)?;
                    }
                }
                Err(problem) => wire.answer(&request, Err(problem))?,
            }
        }
        Ok(())
    }

    fn handle(&mut self, command: &str, arguments: &Value) -> Answer {
        let still = |body: Value| Ok((body, None));
        match command {
            "configurationDone" => {
                let stopped = if self.stops_on_entry { Stopped::Beginning } else { self.debugger.resume() };
                Ok((Value::Null, Some(stopped)))
            }
            "setBreakpoints" => still(self.set_lines(arguments)),
            "setFunctionBreakpoints" => still(self.set_functions(arguments)),
            "setDataBreakpoints" => still(self.set_data(arguments)),
            "setExceptionBreakpoints" => still(json!({ "breakpoints": [] })),
            "dataBreakpointInfo" => still(self.data_info(arguments)),
            "threads" => still(self.threads()),
            "stackTrace" => still(self.stack(arguments)),
            "scopes" => still(self.scopes(arguments)),
            "variables" => still(self.variables(arguments)?),
            "evaluate" => still(self.evaluate(arguments)?),
            "exceptionInfo" => {
                let violation = self.debugger.violation();
                still(json!({
                    "exceptionId": violation.kind.name(),
                    "description": violation.key,
                    "breakMode": "always",
                }))
            }
            "pause" => {
                self.stepping = thread_of(arguments);
                Ok((Value::Null, Some(Stopped::Step)))
            }
            "continue" => {
                let alone = arguments["singleThread"].as_bool().unwrap_or(false);
                let stopped = self.moved(arguments, Debugger::resume);
                Ok((json!({ "allThreadsContinued": !alone }), Some(stopped)))
            }
            "reverseContinue" => Ok((Value::Null, Some(self.debugger.resume_back()))),
            "next" => Ok((Value::Null, Some(self.stepped(arguments, Stride::Over)))),
            "stepIn" => Ok((Value::Null, Some(self.stepped(arguments, Stride::In)))),
            "stepOut" => Ok((Value::Null, Some(self.stepped(arguments, Stride::Out)))),
            "stepBack" => {
                let stride = stride(arguments, Stride::Over);
                self.stepping = thread_of(arguments);
                Ok((Value::Null, Some(self.debugger.step_back(thread_of(arguments), stride))))
            }
            "restart" => {
                self.debugger.go_to(0);
                let stopped = if self.stops_on_entry { Stopped::Beginning } else { self.debugger.resume() };
                Ok((Value::Null, Some(stopped)))
            }
            "source" => Err("the source is not at hand".into()),
            other => Err(format!("{other} is not supported")),
        }
    }

    fn stepped(&mut self, arguments: &Value, stride_of_request: Stride) -> Stopped {
        let (thread, stride) = (thread_of(arguments), stride(arguments, stride_of_request));
        self.stepping = thread;
        self.moved(arguments, |debugger| debugger.step(thread, stride))
    }

    /// Moves with the thread of the request alone, if that is asked for.
    fn moved(&mut self, arguments: &Value, go: impl FnOnce(&mut Debugger<'p>) -> Stopped) -> Stopped {
        if arguments["singleThread"].as_bool().unwrap_or(false) {
            self.debugger.pin(Some(thread_of(arguments)));
        }
        let stopped = go(&mut self.debugger);
        self.debugger.pin(None);
        stopped
    }

    fn stopped(&mut self, stopped: &Stopped) -> Value {
        let current = self.debugger.current_thread();
        let mut body = json!({ "threadId": id_of(current), "allThreadsStopped": true });
        let reason = match stopped {
            Stopped::Step => {
                body["threadId"] = json!(id_of(self.stepping));
                "step"
            }
            Stopped::Beginning => "entry",
            Stopped::Breakpoint(at, thread) => {
                body["threadId"] = json!(id_of(*thread));
                let (reason, first) = self.kind_of(*at);
                body["hitBreakpointIds"] = json!([at + 1]);
                body["description"] = json!(first);
                reason
            }
            Stopped::End => {
                let violation = self.debugger.violation();
                body["description"] = json!(violation.kind.name());
                body["text"] = json!(violation.key);
                if let Some(thread) = failing(&violation.kind) {
                    body["threadId"] = json!(id_of(thread));
                }
                "exception"
            }
            Stopped::Stuck => {
                body["description"] = json!("nobody can go on");
                "pause"
            }
        };
        body["reason"] = json!(reason);
        body
    }

    // ---- breakpoints ------------------------------------------------------------------------

    fn all_breakpoints(&self) -> Vec<Breakpoint> {
        let lines = self.lines.values().flatten();
        lines.chain(&self.functions).chain(&self.data).cloned().collect()
    }

    /// The reason that a breakpoint gives for stopping, and a word about it.
    fn kind_of(&self, at: usize) -> (&'static str, String) {
        match self.all_breakpoints().get(at) {
            Some(Breakpoint::Line { file, line }) => ("breakpoint", format!("{file}:{line}")),
            Some(Breakpoint::Write(_)) => ("data breakpoint", "written".into()),
            Some(Breakpoint::Lock(name)) => ("function breakpoint", format!("lock {name}")),
            Some(Breakpoint::Method(name)) => ("function breakpoint", name.clone()),
            None => ("breakpoint", String::new()),
        }
    }

    /// Numbers are those of the whole list, so that a stop can name them.
    fn placed(&mut self, range: impl Fn(&Self) -> (usize, usize)) -> Value {
        self.debugger.set_breakpoints(self.all_breakpoints());
        let (from, count) = range(self);
        let list: Vec<Value> = (from..from + count).map(|at| json!({ "id": at + 1, "verified": true })).collect();
        json!({ "breakpoints": list })
    }

    fn set_lines(&mut self, arguments: &Value) -> Value {
        let source = &arguments["source"];
        let path = source["path"].as_str().or(source["name"].as_str()).unwrap_or_default();
        let file = path.rsplit(['/', '\\']).next().unwrap_or(path).to_string();
        let lines = arguments["breakpoints"].as_array().into_iter().flatten();
        let lines = lines.filter_map(|breakpoint| breakpoint["line"].as_u64());
        let lines = lines.map(|line| Breakpoint::Line { file: file.clone(), line: line as u32 }).collect();
        self.lines.insert(file.clone(), lines);
        let mut answer = self.placed(|session| {
            let before = session.lines.range(..file.clone()).map(|(_, list)| list.len()).sum();
            (before, session.lines[&file].len())
        });
        let list = answer["breakpoints"].as_array_mut().into_iter().flatten();
        for (breakpoint, line) in list.zip(&self.lines[&file]) {
            if let Breakpoint::Line { line, .. } = line {
                breakpoint["line"] = json!(line);
            }
        }
        answer
    }

    fn set_functions(&mut self, arguments: &Value) -> Value {
        let names = arguments["breakpoints"].as_array().into_iter().flatten();
        let names = names.filter_map(|breakpoint| breakpoint["name"].as_str());
        self.functions = names
            .map(|name| match name.trim().strip_prefix("lock") {
                Some("") => Breakpoint::Lock(String::new()),
                Some(lock) if lock.starts_with(' ') => Breakpoint::Lock(lock.trim().into()),
                _ => Breakpoint::Method(name.trim().into()),
            })
            .collect();
        self.placed(|session| (session.lines.values().map(Vec::len).sum(), session.functions.len()))
    }

    fn set_data(&mut self, arguments: &Value) -> Value {
        let ids = arguments["breakpoints"].as_array().into_iter().flatten();
        let ids = ids.filter_map(|breakpoint| breakpoint["dataId"].as_str());
        let watched = |id: &str| match id.strip_prefix('#').and_then(|number| number.parse::<usize>().ok()) {
            Some(number) => self.watched.get(number).cloned(),
            None => Some(Watched::Field(id.into())),
        };
        self.data = ids.filter_map(watched).map(Breakpoint::Write).collect();
        self.placed(|session| {
            (session.lines.values().map(Vec::len).sum::<usize>() + session.functions.len(), session.data.len())
        })
    }

    fn data_info(&mut self, arguments: &Value) -> Value {
        let name = arguments["name"].as_str().unwrap_or_default();
        let inside =
            arguments["variablesReference"].as_u64().and_then(|at| self.shown.get((at as usize).wrapping_sub(1)));
        let found = inside.copied().and_then(|inside| {
            self.debugger.look().variables(inside).into_iter().find(|variable| variable.name == name)?.location
        });
        match found {
            Some(location) => {
                self.watched.push(Watched::Place(location));
                let id = format!("#{}", self.watched.len() - 1);
                json!({ "dataId": id, "description": format!("writes of {name}"), "accessTypes": ["write"] })
            }
            None if inside.is_none() && name.contains('.') => {
                json!({ "dataId": name, "description": format!("writes of {name}"), "accessTypes": ["write"] })
            }
            None => json!({ "dataId": null, "description": format!("{name} is no field or element") }),
        }
    }

    // ---- looking ----------------------------------------------------------------------------

    fn threads(&mut self) -> Value {
        let threads = self.debugger.look().threads();
        let named = |id: ThreadId| threads.get(id.index()).map_or("?", |thread| thread.name.as_str());
        let alive = threads.iter().filter(|thread| thread.is_alive);
        let list: Vec<Value> = alive
            .map(|thread| {
                let waits = thread.waits_for.as_ref().map(|waits| format!(" ({})", waiting(waits, &named)));
                json!({ "id": id_of(thread.id), "name": format!("{}{}", thread.name, waits.unwrap_or_default()) })
            })
            .collect();
        json!({ "threads": list })
    }

    fn stack(&mut self, arguments: &Value) -> Value {
        let thread = thread_of(arguments);
        let frames = self.debugger.look().stack(thread);
        let from = arguments["startFrame"].as_u64().unwrap_or(0) as usize;
        let count = arguments["levels"].as_u64().filter(|&levels| levels > 0).unwrap_or(u64::MAX) as usize;
        let project = self.debugger.project();
        let shown = frames.iter().skip(from).take(count).map(|frame| {
            let place = &frame.place;
            let mut value = json!({
                "id": thread.index() * FRAMES + frame.number + 1,
                "name": format!("{}.{}", place.class.rsplit('.').next().unwrap_or(&place.class), place.method),
                "line": place.line.unwrap_or(0),
                "column": 1,
            });
            match project.source_file(place) {
                Some(path) => {
                    let path = std::path::absolute(&path).unwrap_or(path);
                    value["source"] = json!({ "name": place.file, "path": path.display().to_string() });
                }
                None => {
                    value["presentationHint"] = json!(if place.user { "normal" } else { "subtle" });
                    value["source"] = json!({ "name": place.file, "presentationHint": "deemphasize" });
                }
            }
            value
        });
        json!({ "stackFrames": shown.collect::<Vec<_>>(), "totalFrames": frames.len() })
    }

    fn refer(&mut self, inside: Option<Inside>) -> usize {
        let Some(inside) = inside else { return 0 };
        match self.shown.iter().position(|known| *known == inside) {
            Some(at) => at + 1,
            None => {
                self.shown.push(inside);
                self.shown.len()
            }
        }
    }

    fn scopes(&mut self, arguments: &Value) -> Value {
        let (thread, frame) = frame_of(arguments);
        let locals = self.refer(Some(Inside::Locals(thread, frame)));
        let statics = self.refer(Some(Inside::Statics(thread, frame)));
        json!({ "scopes": [
            { "name": "Locals", "presentationHint": "locals", "variablesReference": locals, "expensive": false },
            { "name": "Static fields", "variablesReference": statics, "expensive": false },
        ] })
    }

    fn variables(&mut self, arguments: &Value) -> Result<Value, String> {
        let at = arguments["variablesReference"].as_u64().unwrap_or(0) as usize;
        let inside = self.shown.get(at.wrapping_sub(1)).copied().ok_or("these variables are of another moment")?;
        let variables = self.debugger.look().variables(inside);
        let list: Vec<Value> = variables.into_iter().map(|variable| self.variable(variable)).collect();
        Ok(json!({ "variables": list }))
    }

    fn variable(&mut self, variable: DebugVariable) -> Value {
        let reference = self.refer(variable.inside);
        json!({
            "name": variable.name,
            "value": variable.value,
            "type": variable.ty,
            "variablesReference": reference,
        })
    }

    fn evaluate(&mut self, arguments: &Value) -> Result<Value, String> {
        let (thread, frame) = match arguments["frameId"].as_u64() {
            Some(_) => frame_of(arguments),
            None => {
                let thread = self.debugger.current_thread();
                (thread, self.debugger.look().stack(thread).first().map_or(0, |frame| frame.number))
            }
        };
        let expression = arguments["expression"].as_str().unwrap_or_default();
        let value = self.debugger.look().evaluate(thread, frame, expression)?;
        let reference = self.refer(value.inside);
        Ok(json!({ "result": value.value, "type": value.ty, "variablesReference": reference }))
    }
}

fn frame_of(arguments: &Value) -> (ThreadId, usize) {
    let id = arguments["frameId"].as_u64().unwrap_or(1).max(1) as usize - 1;
    (ThreadId((id / FRAMES) as u16), id % FRAMES)
}

fn stride(arguments: &Value, of_request: Stride) -> Stride {
    if arguments["granularity"] == "instruction" { Stride::Instruction } else { of_request }
}

fn failing(kind: &Kind) -> Option<ThreadId> {
    match kind {
        Kind::Deadlock { threads, .. } => threads.first().map(|blocked| blocked.thread),
        Kind::Race { accesses, .. } => Some(accesses[0].thread),
        Kind::Uncaught { thread, .. }
        | Kind::Assertion { thread, .. }
        | Kind::SwallowedAssertion { thread, .. }
        | Kind::Ceiling { thread, .. } => Some(*thread),
        Kind::Livelock { threads, .. } | Kind::Starvation { threads, .. } => threads.first().map(|(thread, _)| *thread),
        Kind::Temporal { stacks, .. } => stacks.first().map(|(thread, ..)| *thread),
        Kind::Inversion { waiting, .. } => Some(waiting.0),
    }
}

fn waiting<'n>(waits: &WaitsFor, name: &impl Fn(ThreadId) -> &'n str) -> String {
    let by = |owner: &Option<ThreadId>| owner.map_or(String::new(), |owner| format!(", which {} has", name(owner)));
    match waits {
        WaitsFor::Lock { what, owner } => format!("waits for {what}{}", by(owner)),
        WaitsFor::Notification { what } => format!("waits to be notified on {what}"),
        WaitsFor::Signal { what } => format!("waits to be signalled on {what}"),
        WaitsFor::Permit { blocker: Some(what), owner } => format!("waits for {what}{}", by(owner)),
        WaitsFor::Permit { blocker: None, .. } => "waits to be unparked".into(),
        WaitsFor::End { thread } => format!("waits for the end of {}", name(*thread)),
        WaitsFor::Sleep => "sleeps".into(),
        WaitsFor::Initialization { class, by: owner } => {
            format!("waits for the initialisation of {class}{}", by(owner))
        }
    }
}
