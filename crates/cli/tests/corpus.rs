//! Every program of `corpus` has the verdict, the kinds of violations, the outcomes and the exact number of states
//! that its `expect.toml` says, by the default search, by the one without reductions that rest on an analysis, and
//! by the plain one of single instructions. They must agree: that is the refuter of the reductions. Every violation
//! replays in a program that is opened anew, and what `heddle check` prints about it stands in `page.txt`.
//!
//! All of it goes through the library, in this process. `HEDDLE_CORPUS=name` restricts the run to programs whose
//! path contains `name`; `HEDDLE_EACH=1` tries each reduction alone; `HEDDLE_BLESS=pages` writes the pages alone, `HEDDLE_BLESS=1` the numbers of states
//! and the pages that were found.
//!
//! Programs too large for the plain search within [`PLAIN_STATES`] are compared as far as it got: what it found has
//! to be expected, but nothing has to be found.

use std::collections::BTreeSet;

use heddle::CheckOptions;
use heddle_explore::{Bound, Broken, Effort, OrderKind, Path, StoreKind, Tried, check_blocks, check_independence};
use heddle_testing::{
    Case, CompiledCase, bless, blessing, cases, check, compiled, for_each, jdk, names_of_reductions, page, reduced,
    replay, set_number, without_jdk_lines,
};
use heddle_verdict::{Assumption, Ending, Limit, PrintedText, ReductionKind, Report, Semantics, Verdict};

/// States of a search without reductions.
const PLAIN_STATES: u64 = 100_000;
/// The same of a program that is known to have more: only violations that nobody expects are looked for.
const CUT_STATES: u64 = 10_000;

#[test]
fn every_program_has_its_expected_verdict() {
    let cases = cases();
    let all = cases.len();
    let runnable = compiled(cases);
    let found = for_each(&runnable, examine);
    println!("{} programs, {} without a JDK to run them", runnable.len(), all - runnable.len());
    let mut report = String::new();
    for (program, problems) in runnable.iter().zip(found) {
        let problems = problems.unwrap_or_else(|panic| vec![panic]);
        if !problems.is_empty() {
            report.push_str(&format!("{}:\n    {}\n", program.case.name, problems.join("\n    ")));
        }
    }
    assert!(report.is_empty(), "programs that differ from what is expected:\n{report}");
}

/// The number of workers, the order and the store do not change what there is to find.
#[test]
fn workers_orders_and_stores_agree() {
    let topics = ["monitors/", "waitnotify/", "atomics/", "threads/"];
    let fits = |case: &Case| topics.iter().any(|topic| case.name.starts_with(topic)) && case.level() <= jdk().feature;
    let chosen = compiled(cases().into_iter().filter(fits).collect());
    let summary = |report: &Report| {
        let figures = &report.statistics;
        (report.verdict.name(), kinds(report), [figures.states, figures.transitions, figures.ends])
    };
    let differences = for_each(&chosen, |program| {
        let project = program.open();
        let all = CheckOptions { all: true, ..program.options() };
        let expected = summary(&check(&project, &all).report);
        let others = [
            ("three workers", CheckOptions { audit: true, jobs: Some(3), ..all.clone() }),
            ("exact", CheckOptions { store: StoreKind::Exact, ..all.clone() }),
            ("breadth first", CheckOptions { order: OrderKind::BreadthFirst, ..all.clone() }),
        ];
        let differences = others.into_iter().filter_map(|(name, options)| {
            let found = summary(&check(&project, &options).report);
            (found != expected).then(|| format!("{} {name}: {found:?} instead of {expected:?}", program.case.name))
        });
        differences.collect::<Vec<String>>()
    });
    let differences: Vec<String> = differences.into_iter().flat_map(|found| found.expect("no panic")).collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Dynamic partial-order reduction comes to the expected verdicts, kinds and outcomes, as far as it comes to an end within
/// `HEDDLE_DPOR_STATES`; what it finds replays. Threads that are stuck beside others that run forever are nothing that it looks
/// for.
#[test]
fn dynamic_reduction_comes_to_the_expected_verdicts() {
    let most = std::env::var("HEDDLE_DPOR_STATES").map_or(600, |states| states.parse().expect("a number"));
    let fits = |case: &Case| {
        let unfit = ["--platform", "--delays", "--preemptions", "--monitors", "--livelock"];
        let livelock = case.name.starts_with("livelock/") || case.name.starts_with("symbolic/");
        case.level() <= jdk().feature && !livelock && !case.args().iter().any(|arg| unfit.contains(&arg.as_str()))
    };
    let chosen = compiled(cases().into_iter().filter(fits).collect());
    let is_over = |report: &Report| !report.assumptions.iter().any(|one| matches!(one, Assumption::Bound { .. }));
    let results = for_each(&chosen, |program| {
        let project = program.open();
        let mut options = CheckOptions { order: OrderKind::Dpor, all: true, ..program.options() };
        options = CheckOptions { max_states: Some(most), shorten: false, ..options };
        let mut problems = Vec::new();
        let mut over = 0;
        for reduce in ["all", "local"] {
            let checked = check(&project, &reduced(options.clone(), reduce));
            let ended = is_over(&checked.report);
            over += usize::from(ended);
            let name = format!("dpor {reduce}");
            if BESIDE_ENDLESS.contains(&program.case.name.as_str()) {
                let found = checked.report.verdict.name();
                problems
                    .extend((found != "proved").then(|| format!("{name}: {found}; has it learned to look for that?")));
            } else {
                problems.extend(compare_verdict(&name, &program.case, &checked.report, !ended));
            }
            if let Some(run) = &checked.run {
                problems.extend(replay(program.jdk, run).err());
            }
            if let Some(outcomes) = program.case.strings("outcomes") {
                let options = CheckOptions { all: false, outcomes: true, ..reduced(options.clone(), reduce) };
                let report = check(&project, &options).report;
                if is_over(&report) || is_cut(&report) {
                    problems.extend(compare_outcomes(&outcomes, &report));
                }
            }
        }
        (over, problems)
    });
    let mut over = 0;
    let mut report = String::new();
    for (program, result) in chosen.iter().zip(results) {
        let (ended, problems) = result.unwrap_or_else(|panic| (0, vec![panic]));
        over += ended;
        if !problems.is_empty() {
            report.push_str(&format!("{}:\n    {}\n", program.case.name, problems.join("\n    ")));
        }
    }
    println!("{} programs, {over} of {} searches to their end", chosen.len(), 2 * chosen.len());
    assert!(report.is_empty(), "programs that differ from what is expected:\n{report}");
    assert!(over > chosen.len(), "most searches come to their end");
}

/// Programs with threads that are stuck beside others that run forever.
const BESIDE_ENDLESS: [&str; 4] =
    ["juc/lock-of-the-dead", "juc/permits-of-the-dead", "monitors/held-by-a-loop", "waitnotify/spurious-park"];

/// What a layer calls independent is independent of all that the other threads can still do, in the programs of the
/// corpus as in generated ones (`crates/generate/tests/agreement`).
#[test]
fn layers_keep_to_their_definition() {
    const EFFORT: Effort = Effort { states: 150, beyond: 40, tries: 2 };
    const BLOCKS: Effort = Effort { states: 12, beyond: 150, tries: 1 };
    let fits = |case: &Case| case.level() <= jdk().feature && !case.name.starts_with("platform/");
    let chosen = compiled(cases().into_iter().filter(fits).collect());
    let tried = for_each(&chosen, |program| -> Result<Tried, Broken> {
        let project = program.open();
        let semantics = reduced(program.options(), "local").semantics;
        let machine = project.machine(&semantics, None).unwrap_or_else(|error| panic!("{error}"));
        let knowledge = project.knowledge(&machine, semantics.precision.points_to);
        let mut path = Path::new(machine, Bound::None);
        let tried = check_independence(&mut path, &semantics, Some(&knowledge), EFFORT)?;
        // What the others know is about synchronisers of the JDK.
        if !program.case.name.starts_with("juc/") {
            return Ok(tried);
        }
        let semantics = Semantics { printed_text: PrintedText::PartOfState, ..semantics };
        let machine = project.machine(&semantics, None).unwrap_or_else(|error| panic!("{error}"));
        let blocks = check_blocks(&mut Path::new(machine, Bound::None), &semantics, Some(&knowledge), BLOCKS)?;
        Ok(tried.into_iter().chain(blocks).collect())
    });
    let mut problems = Vec::new();
    let mut independent: BTreeSet<ReductionKind> = BTreeSet::new();
    for (program, tried) in chosen.iter().zip(tried) {
        match tried {
            Ok(Ok(tried)) => independent.extend(tried.iter().filter(|(_, tried)| tried.1 > 0).map(|(&kind, _)| kind)),
            Ok(Err(broken)) => problems.push(format!("{}: {broken:#?}", program.case.name)),
            Err(panic) => problems.push(format!("{}: {panic}", program.case.name)),
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(independent.into_iter().eq(ReductionKind::ALL), "every layer of the table was tried");
}

/// All comparisons of one program; what differs.
fn examine(program: &CompiledCase) -> Vec<String> {
    let CompiledCase { case, jdk, .. } = program;
    let project = program.open();
    let options = program.options();
    let mut problems = Vec::new();
    if case.verdict() == "violated" {
        let checked = check(&project, &options);
        // Which of the JDK's own steps a page shows differs from JDK to JDK; these two are those that CI has.
        if jdk.feature == if case.level() <= 17 { 17 } else { 25 } {
            let page = without_jdk_lines(&page(&checked.report, &case.folder));
            problems.extend(bless(&case.folder.join("page.txt"), &page));
        }
    }
    // Whoever works on pages need not wait for the rest.
    if std::env::var("HEDDLE_BLESS").is_ok_and(|what| what == "pages") {
        return problems;
    }
    let all = CheckOptions { all: true, ..options.clone() };
    // With every state compared to what the analysis says of the program.
    let default = check(&project, &CheckOptions { audit: true, ..all.clone() });
    problems.extend(compare_verdict("default", case, &default.report, false));
    problems.extend(compare_states("states", case, &default.report));
    if let Some(run) = &default.run {
        problems.extend(replay(jdk, run).err());
    }
    let is_large = case.expected.get("states_plain").is_none() && !blessing();
    let most = CheckOptions { max_states: Some(PLAIN_STATES), ..all };
    // Here nobody passes over an access because of what the analysis says of it.
    let local = check(&project, &CheckOptions { audit: true, ..reduced(most.clone(), "local") }).report;
    problems.extend(compare_verdict("local", case, &local, is_cut(&local)));
    let cut = CheckOptions { max_states: Some(if is_large { CUT_STATES } else { PLAIN_STATES }), ..most };
    let plain = check(&project, &reduced(cut.clone(), "none")).report;
    problems.extend(compare_verdict("plain", case, &plain, is_cut(&plain)));
    if !is_cut(&plain) {
        problems.extend(compare_states("states_plain", case, &plain));
    }
    // A platform has reductions of its own.
    let each = std::env::var_os("HEDDLE_EACH").is_some() && options.semantics.platform.is_none();
    let alone = if each { names_of_reductions() } else { vec![] };
    for name in &alone {
        let report = check(&project, &reduced(cut.clone(), name)).report;
        problems.extend(compare_verdict(name, case, &report, is_cut(&report)));
    }
    if let Some(outcomes) = case.strings("outcomes") {
        let whole = CheckOptions { max_states: None, ..cut.clone() };
        let cut_ones = alone.iter().chain(&["none"]).map(|name| reduced(cut.clone(), name));
        for options in [whole].into_iter().chain(cut_ones) {
            let report = check(&project, &CheckOptions { all: false, outcomes: true, ..options }).report;
            problems.extend(compare_outcomes(&outcomes, &report));
        }
    }
    if case.name.starts_with("livelock/") {
        let livelock = CheckOptions { livelock: true, ..options };
        let plain = CheckOptions { max_states: Some(PLAIN_STATES), ..reduced(livelock.clone(), "none") };
        for (name, options) in [("all", livelock.clone()), ("local", reduced(livelock, "local")), ("none", plain)] {
            let report = check(&project, &options).report;
            if kinds(&report) != case.kinds() && !is_cut(&report) {
                problems.push(format!(
                    "--livelock --reduce {name}: {:?} instead of {:?}",
                    kinds(&report),
                    case.kinds()
                ));
            }
        }
    }
    problems
}

fn kinds(report: &Report) -> BTreeSet<String> {
    let Verdict::Violated { violations } = &report.verdict else { return BTreeSet::new() };
    violations.iter().map(|violation| violation.kind.name().to_string()).collect()
}

/// Whether the search was cut by the number of states.
fn is_cut(report: &Report) -> bool {
    report.assumptions.iter().any(|one| matches!(one, Assumption::Bound { limit: Limit::States(_) }))
}

fn compare_verdict(search: &str, case: &Case, report: &Report, partial: bool) -> Option<String> {
    let (found, expected) = (report.verdict.name(), case.verdict());
    let found_kinds = kinds(report);
    let expected_kinds = if expected == "violated" { case.kinds() } else { BTreeSet::new() };
    if partial {
        let differs = !found_kinds.is_subset(&expected_kinds);
        return differs.then(|| format!("{search}: {found_kinds:?} where only {expected_kinds:?} is expected"));
    }
    let differs = found != expected || found_kinds != expected_kinds;
    differs.then(|| format!("{search}: {found} {found_kinds:?} instead of {expected} {expected_kinds:?}"))
}

/// Compares a number of states, or writes it down when blessing.
fn compare_states(key: &str, case: &Case, report: &Report) -> Option<String> {
    let found = report.statistics.states;
    let expected = case.expected.get(key).and_then(toml::Value::as_integer);
    if expected == i64::try_from(found).ok() {
        return None;
    }
    if blessing() {
        set_number(&case.folder.join("expect.toml"), key, found);
        return None;
    }
    Some(format!("{key}: {found} instead of {expected:?}"))
}

fn compare_outcomes(expected: &[String], report: &Report) -> Option<String> {
    let outcomes = report.outcomes.iter().flatten();
    let ended = outcomes.filter(|outcome| matches!(outcome.ending, Ending::Exit { .. }));
    let found: BTreeSet<&str> = ended.map(|outcome| outcome.stdout.as_str()).collect();
    let expected: BTreeSet<&str> = expected.iter().map(String::as_str).collect();
    let fits = if is_cut(report) { found.is_subset(&expected) } else { found == expected };
    (!fits).then(|| format!("outcomes {found:?} instead of {expected:?}"))
}
