//! Runs the searches on compiled programs, in this process.

use std::collections::BTreeSet;
use std::sync::Arc;

use heddle::{Cancel, Project};
use heddle_analysis::PointsTo;
use heddle_explore::reduction::{self, Knowledge};
use heddle_explore::{
    Beside, Bound, Explored, Extra, OrderKind, Path, Room, Settings, StoreKind, Switching, Watch, explore, explore_with,
};
use heddle_generate::facts::{Ending, Facts, Side, Uncaught};
use heddle_machine::{Fingerprint, Machine, Resources, StepEnd};
use heddle_program::{MethodId, Origin, Program};
use heddle_testing::{compile, jdk, open_classes};
use heddle_verdict::{
    Accessed, Choice, Granularity, Kind, Limit, Place, Platform, Precision, PrintedText, ReductionSet,
    SearchAssumption, Semantics, Temporal, Violation,
};
use rustc_hash::FxHashMap;

/// Backward jumps before a step is cut. More than generated programs and the JDK need between two
/// visible instructions, and far fewer than the default, which would make endless loops costly.
const MAX_LOOP: u32 = 2_000;

/// Which search is done. All have to find the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    Default,
    /// Every instruction is a step.
    Plain,
    /// States are kept whole.
    Exact,
    BreadthFirst,
    TwoWorkers,
    /// With so many workers, which leave the search for others again and again.
    #[allow(dead_code)]
    Portfolio(usize),
    /// Preemptions are bounded, by more and more until the bound forbids nothing.
    Preemptions,
    /// At most so many contexts; for the comparison with the symbolic engine.
    #[allow(dead_code)]
    Contexts(u32),
    /// By dynamic partial-order reduction, with these reductions.
    #[allow(dead_code)]
    Dpor(ReductionSet),
    /// With all reductions, in turns with dynamic partial-order reduction: whichever comes to its end first answers.
    #[allow(dead_code)]
    Engines,
    /// With reductions that rest on an analysis of the program.
    Reduced(ReductionSet, Precision),
}

impl Search {
    /// With all reductions, at the default precision.
    #[allow(dead_code)]
    pub const REDUCED: Self = Self::Reduced(
        ReductionSet::ALL,
        Precision { context: heddle_verdict::Context::Full, points_to: PointsTo::Exhaustive },
    );

    /// What the semantics of the search say of reductions.
    fn reduce(self, semantics: Semantics) -> Semantics {
        match self {
            Self::Reduced(reductions, precision) => Semantics { reductions, precision, ..semantics },
            Self::Dpor(reductions) => Semantics { reductions, ..semantics },
            Self::Engines => Semantics { reductions: ReductionSet::ALL, ..semantics },
            _ => semantics,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Answer {
    /// The keys are those of all violations.
    Complete {
        facts: Facts,
        states: u64,
        keys: BTreeSet<String>,
    },
    TooLarge,
    /// Something could not be executed.
    Unsupported(String),
}

/// Compiled classes and everything that their machines share.
pub struct Batch {
    project: Project,
}

/// Single instructions or steps between visible ones; what is printed counts.
fn semantics(single: bool, platform: Option<Platform>) -> Semantics {
    let granularity = if single { Granularity::Instruction } else { Granularity::Visible };
    Semantics { granularity, printed_text: PrintedText::PartOfState, platform, ..Semantics::default() }
}

impl Batch {
    /// Compiles classes, given by name and text.
    pub fn compile(sources: &[(String, String)]) -> Batch {
        let sources: Vec<_> = sources.iter().map(|(class, text)| (format!("{class}.java"), text)).collect();
        Self::of(open_classes(jdk(), "Main", &[&compile(jdk(), &sources)]))
    }

    /// Classes of a program that is open.
    pub fn of(project: Project) -> Batch {
        Batch { project: project.with_resources(Resources { max_loop: MAX_LOOP, ..Resources::default() }) }
    }

    pub fn program(&self) -> &Program {
        self.project.program()
    }

    pub fn search(&self, class: &str, search: Search, max_states: u64) -> Answer {
        let settings = Settings {
            semantics: search.reduce(semantics(search == Search::Plain, None)),
            all: true,
            outcomes: true,
            max_states: Some(max_states),
            store: if search == Search::Exact { StoreKind::Exact } else { StoreKind::Fingerprints },
            order: if search == Search::BreadthFirst { OrderKind::BreadthFirst } else { OrderKind::DepthFirst },
            bound: match search {
                Search::Preemptions => Bound::Preemptions(60),
                Search::Contexts(contexts) => Bound::Contexts(contexts),
                _ => Bound::None,
            },
            jobs: match search {
                Search::TwoWorkers => 2,
                Search::Portfolio(workers) => workers,
                _ => 1,
            },
            alone: 0,
            beside: match search {
                Search::Portfolio(_) | Search::Engines => Beside::After(1_000),
                _ => Beside::IfLarge,
            },
            ..Settings::default()
        };
        match search {
            // Runs that do not end are too many states, not too many steps.
            Search::Dpor(_) => self.explore(class, &Settings { max_depth: Some(max_states), ..settings }.by_dpor()),
            Search::Engines => {
                let by_dpor = settings.clone().by_dpor();
                let watch = Watch::new(settings.max_states, None);
                let mut extra = |kind| {
                    let settings = if kind == Extra::Dpor { &by_dpor } else { &settings };
                    self.machines(class, settings).pop()
                };
                let (explored, _) = explore_with(self.machines(class, &settings), &settings, &watch, &mut extra);
                interpret(explored, &watch)
            }
            _ => self.explore(class, &settings),
        }
    }

    /// The search for a platform; without its reductions if `plain`.
    pub fn search_on(&self, class: &str, platform: &Platform, plain: bool, max_states: u64) -> Answer {
        let settings = Settings {
            semantics: semantics(plain, Some(platform.clone())),
            all: true,
            outcomes: true,
            max_states: Some(max_states),
            ..Settings::default()
        };
        self.explore(class, &settings)
    }

    /// A machine before the first step of a program; named as another one if there is one.
    pub fn machine<'b>(&'b self, class: &str, semantics: Semantics, like: Option<&Machine<'b>>) -> Machine<'b> {
        self.project.machine_of(class, &semantics, like).unwrap_or_else(|error| panic!("{class}: {error}"))
    }

    /// Whether every run satisfies a formula; none if that takes too many states. A run that does not
    /// has to replay.
    #[allow(dead_code)]
    pub fn satisfies(&self, class: &str, asked: &Temporal, search: Search, max_states: u64) -> Option<bool> {
        let temporal = heddle_explore::Temporal::new(self.program(), class, asked).expect("names that exist");
        let temporal = Some(Arc::new(temporal));
        let settings = Settings { temporal, max_states: Some(max_states), ..Settings::default() };
        let semantics = Semantics { printed_text: PrintedText::Ignored, ..semantics(search == Search::Plain, None) };
        let semantics = search.reduce(semantics);
        let mut machine = self.machine(class, semantics.clone(), None);
        settings.temporal.iter().for_each(|temporal| temporal.install(&mut machine));
        self.reduce(std::slice::from_mut(&mut machine), &semantics);
        let watch = Watch::new(settings.max_states, None);
        let (explored, mut paths) = explore(vec![machine], &settings, &watch);
        let collected = explored.collected;
        assert!(
            collected.unsupported.is_empty() && collected.limits.is_empty(),
            "{class}: {:?} {:?}",
            collected.limits,
            collected.unsupported
        );
        if let Some(violation) = collected.violations.first() {
            if let Err(diverged) = heddle_explore::explain(&mut paths[0], violation, &settings) {
                panic!("{class}, {asked:?}, {search:?}: {diverged:?}");
            }
            return Some(false);
        }
        (!watch.is_stopped()).then_some(true)
    }

    pub fn knowledge(&self, machine: &Machine<'_>, points_to: PointsTo) -> Knowledge {
        self.project.knowledge(machine, points_to)
    }

    /// Gives machines the reductions of these semantics.
    pub fn reduce<'b>(&'b self, machines: &mut [Machine<'b>], semantics: &Semantics) {
        self.project.reduce(machines, semantics, false, &Cancel::default());
    }

    /// The instructions of user classes that some thread comes to within so many contexts, every instruction being a step; `None` if there are too many states.
    #[allow(dead_code)]
    pub fn reached(&self, class: &str, contexts: u32, max_states: usize) -> Option<BTreeSet<(MethodId, u32)>> {
        let semantics = Semantics { granularity: Granularity::AnyInstruction, ..Semantics::default() };
        let mut path = Path::new(self.machine(class, semantics, None), Bound::Contexts(contexts));
        let mut reached = BTreeSet::new();
        // A state with the last thread, and the fewest contexts it was reached with.
        let mut seen: FxHashMap<(Fingerprint, Switching), u8> = FxHashMap::default();
        let mut todo: Vec<(usize, Choice)> = Vec::new();
        let mut choices = Vec::new();
        loop {
            let key = (path.machine.fingerprint(), path.switching());
            let is_new = seen.get(&key).is_none_or(|&cost| path.cost() < cost);
            if is_new {
                seen.insert(key, path.cost());
                path.enabled(&mut choices);
                path.apply_bound(&mut choices, &mut Vec::new());
                todo.extend(choices.iter().map(|&choice| (path.depth(), choice)));
            }
            if seen.len() > max_states {
                return None;
            }
            // Steps that end the run have nothing after them.
            loop {
                let Some((depth, choice)) = todo.pop() else { return Some(reached) };
                path.back_to(depth);
                self.note(&path, choice, &mut reached);
                if !matches!(path.step(choice), StepEnd::Stop(_)) {
                    self.note(&path, choice, &mut reached);
                    break;
                }
            }
        }
    }

    /// Where the thread of a choice stands, if that is in a user class.
    fn note(&self, path: &Path<'_>, choice: Choice, reached: &mut BTreeSet<(MethodId, u32)>) {
        let thread = path.machine.state.threads.get(usize::from(choice.thread.0));
        let Some(frame) = thread.and_then(|thread| thread.frames.last()) else { return };
        let holder = self.program().method(frame.method).class;
        if self.program().class(holder).origin == Origin::User {
            reached.insert((frame.method, frame.pc));
        }
    }

    fn explore(&self, class: &str, settings: &Settings) -> Answer {
        answer(self.machines(class, settings), settings).0
    }

    fn machines(&self, class: &str, settings: &Settings) -> Vec<Machine<'_>> {
        let mut machines: Vec<Machine<'_>> = vec![];
        for _ in 0..settings.jobs {
            let machine = self.machine(class, settings.semantics.clone(), machines.first());
            machines.push(machine);
        }
        self.reduce(&mut machines, &settings.semantics);
        machines
    }

    /// All reductions on facts that lack what is drawn; and whether the search found out.
    #[allow(dead_code)]
    pub fn search_damaged(&self, class: &str, draw: impl FnMut() -> bool, max_states: u64) -> (Answer, bool) {
        let Search::Reduced(reductions, precision) = Search::REDUCED else { unreachable!("a reduced search") };
        let semantics = Semantics { reductions, precision, ..semantics(false, None) };
        let max_states = Some(max_states);
        let settings = Settings { semantics, all: true, outcomes: true, max_states, ..Settings::default() };
        let mut machines = vec![self.machine(class, settings.semantics.clone(), None)];
        let facts = self.project.facts(&machines[0], precision.points_to);
        let knowledge = Knowledge::new(self.program(), facts.damaged(self.program(), draw));
        reduction::install(&mut machines, &settings.semantics, Some(&knowledge), false);
        let (answer, refuted) = answer(machines, &settings);
        (answer, !SearchAssumption::static_facts_hold(&refuted))
    }
}

/// What a search finds, and the assumptions that it refutes.
fn answer(machines: Vec<Machine<'_>>, settings: &Settings) -> (Answer, BTreeSet<SearchAssumption>) {
    let mut watch = Watch::new(settings.max_states, None);
    // Searches that are compared with the one by one worker keep next to no states in memory.
    if machines.len() > 1 || settings.bound != Bound::None || settings.order != OrderKind::DepthFirst {
        watch.room = Arc::new(Room::on_disk(1, String::new(), tempfile::tempfile));
    }
    let (explored, _) = explore(machines, settings, &watch);
    let refuted = explored.refuted.clone();
    (interpret(explored, &watch), refuted)
}

fn interpret(explored: Explored, watch: &Watch) -> Answer {
    let collected = explored.collected;
    if let Some(unsupported) = collected.unsupported.first() {
        return Answer::Unsupported(format!("{unsupported:?}"));
    }
    if watch.is_stopped() {
        return Answer::TooLarge;
    }
    if let Some(limit) =
        collected.limits.iter().find(|limit| !matches!(limit, Limit::FirstViolation | Limit::Contexts(_)))
    {
        return Answer::Unsupported(format!("{limit:?}"));
    }
    let mut facts = Facts { deadlocks: collected.stuck.into_iter().collect(), ..Facts::default() };
    for outcome in collected.outcomes {
        facts.endings.insert(match outcome.ending {
            heddle_verdict::Ending::Exit { code } => Ending::Exit { output: outcome.stdout, code },
            heddle_verdict::Ending::Deadlock => Ending::Deadlock,
        });
    }
    collected.violations.iter().for_each(|violation| note(violation, &mut facts));
    let keys = collected.violations.into_iter().map(|violation| violation.key).collect();
    Answer::Complete { facts, states: explored.statistics.states, keys }
}

fn note(violation: &Violation, facts: &mut Facts) {
    match &violation.kind {
        Kind::Uncaught { class, stack, .. } => {
            let class = class.rsplit('.').next().unwrap_or(class).to_string();
            facts.uncaught.insert(Uncaught { class, line: line(stack) });
        }
        Kind::Assertion { stack, .. } | Kind::SwallowedAssertion { stack, .. } => {
            facts.uncaught.insert(Uncaught { class: "AssertionError".into(), line: line(stack) });
        }
        Kind::Race { accesses, .. } => {
            let [a, b] = accesses.each_ref().map(side);
            facts.races.insert((a.min(b), a.max(b)));
        }
        // Who is left in a deadlock is read off the final states.
        Kind::Deadlock { .. }
        | Kind::Temporal { .. }
        | Kind::Livelock { .. }
        | Kind::Starvation { .. }
        | Kind::Inversion { .. }
        | Kind::Ceiling { .. } => {}
    }
}

fn side(accessed: &Accessed) -> Side {
    Side { line: line(&accessed.stack), writes: accessed.writes }
}

/// The innermost line of the program itself.
fn line(stack: &[Place]) -> u32 {
    stack.iter().find(|place| place.user).and_then(|place| place.line).unwrap_or_default()
}
