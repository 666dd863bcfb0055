//! A search on several processes comes to the verdict, the violations and the number of states of one alone. The processes are
//! threads here, each with a program of its own and sockets to the others, so that nothing is shared but what travels.
//!
//! `HEDDLE_EACH` takes every program of the corpus.

use std::collections::BTreeSet;
use std::net::TcpListener;

use heddle::verdict::{Report, Verdict};
use heddle::{CheckOptions, Error, Membership, Project, Spread, Supervision, check};
use heddle_testing::{CompiledCase, cases, compiled, for_each};

const STACK: usize = 64 << 20;

/// Programs that are compared by default: plain threads, monitors, waiting, volatiles, class initialisers, locks, pools, exceptions, exits, time.
const CHOSEN: [&str; 12] = [
    "atomics/",
    "classinit/",
    "exceptions/",
    "juc/condition-missed",
    "juc/count-down-latch",
    "juc/cyclic-barrier",
    "juc/executor",
    "monitors/",
    "races/",
    "threads/",
    "volatile/",
    "waitnotify/",
];
const OF_EACH: usize = 1;
/// Larger ones take too long for every run.
const STATES: u64 = 6_000;

/// What a search has come to: verdict, violations, states, ends.
#[derive(PartialEq, Eq, Debug)]
struct Found {
    verdict: String,
    violations: BTreeSet<String>,
    states: u64,
    ends: u64,
}

fn found(report: &Report) -> Found {
    let (verdict, violations) = match &report.verdict {
        Verdict::Proved => ("proved", BTreeSet::new()),
        Verdict::Violated { violations } => {
            ("violated", violations.iter().map(|violation| violation.key.clone()).collect())
        }
        Verdict::Bounded { .. } => ("bounded", BTreeSet::new()),
        Verdict::Unknown { .. } => ("unknown", BTreeSet::new()),
    };
    let (states, ends) = (report.statistics.states, report.statistics.ends);
    Found { verdict: verdict.into(), violations, states, ends }
}

fn hosts(count: usize) -> Vec<String> {
    let listeners: Vec<TcpListener> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
    listeners.iter().map(|listener| listener.local_addr().expect("bound").to_string()).collect()
}

/// What each of so many processes reports.
fn together(
    open: impl Fn() -> Project + Sync,
    options: &CheckOptions,
    count: usize,
    alone: u64,
) -> Vec<Result<Report, Error>> {
    let hosts = hosts(count);
    let one = |process: usize| {
        let membership = Membership { hosts: hosts.clone(), process, secret: b"a secret of this test".to_vec() };
        let spread = Some(Spread { membership, alone: Some(alone) });
        let options = CheckOptions { spread, ..options.clone() };
        check(&open(), &options, &Supervision::default()).map(|checked| checked.report)
    };
    std::thread::scope(|scope| {
        let one = &one;
        let start = |process| {
            let builder = std::thread::Builder::new().stack_size(STACK);
            builder.spawn_scoped(scope, move || one(process)).expect("a thread can be started")
        };
        let threads: Vec<_> = (0..count).map(start).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

/// Whether the program was compared, or cannot be.
fn compare(case: &CompiledCase, counts: &[usize]) -> bool {
    let options = CheckOptions { all: true, jobs: Some(1), shorten: false, ..case.options() };
    let alone = check(&case.open(), &options, &Supervision::default()).unwrap_or_else(|error| panic!("{error}"));
    let expected = found(&alone.report);
    if expected.verdict == "bounded" || expected.states > STATES && std::env::var_os("HEDDLE_EACH").is_none() {
        return false;
    }
    for &count in counts {
        for report in together(|| case.open(), &options, count, 300_000) {
            match report {
                Ok(report) => assert_eq!(found(&report), expected, "{count} processes"),
                Err(Error::Usage(text)) if text.starts_with("several processes do not go with") => return false,
                Err(error) => panic!("{count} processes: {error}"),
            }
        }
    }
    true
}

#[test]
fn programs_of_the_corpus_have_the_same_verdicts_violations_and_states() {
    let all = cases();
    let cases = match std::env::var_os("HEDDLE_EACH") {
        Some(_) => all,
        None => {
            let mut taken = Vec::new();
            let mut all = all;
            for prefix in CHOSEN {
                let (chosen, rest) = all.into_iter().partition(|case| case.name.starts_with(prefix));
                let chosen: Vec<_> = chosen;
                taken.extend(chosen.into_iter().take(OF_EACH));
                all = rest;
            }
            taken
        }
    };
    let cases = compiled(cases);
    let compared = for_each(&cases, |case| compare(case, &[2, 4]));
    let named = cases.iter().zip(&compared);
    let wrong: Vec<String> =
        named.filter_map(|(case, one)| Some(format!("{}: {}", case.case.name, one.as_ref().err()?))).collect();
    let count = compared.iter().filter(|one| matches!(one, Ok(true))).count();
    println!("{count} of {} programs compared", cases.len());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count * 2 > cases.len(), "{count} of {}", cases.len());
}
