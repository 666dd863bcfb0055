//! `--platform`: the examples of Parízek and Kalibera (FMICS 2009) on Java programs, priorities, files
//! that describe a platform, and saved runs.

use std::collections::BTreeSet;
use std::path::{Path as FilePath, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use heddle::{Project, Target};
use heddle_explore::schedule::preset;
use heddle_explore::{Bound, Path, stack};
use heddle_machine::{Pending, StepEnd};
use heddle_verdict::{Choice, Granularity, Platform, Semantics, YieldKind};
use serde_json::Value;

mod common;

use common::{Jdk, jdks, run_with_timeout};

const LIMIT: Duration = Duration::from_secs(300);

fn jdk() -> Jdk {
    jdks().swap_remove(0)
}

/// Compiles folders of sources into folders of classes.
fn compile(pairs: &[(PathBuf, PathBuf)]) {
    let manifest = FilePath::new(env!("CARGO_MANIFEST_DIR"));
    let jdk = jdk();
    let mut command = Command::new(jdk.home.join("bin/java"));
    command.arg(manifest.join("tests/java/CompileAll.java")).arg(".");
    for (from, to) in pairs {
        command.arg(from).arg(to);
    }
    let output = run_with_timeout(command, LIMIT).expect("compiling ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn heddle(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command.args(arguments).env("JAVA_HOME", jdk().home);
    run_with_timeout(command, LIMIT).expect("the command ends")
}

fn check(classes: &FilePath, options: &[&str]) -> Value {
    let class_path = classes.to_str().expect("UTF-8");
    let output = heddle(&[&["check", "--json", "--jobs", "1", "--cp", class_path], options, &["Main"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

fn outcomes(report: &Value) -> BTreeSet<String> {
    let list = report["outcomes"].as_array().expect("outcomes were asked for");
    list.iter().map(|outcome| format!("{} {}", outcome["ending"], outcome["stdout"])).collect()
}

fn kinds(report: &Value) -> Vec<&str> {
    let violations = report["verdict"]["violations"].as_array().into_iter().flatten();
    violations.filter_map(|violation| violation["kind"].as_str()).collect()
}

// ---- switches of the running example -------------------------------------------------------------------------------------

/// The source lines of the checked program before whose instructions threads stop. Monitors that
/// the class library takes for itself do not count.
fn boundary_lines(project: &Project, platform: &Platform, plain: bool) -> BTreeSet<u32> {
    let granularity = if plain { Granularity::Instruction } else { Granularity::Visible };
    let semantics = Semantics { granularity, platform: Some(platform.clone()), ..Semantics::default() };
    let machine = project.machine(&semantics, None).expect("the program starts");
    let mut path = Path::on(Some(platform), machine, Bound::None);
    let mut lines = BTreeSet::new();
    let mut known = BTreeSet::from([path.machine.fingerprint()]);
    let mut choices = vec![];
    path.enabled(&mut choices);
    let mut open: Vec<(usize, Choice)> = choices.iter().map(|&choice| (0, choice)).collect();
    while let Some((depth, choice)) = open.pop() {
        path.back_to(depth);
        if let StepEnd::Stop(_) = path.step(choice) {
            continue;
        }
        if !path.was_dispatch() {
            lines.extend(line(&mut path, choice.thread.index()));
        }
        // The position runs off the end of the buffer; what follows is the library's.
        let fails = !path.machine.state.uncaught.is_empty();
        if known.insert(path.machine.fingerprint()) && !fails {
            path.enabled(&mut choices);
            open.extend(choices.iter().map(|&choice| (depth + 1, choice)));
        }
    }
    lines
}

fn line(path: &mut Path<'_>, t: usize) -> Option<u32> {
    let places = stack(&path.machine, t);
    let pending = path.machine.pending(t);
    let counts =
        places.first()?.user || matches!(pending, Pending::Start(_) | Pending::Wait(_) | Pending::Notify { .. });
    places.iter().find(|place| place.user && counts)?.line
}

#[test]
fn boundaries_of_the_running_example() {
    let without_release = |processors| {
        let platform = preset("green").expect("a preset");
        Platform { processors: Some(processors), yields: platform.yields.without(YieldKind::Release), ..platform }
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sources = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/platform");
    compile(&[(sources, folder.path().to_path_buf())]);
    let target = Target::new("Main").class_path([folder.path()]);
    let project = Project::open(&target, &heddle::Jdk::at(jdk().home).expect("a JDK")).expect("a usable JDK");
    let synchronising = [7, 14, 27, 34, 8, 28, 15, 35, 45, 46];
    let one: BTreeSet<u32> = synchronising.into();
    let several: BTreeSet<u32> = synchronising.into_iter().chain([8, 11, 12, 28, 32]).collect();
    assert_eq!(boundary_lines(&project, &without_release(1), true), one, "one processor");
    assert_eq!(boundary_lines(&project, &without_release(2), true), several, "two processors");
    assert_eq!(boundary_lines(&project, &without_release(100), true), several, "as many as threads");
    // With the block rule: the main thread is still alone at line 45.
    let alone = |lines: &BTreeSet<u32>| lines.iter().copied().filter(|&line| line != 45).collect::<BTreeSet<u32>>();
    assert_eq!(boundary_lines(&project, &without_release(1), false), alone(&one), "one processor, reduced");
    assert_eq!(boundary_lines(&project, &without_release(2), false), alone(&several), "two processors, reduced");
}

// ---- numbers of processors -------------------------------------------------------------------------------------

/// Topics of the corpus whose programs end and are small.
const TOPICS: [&str; 9] =
    ["atomics", "exceptions", "litmus-sc", "monitors", "papers", "races", "threads", "volatile", "waitnotify"];

#[test]
fn more_processors_never_allow_less_on_the_corpus() {
    let root = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let target = tempfile::tempdir().expect("a temporary folder");
    let mut pairs = vec![];
    for topic in TOPICS {
        for entry in std::fs::read_dir(root.join(topic)).expect("a topic").flatten() {
            let expected = std::fs::read_to_string(entry.path().join("expect.toml")).expect("expectations");
            // Programs that need options or a newer JDK are left to the corpus test.
            if expected.contains("\njdk = 17\n") && !expected.contains("\nargs") {
                pairs.push((entry.path(), target.path().join(topic).join(entry.file_name())));
            }
        }
    }
    compile(&pairs);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let problems = std::sync::Mutex::new(vec![]);
    let counts = std::sync::Mutex::new([0; 3]);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((source, classes)) = pairs.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                    let run = |platform: &str| {
                        let report = check(
                            classes,
                            &[
                                "--outcomes",
                                "--races",
                                "off",
                                "--no-shorten",
                                "--max-states",
                                "5000",
                                "--platform",
                                platform,
                            ],
                        );
                        let bounded = report["assumptions"].to_string().contains("\"bound\"");
                        (!bounded).then(|| outcomes(&report))
                    };
                    let [one, two, all] = ["green", "quasi:2", "jls"].map(run);
                    let (Some(one), Some(two), Some(all)) = (one, two, all) else { continue };
                    let mut counts = counts.lock().expect("no panic");
                    counts[0] += 1;
                    counts[1] += usize::from(one != two);
                    counts[2] += usize::from(two != all);
                    if !one.is_subset(&two) || !two.is_subset(&all) {
                        problems
                            .lock()
                            .expect("no panic")
                            .push(format!("{}: {one:?} on one, {two:?} on two, {all:?} on all", source.display()));
                    }
                }
            });
        }
    });
    let counts = counts.into_inner().expect("no panic");
    let problems = problems.into_inner().expect("no panic");
    println!(
        "{} of {} programs compared; one processor allows less than two in {}, two less than all in {}",
        counts[0],
        pairs.len(),
        counts[1],
        counts[2]
    );
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(counts[0] > 100 && counts[1] > 10, "{counts:?}");
}

// ---- starvation -----------------------------------------------------------------------------

const SPINNING: &str = r#"
public class Main {
    static volatile boolean flag;

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) new Thread(() -> { while (!flag) { } }).start();
        flag = true;
    }
}
"#;

#[test]
fn loops_over_shared_memory_starve_others_if_they_have_all_processors() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let classes = classes_of(folder.path(), SPINNING);
    let kinds = |platform: &str| {
        let report = check(&classes, &["--races", "off", "--platform", platform]);
        assert_eq!(report["assumptions"][0]["assumes"], "platform");
        kinds(&report).join(" ")
    };
    let platforms = ["green", "quasi:2", "quasi:3", "virtual:1", "virtual:2", "ovm", "jikes:1"];
    // Starting a thread is no yield point of virtual threads, so that main comes first.
    assert_eq!(platforms.map(kinds), ["starvation", "starvation", "", "", "", "", ""]);
}

/// The classes of a program in one file.
fn classes_of(folder: &FilePath, text: &str) -> PathBuf {
    let sources = folder.join("sources");
    std::fs::create_dir(&sources).expect("the folder is writable");
    write(&sources, "Main.java", text);
    let classes = folder.join("classes");
    compile(&[(sources, classes.clone())]);
    classes
}

// ---- priorities ---------------------------------------------------------------------------------

/// Low holds a monitor that high wants, while middle has work to do.
const INVERSION: &str = r#"
public class Main {
    static class Shared { }
    static final Object SHARED = new Shared();
    static volatile int work;

    static Thread thread(int priority, Runnable task) {
        Thread thread = new Thread(task, "priority " + priority);
        thread.setPriority(priority);
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread high = thread(8, () -> { synchronized (SHARED) { } });
        Thread middle = thread(6, () -> { for (int i = 0; i < 4; i++) work++; });
        Thread low = thread(2, () -> { synchronized (SHARED) { high.start(); middle.start(); work = 0; } });
        low.start();
        low.join();
        middle.join();
        high.join();
    }
}
"#;

fn write(folder: &FilePath, name: &str, text: &str) -> String {
    let file = folder.join(name);
    std::fs::write(&file, text).expect("the folder is writable");
    file.to_str().expect("UTF-8").to_string()
}

#[test]
fn inheritance_and_ceilings_prevent_inversion() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let classes = classes_of(folder.path(), INVERSION);
    let strict = "processors = 1\npreemption = \"time\"\npriorities = \"strict\"\ninversion-bound = 2\n";
    let with = |name: &str, more: &str| {
        let file = write(folder.path(), name, &format!("{strict}{more}"));
        check(&classes, &["--races", "off", "--all", "--platform", &file])
    };
    let warnings = |report: &Value| {
        let list = report["warnings"].as_array().into_iter().flatten();
        list.filter_map(|warning| warning["kind"].as_str()).map(String::from).collect::<Vec<_>>()
    };
    let none = with("none.toml", "monitors = \"none\"\n");
    assert_eq!(warnings(&none), ["inversion"]);
    assert_eq!(none["verdict"]["is"], "proved");
    assert!(warnings(&with("inherit.toml", "")).is_empty());
    let high = with("ceiling.toml", "monitors = \"ceiling\"\n[ceilings]\n\"Main$Shared\" = 8\n");
    assert!(warnings(&high).is_empty());
    assert_eq!(high["verdict"]["is"], "proved");
    let low = with("low.toml", "monitors = \"ceiling\"\n[ceilings]\n\"Main$Shared\" = 5\n");
    assert_eq!(kinds(&low), ["ceiling"]);
}

// ---- the command --------------------------------------------------------------------------------

#[test]
fn wrong_platforms_are_refused_with_a_reason() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let zero = write(folder.path(), "zero.toml", "processors = 0\n");
    let unknown = write(folder.path(), "unknown.toml", "yields = [\"sometimes\"]\n");
    let misspelt = write(folder.path(), "misspelt.toml", "procesors = 1\n");
    let ceilings = write(folder.path(), "ceilings.toml", "[ceilings]\nA = 3\n");
    let broken = write(folder.path(), "broken.toml", "processors = \n");
    let many = write(folder.path(), "many.toml", "processors = 70000\n");
    let bound = write(folder.path(), "bound.toml", "inversion-bound = 3\n");
    let flag = write(folder.path(), "flag.toml", "priorities = true\n");
    let lines = write(folder.path(), "lines.toml", "name = \"two\\nlines\"\n");
    let never = write(folder.path(), "never.toml", "preemption = \"never\"\n");
    let strict = "priorities = \"strict\"\nmonitors = \"ceiling\"\n[ceilings]\n";
    let high = write(folder.path(), "high.toml", &format!("{strict}\"java.lang.Object\" = 11\n"));
    let nobody = write(folder.path(), "nobody.toml", &format!("{strict}\"com.acme.Bufer\" = 8\n"));
    for (platform, reason) in [
        ("purple", "quasi:N"),
        ("quasi", "quasi:2"),
        ("green:3", "fixed"),
        ("missing.toml", "cannot read"),
        (&zero, "at least 1"),
        (&unknown, "sometimes"),
        (&misspelt, "procesors"),
        (&ceilings, "strict"),
        ("virtual:0", "virtual:2"),
        ("", "quasi:N"),
        (&broken, "line 1"),
        (&many, "up to 65535"),
        (&bound, "strict"),
        (&flag, "expected a string"),
        (&lines, "one line"),
        (&never, "`yield` or `time`"),
        (&high, "from 1 to 10"),
        (&nobody, "com.acme.Bufer"),
    ] {
        let output = heddle(&["check", "--platform", platform, "java.lang.Object"]);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(64), "{platform}: {stderr}");
        assert!(stderr.contains(reason), "{platform}: {stderr}");
    }
}

#[test]
fn saved_runs_carry_their_platform() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let corpus = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/platform");
    for (case, platform) in [("counter-quasi", "quasi:2"), ("spin-green", "green")] {
        let classes = folder.path().join(case);
        compile(&[(corpus.join(case), classes.clone())]);
        let saved = folder.path().join(format!("{case}.json"));
        let saved = saved.to_str().expect("UTF-8");
        let report = check(&classes, &["--platform", platform, "--save", saved]);
        assert_eq!(report["verdict"]["is"], "violated");
        assert_eq!(report["assumptions"][0]["assumes"], "platform");
        let text = std::fs::read_to_string(saved).expect("a saved run");
        assert!(text.contains("\"processors\""), "{text}");
        let output = heddle(&["replay", saved]);
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
