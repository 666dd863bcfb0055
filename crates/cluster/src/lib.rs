//! Several processes that search a graph together. Nodes of the graph travel as bytes; what they mean is for the caller, who gives a
//! [`Member`] for each process.
//!
//! [`Cluster::join`] connects all processes, once they have shown each other that they know the same secret and search the
//! same (`join.rs`). [`Cluster::run`] then is one dataflow of timely: batches of messages are exchanged, go round in a feedback loop, and the
//! search is over when its frontier is empty, that is when nobody has anything to do and nothing is under way
//! (`dataflow.rs`). What all have to know in the meantime, and how much of what was sent has arrived, goes through a second
//! dataflow beside it.
//!
//! Timely panics where a connection breaks. It is given sockets of our own (`link.rs`) which never tell it: the call that
//! waits for the others ends with [`Lost`].

mod dataflow;
mod join;
mod link;

use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::time::Duration;

use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::{CommsGuard, initialize_networking_from_sockets};
use timely::communication::{Allocator, Hooks};
use timely::worker::Worker;

pub use dataflow::{Member, Outbox};
pub use join::{Event, Identity, Membership, Unjoined};
use link::Connections;

/// A process was lost: it has ended, or the connection to it is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("process {process} was lost")]
pub struct Lost {
    /// Its number.
    pub process: usize,
}

/// This process as one of several.
pub struct Cluster {
    /// `None` once it has left.
    worker: Option<Worker>,
    /// Joins threads that may wait forever for a process that was lost, so it is never dropped.
    _threads: ManuallyDrop<CommsGuard>,
    connections: Arc<Connections>,
    process: usize,
    processes: usize,
}

/// How long a process that is done waits for the others to say the same.
const GOODBYE: Duration = Duration::from_secs(10);

impl Cluster {
    /// Waits for all other processes. `tell` is told what the user may want to know while that takes long.
    pub fn join(
        membership: &Membership,
        identity: &Identity,
        is_cancelled: &dyn Fn() -> bool,
        tell: &dyn Fn(Event),
    ) -> Result<Self, Unjoined> {
        let sockets = join::connect(membership, identity, is_cancelled, tell)?;
        let (process, processes) = (membership.process, membership.hosts.len());
        let connections = Arc::new(Connections::new(processes));
        let links = sockets.into_iter().enumerate().map(|(peer, socket)| {
            let socket = socket?;
            Some(link::Link::new(socket, peer, connections.clone()))
        });
        let hooks = Hooks::default();
        let local = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let (mut builders, threads) =
            initialize_networking_from_sockets(local, links.collect(), process, 1, hooks).map_err(Unjoined::Io)?;
        let builder = builders.pop().expect("one worker");
        let worker = Worker::new(timely::WorkerConfig::default(), Allocator::Tcp(builder.build()), None);
        Ok(Self { worker: Some(worker), _threads: ManuallyDrop::new(threads), connections, process, processes })
    }

    /// The number of this process.
    pub fn process(&self) -> usize {
        self.process
    }

    /// How many there are.
    pub fn processes(&self) -> usize {
        self.processes
    }

    /// Searches with all others until nobody has anything left to do. All have to call it.
    pub fn run(&mut self, member: &mut dyn Member) -> Result<(), Lost> {
        let worker = self.worker.as_mut().expect("the worker is there until the end");
        dataflow::run(worker, self.processes, &self.connections, member)
    }

    /// Sends something to all processes and waits for what they send; by number of process. All have to call it.
    pub fn gather(&mut self, bytes: Vec<u8>) -> Result<Vec<Vec<u8>>, Lost> {
        let worker = self.worker.as_mut().expect("the worker is there until the end");
        dataflow::gather(worker, self.processes, &self.connections, bytes)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let worker = self.worker.take();
        if self.connections.lost().is_some() {
            // Who was lost never answers, and dropping the worker may wait for that.
            std::mem::forget(worker);
        } else {
            drop(worker);
            self.connections.wait_for_goodbyes(GOODBYE);
        }
    }
}
