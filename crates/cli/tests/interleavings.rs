//! Litmus tests of memory models: the outcomes that `--outcomes` lists are exactly those of all
//! interleavings, which are enumerated here by brute force; for plain and for volatile variables,
//! with and without reduction. Names as in the literature (Alglave, Maranget, Tautschnig, TOPLAS
//! 2014).

use heddle::{CheckOptions, Project};
use heddle_explore::Severity;
use heddle_testing::{check, compile, jdk, open_classes, reduced};
use std::collections::BTreeSet;

#[derive(Clone, Copy)]
enum Op {
    /// Writes a variable.
    W(usize, u32),
    /// Reads a variable into the next register of all.
    R(usize),
    /// Takes and gives back the one lock.
    Fence,
}
use Op::{Fence, R, W};

const X: usize = 0;
const Y: usize = 1;
const Z: usize = 2;

const TESTS: &[(&str, &[&[Op]])] = &[
    ("SB", &[&[W(X, 1), R(Y)], &[W(Y, 1), R(X)]]),
    ("SBFences", &[&[W(X, 1), Fence, R(Y)], &[W(Y, 1), Fence, R(X)]]),
    ("LB", &[&[R(X), W(Y, 1)], &[R(Y), W(X, 1)]]),
    ("MP", &[&[W(X, 1), W(Y, 1)], &[R(Y), R(X)]]),
    ("TwoPlusTwoW", &[&[W(X, 1), W(Y, 2)], &[W(Y, 1), W(X, 2)]]),
    ("R", &[&[W(X, 1), W(Y, 1)], &[W(Y, 2), R(X)]]),
    ("S", &[&[W(X, 2), W(Y, 1)], &[R(Y), W(X, 1)]]),
    ("CoRR", &[&[W(X, 1)], &[R(X), R(X)]]),
    ("CoWW", &[&[W(X, 1), W(X, 2)], &[R(X)]]),
    ("CoRW", &[&[R(X), W(X, 1)], &[W(X, 2)]]),
    ("CoWR", &[&[W(X, 1), R(X)], &[W(X, 2)]]),
    ("WRC", &[&[W(X, 1)], &[R(X), W(Y, 1)], &[R(Y), R(X)]]),
    ("RWC", &[&[W(X, 1)], &[R(X), R(Y)], &[W(Y, 1), R(X)]]),
    ("ISA2", &[&[W(X, 1), W(Y, 1)], &[R(Y), W(Z, 1)], &[R(Z), R(X)]]),
    ("ThreeSB", &[&[W(X, 1), R(Y)], &[W(Y, 1), R(Z)], &[W(Z, 1), R(X)]]),
    ("IRIW", &[&[W(X, 1)], &[W(Y, 1)], &[R(X), R(Y)], &[R(Y), R(X)]]),
];

/// Registers in order of the program text, then the variables at the end.
fn outcomes(threads: &[&[Op]]) -> BTreeSet<String> {
    let first: Vec<usize> = threads
        .iter()
        .scan(0, |next, ops| {
            let first = *next;
            *next += ops.iter().filter(|op| matches!(op, R(_))).count();
            Some(first)
        })
        .collect();
    let registers = threads.iter().flat_map(|ops| ops.iter()).filter(|op| matches!(op, R(_))).count();
    let mut found = BTreeSet::new();
    let mut open = vec![(vec![0; threads.len()], [0; 3], vec![0; registers])];
    while let Some((at, memory, values)) = open.pop() {
        let mut ended = true;
        for (t, ops) in threads.iter().enumerate() {
            let Some(&op) = ops.get(at[t]) else { continue };
            ended = false;
            let (mut at, mut memory, mut values) = (at.clone(), memory, values.clone());
            match op {
                W(variable, value) => memory[variable] = value,
                R(variable) => {
                    let register = first[t] + ops[..at[t]].iter().filter(|op| matches!(op, R(_))).count();
                    values[register] = memory[variable];
                }
                Fence => {}
            }
            at[t] += 1;
            open.push((at, memory, values));
        }
        if ended {
            let numbers = values.iter().chain(&memory).map(u32::to_string);
            found.insert(numbers.collect::<Vec<_>>().join(" ") + "\n");
        }
    }
    found
}

fn java(name: &str, threads: &[&[Op]], modifier: &str) -> String {
    let mut next = 0;
    let mut bodies = String::new();
    for ops in threads {
        bodies += "        start(() -> {\n";
        for op in *ops {
            bodies += &match op {
                W(variable, value) => format!("            v{variable} = {value};\n"),
                R(variable) => {
                    next += 1;
                    format!("            r{} = v{variable};\n", next - 1)
                }
                Fence => "            synchronized (lock) { }\n".into(),
            };
        }
        bodies += "        });\n";
    }
    let registers: Vec<String> = (0..next).map(|register| format!("r{register}")).collect();
    let fields: String = registers.iter().map(|register| format!("    static int {register};\n")).collect();
    let shown: Vec<String> = registers.iter().cloned().chain((0..3).map(|variable| format!("v{variable}"))).collect();
    let shown = shown.join(" + \" \" + ");
    let shown = if next == 0 { format!("\"\" + {shown}") } else { shown };
    format!(
        "public class {name} {{
    static {modifier} int v0, v1, v2;
    static final Object lock = new Object();
{fields}    static final Thread[] threads = new Thread[{}];
    static int count;
    static void start(Runnable body) {{ threads[count] = new Thread(body); threads[count++].start(); }}
    public static void main(String[] args) throws InterruptedException {{
{bodies}        for (Thread thread : threads) thread.join();
        System.out.println({shown});
    }}
}}
",
        threads.len()
    )
}

fn found(project: &Project, reduce: &str) -> (BTreeSet<String>, &'static str) {
    let options = CheckOptions { outcomes: true, races: Severity::Warning, shorten: false, ..CheckOptions::default() };
    let report = check(project, &reduced(options, reduce)).report;
    let printed = report.outcomes.iter().flatten().map(|outcome| outcome.stdout.clone());
    (printed.collect(), report.verdict.name())
}

#[test]
fn outcomes_are_those_of_all_interleavings() {
    let modifiers = [("Plain", ""), ("Volatile", "volatile")];
    let mut sources = Vec::new();
    for (name, threads) in TESTS {
        for (suffix, modifier) in modifiers {
            let class = format!("{name}{suffix}");
            sources.push((format!("{class}.java"), java(&class, threads, modifier)));
        }
    }
    let classes = compile(jdk(), &sources);
    for (name, threads) in TESTS {
        let expected = outcomes(threads);
        for (suffix, _) in modifiers {
            let class = format!("{name}{suffix}");
            let project = open_classes(jdk(), &class, &[&classes]);
            assert_eq!(found(&project, "all"), (expected.clone(), "proved"), "{class}");
        }
        // Single instructions of three threads are too many states for a test.
        if threads.len() == 2 {
            let project = open_classes(jdk(), &format!("{name}Plain"), &[&classes]);
            assert_eq!(found(&project, "none"), (expected, "proved"), "{name} without reduction");
        }
    }
}

#[test]
fn the_enumeration_knows_the_classic_sets() {
    let registers = |name: &str| -> BTreeSet<String> {
        let (_, threads) = TESTS.iter().find(|(other, _)| *other == name).expect("a test of that name");
        outcomes(threads).iter().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join("")).collect()
    };
    assert_eq!(registers("SB"), ["01", "10", "11"].map(String::from).into());
    assert_eq!(registers("LB"), ["00", "01", "10"].map(String::from).into());
    assert_eq!(registers("MP"), ["00", "01", "11"].map(String::from).into());
    assert_eq!(outcomes(TESTS.iter().find(|(name, _)| *name == "IRIW").expect("listed").1).len(), 15);
}
