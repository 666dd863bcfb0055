//! `--platform`: the examples of Parízek and Kalibera (FMICS 2009) on Java programs, priorities, files
//! that describe a platform, and saved runs.

use std::collections::BTreeSet;
use std::path::Path as FilePath;
use std::process::Output;
use std::time::Duration;

use heddle::{CheckOptions, Project};
use heddle_explore::schedule::preset;
use heddle_explore::{Bound, Path, Severity, stack};
use heddle_machine::{Pending, StepEnd};
use heddle_testing::{
    Case, cases, check, compile_each, compiled, for_each, jdk, open, open_classes, repository, run_with_timeout,
};
use heddle_verdict::{Assumption, Choice, Granularity, Platform, Report, Semantics, Verdict, Violation, YieldKind};

const LIMIT: Duration = Duration::from_secs(300);

fn heddle(arguments: &[&str]) -> Output {
    let mut command = heddle_testing::heddle!();
    command.args(arguments);
    run_with_timeout(command, LIMIT).expect("the command ends")
}

/// Without looking for races, which say nothing about a platform.
fn on(platform: &str) -> CheckOptions {
    let platform = heddle::platform(platform).unwrap_or_else(|error| panic!("{error}"));
    let semantics = Semantics { platform: Some(platform), ..CheckOptions::default().semantics };
    CheckOptions { semantics, races: Severity::Off, ..CheckOptions::default() }
}

fn outcomes(report: &Report) -> BTreeSet<String> {
    report.outcomes.iter().flatten().map(|outcome| format!("{:?} {}", outcome.ending, outcome.stdout)).collect()
}

fn kinds(violations: &[Violation]) -> Vec<&'static str> {
    violations.iter().map(|violation| violation.kind.name()).collect()
}

fn violations(report: &Report) -> &[Violation] {
    if let Verdict::Violated { violations } = &report.verdict { violations } else { &[] }
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
    let classes = compile_each(jdk(), &[&repository("corpus/boundaries")]);
    let project = open_classes(jdk(), "Main", &[&classes[0]]);
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
    // Programs that need options or a newer JDK are left to the corpus test.
    let fits = |case: &Case| {
        let topic = case.name.split('/').next().unwrap_or_default();
        TOPICS.contains(&topic) && case.level() <= jdk().feature && case.args().is_empty()
    };
    let programs = compiled(cases().into_iter().filter(fits).collect());
    let found = for_each(&programs, |program| {
        let project = program.open();
        let run = |platform: &str| {
            let options = CheckOptions { outcomes: true, shorten: false, max_states: Some(5_000), ..on(platform) };
            let report = check(&project, &options).report;
            let bounded = report.assumptions.iter().any(|one| matches!(one, Assumption::Bound { .. }));
            (!bounded).then(|| outcomes(&report))
        };
        let [one, two, all] = ["green", "quasi:2", "jls"].map(run);
        Some((one?, two?, all?))
    });
    let (mut compared, mut fewer_on_one, mut fewer_on_two) = (0, 0, 0);
    let mut problems = Vec::new();
    for (program, sets) in programs.iter().zip(found) {
        let Some((one, two, all)) = sets.unwrap_or_else(|panic| panic!("{}: {panic}", program.case.name)) else {
            continue;
        };
        compared += 1;
        fewer_on_one += usize::from(one != two);
        fewer_on_two += usize::from(two != all);
        if !one.is_subset(&two) || !two.is_subset(&all) {
            problems.push(format!("{}: {one:?} on one, {two:?} on two, {all:?} on all", program.case.name));
        }
    }
    println!(
        "{compared} of {} programs compared; one processor allows less than two in {fewer_on_one}, two less than all \
         in {fewer_on_two}",
        programs.len()
    );
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(compared > 100 && fewer_on_one > 10, "{compared} compared, {fewer_on_one} differ");
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
    let project = open(jdk(), SPINNING);
    let kinds = |platform: &str| {
        let report = check(&project, &on(platform)).report;
        assert!(matches!(report.assumptions[0], Assumption::Platform { .. }));
        kinds(violations(&report)).join(" ")
    };
    let platforms = ["green", "quasi:2", "quasi:3", "virtual:1", "virtual:2", "ovm", "jikes:1"];
    // Starting a thread is no yield point of virtual threads, so that main comes first.
    assert_eq!(platforms.map(kinds), ["starvation", "starvation", "", "", "", "", ""]);
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
    let project = open(jdk(), INVERSION);
    let strict = "processors = 1\npreemption = \"time\"\npriorities = \"strict\"\ninversion-bound = 2\n";
    let with = |name: &str, more: &str| {
        let file = write(folder.path(), name, &format!("{strict}{more}"));
        check(&project, &CheckOptions { all: true, ..on(&file) }).report
    };
    let none = with("none.toml", "monitors = \"none\"\n");
    assert_eq!(kinds(&none.warnings), ["inversion"]);
    assert_eq!(none.verdict, Verdict::Proved);
    assert!(with("inherit.toml", "").warnings.is_empty());
    let high = with("ceiling.toml", "monitors = \"ceiling\"\n[ceilings]\n\"Main$Shared\" = 8\n");
    assert!(high.warnings.is_empty());
    assert_eq!(high.verdict, Verdict::Proved);
    let low = with("low.toml", "monitors = \"ceiling\"\n[ceilings]\n\"Main$Shared\" = 5\n");
    assert_eq!(kinds(violations(&low)), ["ceiling"]);
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
    for (case, platform) in [("counter-quasi", "quasi:2"), ("spin-green", "green")] {
        let classes = compile_each(jdk(), &[&repository("corpus/platform").join(case)]).remove(0);
        let classes = classes.to_str().expect("UTF-8");
        let saved = folder.path().join(format!("{case}.json"));
        let saved = saved.to_str().expect("UTF-8");
        let output = heddle(&["check", "--cp", classes, "--platform", platform, "--save", saved, "Main"]);
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        let text = std::fs::read_to_string(saved).expect("a saved run");
        assert!(text.contains("\"processors\""), "{text}");
        let output = heddle(&["replay", saved]);
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
