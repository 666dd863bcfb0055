//! A program made ready: compiled, opened, and machines that stand before its first step.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use heddle_analysis::PointsTo;
use heddle_explore::Temporal;
use heddle_explore::reduction::{self, Knowledge, Reductions};
use heddle_machine::{Machine, NativeTable, Resources, Stop, Trap};
use heddle_program::{MethodId, Program, Sources};
use heddle_verdict::{Place, Semantics};

use crate::args::Target;
use crate::commands::Failure;
use crate::input::Input;
use crate::jdk::Jdk;

pub struct Session {
    pub program: Program,
    natives: NativeTable,
    main_class: Option<String>,
    arguments: Vec<String>,
    /// Source files shown so far, by path.
    shown: Mutex<HashMap<PathBuf, Option<Vec<String>>>>,
    /// Keeps compiled classes while the program is in use.
    input: Input,
}

impl Session {
    pub fn open(target: &Target, arguments: &[String]) -> Result<Session, Failure> {
        let jdk = Jdk::find(target.jdk.as_deref())?;
        let input = Input::prepare(target, &jdk)?;
        let main_class = input.main_class.clone();
        Self::of(input, jdk, main_class, arguments)
    }

    /// A program that has been compiled.
    pub fn of(input: Input, jdk: Jdk, main_class: Option<String>, arguments: &[String]) -> Result<Session, Failure> {
        let sources =
            Sources { jdk: jdk.home, class_path: input.class_path.clone(), injected: heddle_platform_jdk::INJECTED };
        let program = Program::open(sources).map_err(|error| Failure::Usage(error.to_string()))?;
        let natives = heddle_platform_jdk::table(&program);
        let arguments = arguments.to_vec();
        Ok(Session { program, natives, main_class, arguments, shown: Mutex::default(), input })
    }

    /// The class with the main method, if it could be told.
    pub fn main_class(&self) -> Result<&str, Failure> {
        self.main_class.as_deref().ok_or_else(|| {
            Failure::Usage("cannot tell which class has the main method; name it with --main CLASS".into())
        })
    }

    /// A machine that stands before the first step of the main thread, naming permanent objects as
    /// `like` does.
    pub fn machine<'p>(&'p self, semantics: &Semantics, like: Option<&Machine<'p>>) -> Result<Machine<'p>, Failure> {
        self.machine_of(self.main_class()?, semantics, like)
    }

    /// The same for another main class of the program.
    pub fn machine_of<'p>(
        &'p self,
        main_class: &str,
        semantics: &Semantics,
        like: Option<&Machine<'p>>,
    ) -> Result<Machine<'p>, Failure> {
        let mut machine = self.booted(semantics, like)?;
        heddle_platform_jdk::start_main(&mut machine, main_class, &self.arguments)
            .map_err(|trap| self.not_started(&mut machine, trap, main_class))?;
        Ok(machine)
    }

    /// Why the main class cannot be started, and what to do about it.
    fn not_started(&self, machine: &mut Machine<'_>, trap: Trap, main_class: &str) -> Failure {
        let name = main_class.replace('/', ".");
        let failure = explain(machine, trap, &format!("cannot start the main class {name}"));
        let Failure::Usage(text) = failure else { return failure };
        Failure::Usage(if text.ends_with(&format!("java.lang.NoClassDefFoundError: {main_class}")) {
            let path: Vec<String> = self.input.class_path.iter().map(|entry| entry.display().to_string()).collect();
            let path = path.join(":");
            format!("there is no class {name} on the class path ({path}); give its full name, and its place with -c")
        } else if text.contains("UnsupportedClassVersionError") {
            format!("{text}; name a newer JDK with --jdk")
        } else {
            text
        })
    }

    /// A machine that stands before a call of a method with these arguments.
    pub fn machine_for<'p>(
        &'p self,
        semantics: &Semantics,
        method: MethodId,
        arguments: &[heddle_platform_jdk::Argument],
    ) -> Result<Machine<'p>, Failure> {
        let mut machine = self.booted(semantics, None)?;
        heddle_platform_jdk::start_method(&mut machine, method, arguments)
            .map_err(|trap| explain(&mut machine, trap, "starting the method"))?;
        Ok(machine)
    }

    fn booted<'p>(&'p self, semantics: &Semantics, like: Option<&Machine<'p>>) -> Result<Machine<'p>, Failure> {
        let machine = Machine::new(&self.program, &self.natives, semantics.clone(), Resources::default());
        let mut machine = machine.map_err(|error| Failure::Usage(error.to_string()))?;
        if let Some(like) = like {
            machine.share_names(like);
        }
        heddle_platform_jdk::boot(&mut machine)
            .map_err(|trap| explain(&mut machine, trap, "starting the virtual machine"))?;
        Ok(machine)
    }

    /// Analyses the program that the machines are about to run; the error says what it cannot follow.
    pub fn knowledge(&self, machine: &Machine<'_>, points_to: PointsTo) -> Result<Knowledge, String> {
        let entry = machine.state.threads[0].frames[0].method;
        let is_native = |method| self.natives.find(&self.program, method).is_some();
        let facts = heddle_analysis::analyze(&self.program, entry, &is_native, points_to)?;
        Ok(Knowledge::new(&self.program, facts))
    }

    /// Gives the machines the reductions of these semantics, and what the states are to be compared with if
    /// they are audited.
    pub fn reduce<'p>(
        &'p self,
        machines: &mut [Machine<'p>],
        semantics: &Semantics,
        audit: bool,
    ) -> Result<(), String> {
        let mut which = Reductions { audit, ..Reductions::default() };
        for name in &semantics.reductions {
            if !which.add(name) {
                return Err(format!("there is no reduction {name:?}"));
            }
        }
        if !audit && (semantics.granularity.is_single() || which.is_empty()) {
            return Ok(());
        }
        let knowledge = which.need_analysis().then(|| self.knowledge(&machines[0], which.points_to)).transpose()?;
        reduction::install(machines, which, knowledge.as_ref(), &semantics.refuted);
        Ok(())
    }

    /// The temporal property of these semantics, with its names resolved.
    pub fn temporal(&self, semantics: &Semantics) -> Result<Option<Arc<Temporal>>, Failure> {
        let Some(asked) = &semantics.temporal else { return Ok(None) };
        let temporal = Temporal::new(&self.program, self.main_class()?, asked);
        let temporal = temporal.map_err(|reason| Failure::Usage(format!("--ltl: {reason}")))?;
        Ok(Some(Arc::new(temporal)))
    }

    /// The text of a source line of the checked program.
    pub fn source_line(&self, place: &Place) -> Option<String> {
        let file = place.file.as_ref().filter(|_| place.user)?;
        let line = place.line?.checked_sub(1)? as usize;
        let package = place.class.rsplit_once('.').map_or("", |(package, _)| package).replace('.', "/");
        let mut shown = self.shown.lock().expect("no panic while holding the lock");
        self.input.sources.iter().find_map(|folder| {
            [folder.join(&package).join(file), folder.join(file)].into_iter().find_map(|path| {
                let lines = shown.entry(path).or_insert_with_key(|path| {
                    let text = std::fs::read_to_string(path).ok()?;
                    Some(text.lines().map(String::from).collect())
                });
                lines.as_ref()?.get(line).cloned()
            })
        })
    }
}

/// The running thread's frames, as a Java stack trace.
pub fn stack(machine: &Machine<'_>) -> String {
    let places = heddle_explore::stack(machine, machine.stepper.current);
    places.iter().take(30).map(|place| format!("    at {place}\n")).collect()
}

fn explain(machine: &mut Machine<'_>, trap: Trap, doing: &str) -> Failure {
    match trap {
        Trap::Throw(exception) => {
            let text = machine.describe_exception(exception);
            Failure::Usage(format!("{doing}: {text}"))
        }
        Trap::Stop(Stop::Unsupported(what)) if stack(machine).is_empty() => Failure::Usage(format!("{doing}: {what}")),
        Trap::Stop(stop) => Failure::Internal(format!("{doing}: {stop:?}\n{}", stack(machine))),
        other => Failure::Internal(format!("{doing}: {other:?}")),
    }
}
