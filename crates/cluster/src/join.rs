//! Who may join. Before timely gets a connection, both sides show that they know the secret, by challenge and response, and
//! compare what they are about to search.
//!
//! ```text
//! both:  "heddle cluster 1\n"  number of the process  how many there are  32 random bytes
//! both:  HMAC-SHA-256 of the secret over the numbers, both random bytes and who connected
//! both:  1 if the other's is right, else 0
//! both:  what is searched: names and values, each with its length
//! ```
//!
//! The process with the higher number connects, so that they may start in any order. A stranger who knocks is told
//! nothing and keeps nobody from joining. What follows is not encrypted (`docs/cluster.md` says how to).

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use hmac::{Hmac, Mac};
use sha2::Sha256;

/// Which processes there are, and which one this is.
#[derive(Clone)]
pub struct Membership {
    /// Host and port of each process.
    pub hosts: Vec<String>,
    /// The number of this one.
    pub process: usize,
    /// What all of them know.
    pub secret: Vec<u8>,
}

/// Without the secret.
impl std::fmt::Debug for Membership {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Membership").field("hosts", &self.hosts).field("process", &self.process).finish_non_exhaustive()
    }
}

/// What has to be the same for all processes: a name for the user, and a value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Identity(pub Vec<(String, String)>);

/// What the user may want to know while a process waits for others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// These have not joined yet.
    Waiting(Vec<usize>),
    /// Somebody who does not know the secret, or no Heddle, wanted to join.
    Refused(SocketAddr),
}

/// Why a process cannot join.
#[derive(Debug, thiserror::Error)]
pub enum Unjoined {
    #[error("{0}")]
    Io(io::Error),
    #[error("interrupted")]
    Cancelled,
    #[error("{host} is no address: {why}")]
    Address { host: String, why: io::Error },
    #[error("cannot listen at {host}: {why}")]
    Listen { host: String, why: io::Error },
    #[error("process {process} has another secret")]
    Secret { process: usize },
    #[error("process {process} is one of {theirs}, and this is one of {ours}")]
    Count { process: usize, theirs: usize, ours: usize },
    #[error("there are two processes with number {process}")]
    Twice { process: usize },
    #[error("process {process} has another {what}: {theirs}, and here it is {ours}")]
    Differs { process: usize, what: String, theirs: String, ours: String },
}

const MAGIC: &[u8; 17] = b"heddle cluster 1\n";
/// A process that is there answers within this time.
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(50);
/// How often the user is told who is missing.
const BETWEEN_EVENTS: Duration = Duration::from_secs(10);
const FIRST_EVENT: Duration = Duration::from_secs(2);
const MOST_TEXT: u32 = 1 << 20;

/// A connection to each other process, by number.
pub fn connect(
    membership: &Membership,
    identity: &Identity,
    is_cancelled: &dyn Fn() -> bool,
    tell: &dyn Fn(Event),
) -> Result<Vec<Option<TcpStream>>, Unjoined> {
    let Membership { hosts, process, .. } = membership;
    let mut sockets: Vec<Option<TcpStream>> = hosts.iter().map(|_| None).collect();
    // Nobody connects to the last one.
    let listener = (process + 1 < hosts.len()).then(|| listen(&hosts[*process])).transpose()?;
    let begin = Instant::now();
    let mut told: Option<Instant> = None;
    loop {
        let missing: Vec<usize> = (0..hosts.len()).filter(|peer| peer != process && sockets[*peer].is_none()).collect();
        if missing.is_empty() {
            return Ok(sockets);
        }
        if is_cancelled() {
            return Err(Unjoined::Cancelled);
        }
        if told.map_or(begin.elapsed() >= FIRST_EVENT, |told| told.elapsed() >= BETWEEN_EVENTS) {
            told = Some(Instant::now());
            tell(Event::Waiting(missing.clone()));
        }
        for &peer in missing.iter().filter(|&peer| peer < process) {
            if let Some(socket) = knock(&hosts[peer])? {
                let greeted = greet(socket, membership, identity, Some(peer));
                match greeted {
                    Ok((_, socket)) => sockets[peer] = Some(socket),
                    // It may have been about to end, or the port is somebody else's for now.
                    Err(Unjoined::Io(_)) => {}
                    Err(why) => return Err(why),
                }
            }
        }
        while let Some(Ok((socket, from))) = listener.as_ref().map(TcpListener::accept) {
            match greet(socket, membership, identity, None) {
                Ok((peer, _)) if sockets[peer].is_some() => return Err(Unjoined::Twice { process: peer }),
                Ok((peer, socket)) => sockets[peer] = Some(socket),
                Err(Unjoined::Io(_) | Unjoined::Secret { .. }) => tell(Event::Refused(from)),
                Err(why) => return Err(why),
            }
        }
        std::thread::sleep(PAUSE);
    }
}

fn addresses(host: &str) -> Result<Vec<SocketAddr>, Unjoined> {
    let why = |why| Unjoined::Address { host: host.to_owned(), why };
    Ok(host.to_socket_addrs().map_err(why)?.collect())
}

fn listen(host: &str) -> Result<TcpListener, Unjoined> {
    let why = |why| Unjoined::Listen { host: host.to_owned(), why };
    let listener = TcpListener::bind(&addresses(host)?[..]).map_err(why)?;
    listener.set_nonblocking(true).map_err(why)?;
    Ok(listener)
}

/// A connection to a process, if it listens. Names of hosts that are yet to start may not be known either.
fn knock(host: &str) -> Result<Option<TcpStream>, Unjoined> {
    if !host.contains(':') {
        addresses(host)?;
    }
    let Ok(addresses) = addresses(host) else { return Ok(None) };
    Ok(addresses.iter().find_map(|address| TcpStream::connect_timeout(address, PATIENCE).ok()))
}

/// What a side says of itself.
struct Hello {
    process: u32,
    processes: u32,
    nonce: [u8; 32],
}

impl Hello {
    const LEN: usize = MAGIC.len() + 8 + 32;

    fn write(&self) -> Vec<u8> {
        let numbers = [self.process, self.processes].map(u32::to_le_bytes).concat();
        [MAGIC, &numbers[..], &self.nonce].concat()
    }

    fn read(socket: &mut TcpStream) -> io::Result<Self> {
        let mut bytes = [0; Self::LEN];
        socket.read_exact(&mut bytes)?;
        let (magic, rest) = bytes.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let word = |at: usize| u32::from_le_bytes(rest[at..at + 4].try_into().expect("four bytes"));
        let nonce = rest[8..].try_into().expect("the rest");
        Ok(Self { process: word(0), processes: word(4), nonce })
    }
}

/// Shows the other side that this one may join, and the other way round. `expected` is whom this one has connected to.
fn greet(
    mut socket: TcpStream,
    membership: &Membership,
    identity: &Identity,
    expected: Option<usize>,
) -> Result<(usize, TcpStream), Unjoined> {
    let Membership { hosts, process, secret } = membership;
    let ours = hosts.len();
    let io = Unjoined::Io;
    socket.set_nonblocking(false).map_err(io)?;
    socket.set_nodelay(true).map_err(io)?;
    socket.set_read_timeout(Some(PATIENCE)).map_err(io)?;
    socket.set_write_timeout(Some(PATIENCE)).map_err(io)?;
    let mut nonce = [0; 32];
    getrandom::fill(&mut nonce).map_err(|error| io(io::Error::other(error.to_string())))?;
    let me = Hello { process: *process as u32, processes: ours as u32, nonce };
    socket.write_all(&me.write()).map_err(io)?;
    let other = Hello::read(&mut socket).map_err(io)?;
    let connected = expected.is_some();
    socket.write_all(&proof(secret, &me, &other, connected).finalize().into_bytes()).map_err(io)?;
    let mut theirs = [0; 32];
    socket.read_exact(&mut theirs).map_err(io)?;
    // Compared in constant time.
    let is_right = proof(secret, &other, &me, !connected).verify_slice(&theirs).is_ok();
    socket.write_all(&[u8::from(is_right)]).map_err(io)?;
    let mut accepted = [0];
    socket.read_exact(&mut accepted).map_err(io)?;
    let peer = other.process as usize;
    if !is_right || accepted != [1] {
        return Err(Unjoined::Secret { process: expected.unwrap_or(peer) });
    }
    if other.processes != me.processes {
        return Err(Unjoined::Count { process: peer, theirs: other.processes as usize, ours });
    }
    // Who connects has a higher number than whom it connects to.
    if expected.map_or(peer <= *process || peer >= ours, |expected| peer != expected) {
        return Err(Unjoined::Twice { process: peer });
    }
    compare(&mut socket, identity, peer)?;
    socket.set_read_timeout(None).map_err(io)?;
    socket.set_write_timeout(None).map_err(io)?;
    Ok((peer, socket))
}

/// What `from` answers to the challenge of `to`.
fn proof(secret: &[u8], from: &Hello, to: &Hello, connected: bool) -> Hmac<Sha256> {
    let mut proof = Hmac::<Sha256>::new_from_slice(secret).expect("a key of any length");
    proof.update(&from.write());
    proof.update(&to.write());
    proof.update(&[u8::from(connected)]);
    proof
}

fn compare(socket: &mut TcpStream, Identity(ours): &Identity, process: usize) -> Result<(), Unjoined> {
    let mut text = Vec::new();
    let put = |text: &mut Vec<u8>, part: &str| {
        text.extend((part.len() as u32).to_le_bytes());
        text.extend(part.as_bytes());
    };
    text.extend((ours.len() as u32).to_le_bytes());
    ours.iter().for_each(|(name, value)| [name, value].into_iter().for_each(|part| put(&mut text, part)));
    socket.write_all(&text).map_err(Unjoined::Io)?;
    let theirs = read_identity(socket).map_err(Unjoined::Io)?;
    let named = |of: &[(String, String)], what: &str| {
        of.iter().find(|(name, _)| name == what).map_or("none".to_owned(), |(_, value)| value.clone())
    };
    for (what, value) in ours {
        let other = named(&theirs, what);
        if other != *value {
            let (what, theirs, ours) = (what.clone(), other, value.clone());
            return Err(Unjoined::Differs { process, what, theirs, ours });
        }
    }
    Ok(())
}

fn read_identity(socket: &mut TcpStream) -> io::Result<Vec<(String, String)>> {
    fn number(socket: &mut TcpStream) -> io::Result<u32> {
        let mut bytes = [0; 4];
        socket.read_exact(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
            .and_then(|n| if n <= MOST_TEXT { Ok(n) } else { Err(io::ErrorKind::InvalidData.into()) })
    }
    fn text(socket: &mut TcpStream) -> io::Result<String> {
        let mut bytes = vec![0; number(socket)? as usize];
        socket.read_exact(&mut bytes)?;
        String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData.into())
    }
    (0..number(socket)?).map(|_| Ok((text(socket)?, text(socket)?))).collect()
}
