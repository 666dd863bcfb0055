//! Every violation of the corpus and of the examples is explained by some of its events: a run along
//! just these ends in the same failure, and they are few. The explanations are those of the default
//! search; livelocks are asked for. What pages state is compared with what else is known of the same run (`statements`).

mod statements;

use std::collections::BTreeSet;
use std::path::PathBuf;

use heddle::{CheckOptions, Project};
use heddle_testing::{Case, cases, check, compile_files, compiled, for_each, jdk, open_classes, repository};

/// A program that fails, and how it is asked to.
struct Failing {
    name: String,
    open: Box<dyn Fn() -> Project + Sync>,
    options: CheckOptions,
}

/// Programs whose runs cannot be followed instruction by instruction.
const UNEXPLAINED: &[&str] = &["races/direct-buffer"];

#[test]
fn every_violation_is_explained_by_few_events_that_replay() {
    let failing = |case: &Case| case.verdict() == "violated" || case.kinds().contains("livelock");
    let of_corpus = compiled(cases().into_iter().filter(failing).collect()).into_iter().map(|program| {
        let livelock = program.case.verdict() != "violated";
        let options = CheckOptions { explain: true, livelock, ..program.options() };
        Failing { name: program.case.name.clone(), open: Box::new(move || program.open()), options }
    });
    let all: Vec<Failing> = of_corpus.chain(examples()).collect();
    let explained = for_each(&all, |program| {
        let checked = check(&(program.open)(), &program.options);
        let false_statements = statements::wrong(&checked);
        let explanation = checked.explanation.unwrap_or_else(|| Err("there is no violation".into()));
        explanation.map(|explanation| (explanation, false_statements))
    });
    let mut shares = Vec::new();
    let mut decisive = 0;
    let mut wrong = Vec::new();
    for (Failing { name, .. }, explanation) in all.iter().zip(explained) {
        let explanation = match explanation.and_then(|explanation| explanation) {
            Ok((explanation, false_statements)) => {
                wrong.extend(false_statements.into_iter().map(|statement| format!("{name}: {statement}")));
                explanation
            }
            // Memory outside of the heap is made anew when a run is followed, so that states differ.
            Err(problem) if UNEXPLAINED.contains(&name.as_str()) && problem.contains("cannot be followed") => continue,
            Err(problem) => {
                wrong.push(format!("{name}: {problem}"));
                continue;
            }
        };
        let (events, of) = (explanation.trace.steps.len(), explanation.of);
        let share = events as f64 / of as f64;
        println!("{share:.2}  {events:3} of {of:4} ({:3}, {:3})  {name}", explanation.of_own, explanation.of_steps);
        decisive += usize::from(explanation.decisive);
        if !explanation.replays {
            wrong.push(format!("{name}: the events do not replay"));
        }
        shares.push(share);
    }
    shares.sort_by(f64::total_cmp);
    let median = shares.get(shares.len() / 2).copied().unwrap_or_default();
    println!(
        "{} explanations, {} wrong, {decisive} of runs that another order would save; median share {median:.3}, largest {:.3}",
        shares.len(),
        wrong.len(),
        shares.last().copied().unwrap_or_default()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Else following events would prove nothing.
    assert!(decisive * 4 >= shares.len() || std::env::var_os("HEDDLE_CORPUS").is_some(), "{decisive} decisive");
    assert!(median <= 0.25, "the median explanation has {median:.2} of its run's events");
}

/// The programs of `examples` that fail.
fn examples() -> Vec<Failing> {
    let files = std::fs::read_dir(repository("examples")).expect("the examples").flatten().map(|entry| entry.path());
    let files: BTreeSet<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "java")).collect();
    let filter = std::env::var("HEDDLE_CORPUS").unwrap_or_default();
    let program = |file: PathBuf| {
        let main = file.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        let name = format!("examples/{main}");
        let open = move || open_classes(jdk(), &main, &[&compile_files(jdk(), std::slice::from_ref(&file))]);
        Failing { name, open: Box::new(open), options: CheckOptions { explain: true, ..CheckOptions::default() } }
    };
    files.into_iter().map(program).filter(|program| program.name.contains(&filter)).collect()
}
