//! Processes that search a made-up graph together, here as threads with sockets between them.

use std::collections::HashSet;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Mutex;
use std::time::Duration;

use heddle_cluster::{Cluster, Event, Identity, Member, Membership, Outbox, Unjoined};

/// Nodes below a number, each with two successors.
struct Graph {
    nodes: u64,
    process: u64,
    processes: u64,
    seen: HashSet<u64>,
    waiting: Vec<u64>,
    heard: u64,
}

impl Graph {
    fn new(nodes: u64, process: usize, processes: usize) -> Self {
        let (process, processes) = (process as u64, processes as u64);
        let waiting = if process == 0 { vec![0] } else { vec![] };
        let seen = waiting.iter().copied().collect();
        Self { nodes, process, processes, seen, waiting, heard: 0 }
    }

    fn meet(&mut self, node: u64, out: &mut Outbox) {
        let owner = node % self.processes;
        if owner != self.process {
            out.send(owner as usize, |message| message.extend(node.to_le_bytes()));
        } else if self.seen.insert(node) {
            self.waiting.push(node);
        }
    }
}

impl Member for Graph {
    fn receive(&mut self, from: usize, message: &[u8], out: &mut Outbox) {
        assert_ne!(from as u64, self.process);
        self.meet(u64::from_le_bytes(message.try_into().expect("a node")), out);
    }

    fn work(&mut self, out: &mut Outbox) -> bool {
        for _ in 0..100 {
            let Some(node) = self.waiting.pop() else { return false };
            self.meet((node * 3 + 1) % self.nodes, out);
            self.meet((node * 7 + 5) % self.nodes, out);
        }
        true
    }

    fn word(&mut self) -> Vec<u8> {
        self.seen.len().to_le_bytes().to_vec()
    }

    fn hear(&mut self, _from: usize, word: &[u8]) {
        self.heard = self.heard.max(u64::from_le_bytes(word.try_into().expect("a number")));
    }
}

fn reachable(nodes: u64) -> usize {
    let (mut seen, mut waiting) = (HashSet::from([0]), vec![0]);
    while let Some(node) = waiting.pop() {
        for next in [(node * 3 + 1) % nodes, (node * 7 + 5) % nodes] {
            if seen.insert(next) {
                waiting.push(next);
            }
        }
    }
    seen.len()
}

fn hosts(count: usize) -> Vec<String> {
    let listeners: Vec<TcpListener> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
    listeners.iter().map(|listener| listener.local_addr().expect("bound").to_string()).collect()
}

fn membership(hosts: &[String], process: usize, secret: &str) -> Membership {
    Membership { hosts: hosts.to_vec(), process, secret: secret.into() }
}

fn identity(program: &str) -> Identity {
    Identity(vec![("program".into(), program.into()), ("JDK".into(), "17".into())])
}

fn join(membership: &Membership, identity: &Identity) -> Result<Cluster, Unjoined> {
    Cluster::join(membership, identity, &|| false, &|_| {})
}

#[test]
fn any_number_of_processes_visits_every_node_once_and_knows_what_all_have_gathered() {
    // With two, more is under way than they may send before they hear that it has arrived.
    for (count, size) in [(1, 60_000), (2, 600_000), (4, 60_000)] {
        let hosts = hosts(count);
        let run = |process: usize| {
            // In another order than that of their numbers.
            std::thread::sleep(Duration::from_millis(20 * (count - process) as u64));
            let mut cluster = join(&membership(&hosts, process, "the same secret"), &identity("p")).expect("joins");
            let mut sizes = Vec::new();
            // Two searches one after the other use the same connections.
            for nodes in [size, size / 7] {
                let mut graph = Graph::new(nodes, process, count);
                cluster.run(&mut graph).expect("nobody is lost");
                let all = cluster.gather(vec![process as u8; process + 1]).expect("nobody is lost");
                assert_eq!(all, (0..count).map(|other| vec![other as u8; other + 1]).collect::<Vec<_>>());
                sizes.push(graph.seen.len());
            }
            sizes
        };
        let sizes: Vec<Vec<usize>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..count).map(|process| scope.spawn(move || run(process))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        for (at, nodes) in [size, size / 7].into_iter().enumerate() {
            assert_eq!(sizes.iter().map(|of| of[at]).sum::<usize>(), reachable(nodes), "{count} processes");
        }
    }
}

#[test]
fn whoever_searches_something_else_is_refused_on_both_sides() {
    let hosts = hosts(2);
    let unjoined: Vec<Unjoined> = std::thread::scope(|scope| {
        let hosts = &hosts;
        let join = |process, program| {
            scope.spawn(move || join(&membership(hosts, process, "the same secret"), &identity(program)).err())
        };
        let both = [join(0, "this"), join(1, "that")];
        both.map(|thread| thread.join().expect("no panic").expect("refused")).into()
    });
    let texts: Vec<String> = unjoined.iter().map(ToString::to_string).collect();
    assert_eq!(texts[0], "process 1 has another program: that, and here it is this");
    assert_eq!(texts[1], "process 0 has another program: this, and here it is that");
}

#[test]
fn strangers_are_refused_and_keep_nobody_from_joining() {
    let hosts = hosts(2);
    let events = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        let (hosts, events) = (&hosts, &events);
        let first = scope.spawn(move || {
            let tell = |event: Event| events.lock().expect("no panic").push(event);
            let joined = Cluster::join(&membership(hosts, 0, "the same secret"), &identity("p"), &|| false, &tell);
            drop(joined.expect("joins"));
        });
        // One that speaks another language, and one with another secret.
        let mut stranger = loop {
            match TcpStream::connect(&hosts[0]) {
                Ok(stranger) => break stranger,
                Err(_) => std::thread::sleep(Duration::from_millis(10)),
            }
        };
        stranger.write_all(&[b'x'; 100]).expect("connected");
        let _ = stranger.read(&mut [0; 200]);
        drop(stranger);
        let refused = join(&membership(hosts, 1, "another secret"), &identity("p"));
        assert!(matches!(refused.err(), Some(Unjoined::Secret { process: 0 })));
        drop(join(&membership(hosts, 1, "the same secret"), &identity("p")).expect("joins"));
        first.join().expect("no panic");
    });
    let events = events.into_inner().expect("no panic");
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Refused(_))).count(), 2);
}
