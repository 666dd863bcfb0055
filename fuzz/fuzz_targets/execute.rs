//! Any bytes as a class: defined, verified, translated and executed for a while. The JDK is that of
//! `JAVA_HOME`. Good seeds are compiled classes: `cargo fuzz run execute corpus-of-classes/`.

#![no_main]

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use heddle_mutate::Library;
use libfuzzer_sys::fuzz_target;

/// Classes before the program is made anew, since it only grows.
const PER_LIBRARY: u32 = 2_000;
/// Machines recurse on class files of the JDK.
const STACK: usize = 256 << 20;

/// A thread that owns a program and a machine, so that both are gone when it ends.
struct Worker {
    classes: SyncSender<Vec<u8>>,
    tried: Receiver<()>,
    left: u32,
}

impl Worker {
    fn start() -> Self {
        let jdk = PathBuf::from(std::env::var_os("JAVA_HOME").expect("JAVA_HOME names the JDK"));
        let (classes, inbox) = sync_channel::<Vec<u8>>(0);
        let (done, tried) = sync_channel(0);
        let work = move || {
            let library = Library::open(&jdk);
            let mut bed = library.bed();
            for class in inbox {
                bed.try_class(class);
                if done.send(()).is_err() {
                    break;
                }
            }
        };
        std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread can be started");
        Self { classes, tried, left: PER_LIBRARY }
    }

    fn try_class(&mut self, class: Vec<u8>) {
        self.left -= 1;
        self.classes.send(class).expect("the worker waits for classes");
        self.tried.recv().expect("the worker answers");
    }
}

thread_local! {
    static WORKER: RefCell<Option<Worker>> = const { RefCell::new(None) };
}

fuzz_target!(|data: &[u8]| {
    WORKER.with_borrow_mut(|slot| {
        if slot.as_ref().is_none_or(|worker| worker.left == 0) {
            *slot = Some(Worker::start());
        }
        slot.as_mut().expect("just started").try_class(data.to_vec());
    });
});
