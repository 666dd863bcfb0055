//! A check on several processes: how they come together, the rounds of their search, and who concludes.
//!
//! All processes do the same until the end, since each of them knows what a round has come to on all (`explore/spread`). The first one then understands
//! what was found and concludes; its report is everybody's.

use std::sync::Arc;
use std::time::Instant;

use heddle_cluster::{Cluster, Event, Identity, Lost, Member as Mail, Membership, Outbox, Unjoined};
use heddle_explore::spread::{Basis, Decision, Member, Partition, Summary, Travelled, decide, learn, prepare};
use heddle_explore::{Assuming, Bound, Explored, Growth, Path, Settings, StoreKind, Watch};
use heddle_machine::Machine;
use heddle_verdict::{Report, Seconds};
use xxhash_rust::xxh3::xxh3_128;

use super::{CheckOptions, Checked, early, finish, machines, search, settings};
use crate::saved::classes;
use crate::supervise::watched;
use crate::{Error, Limits, Note, Project, Supervision};

/// What each process does by itself before they exchange states, in units of [`Machine::work`]: a few seconds at most. Smaller programs are
/// done by then, and most of what a program loads is loaded.
const ALONE: u64 = 50_000_000;

/// New machines that a search may need because something new was loaded.
const MOST_LIVES: usize = 100;

/// One of several processes of a check.
#[derive(Clone, Debug)]
pub struct Spread {
    /// Who they are.
    pub membership: Membership,
    /// Work that each does by itself first, if not the usual.
    pub alone: Option<u64>,
}

pub(super) fn check(
    project: &Project,
    options: &CheckOptions,
    spread: &Spread,
    supervision: &Supervision<'_>,
) -> Result<Checked, Error> {
    let settings = options.fit_spread(settings(project, options, supervision)?)?;
    let mut cluster = None;
    let mut basis = None;
    let begin = Instant::now();
    for _ in 0..MOST_LIVES {
        let again = basis.is_some().then(|| project.again()).transpose()?;
        let life = Life {
            project: again.as_ref().unwrap_or(project),
            options,
            spread,
            supervision,
            limits: within(options.limits, begin),
        };
        match life.live(settings.clone(), &mut cluster, basis.take())? {
            End::Over(checked) => return Ok(*checked),
            End::Anew(known) => basis = Some(known),
        }
    }
    Err(Error::Usage("the processes come to load something new over and over; check the program on one".into()))
}

/// What is left of the time; waiting for others counts.
fn within(limits: Limits, begin: Instant) -> Limits {
    let left =
        |all: Seconds| Seconds::whole(all.duration().saturating_sub(begin.elapsed()).as_secs_f64().ceil() as u64);
    Limits { seconds: limits.seconds.map(left), ..limits }
}

enum End {
    Over(Box<Checked>),
    Anew(Basis),
}

/// A search from the first machine to the end, or to where all begin with new ones.
struct Life<'l> {
    project: &'l Project,
    options: &'l CheckOptions,
    spread: &'l Spread,
    supervision: &'l Supervision<'l>,
    /// With the time that is left.
    limits: Limits,
}

impl<'l> Life<'l> {
    fn live(&self, mut settings: Settings, cluster: &mut Option<Cluster>, basis: Option<Basis>) -> Result<End, Error> {
        let (mut machines, _) = machines(self.project, &mut settings, false, &self.supervision.cancel)?;
        machines.iter_mut().for_each(Machine::keep_portable);
        let mut paths: Vec<Path<'l>> =
            machines.into_iter().map(|machine| Path::on(None, machine, Bound::None)).collect();
        let cluster = match cluster {
            Some(cluster) => cluster,
            None => cluster.insert(self.join(&settings, &mut paths[0])?),
        };
        let mut watch = Watch::new(settings.max_states, None);
        if settings.store == StoreKind::Fingerprints {
            watch.room = Arc::new(self.options.spill.room(&self.options.limits));
        }
        let decided = watched(&watch, &self.limits, None, self.supervision, || {
            self.rounds(&settings, &watch, cluster, &mut paths, basis)
        })?;
        let (explored, travelled) = match decided {
            Round::Over(explored, travelled) => (explored, travelled),
            Round::Anew(basis) => return Ok(End::Anew(basis)),
        };
        // Runs are replayed from the beginning of the program.
        paths[0].begin_at_start();
        let is_first = cluster.process() == 0;
        let mut report = Vec::new();
        let mut checked = None;
        if is_first {
            if travelled.states > 0 {
                self.supervision.observer.note(&Note::Travelled(travelled, explored.statistics.transitions));
            }
            let found = finish(self.project, self.options, settings, explored, paths, &watch, self.supervision)?;
            let alone = CheckOptions { spread: None, ..self.options.clone() };
            let found = early::tell_apart(found, &alone, |options| {
                let quiet = Supervision { observer: &(), cancel: self.supervision.cancel.clone() };
                search(self.project, options, &quiet)
            })?;
            report = serde_json::to_vec(&found.report).expect("texts and numbers");
            checked = Some(found);
        }
        let reports = cluster.gather(report).map_err(|lost| self.lost(lost))?;
        if let Some(checked) = checked {
            return Ok(End::Over(Box::new(checked)));
        }
        let report: Report = serde_json::from_slice(&reports[0])
            .map_err(|error| Error::Internal(format!("the report of the first process: {error}")))?;
        Ok(End::Over(Box::new(Checked { report, run: None, explanation: None, coverage: None })))
    }

    fn join(&self, settings: &Settings, path: &mut Path<'_>) -> Result<Cluster, Error> {
        let classes = classes(self.project.program(), self.project.main_class()?);
        let hash = |text: &str| format!("{:016x}", xxh3_128(text.as_bytes()) as u64);
        let target = self.project.target();
        let started = format!("{:?} {:?} {:?}", self.project.main_class()?, target.arguments, target.properties);
        let parts = [
            ("version of Heddle", env!("CARGO_PKG_VERSION").to_owned()),
            ("JDK", self.project.jdk().version()?),
            ("program", hash(&format!("{classes:?}"))),
            ("main class, arguments or properties", hash(&started)),
            ("set of options", hash(&format!("{settings:?} {:?}", self.spread.alone))),
            ("base image", format!("{:08x}", path.machine.binding())),
        ];
        let identity = Identity(parts.map(|(name, value)| (name.to_owned(), value)).into());
        let observer = self.supervision.observer;
        let tell = |event| {
            observer.note(&match event {
                Event::Waiting(processes) => Note::WaitingFor(processes),
                Event::Refused(address) => Note::Stranger(address.to_string()),
            });
        };
        let is_cancelled = || self.supervision.cancel.is_cancelled();
        Cluster::join(&self.spread.membership, &identity, &is_cancelled, &tell).map_err(|why| match why {
            Unjoined::Cancelled => Error::Interrupted,
            why => Error::Usage(format!("cannot join the other processes: {why}")),
        })
    }

    /// Rounds of the search of all processes.
    fn rounds(
        &self,
        settings: &Settings,
        watch: &Watch,
        cluster: &mut Cluster,
        paths: &mut Vec<Path<'l>>,
        basis: Option<Basis>,
    ) -> Result<Round, Error> {
        let lost = |lost| self.lost(lost);
        let mut basis = match basis {
            Some(basis) => {
                learn(&mut paths[0], &basis);
                basis
            }
            None => {
                let (basis, whole) = prepare(paths, settings, watch, self.spread.alone.unwrap_or(ALONE));
                // What the first process says is said for all: another one may have run out of time.
                let is_whole = cluster.gather(vec![u8::from(whole.is_some())]).map_err(lost)?[0] == [1];
                if is_whole {
                    return Ok(Round::Over(whole.unwrap_or_else(Explored::nothing), Travelled::default()));
                }
                watch.forget_violation();
                basis
            }
        };
        let path = &mut paths[0];
        path.refine(&basis.refuted);
        let partition = Partition::new(path, cluster.processes());
        loop {
            path.refine(&basis.refuted);
            watch.begin_again();
            let member = Member::new(path, settings, watch, cluster.process(), cluster.processes(), &partition);
            let mut carrier = Carrier(member);
            cluster.run(&mut carrier).map_err(lost)?;
            let bytes = carrier.0.summary().to_bytes();
            let summaries = cluster.gather(bytes).map_err(lost)?;
            let summaries: Option<Vec<Summary>> = summaries.iter().map(|bytes| Summary::from_bytes(bytes)).collect();
            let summaries = summaries.ok_or_else(|| Error::Internal("a summary of another process".into()))?;
            let travelled = Travelled::sum(summaries.iter().map(|summary| summary.travelled));
            let leads = cluster.process() == 0;
            match decide(summaries, &basis.refuted, path, settings, watch, leads) {
                Decision::Over(explored) => return Ok(Round::Over(*explored, travelled)),
                Decision::Again(refuted) => basis.refuted = refuted,
                Decision::Anew(refuted, runs) => {
                    basis.growth.push(Growth::new(std::mem::replace(&mut basis.refuted, refuted), runs));
                    return Ok(Round::Anew(basis));
                }
                Decision::Unlike => {
                    return Err(Error::Internal("the processes have loaded classes in different orders".into()));
                }
            }
        }
    }

    fn lost(&self, Lost { process }: Lost) -> Error {
        let host = &self.spread.membership.hosts[process];
        Error::Lost(format!(
            "process {process} ({host}) was lost, so the search cannot go on; it has to be begun again on all processes"
        ))
    }
}

enum Round {
    Over(Explored, Travelled),
    Anew(Basis),
}

/// Carries messages between a search and the other processes.
struct Carrier<'c, 'p>(Member<'c, 'p>);

impl Mail for Carrier<'_, '_> {
    fn receive(&mut self, from: usize, message: &[u8], out: &mut Outbox) {
        self.0.receive(from, message, &mut |to, bytes| out.send(to, |batch| batch.extend_from_slice(bytes)));
    }

    fn work(&mut self, out: &mut Outbox) -> bool {
        self.0.work(&mut |to, bytes| out.send(to, |batch| batch.extend_from_slice(bytes)))
    }

    fn word(&mut self) -> Vec<u8> {
        self.0.word()
    }

    fn hear(&mut self, from: usize, word: &[u8]) {
        self.0.hear(from, word);
    }
}
