//! Several processes of one search: those of a list of hosts, or children of this one.

use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use heddle::{Error, Membership, Spread};

use crate::args::Check;
use crate::terminal::say;

/// The part of this process in a search, and the processes that it has started for it.
pub struct Processes {
    pub spread: Spread,
    _children: Option<Children>,
}

/// How long processes have to end after the search.
const GRACE: Duration = Duration::from_secs(10);
/// A secret shorter than this could be guessed.
const SHORTEST: usize = 16;

/// What the arguments say of other processes.
pub fn processes(arguments: &Check) -> Result<Option<Processes>, Error> {
    let alone = arguments.alone;
    match (&arguments.hosts, arguments.process, arguments.processes) {
        (Some(file), Some(process), _) => {
            let hosts = hosts(file)?;
            let process = process as usize;
            if process >= hosts.len() {
                let last = hosts.len() - 1;
                let file = file.display();
                return Err(Error::Usage(format!("--process {process}: {file} has processes 0 to {last}")));
            }
            let file = arguments.secret.as_ref().ok_or_else(|| {
                Error::Usage("--hosts needs --secret FILE: a text that all processes know and nobody else".into())
            })?;
            let membership = Membership { hosts, process, secret: secret(file)? };
            Ok(Some(Processes { spread: Spread { membership, alone }, _children: None }))
        }
        (Some(_), None, _) => Err(Error::Usage("--hosts needs --process I: which line of the file this one is".into())),
        (None, _, Some(count)) => {
            let (membership, children) = Children::start(count as usize)?;
            Ok(Some(Processes { spread: Spread { membership, alone }, _children: Some(children) }))
        }
        (None, Some(_), None) => Err(Error::Usage("--process needs --hosts FILE".into())),
        (None, None, None) => Ok(None),
    }
}

/// One host and port a line; empty lines and comments do not count.
fn hosts(file: &Path) -> Result<Vec<String>, Error> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| Error::Usage(format!("cannot read {shown}: {error}")))?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
    let hosts: Vec<String> = lines.filter(|line| !line.is_empty()).map(str::to_owned).collect();
    if let Some(line) = hosts.iter().find(|line| !line.contains(':')) {
        return Err(Error::Usage(format!("{shown}: {line} has no port; write {line}:2101, say")));
    }
    if hosts.is_empty() {
        return Err(Error::Usage(format!("{shown} names no host")));
    }
    Ok(hosts)
}

fn secret(file: &Path) -> Result<Vec<u8>, Error> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| Error::Usage(format!("cannot read {shown}: {error}")))?;
    let secret = text.trim().as_bytes().to_vec();
    if secret.len() < SHORTEST {
        return Err(Error::Usage(format!(
            "{shown}: a secret has at least {SHORTEST} characters (openssl rand -hex 32 > FILE makes one)"
        )));
    }
    Ok(secret)
}

/// Processes on this machine that search with this one.
pub struct Children {
    is_over: Arc<AtomicBool>,
    watcher: Option<JoinHandle<()>>,
    /// Where they find hosts and secret.
    _folder: tempfile::TempDir,
}

impl Children {
    fn start(count: usize) -> Result<(Membership, Self), Error> {
        let failed =
            |what: &'static str| move |error: std::io::Error| Error::Usage(format!("--processes: {what}: {error}"));
        let mut random = [0_u8; 35];
        getrandom::fill(&mut random).map_err(|error| Error::Usage(format!("--processes: {error}")))?;
        let secret: String = random[..32].iter().map(|byte| format!("{byte:02x}")).collect();
        let hosts = free_ports(count, &random[32..]).map_err(failed("no free port"))?;
        let folder = tempfile::tempdir().map_err(failed("no folder for temporary files"))?;
        let (list, key) = (folder.path().join("hosts"), folder.path().join("secret"));
        std::fs::write(&list, hosts.join("\n")).map_err(failed("cannot write the list of hosts"))?;
        std::fs::write(&key, &secret).map_err(failed("cannot write the secret"))?;
        let command = std::env::current_exe().map_err(failed("cannot find this program"))?;
        let mut children = Vec::new();
        for process in 1..count {
            let mut given = std::env::args_os();
            let mut child = Command::new(&command);
            // What is before the name of the command stays before it.
            given.next();
            for argument in given {
                let is_command = argument == "check" && child.get_args().all(|before| before != "check");
                child.arg(argument);
                if is_command {
                    child.arg("--hosts").arg(&list).arg("--secret").arg(&key);
                    child.arg("--process").arg(process.to_string());
                }
            }
            child.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            children.push(child.spawn().map_err(failed("cannot start a process"))?);
        }
        let is_over = Arc::new(AtomicBool::new(false));
        let watched = is_over.clone();
        let watcher = Some(std::thread::spawn(move || watch(children, &watched)));
        let membership = Membership { hosts, process: 0, secret: secret.into_bytes() };
        Ok((membership, Self { is_over, watcher, _folder: folder }))
    }
}

/// Whoever ends while the search goes on has failed, perhaps before it joined; then there is no use in waiting.
fn watch(mut children: Vec<Child>, is_over: &AtomicBool) {
    while !is_over.load(Ordering::Relaxed) {
        for (number, child) in children.iter_mut().enumerate() {
            let status = child.try_wait().ok().flatten();
            if let Some(status) = status.filter(|status| !matches!(status.code(), Some(0..=3)))
                && !is_over.load(Ordering::Relaxed)
            {
                let process = number + 1;
                say(&format!("heddle: process {process} of the search has ended ({status}), so it cannot go on\n"));
                std::process::exit(69);
            }
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let until = Instant::now() + GRACE;
    for mut child in children {
        while matches!(child.try_wait(), Ok(None)) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = child.kill();
        let _ = child.wait();
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(watcher) = self.watcher.take() {
            let _ = watcher.join();
        }
    }
}

/// Addresses of this machine that nobody listens at. One of the many loopback addresses is taken where there are many, so that nobody
/// else gets the ports until they are used.
fn free_ports(count: usize, random: &[u8]) -> std::io::Result<Vec<String>> {
    let rare = IpAddr::V4(Ipv4Addr::new(127, random[0], random[1], random[2].clamp(1, 254)));
    let usual = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let address = if TcpListener::bind((rare, 0)).is_ok() { rare } else { usual };
    let listeners = (0..count).map(|_| TcpListener::bind((address, 0))).collect::<std::io::Result<Vec<_>>>()?;
    listeners.iter().map(|listener| Ok(listener.local_addr()?.to_string())).collect()
}
