//! A connection as timely sees it. Where it breaks, that is noted and whoever reads or writes waits forever: timely would panic, in
//! threads and destructors where nobody can catch it.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::Lost;

/// What is known of the connections to all other processes.
pub struct Connections {
    state: Mutex<State>,
    changed: Condvar,
    processes: usize,
}

#[derive(Default)]
struct State {
    lost: Option<usize>,
    /// Connections that this process has nothing more to send through, and those that nothing more comes from.
    closed: usize,
    ended: usize,
    /// Who was the first to say that nothing more comes, and when.
    first_ended: Option<(usize, Instant)>,
}

/// What a process sends before it leaves is here before long.
const LAST_WORDS: Duration = Duration::from_secs(20);

impl Connections {
    pub fn new(processes: usize) -> Self {
        Self { state: Mutex::default(), changed: Condvar::new(), processes }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no panic while holding the lock")
    }

    /// Who was lost. Asked while something is still to come from all.
    pub fn lost(&self) -> Option<Lost> {
        let state = self.lock();
        let left = state.first_ended.filter(|(_, since)| since.elapsed() > LAST_WORDS).map(|(process, _)| process);
        state.lost.or(left).map(|process| Lost { process })
    }

    /// A process is lost, unless it was expected to leave.
    pub fn lose(&self, process: usize) {
        self.lock().lost.get_or_insert(process);
        self.changed.notify_all();
    }

    /// Waits until everything was sent and all others have said that nothing more comes, but not for longer than this.
    pub fn wait_for_goodbyes(&self, most: Duration) {
        let until = Instant::now() + most;
        let mut state = self.lock();
        while state.closed.min(state.ended) + 1 < self.processes && state.lost.is_none() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            state = self.changed.wait_timeout(state, left).expect("no panic while holding the lock").0;
        }
    }
}

/// The last message of timely on a connection: a header of nothing but zeros.
const LAST: usize = 48;

/// One of the handles to the connection with a process.
pub struct Link {
    socket: TcpStream,
    peer: usize,
    connections: Arc<Connections>,
    /// With how many zeros what was read so far ends.
    zeros: usize,
}

impl Link {
    pub fn new(socket: TcpStream, peer: usize, connections: Arc<Connections>) -> Self {
        Self { socket, peer, connections, zeros: 0 }
    }

    fn lose(&self) -> ! {
        self.connections.lose(self.peer);
        loop {
            std::thread::park();
        }
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.socket.read(buffer) {
                Ok(0) if self.zeros >= LAST => {
                    let mut state = self.connections.lock();
                    state.ended += 1;
                    state.first_ended.get_or_insert((self.peer, Instant::now()));
                    drop(state);
                    self.connections.changed.notify_all();
                    return Ok(0);
                }
                Ok(0) => self.lose(),
                Ok(read) => {
                    let trailing = buffer[..read].iter().rev().take_while(|&&byte| byte == 0).count();
                    self.zeros = if trailing == read { self.zeros + read } else { trailing };
                    return Ok(read);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => self.lose(),
            }
        }
    }
}

impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.socket.write(bytes) {
                Ok(0) if !bytes.is_empty() => self.lose(),
                Ok(written) => return Ok(written),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => self.lose(),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self::new(self.socket.try_clone()?, self.peer, self.connections.clone()))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other side may have closed first, which is no failure.
        let _ = self.socket.shutdown(how);
        self.connections.lock().closed += 1;
        self.connections.changed.notify_all();
        Ok(())
    }
}
