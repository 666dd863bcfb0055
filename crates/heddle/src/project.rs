//! A program made ready: compiled, opened, and the one way to machines that execute it.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use heddle_analysis::{Budget, Facts, PointsTo, TooLarge};
use heddle_explore::Temporal;
use heddle_explore::reduction::{self, Knowledge, table};
use heddle_machine::{Machine, NativeTable, Resources, Stop, Trap};
use heddle_platform_jdk::Argument;
use heddle_program::{MethodId, Program, Sources};
use heddle_verdict::{Place, Randomness, SearchAssumption, Semantics};

use crate::input::{Input, SourceTexts};
use crate::{Cancel, Error, Jdk, Note, Target};

/// How often the static analysis may pass an object to a variable or field: a few seconds, which few programs need.
const ANALYSIS_WORK: u64 = 100_000_000;

/// A program that is open: what every analysis begins with. Several analyses may use one at the same time.
pub struct Project {
    program: Program,
    natives: NativeTable,
    target: Target,
    jdk: Jdk,
    resources: Resources,
    /// What the last analyses have found, by all that they depend on: several searches of a program share it.
    analysed: Mutex<VecDeque<(AnalysisKey, Knowledge)>>,
    /// Source files shown so far.
    shown: SourceTexts,
    /// Keeps compiled classes while the program is in use.
    input: Input,
}

/// All that the result of an analysis depends on, beside the program: where it begins, how precise it is, and which natives
/// there are for random numbers.
type AnalysisKey = (MethodId, PointsTo, Randomness);

/// Analyses that are kept: one for each precision, or for a few programs that are searched in turn.
const ANALYSES_KEPT: usize = 4;

impl Project {
    /// Opens a program; compiles it if it is given as sources.
    pub fn open(target: &Target, jdk: &Jdk) -> Result<Project, Error> {
        let project = Self::of(Input::prepare(target, jdk)?, target.clone(), jdk)?;
        match &target.test {
            Some(name) => crate::test::open_test(&project, name),
            None => Ok(project),
        }
    }

    /// The JDK by itself, without any program.
    pub fn of_jdk(jdk: &Jdk) -> Result<Project, Error> {
        Self::of(Input::default(), Target::default(), jdk)
    }

    fn of(input: Input, target: Target, jdk: &Jdk) -> Result<Project, Error> {
        let sources = Sources {
            jdk: jdk.home().to_path_buf(),
            class_path: input.class_path.clone(),
            injected: heddle_platform_jdk::INJECTED,
        };
        let program = Program::open(sources).map_err(|error| Error::Usage(error.to_string()))?;
        let natives = heddle_platform_jdk::table(&program);
        let jdk = jdk.clone();
        let (resources, shown) = (Resources::default(), SourceTexts::default());
        Ok(Project { program, natives, target, jdk, resources, analysed: Mutex::default(), shown, input })
    }

    /// The same program, with nothing loaded yet.
    pub(crate) fn again(&self) -> Result<Project, Error> {
        let again = Self::of(self.input.clone(), self.target.clone(), &self.jdk)?;
        Ok(again.with_resources(self.resources))
    }

    /// The same program with more classes, given by name and source, and resources, given by path and text.
    pub(crate) fn with_sources(
        &self,
        sources: &[(String, String)],
        resources: &[(&str, &str)],
    ) -> Result<Project, Error> {
        Self::of(self.input.with_sources(&self.jdk, sources, resources)?, self.target.clone(), &self.jdk)
    }

    /// The same program, begun with a class that calls one of its tests.
    pub(crate) fn with_entry(&self, main_class: &str, test: &str, arguments: Vec<String>) -> Result<Project, Error> {
        let mut input = self.input.clone();
        input.main_class = Some(main_class.to_owned());
        Self::of(input, Target { test: Some(test.to_owned()), arguments, ..self.target.clone() }, &self.jdk)
    }

    /// The same, with machines that have these resources.
    pub fn with_resources(self, resources: Resources) -> Self {
        Self { resources, ..self }
    }

    /// The classes: those of the program and those of its JDK.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// What was opened.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// The JDK whose class library it uses.
    pub fn jdk(&self) -> &Jdk {
        &self.jdk
    }

    /// What the user may want to know about how the sources were compiled.
    pub fn notes(&self) -> Vec<Note> {
        let messages = Some(self.input.messages.clone()).filter(|messages| !messages.is_empty());
        let processors = (self.target.processors && self.input.is_compiled()).then_some(Note::Processors);
        let others = match (&self.target.main_class, &self.target.test, &self.input.main_class, &self.input.mains[..]) {
            (None, None, Some(chosen), [_, _, ..]) => Some(Note::SeveralMains(chosen.replace('/', "."))),
            _ => None,
        };
        messages.into_iter().map(Note::Compiler).chain(processors).chain(others).collect()
    }

    /// The class with the main method in internal form, if it is known.
    pub fn main_class(&self) -> Result<&str, Error> {
        const SHOWN: usize = 20;
        let program = &self.target.program;
        self.input.main_class.as_deref().ok_or_else(|| match &self.input.mains[..] {
            [] => Error::Usage(match &self.input.broken {
                Some(broken) => format!("{program} has no class with a main method that can be read; {broken}"),
                None => format!(
                    "{program} has no class with a main method; name one with --main CLASS (heddle test checks tests)"
                ),
            }),
            mains => {
                let names: Vec<String> = mains.iter().take(SHOWN).map(|name| name.replace('/', ".")).collect();
                let more = mains.len().saturating_sub(SHOWN);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                Error::Usage(format!(
                    "{program} has several classes with a main method: {}{more}; choose one with --main CLASS",
                    names.join(", ")
                ))
            }
        })
    }

    pub(crate) fn input(&self) -> &Input {
        &self.input
    }

    /// A machine that stands before the first step of the main thread, naming permanent objects as
    /// `like` does: machines of one search must use the same names.
    pub fn machine<'p>(&'p self, semantics: &Semantics, like: Option<&Machine<'p>>) -> Result<Machine<'p>, Error> {
        self.machine_of(self.main_class()?, semantics, like)
    }

    /// The same for another main class of the program, in internal form.
    pub fn machine_of<'p>(
        &'p self,
        main_class: &str,
        semantics: &Semantics,
        like: Option<&Machine<'p>>,
    ) -> Result<Machine<'p>, Error> {
        let mut machine = self.booted(semantics, like)?;
        self.start(&mut machine, main_class)?;
        Ok(machine)
    }

    /// Puts a machine whose JDK has started before the first step of the main thread.
    pub(crate) fn start(&self, machine: &mut Machine<'_>, main_class: &str) -> Result<(), Error> {
        heddle_platform_jdk::start_main(machine, main_class, &self.target.arguments)
            .map_err(|trap| self.not_started(machine, trap, main_class))
    }

    /// A machine that stands before a call of a method with these arguments.
    pub fn machine_for<'p>(
        &'p self,
        semantics: &Semantics,
        method: MethodId,
        arguments: &[Argument],
    ) -> Result<Machine<'p>, Error> {
        let mut machine = self.booted(semantics, None)?;
        heddle_platform_jdk::start_method(&mut machine, method, arguments)
            .map_err(|trap| explain(&mut machine, trap, "starting the method"))?;
        Ok(machine)
    }

    /// A machine whose JDK has started, with nothing to execute yet.
    pub fn booted<'p>(&'p self, semantics: &Semantics, like: Option<&Machine<'p>>) -> Result<Machine<'p>, Error> {
        let machine = Machine::new(&self.program, &self.natives, semantics.clone(), self.resources);
        let mut machine = machine.map_err(|error| Error::Usage(error.to_string()))?;
        if let Some(like) = like {
            machine.share_names(like);
        }
        machine.linkage.properties.clone_from(&self.target.properties);
        heddle_platform_jdk::boot(&mut machine)
            .map_err(|trap| explain(&mut machine, trap, "starting the virtual machine"))?;
        Ok(machine)
    }

    /// Why the main class cannot be started, and what to do about it.
    fn not_started(&self, machine: &mut Machine<'_>, trap: Trap, main_class: &str) -> Error {
        let name = main_class.replace('/', ".");
        let failure = explain(machine, trap, &format!("cannot start the main class {name}"));
        let Error::Usage(text) = failure else { return failure };
        Error::Usage(if text.ends_with(&format!("java.lang.NoClassDefFoundError: {main_class}")) {
            // What was compiled lies in a folder that the user does not know.
            let shown = |entry: &PathBuf| match self.input.is_made(entry) {
                true => self.target.program.clone(),
                false => entry.display().to_string(),
            };
            let mut path: Vec<String> = self.input.class_path.iter().map(shown).collect();
            path.dedup();
            let path = path.join(":");
            format!("there is no class {name} on the class path ({path}); give its full name, and its place with -c")
        } else if text.contains("UnsupportedClassVersionError") {
            format!("{text}; name a newer JDK with --jdk")
        } else {
            text
        })
    }

    /// Analyses the program that the machines are about to run.
    pub fn knowledge(&self, machine: &Machine<'_>, points_to: PointsTo) -> Knowledge {
        Knowledge::new(&self.program, self.facts(machine, points_to))
    }

    /// The facts that this knowledge rests on.
    pub fn facts(&self, machine: &Machine<'_>, points_to: PointsTo) -> Facts {
        self.facts_within(machine, points_to, &Budget::UNLIMITED).expect("an analysis without a limit ends")
    }

    /// The facts, unless finding them takes more than a budget.
    fn facts_within(&self, machine: &Machine<'_>, points_to: PointsTo, budget: &Budget<'_>) -> Result<Facts, TooLarge> {
        let randomness = machine.semantics().randomness;
        let effects = |method| self.natives.effect(&self.program, method, randomness);
        heddle_analysis::analyze(&self.program, entry_of(machine), &effects, points_to, budget)
    }

    /// Gives the machines the reductions of these semantics, and what the states are to be compared with if
    /// they are audited. If the program is too large for the analysis, or that is cancelled, it is done without, and
    /// the assumption is returned that the search has to give up for that.
    pub fn reduce<'p>(
        &'p self,
        machines: &mut [Machine<'p>],
        semantics: &Semantics,
        audit: bool,
        cancel: &Cancel,
    ) -> Option<SearchAssumption> {
        let needed = self.needed_for(&machines[0], semantics, audit, cancel);
        let (knowledge, given_up) = match needed {
            Ok(knowledge) => (knowledge, None),
            Err(given_up) => (None, Some(given_up)),
        };
        reduction::install(machines, semantics, knowledge.as_ref(), audit);
        given_up
    }

    /// What the reductions of these semantics have to know of the program that a machine is about to run; or that it is too
    /// large for that.
    pub(crate) fn needed_for(
        &self,
        machine: &Machine<'_>,
        semantics: &Semantics,
        audit: bool,
        cancel: &Cancel,
    ) -> Result<Option<Knowledge>, SearchAssumption> {
        let is_needed = !semantics.granularity.is_single()
            && table::need_analysis(semantics.reductions)
            && SearchAssumption::static_facts_hold(&semantics.refuted);
        if !audit && !is_needed {
            return Ok(None);
        }
        let points_to = semantics.precision.points_to;
        let key = (entry_of(machine), points_to, machine.semantics().randomness);
        let mut analysed = self.analysed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = analysed.iter().find(|(known, _)| *known == key) {
            return Ok(Some(known.for_another_search()));
        }
        let budget = Budget { work: ANALYSIS_WORK, is_cancelled: &|| cancel.is_cancelled() };
        match self.facts_within(machine, points_to, &budget) {
            Ok(facts) => {
                let knowledge = Knowledge::new(&self.program, facts);
                analysed.truncate(ANALYSES_KEPT - 1);
                analysed.push_front((key, knowledge.clone()));
                Ok(Some(knowledge))
            }
            Err(TooLarge { methods }) => Err(SearchAssumption::AnalysisEnds { methods }),
        }
    }

    /// The temporal property of these semantics, with its names resolved.
    pub(crate) fn temporal(&self, semantics: &Semantics) -> Result<Option<Arc<Temporal>>, Error> {
        let Some(asked) = &semantics.temporal else { return Ok(None) };
        let temporal = Temporal::new(&self.program, self.main_class()?, asked);
        let temporal = temporal.map_err(|reason| Error::Usage(format!("--ltl: {reason}")))?;
        Ok(Some(Arc::new(temporal)))
    }

    /// The text of a source line of the program.
    pub fn source_line(&self, place: &Place) -> Option<String> {
        let line = place.line?.checked_sub(1)? as usize;
        let (folder, path) = self.source(place)?;
        self.shown.lines(folder, &path)?.get(line).cloned()
    }

    /// The source file of a place in the program, if it lies in a folder.
    pub fn source_file(&self, place: &Place) -> Option<PathBuf> {
        let (folder, path) = self.source(place)?;
        Some(folder.join(path)).filter(|_| folder.is_dir())
    }

    /// The entry of the source path that has the file of a place, and the file's path in it.
    fn source(&self, place: &Place) -> Option<(&Path, String)> {
        let file = place.file.as_ref().filter(|_| place.user)?;
        let package = place.class.rsplit_once('.').map_or("", |(package, _)| package).replace('.', "/");
        let in_package = if package.is_empty() { file.clone() } else { format!("{package}/{file}") };
        self.input.sources.iter().find_map(|folder| {
            let paths = [in_package.clone(), file.clone()].into_iter();
            paths.map(|path| (folder.as_path(), path)).find(|(folder, path)| self.shown.lines(folder, path).is_some())
        })
    }
}

/// The first method of the program that a machine is about to run.
fn entry_of(machine: &Machine<'_>) -> MethodId {
    machine.state.threads[0].frames[0].method
}

/// The frames of the running thread, innermost first.
pub(crate) fn running(machine: &Machine<'_>) -> Vec<Place> {
    heddle_explore::stack(machine, machine.stepper.current)
}

fn explain(machine: &mut Machine<'_>, trap: Trap, doing: &str) -> Error {
    match trap {
        Trap::Throw(exception) => {
            let text = machine.describe_exception(exception);
            Error::Usage(format!("{doing}: {text}"))
        }
        Trap::Stop(Stop::Unsupported(what)) if running(machine).is_empty() => Error::Usage(format!("{doing}: {what}")),
        Trap::Stop(stop) => {
            let stack: String = running(machine).iter().take(30).map(|place| format!("    at {place}\n")).collect();
            Error::Internal(format!("{doing}: {stop:?}\n{stack}"))
        }
        other => Error::Internal(format!("{doing}: {other:?}")),
    }
}
