//! What one process does in a round: it searches below the states that it was sent, or the initial one, and sends on what belongs to others.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use heddle_machine::Fingerprint;
use heddle_verdict::{Choice, Outcome};
use serde::{Deserialize, Serialize};

use super::log::{Before, Log, START};
use super::partition::Partition;
use super::summary::Summary;
use crate::findings::{Findings, FoundSoFar};
use crate::path::Path;
use crate::property::Properties;
use crate::refine::Assuming;
use crate::search::pool::ROUNDS;
use crate::search::{Order, Worker};
use crate::settings::Settings;
use crate::store::{Fingerprints, Seen, Store};
use crate::watch::{Counts, Reason, Share, Tally, Watch};

/// Where a message goes to, and the message.
pub type Message = (usize, Vec<u8>);

/// States that went to other processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Travelled {
    /// How many were sent.
    pub states: u64,
    /// How many were new to whom they belong to.
    pub new: u64,
    /// What they took.
    pub bytes: u64,
}

impl Travelled {
    /// Of several processes together.
    pub fn sum(all: impl Iterator<Item = Self>) -> Self {
        all.fold(Self::default(), |sum, one| Self {
            states: sum.states + one.states,
            new: sum.new + one.new,
            bytes: sum.bytes + one.bytes,
        })
    }
}

/// Steps between two looks at the mail.
const SLICE: usize = 2_000;
/// Fingerprints of states that were sent lately, which need not be sent again.
const SENT_LATELY: usize = 1 << 16;

/// A state to go on from.
struct Root {
    state: Box<[u8]>,
    number: u32,
    depth: u64,
    /// The choices to take there, if the state was looked at before.
    choices: Option<Vec<Choice>>,
    rounds: u32,
}

/// Something whose run is wanted, by its place in a list.
#[derive(Clone, Copy, Serialize, Deserialize)]
enum Wanted {
    Violation(usize),
    Warning(usize),
    Outcome(usize),
    Growth(usize),
}

#[derive(Serialize, Deserialize)]
enum Letter {
    /// The run to something that `of` has found ends with these choices, after a state of the receiver.
    Trace { of: usize, wanted: Wanted, number: u32, rest: Vec<Choice> },
    /// The whole run.
    Traced { wanted: Wanted, run: Vec<Choice> },
}

const STATE: u8 = 0;
const LETTER: u8 = 1;

/// One of several processes in a round of a search.
pub struct Member<'m, 'p> {
    path: &'m mut Path<'p>,
    watch: &'m Watch,
    process: usize,
    partition: &'m Partition,
    visited: Fingerprints,
    findings: Findings<'m>,
    properties: Properties,
    share: Share,
    order: Below,
    /// What was received last comes first, so that the search stays deep; what was put off comes last.
    roots: Vec<Root>,
    put_off: VecDeque<Root>,
    /// How deep the current root is, and the deepest state.
    depth: u64,
    deepest: AtomicU64,
    travel: Mutex<Travel>,
    tables: u64,
    size_of_tables: u64,
    methods: usize,
    counts_elsewhere: Vec<[u64; 6]>,
    violations: Vec<heddle_verdict::Violation>,
    warnings: Vec<heddle_verdict::Violation>,
    outcomes: BTreeMap<u64, usize>,
    outcome_list: Vec<Outcome>,
    growth: Vec<Vec<Choice>>,
    found: FoundSoFar,
}

/// States on their way to others.
struct Travel {
    log: Log,
    sent_lately: Vec<u128>,
    outgoing: Vec<Message>,
    travelled: Travelled,
    depth: u64,
}

impl<'m, 'p> Member<'m, 'p> {
    /// A round begins on a path that stands where runs begin.
    pub fn new(
        path: &'m mut Path<'p>,
        settings: &'m Settings,
        watch: &'m Watch,
        process: usize,
        processes: usize,
        partition: &'m Partition,
    ) -> Self {
        let visited = Fingerprints::new(false, watch.room.clone());
        let mut roots = Vec::new();
        if partition.owner(&path.machine) == process {
            visited.add(path.machine.fingerprint(), 0);
            roots.push(Root::start());
        }
        let (_, methods, _) = path.machine.program.counts();
        Self {
            process,
            visited,
            findings: Findings::new(settings, watch),
            properties: Properties::new(settings),
            share: Share::default(),
            order: Below { size_of_tables: path.machine.size_of_tables(), ..Below::default() },
            roots,
            put_off: VecDeque::new(),
            depth: 0,
            deepest: AtomicU64::new(0),
            travel: Mutex::new(Travel {
                log: Log::default(),
                sent_lately: vec![0; SENT_LATELY],
                outgoing: Vec::new(),
                travelled: Travelled::default(),
                depth: 0,
            }),
            tables: path.machine.hash_of_tables(),
            size_of_tables: path.machine.size_of_tables(),
            methods,
            counts_elsewhere: vec![[0; 6]; processes],
            violations: Vec::new(),
            warnings: Vec::new(),
            outcomes: BTreeMap::new(),
            outcome_list: Vec::new(),
            growth: Vec::new(),
            found: FoundSoFar::default(),
            path,
            watch,
            partition,
        }
    }

    /// Goes on for a moment; messages come out. Whether something is left to do.
    pub fn work(&mut self, send: &mut dyn FnMut(usize, &[u8])) -> bool {
        if self.watch.is_stopped() {
            self.roots.clear();
            self.put_off.clear();
            self.order.clear();
        } else {
            self.search();
        }
        self.send_all(send);
        !(self.order.is_empty() && self.roots.is_empty() && self.put_off.is_empty())
    }

    fn send_all(&mut self, send: &mut dyn FnMut(usize, &[u8])) {
        let travel = self.travel.get_mut().expect("no panic while holding the lock");
        travel.outgoing.drain(..).for_each(|(to, message)| send(to, &message));
    }

    fn search(&mut self) {
        self.order.left = SLICE;
        while self.order.left > 0 && !self.watch.is_stopped() {
            let mut is_new_root = false;
            if self.order.is_empty() {
                let Some(root) = self.roots.pop().or_else(|| self.put_off.pop_front()) else { return };
                match self.begin_at(root) {
                    Ok(choices) => is_new_root = choices,
                    Err(why) => {
                        // Another process has written what this one cannot read: the machines are not alike.
                        let what = format!("a state of another process cannot be restored: {why}");
                        self.findings.limit(heddle_verdict::Limit::Machine(what));
                        self.watch.stop(Reason::Interrupted);
                        return;
                    }
                }
            }
            let store = Divided {
                visited: &self.visited,
                partition: self.partition,
                process: self.process,
                travel: &self.travel,
                size_of_tables: self.size_of_tables,
                is_root: AtomicBool::new(is_new_root),
                depth: self.depth,
                deepest: &self.deepest,
            };
            let mut tally = Tally::of(&self.share, false, self.watch, self.path);
            let properties = std::mem::replace(&mut self.properties, Properties::none());
            let mut worker = Worker {
                path: self.path,
                store: &store,
                properties,
                findings: &self.findings,
                watch: self.watch,
                max_depth: None,
                trail: None,
                beyond: Vec::new(),
            };
            if is_new_root {
                worker.begin(&mut self.order, &mut tally);
            }
            worker.search(&mut self.order, &mut tally);
            self.properties = worker.properties;
            drop(tally);
            self.keep_put_off();
            self.keep_found();
        }
    }

    /// Goes to a state. Whether it has to be looked at yet.
    fn begin_at(&mut self, root: Root) -> Result<bool, heddle_machine::Unrestorable> {
        if root.number == START && root.state.is_empty() {
            self.path.begin_at_start();
        } else {
            self.path.begin_at(&root.state)?;
        }
        let travel = self.travel.get_mut().expect("no panic while holding the lock");
        travel.log.begin(root.number);
        (travel.depth, self.depth) = (root.depth, root.depth);
        self.order.rounds = root.rounds;
        match root.choices {
            Some(choices) => {
                self.order.push(0, &choices);
                Ok(false)
            }
            None => Ok(true),
        }
    }

    /// States that the order has put off are kept as bytes, to go on from when nothing else is left.
    fn keep_put_off(&mut self) {
        if self.order.put_off.is_empty() {
            return;
        }
        let here = self.path.choices().to_vec();
        for (way, choices) in self.order.put_off.drain(..) {
            let mut state = Vec::new();
            self.path.go_to(&way);
            self.path.machine.save_state(&mut state);
            let state = state.into();
            let travel = self.travel.get_mut().expect("no panic while holding the lock");
            let number = travel.log.number(&way);
            let depth = self.depth + way.len() as u64;
            let rounds = self.order.rounds.saturating_mul(2);
            self.put_off.push_back(Root { state, number, depth, choices: Some(choices), rounds });
        }
        self.path.go_to(&here);
    }

    /// Asks for the runs to what was found below the current root.
    fn keep_found(&mut self) {
        if self.growth.is_empty() && self.path.machine.size_of_tables() != self.size_of_tables {
            // The last step has loaded something: it is the last one of the round.
            self.watch.stop(Reason::Refuted);
            let run = self.path.choices().to_vec();
            self.growth.push(Vec::new());
            self.trace_below(Wanted::Growth(self.growth.len() - 1), run);
        }
        let Some(found) = self.findings.take() else { return };
        for (is_warning, list) in [(false, found.violations), (true, found.warnings)] {
            for mut violation in list.into_values() {
                let known = if is_warning { &mut self.warnings } else { &mut self.violations };
                if known.iter().any(|one| one.key == violation.key) {
                    continue;
                }
                let run = std::mem::take(&mut violation.schedule);
                known.push(violation);
                let at = known.len() - 1;
                self.trace_below(if is_warning { Wanted::Warning(at) } else { Wanted::Violation(at) }, run);
            }
        }
        for outcome in found.outcomes {
            let number = crate::findings::number_of_outcome(&outcome.ending, &outcome.stdout, &outcome.stderr);
            if let Some(&at) = self.outcomes.get(&number) {
                self.outcome_list[at].states += outcome.states;
                continue;
            }
            let at = self.outcome_list.len();
            self.outcomes.insert(number, at);
            let run = outcome.schedule.clone();
            self.outcome_list.push(outcome);
            self.trace_below(Wanted::Outcome(at), run);
        }
        self.found.limits.extend(found.limits);
        self.found.unsupported.extend(found.unsupported);
        self.found.accepted.extend(found.accepted);
        self.found.stuck.extend(found.stuck);
    }

    fn trace_below(&mut self, wanted: Wanted, run: Vec<Choice>) {
        let root = self.travel.get_mut().expect("no panic while holding the lock").log.root();
        self.trace(self.process, wanted, root, run);
    }

    /// Puts the part of this process before the rest of a run.
    fn trace(&mut self, of: usize, wanted: Wanted, number: u32, rest: Vec<Choice>) {
        let travel = self.travel.get_mut().expect("no panic while holding the lock");
        let Some((before, mut run)) = travel.log.way(number) else { return };
        run.extend(rest);
        let (to, letter) = match before {
            Before::Elsewhere { process, node } => {
                (process as usize, Letter::Trace { of, wanted, number: node, rest: run })
            }
            Before::Nothing if of == self.process => return self.traced(wanted, run),
            Before::Nothing => (of, Letter::Traced { wanted, run }),
        };
        let mut message = vec![LETTER];
        message.extend(crate::spread::summary::to_bytes(&letter));
        travel.outgoing.push((to, message));
    }

    fn traced(&mut self, wanted: Wanted, run: Vec<Choice>) {
        match wanted {
            Wanted::Violation(at) => self.violations[at].schedule = run,
            Wanted::Warning(at) => self.warnings[at].schedule = run,
            Wanted::Outcome(at) => self.outcome_list[at].schedule = run,
            Wanted::Growth(at) => self.growth[at] = run,
        }
    }

    /// A message of another process.
    pub fn receive(&mut self, from: usize, message: &[u8], send: &mut dyn FnMut(usize, &[u8])) {
        match message.split_first() {
            Some((&STATE, rest)) => self.receive_state(from, rest),
            Some((&LETTER, rest)) => match crate::spread::summary::from_bytes(rest) {
                Some(Letter::Trace { of, wanted, number, rest }) => self.trace(of, wanted, number, rest),
                Some(Letter::Traced { wanted, run }) => self.traced(wanted, run),
                None => {}
            },
            _ => {}
        }
        self.send_all(send);
    }

    fn receive_state(&mut self, from: usize, bytes: &[u8]) {
        if self.watch.is_stopped() {
            return;
        }
        let Some((head, state)) = bytes.split_at_checked(28) else { return };
        let word = |at: usize| u64::from_le_bytes(head[at..at + 8].try_into().expect("eight bytes"));
        let fingerprint = Fingerprint(u128::from(word(0)) << 64 | u128::from(word(8)));
        if self.visited.add(fingerprint, 0).is_some() {
            return;
        }
        let node = u32::from_le_bytes(head[24..28].try_into().expect("four bytes"));
        let travel = self.travel.get_mut().expect("no panic while holding the lock");
        let number = travel.log.received(from, node);
        travel.travelled.new += 1;
        self.roots.push(Root { state: state.into(), number, depth: word(16), choices: None, rounds: ROUNDS });
    }

    /// What others have to know: how much was done here, and whether to stop.
    pub fn word(&self) -> Vec<u8> {
        let counts = self.watch.counts.all().map(u64::to_le_bytes).concat();
        [&[self.watch.reason()][..], &counts].concat()
    }

    /// What another process has said.
    pub fn hear(&mut self, from: usize, word: &[u8]) {
        let Some((&reason, counts)) = word.split_first() else { return };
        if reason != 0 {
            self.watch.stop_as(reason);
        }
        let mut of = [0; 6];
        for (count, bytes) in of.iter_mut().zip(counts.chunks_exact(8)) {
            *count = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
        }
        self.counts_elsewhere[from] = of;
        self.watch.elsewhere.set_all(added(&self.counts_elsewhere));
    }

    /// What the round has come to here, once it is over for all.
    pub fn summary(mut self) -> Summary {
        let travel = self.travel.into_inner().expect("no panic while holding the lock");
        let mut counts = self.share.counts.all();
        counts[4] = self.deepest.into_inner();
        self.found.violations = self.violations.into_iter().map(|one| (one.key.clone(), one)).collect();
        self.found.warnings = self.warnings.into_iter().map(|one| (one.key.clone(), one)).collect();
        self.found.outcomes = self.outcome_list;
        Summary {
            tables: self.tables,
            reason: self.watch.reason(),
            refuted: self.path.refuted().clone(),
            growth: self.growth,
            counts,
            travelled: travel.travelled,
            store_bytes: self.visited.table_bytes() + travel.log.bytes(),
            exits: self.findings.exits(),
            found: self.found,
            met: self.path.machine.met(self.methods),
        }
    }
}

impl Root {
    fn start() -> Self {
        Self { state: Box::default(), number: START, depth: 0, choices: None, rounds: ROUNDS }
    }
}

/// Counts of several processes together.
pub fn added(all: &[[u64; 6]]) -> [u64; 6] {
    let counts = Counts::default();
    let mut sum = counts.all();
    for of in all {
        for (place, (sum, count)) in sum.iter_mut().zip(of).enumerate() {
            // The depth is the greatest, the rest adds up.
            *sum = if place == 4 { (*sum).max(*count) } else { *sum + count };
        }
    }
    sum
}

/// The store of a process: its own states, and the way to those of others, which count as known.
struct Divided<'d> {
    visited: &'d Fingerprints,
    partition: &'d Partition,
    process: usize,
    travel: &'d Mutex<Travel>,
    size_of_tables: u64,
    /// The next state is one that was added when it was received.
    is_root: AtomicBool,
    depth: u64,
    deepest: &'d AtomicU64,
}

impl Store for Divided<'_> {
    fn insert(&self, path: &mut Path<'_>, before: &mut dyn FnMut(Fingerprint)) -> Seen {
        if path.machine.size_of_tables() != self.size_of_tables {
            // From here on numbers mean something else than elsewhere, so that nothing is sent any more.
            return Seen::Known;
        }
        self.deepest.fetch_max(self.depth + path.depth() as u64, Ordering::Relaxed);
        let fingerprint = path.machine.fingerprint();
        before(fingerprint);
        if self.is_root.swap(false, Ordering::Relaxed) {
            return Seen::New;
        }
        let owner = self.partition.owner(&path.machine);
        if owner == self.process {
            return if self.visited.add(fingerprint, 0).is_none() { Seen::New } else { Seen::Known };
        }
        self.travel.lock().expect("no panic while holding the lock").send(owner, fingerprint, path);
        Seen::Known
    }

    fn bytes(&self) -> u64 {
        self.visited.table_bytes()
    }

    fn bits(&self) -> Option<u32> {
        Some(self.visited.told_apart())
    }
}

impl Travel {
    fn send(&mut self, to: usize, Fingerprint(fingerprint): Fingerprint, path: &mut Path<'_>) {
        let lately = &mut self.sent_lately[fingerprint as usize % SENT_LATELY];
        if *lately == fingerprint {
            return;
        }
        *lately = fingerprint;
        let number = self.log.number(path.choices());
        let depth = self.depth + path.depth() as u64;
        let mut message = Vec::with_capacity(512);
        message.push(STATE);
        message.extend(((fingerprint >> 64) as u64).to_le_bytes());
        message.extend((fingerprint as u64).to_le_bytes());
        message.extend(depth.to_le_bytes());
        message.extend(number.to_le_bytes());
        path.machine.save_state(&mut message);
        self.travelled.states += 1;
        self.travelled.bytes += message.len() as u64;
        self.outgoing.push((to, message));
    }
}

/// Depth first below one state. Threads that come to the same place very often are put off, as in every depth-first search.
#[derive(Default)]
struct Below {
    /// Depth of a state, and where its choices begin in `waiting`.
    levels: Vec<(usize, usize)>,
    waiting: Vec<Choice>,
    rounds: u32,
    /// Steps until the next look at the mail.
    left: usize,
    /// If there is more than this, a step has loaded something.
    size_of_tables: u64,
    /// Ways to states, with the choices there that were put off.
    put_off: Vec<(Vec<Choice>, Vec<Choice>)>,
}

impl Below {
    fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    fn clear(&mut self) {
        self.levels.clear();
        self.waiting.clear();
        self.put_off.clear();
    }

    fn push(&mut self, depth: usize, choices: &[Choice]) {
        self.levels.push((depth, self.waiting.len()));
        // Taken from the end, so the first choice goes last to be first.
        self.waiting.extend(choices.iter().rev());
    }
}

impl Order for Below {
    fn add(&mut self, path: &Path<'_>, choices: &[Choice]) {
        let is_tired = |choice: &Choice| path.rounds_of(choice.thread) >= self.rounds;
        if !choices.iter().any(is_tired) {
            return self.push(path.depth(), choices);
        }
        let (later, now): (Vec<Choice>, Vec<Choice>) = choices.iter().copied().partition(is_tired);
        self.put_off.push((path.choices().to_vec(), later));
        if !now.is_empty() {
            self.push(path.depth(), &now);
        }
    }

    fn next(&mut self, path: &mut Path<'_>) -> Option<Choice> {
        if path.machine.size_of_tables() != self.size_of_tables {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        while let Some(&(depth, from)) = self.levels.last() {
            if self.waiting.len() > from {
                path.back_to(depth);
                let choice = self.waiting.pop();
                // A state whose last choice is taken needs no level any more.
                if self.waiting.len() == from {
                    self.levels.pop();
                }
                return choice;
            }
            self.levels.pop();
        }
        None
    }

    fn waiting(&self) -> usize {
        self.waiting.len()
    }
}
