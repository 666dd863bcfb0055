//! The dataflow of a search. Operators of timely only carry mail: what a member does happens between the steps of timely's worker, so that
//! it may borrow what it needs.
//!
//! ```text
//!            ┌───────────────── feedback ─────────────────┐
//!  batches ──┴─► exchange by receiver ─► mail in, mail out ┴─► (frontier empty: over)
//!  words and receipts ─► exchange by receiver ─► mail in
//! ```
//!
//! A process holds a capability for the first dataflow while it has something to do, or something to send. Back-pressure: who has sent a process more
//! than [`WINDOW`] batches that it has not looked at yet does not go on until it has.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::ProbeHandle;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Capability, Concat, ConnectLoop, Feedback, Probe, ToStream};
use timely::scheduling::Activator;
use timely::worker::Worker;

use crate::Lost;
use crate::link::Connections;

/// What a process does in a search.
pub trait Member {
    /// A message of another process, or of this one.
    fn receive(&mut self, from: usize, message: &[u8], out: &mut Outbox);

    /// Goes on for a moment. Whether something is left to do.
    fn work(&mut self, out: &mut Outbox) -> bool;

    /// What all others are to know by now. Asked now and then; sent if it has changed.
    fn word(&mut self) -> Vec<u8>;

    /// What another process has said.
    fn hear(&mut self, from: usize, word: &[u8]);
}

/// Bytes of a batch, and how many batches may be under way to a process.
const BATCH: usize = 32 << 10;
const WINDOW: u64 = 64;
/// A batch that is not full waits no longer than this.
const DELAY: Duration = Duration::from_millis(5);
const BETWEEN_WORDS: Duration = Duration::from_millis(100);
/// How long nobody may be silent: processes say something at least every [`HEARTBEAT`].
const SILENCE: Duration = Duration::from_secs(120);
const HEARTBEAT: Duration = Duration::from_secs(5);

/// Messages to be sent.
pub struct Outbox {
    batches: Vec<Vec<u8>>,
    full: Vec<(usize, Vec<u8>)>,
}

impl Outbox {
    fn new(processes: usize) -> Self {
        Self { batches: vec![Vec::new(); processes], full: Vec::new() }
    }

    /// A message for a process, put together by `write`.
    pub fn send(&mut self, to: usize, write: impl FnOnce(&mut Vec<u8>)) {
        let batch = &mut self.batches[to];
        let at = batch.len();
        batch.extend([0; 4]);
        write(batch);
        let len = (batch.len() - at - 4) as u32;
        batch[at..at + 4].copy_from_slice(&len.to_le_bytes());
        if batch.len() >= BATCH {
            self.full.push((to, std::mem::take(batch)));
        }
    }

    fn is_empty(&self) -> bool {
        self.full.is_empty() && self.batches.iter().all(Vec::is_empty)
    }

    /// Takes what is to be sent: all, or full batches only.
    fn take(&mut self, all: bool) -> Vec<(usize, Vec<u8>)> {
        let mut taken = std::mem::take(&mut self.full);
        if all {
            let rest = self.batches.iter_mut().enumerate().filter(|(_, batch)| !batch.is_empty());
            taken.extend(rest.map(|(to, batch)| (to, std::mem::take(batch))));
        }
        taken
    }
}

/// The messages of a batch.
fn messages(mut batch: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let (len, rest) = batch.split_at_checked(4)?;
        let len = u32::from_le_bytes(len.try_into().expect("four bytes")) as usize;
        let (message, rest) = rest.split_at_checked(len)?;
        batch = rest;
        Some(message)
    })
}

/// Written as a run of bytes, not one by one.
#[derive(Clone, Default)]
struct Bytes(Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Of;
        impl Visitor<'_> for Of {
            type Value = Bytes;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec()))
            }

            fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Bytes, E> {
                Ok(Bytes(bytes))
            }
        }
        deserializer.deserialize_byte_buf(Of)
    }
}

/// Receiver, sender, contents.
type Letter = (u64, u64, Bytes);

#[derive(Default)]
struct Mail {
    arrived: VecDeque<Letter>,
    leaving: Vec<Letter>,
    /// To send something at, while there is something to do.
    capability: Option<Capability<u64>>,
    is_busy: bool,
}

/// A dataflow that goes round until nobody has anything left to do.
struct Loop {
    mail: Rc<RefCell<Mail>>,
    activator: Activator,
    probe: ProbeHandle<u64>,
}

impl Loop {
    fn new(worker: &mut Worker) -> Self {
        let mail = Rc::new(RefCell::new(Mail { is_busy: true, ..Mail::default() }));
        let probe = ProbeHandle::new();
        let carried = mail.clone();
        let activator = Rc::new(RefCell::new(None));
        let made = activator.clone();
        worker.dataflow::<u64, _, _>(|scope| {
            let (handle, back) = scope.feedback(1_u64);
            let nothing = Vec::<Letter>::new().to_stream(scope).container::<Vec<Letter>>();
            let exchange = Exchange::new(|letter: &Letter| letter.0);
            let stream = nothing.concat(back).unary_frontier::<CapacityContainerBuilder<Vec<Letter>>, _, _, _>(
                exchange,
                "mail",
                |capability, info| {
                    carried.borrow_mut().capability = Some(capability);
                    *made.borrow_mut() = Some(Activator::new(info.address.clone(), scope.activations()));
                    move |(input, _), output| {
                        let mail = &mut *carried.borrow_mut();
                        input.for_each(|time, letters| {
                            mail.arrived.extend(letters.drain(..));
                            let is_later = mail.capability.as_ref().is_none_or(|held| held.time() < time.time());
                            if is_later {
                                mail.capability = Some(time.retain(output.output_index()));
                            }
                            mail.is_busy = true;
                        });
                        if let Some(capability) = &mail.capability
                            && !mail.leaving.is_empty()
                        {
                            let mut session = output.session(capability);
                            mail.leaving.drain(..).for_each(|letter| session.give(letter));
                        }
                        if !mail.is_busy {
                            mail.capability = None;
                        }
                    }
                },
            );
            stream.probe_with(&probe).connect_loop(handle);
        });
        let activator = activator.borrow_mut().take().expect("made with the operator");
        Self { mail, activator, probe }
    }
}

/// A dataflow to say something at any time.
struct Talk {
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Letter>>>,
    arrived: Rc<RefCell<VecDeque<Letter>>>,
    probe: ProbeHandle<u64>,
    /// Something was said that timely keeps until its time has passed.
    is_waiting: bool,
}

impl Talk {
    fn new(worker: &mut Worker) -> Self {
        let arrived = Rc::new(RefCell::new(VecDeque::new()));
        let carried = arrived.clone();
        let probe = ProbeHandle::new();
        let mut input = InputHandle::new();
        worker.dataflow::<u64, _, _>(|scope| {
            let exchange = Exchange::new(|letter: &Letter| letter.0);
            let stream = input.to_stream(scope);
            let stream =
                stream.unary_frontier::<CapacityContainerBuilder<Vec<Letter>>, _, _, _>(exchange, "words", |_, _| {
                    move |(input, _), _| input.for_each(|_, letters| carried.borrow_mut().extend(letters.drain(..)))
                });
            stream.probe_with(&probe);
        });
        Self { input, arrived, probe, is_waiting: false }
    }

    fn say(&mut self, to: usize, me: usize, bytes: Vec<u8>) {
        self.input.send((to as u64, me as u64, Bytes(bytes)));
        self.is_waiting = true;
    }

    /// Sends what was said: only a time that passes makes timely do so.
    fn tell(&mut self) {
        if std::mem::take(&mut self.is_waiting) {
            let now = *self.input.time();
            self.input.advance_to(now + 1);
        }
    }
}

const RECEIPT: u8 = 0;
const WORD: u8 = 1;

pub fn run(
    worker: &mut Worker,
    processes: usize,
    connections: &Connections,
    member: &mut dyn Member,
) -> Result<(), Lost> {
    let me = worker.index();
    let Loop { mail, activator, probe } = Loop::new(worker);
    let mut talk = Talk::new(worker);
    let others = || (0..processes).filter(|&other| other != me);
    let mut out = Outbox::new(processes);
    let mut under_way = vec![0_u64; processes];
    let mut owed = vec![0_u64; processes];
    let mut heard = vec![Instant::now(); processes];
    let (mut sent, mut asked, mut spoken) = (Instant::now(), Instant::now(), Instant::now());
    let mut last_word = Vec::new();
    let mut has_more = true;
    while !probe.done() {
        if let Some(lost) = connections.lost() {
            return Err(lost);
        }
        for (_, from, Bytes(words)) in talk.arrived.borrow_mut().drain(..) {
            heard[from as usize] = Instant::now();
            match words.split_first() {
                Some((&RECEIPT, count)) => {
                    under_way[from as usize] -= u64::from_le_bytes(count.try_into().expect("a number"));
                }
                Some((&WORD, word)) => member.hear(from as usize, word),
                _ => {}
            }
        }
        loop {
            let Some((_, from, Bytes(batch))) = mail.borrow_mut().arrived.pop_front() else { break };
            messages(&batch).for_each(|message| member.receive(from as usize, message, &mut out));
            owed[from as usize] += 1;
            has_more = true;
        }
        let is_blocked = under_way.iter().any(|&batches| batches >= WINDOW);
        if has_more && !is_blocked {
            has_more = member.work(&mut out);
        }
        // What is ready goes out when it is much, when it has waited, and when there is nothing else to do.
        let all = !has_more || sent.elapsed() >= DELAY;
        let leaving = out.take(all);
        if all {
            sent = Instant::now();
        }
        {
            let mut mail = mail.borrow_mut();
            for (to, batch) in leaving {
                under_way[to] += u64::from(to != me);
                mail.leaving.push((to as u64, me as u64, Bytes(batch)));
            }
            let is_busy = has_more || !out.is_empty() || !mail.arrived.is_empty();
            if !mail.leaving.is_empty() || mail.is_busy != is_busy {
                activator.activate();
            }
            mail.is_busy = is_busy;
        }
        for other in others() {
            let count = std::mem::take(&mut owed[other]);
            if count > 0 {
                let receipt = [&[RECEIPT][..], &count.to_le_bytes()].concat();
                talk.say(other, me, receipt);
            }
        }
        owed[me] = 0;
        if asked.elapsed() >= BETWEEN_WORDS {
            asked = Instant::now();
            let word = member.word();
            if word != last_word || spoken.elapsed() >= HEARTBEAT {
                let text = [&[WORD][..], &word].concat();
                others().for_each(|other| talk.say(other, me, text.clone()));
                last_word = word;
                spoken = Instant::now();
            }
        }
        talk.tell();
        if let Some(process) = others().find(|&other| heard[other].elapsed() > SILENCE) {
            connections.lose(process);
        }
        if has_more && !is_blocked {
            worker.step();
        } else {
            worker.step_or_park(Some(DELAY));
        }
    }
    talk.input.close();
    finish(worker, &talk.probe, connections)
}

pub fn gather(
    worker: &mut Worker,
    processes: usize,
    connections: &Connections,
    bytes: Vec<u8>,
) -> Result<Vec<Vec<u8>>, Lost> {
    let me = worker.index() as u64;
    let mut talk = Talk::new(worker);
    (0..processes).for_each(|to| talk.input.send((to as u64, me, Bytes(bytes.clone()))));
    talk.input.close();
    finish(worker, &talk.probe, connections)?;
    let mut all = vec![Vec::new(); processes];
    for (_, from, Bytes(bytes)) in talk.arrived.borrow_mut().drain(..) {
        all[from as usize] = bytes;
    }
    Ok(all)
}

fn finish(worker: &mut Worker, probe: &ProbeHandle<u64>, connections: &Connections) -> Result<(), Lost> {
    while !probe.done() {
        if let Some(lost) = connections.lost() {
            return Err(lost);
        }
        worker.step_or_park(Some(DELAY));
    }
    Ok(())
}
