//! Who is answered. The server listens on the loopback interface only. The address of the page has a random token in its path,
//! and whoever does not know it gets nothing: other users of the machine, and pages of other sites in the same browser. The
//! header `Host` must name this server, so that no other name can be made to point here (DNS rebinding), and a request that
//! changes something must not come from another origin.
//!
//! One thread reads requests and answers what needs no machine: the files of the page, how far a search is, that it shall stop. All
//! others go to the thread that has the machine, one after the other.

use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};

use heddle::{Cancel, Error, Explorer, Observer, Progress, Supervision};
use serde_json::{Value, json};
use tiny_http::{Header, Method, Request, Response};

use crate::session::Session;

/// More than any request of the page has.
const MOST_BYTES: u64 = 1 << 20;

/// The files of the page.
const FILES: [(&str, &str, &str); 6] = [
    ("", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("explore.css", "text/css; charset=utf-8", include_str!("page/explore.css")),
    ("explore.mjs", "text/javascript; charset=utf-8", include_str!("page/explore.mjs")),
    ("run.mjs", "text/javascript; charset=utf-8", include_str!("page/run.mjs")),
    ("state.mjs", "text/javascript; charset=utf-8", include_str!("page/state.mjs")),
    ("wait_for.mjs", "text/javascript; charset=utf-8", heddle_report::WAIT_FOR),
];

/// A server that listens and answers nobody yet.
pub struct Server {
    inner: tiny_http::Server,
    address: SocketAddr,
    token: String,
}

/// The search that is running, if one is.
#[derive(Default)]
pub(crate) struct Searching {
    progress: Mutex<Option<Value>>,
    cancel: Mutex<Option<Cancel>>,
}

impl Searching {
    /// Lets a search run that the page can watch and end.
    pub(crate) fn watched<T>(&self, search: impl FnOnce(&Supervision<'_>) -> T) -> T {
        let cancel = Cancel::default();
        *self.cancel.lock().unwrap_or_else(PoisonError::into_inner) = Some(cancel.clone());
        self.tell(Some(json!({ "text": "the search begins" })));
        let result = search(&Supervision { observer: self, cancel });
        self.tell(None);
        *self.cancel.lock().unwrap_or_else(PoisonError::into_inner) = None;
        result
    }

    fn tell(&self, progress: Option<Value>) {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = progress;
    }
}

impl Observer for Searching {
    fn progress(&self, progress: &Progress) {
        self.tell(Some(json!({ "text": heddle_report::progress(progress) })));
    }
}

impl Server {
    /// Listens on a port of this machine; 0 for any that is free.
    pub fn listen(port: u16) -> Result<Self, Error> {
        let cannot = |error: &dyn std::fmt::Display| Error::Usage(format!("cannot listen on port {port}: {error}"));
        let inner = tiny_http::Server::http((Ipv4Addr::LOCALHOST, port)).map_err(|error| cannot(&error))?;
        let address = inner.server_addr().to_ip().ok_or_else(|| cannot(&"there is no address"))?;
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(|error| cannot(&error))?;
        let token = random.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { inner, address, token })
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://{}/{}/", self.address, self.token)
    }

    /// Answers requests until the process ends.
    pub fn serve(&self, explorer: Explorer<'_>) -> Result<(), Error> {
        let searching = Searching::default();
        let (sender, receiver) = channel();
        std::thread::scope(|scope| {
            scope.spawn(|| self.receive(&searching, sender));
            work(Session::new(explorer, &searching), receiver);
        });
        Ok(())
    }

    fn receive(&self, searching: &Searching, machine: Sender<(Request, String, Value)>) {
        while let Ok(mut request) = self.inner.recv() {
            let Some(path) = self.admitted(&request) else {
                let _ = request.respond(plain(404, "text/plain", "There is nothing here.\n"));
                continue;
            };
            if *request.method() == Method::Get {
                let file = FILES.iter().find(|(name, ..)| *name == path);
                let answer = file.map_or_else(
                    || plain(404, "text/plain", "There is no such file.\n"),
                    |(_, kind, text)| plain(200, kind, text),
                );
                let _ = request.respond(answer);
                continue;
            }
            let mut text = String::new();
            let read = request.as_reader().take(MOST_BYTES).read_to_string(&mut text);
            let asked = read.ok().and_then(|_| serde_json::from_str(&text).ok()).unwrap_or(Value::Null);
            match path.as_str() {
                "progress" => {
                    let progress = searching.progress.lock().unwrap_or_else(PoisonError::into_inner).clone();
                    answer(request, Ok(json!({ "searching": progress })));
                }
                "cancel" => {
                    searching.cancel.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(Cancel::cancel);
                    answer(request, Ok(Value::Null));
                }
                _ => {
                    if machine.send((request, path, asked)).is_err() {
                        return;
                    }
                }
            }
        }
    }

    /// What is asked for, if the request may be answered.
    fn admitted(&self, request: &Request) -> Option<String> {
        let header = |name: &'static str| {
            request.headers().iter().find(|header| header.field.equiv(name)).map(|header| header.value.as_str())
        };
        let port = self.address.port();
        let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        let is_own = |host: &str| hosts.iter().any(|own| own == host);
        if !header("Host").is_some_and(is_own) {
            return None;
        }
        if header("Origin").is_some_and(|origin| !origin.strip_prefix("http://").is_some_and(is_own)) {
            return None;
        }
        if !matches!(request.method(), Method::Get | Method::Post) {
            return None;
        }
        let path = request.url().split('?').next()?.strip_prefix('/')?;
        let (token, path) = path.split_once('/')?;
        same(token.as_bytes(), self.token.as_bytes()).then(|| path.to_owned())
    }
}

/// Whether two texts are the same, in a time that tells nothing of where they differ.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

/// Answers what needs the machine, one after the other.
fn work(mut session: Session<'_, '_>, requests: Receiver<(Request, String, Value)>) {
    for (request, path, asked) in requests {
        answer(request, session.answer(&path, &asked));
    }
}

fn answer(request: Request, result: Result<Value, String>) {
    let (code, body) = match result {
        Ok(body) => (200, body),
        Err(problem) => (400, json!({ "problem": problem })),
    };
    // A page that is closed does not want its answer.
    let _ = request.respond(plain(code, "application/json", &body.to_string()));
}

fn plain(code: u16, kind: &str, text: &str) -> Response<std::io::Cursor<Vec<u8>>> {
    let mut response = Response::from_string(text).with_status_code(code);
    let headers = [
        ("Content-Type", kind),
        ("Cache-Control", "no-store"),
        // The page asks nobody else for anything, is in nobody's frame, and tells nobody its address.
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
        ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ];
    for (name, value) in headers {
        response.add_header(Header::from_bytes(name, value).expect("names and values are ASCII"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::same;

    #[test]
    fn tokens_are_compared_whole() {
        assert!(same(b"abc", b"abc"));
        for other in [&b"abd"[..], b"ab", b"abcd", b""] {
            assert!(!same(other, b"abc"));
        }
    }
}
