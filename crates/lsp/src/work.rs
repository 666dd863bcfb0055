//! What takes time: a check, the check of a test, a symbolic analysis, the analysis behind a hover. Each job has a thread of its own,
//! tells how far it is, can be cancelled, and publishes what it finds.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use heddle::verdict::{Kind, Place, Schedule, Seconds, Verdict, Violation};
use heddle::{
    BuildTool, Cancel, CheckOptions, Checked, Covered, Error, Limits, Line, Note, Observer, Precision, Progress,
    Project, Supervision, SymbolicOptions, Target, TestOptions, analyze, check, confirm, run_text, symbolic, test,
};
use heddle_report::editor::{Shown, shown};
use heddle_report::{Format, Page, Sources, Summary};
use lsp_server::{Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

use crate::server::{CHECK, Common, FindJdk, SYMBOLIC, said};
use crate::source::members;
use crate::uri;

/// Sends a message to the editor; one that is gone reads none.
pub type Sender<'s> = dyn Fn(Message) + Sync + 's;

/// What the editor decides for all jobs.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder of the JDK.
    jdk: Option<String>,
    /// Where else to find classes.
    class_path: Vec<PathBuf>,
    /// Seconds that a search may take.
    seconds: u64,
}

impl Settings {
    /// From `initializationOptions`: `jdk`, `classPath`, `timeout`.
    pub fn of(given: &Value) -> Self {
        let path = given["classPath"].as_str().unwrap_or_default();
        Self {
            jdk: given["jdk"].as_str().filter(|jdk| !jdk.is_empty()).map(str::to_owned),
            class_path: std::env::split_paths(path).filter(|entry| !entry.as_os_str().is_empty()).collect(),
            seconds: given["timeout"].as_u64().unwrap_or(60),
        }
    }
}

/// What is asked for.
#[derive(Clone, Debug)]
pub enum Task {
    Check { class: String, method: String, wants_page: bool },
    Test { class: String, method: String, wants_page: bool },
    Symbolic { class: String, method: String, wants_page: bool },
    Hover { fields: Vec<String> },
}

/// Something asked for that takes time.
pub struct Job {
    pub id: RequestId,
    pub task: Task,
    pub file: PathBuf,
    /// Of the progress, which the editor has given or is asked for.
    pub token: Value,
    pub is_given: bool,
    pub cancel: Cancel,
    /// By which it can be cancelled.
    pub names: [String; 2],
}

/// Tells the editor how far a job is.
struct Told<'t> {
    sender: &'t Sender<'t>,
    token: &'t Value,
    shows: bool,
}

impl Told<'_> {
    fn send(&self, value: Value) {
        if self.shows {
            notify(self.sender, "$/progress", json!({ "token": self.token, "value": value }));
        }
    }
}

impl Observer for Told<'_> {
    fn progress(&self, progress: &Progress) {
        self.send(json!({ "kind": "report", "message": heddle_report::progress(progress) }));
    }

    fn note(&self, note: &Note) {
        const LOG: u8 = 4;
        notify(self.sender, "window/logMessage", json!({ "type": LOG, "message": note.to_string() }));
    }
}

fn notify(sender: &Sender<'_>, method: &str, params: Value) {
    sender(Message::Notification(Notification::new(method.into(), params)));
}

impl Job {
    /// Does it, answers the request, and is over.
    pub fn run(self, common: &Common, sender: &Sender<'_>, find_jdk: FindJdk<'_>) {
        let result = match &self.task {
            Task::Hover { fields } => Ok(self.hover(fields, common, find_jdk)),
            _ => self.watched(common, sender, find_jdk),
        };
        let answer = match result {
            Ok(value) => Response::new_ok(self.id.clone(), value),
            Err(error) => {
                const FAILED: i32 = -32803;
                let text = match &error {
                    Error::Compiler(messages) => format!("{error}\n{}", messages.trim_end()),
                    _ => error.to_string(),
                };
                Response::new_err(self.id.clone(), FAILED, text)
            }
        };
        sender(Message::Response(answer));
        let mut shared = common.lock();
        self.names.iter().for_each(|name| {
            shared.running.remove(name);
        });
    }

    /// With progress around it.
    fn watched(&self, common: &Common, sender: &Sender<'_>, find_jdk: FindJdk<'_>) -> Result<Value, Error> {
        let told = Told { sender, token: &self.token, shows: self.is_given || common.shows_progress };
        if !self.is_given && common.shows_progress {
            let id = RequestId::from(format!("progress {}", self.token));
            let create = Request::new(id, "window/workDoneProgress/create".into(), json!({ "token": self.token }));
            sender(Message::Request(create));
        }
        let title = match &self.task {
            Task::Check { class, .. } => format!("Heddle checks {class}"),
            Task::Test { class, method, .. } => format!("Heddle checks {class}#{method}"),
            Task::Symbolic { class, method, .. } => format!("Heddle checks {class}.{method} for every input"),
            Task::Hover { .. } => "Heddle".into(),
        };
        told.send(json!({ "kind": "begin", "title": title, "cancellable": true, "message": "compiles" }));
        let result = self.search(common, &told, find_jdk);
        let end = match &result {
            Ok(value) => value["message"].as_str().unwrap_or_default().to_owned(),
            Err(error) => error.to_string(),
        };
        told.send(json!({ "kind": "end", "message": end }));
        if common.refreshes_lenses && result.is_ok() {
            let id = RequestId::from(format!("lenses {}", self.token));
            let refresh = Request::new(id, "workspace/codeLens/refresh".into(), Value::Null);
            sender(Message::Request(refresh));
        }
        result
    }

    fn search(&self, common: &Common, told: &Told<'_>, find_jdk: FindJdk<'_>) -> Result<Value, Error> {
        let begin = Instant::now();
        let settings = &common.settings;
        let jdk = find_jdk(settings.jdk.as_deref())?;
        let supervision = Supervision { observer: told, cancel: self.cancel.clone() };
        let limits = Limits { seconds: Some(Seconds::whole(settings.seconds)), ..Limits::default() };
        match &self.task {
            Task::Check { class, method, wants_page } => {
                let project = Project::open(&target(&self.file, class, false, settings, &self.cancel)?, &jdk)?;
                let checked = check(&project, &CheckOptions { limits, ..CheckOptions::default() }, &supervision)?;
                let violations = violations(&checked);
                let page = |page: &Page<'_>, sources: &Sources<'_>| {
                    let elapsed = begin.elapsed();
                    Summary::of_check(&checked.report, None, elapsed, page).render(Format::Html, sources)
                };
                let run = checked.run.as_ref().and_then(|run| confirm(&project, run).ok());
                let named = format!("{CHECK} {class}#{method}");
                let message = heddle_report::explore::verdict(&checked.report);
                let verdict = checked.report.verdict.name();
                self.publish(common, told.sender, &project, &named, verdict, &violations, vec![]);
                Ok(answer(verdict, message, run.as_ref(), wants_page.then(|| on_page(&project, &page))))
            }
            Task::Test { class, method, wants_page } => {
                let project = Project::open(&target(&self.file, class, true, settings, &self.cancel)?, &jdk)?;
                let check = CheckOptions { limits, ..CheckOptions::default() };
                let select = vec![format!("{}#{method}", class.replace('$', "."))];
                let results = test(&project, &TestOptions { check, select, ..TestOptions::default() }, &supervision)?;
                let found = results.iter().filter_map(|result| match &result.report.as_ref()?.verdict {
                    Verdict::Violated { violations } => Some(violations.as_slice()),
                    _ => None,
                });
                let violations: Vec<&Violation> = found.flatten().collect();
                let program = &project.target().program;
                let page = |page: &Page<'_>, sources: &Sources<'_>| {
                    Summary::of_tests(program, &results, page).render(Format::Html, sources)
                };
                let worst = results.iter().find(|result| !result.passed).or(results.first());
                let verdict = worst.map_or("no tests", |result| result.status.name());
                let message = worst.map_or_else(String::new, |result| {
                    result.reason.clone().unwrap_or_else(|| format!("{}: {verdict}", result.name))
                });
                let named = format!("{CHECK} {class}#{method}");
                self.publish(common, told.sender, &project, &named, verdict, &violations, vec![]);
                Ok(answer(verdict, message, None, wants_page.then(|| on_page(&project, &page))))
            }
            Task::Symbolic { class, method, wants_page } => {
                let project = Project::open(&target(&self.file, class, false, settings, &self.cancel)?, &jdk)?;
                let method_name = Some(format!("{class}.{method}"));
                let options =
                    SymbolicOptions { method: method_name, seconds: limits.seconds, ..SymbolicOptions::default() };
                let report = symbolic(&project, &options, &supervision)?;
                let violations: Vec<&Violation> =
                    report.found.iter().filter_map(|shown| shown.violation.as_ref()).collect();
                let program = &project.target().program;
                let page = |page: &Page<'_>, sources: &Sources<'_>| {
                    Summary::of_symbolic(program, &report, page).render(Format::Html, sources)
                };
                let verdict = report.conclusion.name();
                let message = heddle_report::symbolic::summary(&report);
                let named = format!("{SYMBOLIC} {class}#{method}");
                let lines = self.coverage(told.sender, &project, &report.coverage);
                self.publish(common, told.sender, &project, &named, verdict, &violations, lines);
                Ok(answer(verdict, message, None, wants_page.then(|| on_page(&project, &page))))
            }
            Task::Hover { .. } => Ok(Value::Null),
        }
    }

    /// Publishes violations, and other diagnostics by file, in place of what the same question found before.
    #[expect(clippy::too_many_arguments, reason = "what a diagnostic consists of")]
    fn publish(
        &self,
        common: &Common,
        sender: &Sender<'_>,
        project: &Project,
        named: &str,
        verdict: &str,
        violations: &[&Violation],
        others: Vec<(String, Value)>,
    ) {
        let mut files: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for violation in violations {
            for (file, diagnostic) in
                diagnostics(project, &shown(violation, &|place| project.source_line(place).is_some()))
            {
                files.entry(file).or_default().push(diagnostic);
            }
        }
        others.into_iter().for_each(|(file, diagnostic)| files.entry(file).or_default().push(diagnostic));
        let mut shared = common.lock();
        for violation in violations {
            if let Kind::Race { location, .. } = &violation.kind {
                let (object, field) = location.rsplit_once('.').unwrap_or(("", location));
                shared.racy.insert(format!("{}.{field}", object.split('#').next().unwrap_or(object)));
            }
        }
        shared.verdicts.insert(named.to_owned(), verdict.to_owned());
        let mut touched: BTreeSet<String> = files.keys().cloned().collect();
        touched.extend(shared.found.insert(named.to_owned(), files).unwrap_or_default().into_keys());
        for file in touched {
            let all: Vec<&Value> = shared.found.values().filter_map(|files| files.get(&file)).flatten().collect();
            notify(sender, "textDocument/publishDiagnostics", json!({ "uri": file, "diagnostics": all }));
        }
    }

    /// Tells which lines a symbolic analysis reaches, and gives a hint for each that it does not, in methods that it enters.
    fn coverage(&self, sender: &Sender<'_>, project: &Project, coverage: &[Covered]) -> Vec<(String, Value)> {
        let mut hints = Vec::new();
        for covered in coverage {
            let (package, name) = covered.file.rsplit_once('/').unwrap_or(("", &covered.file));
            let class = if package.is_empty() { "X".into() } else { format!("{}.X", package.replace('/', ".")) };
            let place = Place { class, method: String::new(), file: Some(name.to_owned()), line: None, user: true };
            let Some(path) = project.source_file(&place) else { continue };
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let file = address(&path);
            let numbers = |wanted: Line| -> Vec<u32> {
                covered.lines.iter().filter(|(_, line)| **line == wanted).map(|(number, _)| number - 1).collect()
            };
            let (reached, missed, violated) =
                (numbers(Line::Reached), numbers(Line::NotReached), numbers(Line::Violated));
            let entered: Vec<(u32, u32)> = members(&text)
                .iter()
                .filter(|member| member.is_method)
                .map(|member| (member.line, member.end))
                .filter(|(from, to)| reached.iter().chain(&violated).any(|line| (from..=to).contains(&line)))
                .collect();
            for &line in missed.iter().filter(|&&line| entered.iter().any(|&(from, to)| (from..=to).contains(&line))) {
                hints.push((file.clone(), not_reached(line, text.lines().nth(line as usize).unwrap_or_default())));
            }
            let params = json!({ "uri": file, "reached": reached, "notReached": missed, "violated": violated });
            notify(sender, "heddle/coverage", params);
        }
        hints
    }

    fn hover(&self, fields: &[String], common: &Common, find_jdk: FindJdk<'_>) -> Value {
        let known = common.lock().analyses.get(&self.file).cloned();
        let analysis = known.unwrap_or_else(|| {
            let analysis = Arc::new(self.analyse(common, find_jdk).map_err(|error| error.to_string()));
            common.lock().analyses.insert(self.file.clone(), analysis.clone());
            analysis
        });
        match &*analysis {
            Ok(analysis) => said(fields, analysis, &common.lock().racy),
            Err(_) => Value::Null,
        }
    }

    fn analyse(&self, common: &Common, find_jdk: FindJdk<'_>) -> Result<heddle::Analysis, Error> {
        let jdk = find_jdk(common.settings.jdk.as_deref())?;
        let text = std::fs::read_to_string(&self.file).unwrap_or_default();
        let main = members(&text).into_iter().find(|member| member.is_main());
        let class = main.map(|member| member.class).ok_or_else(|| Error::Usage("there is no main method".into()))?;
        let project = Project::open(&target(&self.file, &class, false, &common.settings, &Cancel::default())?, &jdk)?;
        analyze(&project, Precision::default())
    }
}

fn violations(checked: &Checked) -> Vec<&Violation> {
    match &checked.report.verdict {
        Verdict::Violated { violations } => violations.iter().collect(),
        _ => vec![],
    }
}

fn answer(verdict: &str, message: String, run: Option<&Schedule>, page: Option<String>) -> Value {
    json!({ "verdict": verdict, "message": message, "run": run.map(run_text), "page": page })
}

/// The program that a file belongs to: that of the build tool whose project it lies in, else the file itself.
fn target(file: &Path, class: &str, is_test: bool, settings: &Settings, cancel: &Cancel) -> Result<Target, Error> {
    let alone = || Target {
        class_path: settings.class_path.clone(),
        main_class: (!is_test).then(|| class.to_owned()),
        ..Target::new(file.display().to_string())
    };
    let Some((folder, tool)) = file.ancestors().skip(1).find_map(|folder| Some((folder, BuildTool::of(folder)?)))
    else {
        return Ok(alone());
    };
    let wrapper = folder.join(tool.wrapper());
    let command = if wrapper.is_file() { wrapper } else { PathBuf::from(tool.command()) };
    let modules = tool.modules(folder, &command, &|| (), cancel)?;
    // A file beside the sources of the project is a program of its own.
    let is_in = |module: &&heddle::Module| module.sources.iter().any(|source| file.starts_with(source));
    let Some(module) = modules.iter().find(is_in) else { return Ok(alone()) };
    let mut class_path = settings.class_path.clone();
    class_path.extend(module.test_classes.iter().cloned());
    class_path.extend(module.class_path());
    let program = match module.test_classes.first().filter(|_| is_test) {
        Some(classes) => classes.display().to_string(),
        None => class.to_owned(),
    };
    Ok(Target { class_path, source_path: module.sources.clone(), ..Target::new(program) })
}

/// A page of a report, with the sources of a project.
fn on_page(project: &Project, render: &dyn Fn(&Page<'_>, &Sources<'_>) -> String) -> String {
    let line = |place: &Place| project.source_line(place);
    let file = |place: &Place| project.source_file(place);
    let page = Page { width: 120, source: &line, assumptions: false };
    render(&page, &Sources { line: &line, file: &file, root: Path::new("/"), program: None })
}

// ---- diagnostics ----------------------------------------------------------------------------

/// Related locations beyond this make no editor better.
const MOST_RELATED: usize = 60;

/// A diagnostic for each place of a violation, the first with the run; each with its file.
fn diagnostics(project: &Project, shown: &Shown) -> Vec<(String, Value)> {
    const ERROR: u8 = 1;
    let location = |place: &Place| -> Option<Value> {
        let path = project.source_file(place)?;
        let line = place.line?.checked_sub(1)?;
        let text = project.source_line(place).unwrap_or_default();
        Some(json!({ "uri": address(&path), "range": whole_line(line, &text) }))
    };
    let mut related: Vec<Value> = Vec::new();
    for (number, (place, words)) in shown.run.iter().enumerate() {
        if let Some(location) = location(place).filter(|_| related.len() < MOST_RELATED) {
            related.push(json!({ "location": location, "message": format!("{}. {words}", number + 1) }));
        }
    }
    let mut found: Vec<(String, Value)> = Vec::new();
    for (place, note) in &shown.places {
        let Some(location) = location(place) else { continue };
        let file = location["uri"].as_str().unwrap_or_default().to_owned();
        let message = if found.is_empty() { format!("{}: {note}", shown.message) } else { note.clone() };
        found.push((
            file,
            json!({
                "range": location["range"],
                "severity": ERROR,
                "source": "heddle",
                "message": message,
                "relatedInformation": related,
            }),
        ));
    }
    found
}

fn not_reached(line: u32, text: &str) -> Value {
    const HINT: u8 = 4;
    const UNNECESSARY: u8 = 1;
    json!({
        "range": whole_line(line, text),
        "severity": HINT,
        "source": "heddle",
        "message": "not reached by the symbolic analysis, within its bounds",
        "tags": [UNNECESSARY],
    })
}

/// The text of a line without what it is indented by.
fn whole_line(line: u32, text: &str) -> Value {
    let units = |text: &str| text.encode_utf16().count();
    let begin = units(&text[..text.len() - text.trim_start().len()]);
    json!({
        "start": { "line": line, "character": begin },
        "end": { "line": line, "character": units(text.trim_end()).max(begin) },
    })
}

fn address(path: &Path) -> String {
    uri::of_path(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_the_text_of_its_line() {
        let range = whole_line(3, "    ü = 1; ");
        assert_eq!((range["start"]["character"].as_u64(), range["end"]["character"].as_u64()), (Some(4), Some(10)));
        assert_eq!(crate::facts::short("bank.Bank$Account.balance"), "Account.balance");
    }
}
