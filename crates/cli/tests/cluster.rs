//! `--processes` and `--hosts`: several processes come to the report of one, with a run that replays; who is refused; a process that is killed.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use heddle_testing::{compile, heddle, jdk, run_with_timeout};
use serde_json::Value;

const LIMIT: Duration = Duration::from_secs(240);

/// Some ten thousand states with `--reduce local`. What the main thread must not see is seen by few runs.
const COUNTERS: &str = "
public class Counters {
    static volatile int a, b, c;
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { for (int i = 0; i < ROUNDS; i++) a++; });
        Thread u = new Thread(() -> { for (int i = 0; i < ROUNDS; i++) b++; });
        t.start();
        u.start();
        for (int i = 0; i < ROUNDS; i++) c++;
        int seen = 100 * a + b;
        t.join();
        u.join();
        if (seen == UNWANTED) throw new AssertionError();
    }
}";

fn classes(rounds: u32, unwanted: u32) -> PathBuf {
    let text = COUNTERS.replace("ROUNDS", &rounds.to_string()).replace("UNWANTED", &unwanted.to_string());
    compile(jdk(), &[("Counters.java", text)])
}

fn check(classes: &Path, more: &[&str]) -> Command {
    let mut command = heddle!("check", classes, "--main", "Counters", "--reduce", "local", "--races", "off");
    // Little is done alone, so that there is something left to do together.
    command.args(["--alone", "200000"]).args(more);
    command
}

fn output(command: Command) -> Output {
    run_with_timeout(command, LIMIT).expect("it ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", text(&output.stderr)))
}

struct Hosts {
    folder: tempfile::TempDir,
}

impl Hosts {
    fn new(count: usize) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let listeners: Vec<_> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
        let hosts = listeners.iter().map(|listener| listener.local_addr().expect("bound").to_string());
        let hosts = format!("# all on this machine\n{}\n", hosts.collect::<Vec<_>>().join("\n"));
        std::fs::write(folder.path().join("hosts"), hosts).expect("writable");
        std::fs::write(folder.path().join("secret"), "a secret of this test\n").expect("writable");
        std::fs::write(folder.path().join("other"), "another secret than that\n").expect("writable");
        Self { folder }
    }

    fn check(&self, classes: &Path, process: usize, secret: &str) -> Command {
        let mut command = check(classes, &["--hosts", "hosts", "--secret", secret, "--process", &process.to_string()]);
        command.current_dir(self.folder.path());
        command
    }
}

#[test]
fn several_processes_report_what_one_reports() {
    let classes = classes(14, 5000);
    let alone = report(&output(check(&classes, &["--json", "--jobs", "1"])));
    assert_eq!(alone["verdict"]["is"], "proved");
    for processes in ["1", "3"] {
        let together = output(check(&classes, &["--json", "--processes", processes]));
        let shown = text(&together.stderr);
        assert_eq!(shown.contains("states travelled between processes"), processes != "1", "{shown}");
        let together = report(&together);
        assert_eq!(together["verdict"], alone["verdict"]);
        for figure in ["states", "transitions", "matched", "ends", "threads"] {
            assert_eq!(together["statistics"][figure], alone["statistics"][figure], "{figure}, {processes} processes");
        }
        assert_eq!(together["assumptions"], alone["assumptions"]);
    }
}

#[test]
fn a_run_across_processes_replays_and_all_processes_report_it() {
    let classes = classes(14, 309);
    let hosts = Hosts::new(2);
    let second = hosts.check(&classes, 1, "secret");
    let second = std::thread::spawn(move || output(second));
    let mut first = hosts.check(&classes, 0, "secret");
    first.args(["--save", "run"]);
    let first = output(first);
    assert_eq!(first.status.code(), Some(1), "{}", text(&first.stderr));
    let second = second.join().expect("no panic");
    assert_eq!(second.status.code(), Some(1), "{}", text(&second.stderr));
    assert_eq!(text(&first.stdout), text(&second.stdout));
    let mut replay = heddle!("replay", "run");
    replay.current_dir(hosts.folder.path());
    assert_eq!(output(replay).status.code(), Some(1));
}

#[test]
fn who_has_another_secret_or_program_is_refused() {
    let (these, others) = (classes(14, 5000), classes(14, 6000));
    let hosts = Hosts::new(2);
    let first = hosts.check(&these, 0, "secret");
    let first = std::thread::spawn(move || output(first));
    let stranger = output(hosts.check(&these, 1, "other"));
    assert_eq!(stranger.status.code(), Some(64));
    assert!(text(&stranger.stderr).contains("process 0 has another secret"), "{}", text(&stranger.stderr));
    // The first one still waits.
    let second = output(hosts.check(&others, 1, "secret"));
    for (output, other) in [(first.join().expect("no panic"), 1), (second, 0)] {
        let shown = text(&output.stderr);
        assert_eq!(output.status.code(), Some(64), "{shown}");
        assert!(shown.contains(&format!("process {other} has another program")), "{shown}");
    }
    for (options, reason) in [
        (&["--processes", "2", "--ltl", "G true"][..], "several processes do not go with --ltl"),
        (&["--processes", "2", "--exact"], "several processes do not go with --exact"),
        (&["--hosts", "nowhere"], "--hosts needs --process"),
    ] {
        let refused = output(check(&these, options));
        assert_eq!(refused.status.code(), Some(64));
        assert!(text(&refused.stderr).contains(reason), "{}", text(&refused.stderr));
    }
}

#[test]
fn a_process_that_is_killed_ends_the_others() {
    let classes = classes(400, 1_000_000);
    let hosts = Hosts::new(2);
    let spawn = |process| {
        let mut command = hosts.check(&classes, process, "secret");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("heddle")
    };
    let (mut first, mut second) = (spawn(0), spawn(1));
    // Both have joined once there is progress.
    let mut lines = BufReader::new(first.stderr.take().expect("piped")).lines().map_while(Result::ok);
    let joined = lines.any(|line| line.contains("states"));
    second.kill().expect("it runs");
    second.wait().expect("it has ended");
    let shown: Vec<String> = lines.collect();
    assert!(joined);
    assert_eq!(first.wait().expect("it ends").code(), Some(69));
    assert!(shown.iter().any(|line| line.contains("process 1") && line.contains("was lost")), "{shown:?}");
}
