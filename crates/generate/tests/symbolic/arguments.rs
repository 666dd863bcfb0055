//! The symbolic engine on methods whose arguments are objects ([`heddle_generate::arguments`]): it says *violated* if and
//! only if `java` comes to the violation with some arguments that the program can make of the same numbers.
//!
//! `HEDDLE_SEEDS=from..to` chooses other seeds.

use std::collections::BTreeSet;
use std::process::Command;

use heddle::{Bits, Conclusion, Supervision, SymbolicOptions, symbolic};
use heddle_generate::arguments;
use heddle_testing::{compile, jdk, open_classes, seeds, with_large_stack};

const BATCH: u64 = 40;

#[test]
fn arguments_that_violate_are_those_that_can_be_made() {
    with_large_stack(campaign);
}

fn campaign() {
    let seeds = seeds(0..24);
    let (mut wrong, mut violated) = (Vec::new(), 0);
    let mut from = seeds.start;
    while from < seeds.end {
        let to = (from + BATCH).min(seeds.end);
        let name = |seed: u64| format!("Q{seed}");
        let mut sources: Vec<(String, String)> =
            (from..to).map(|seed| (format!("{}.java", name(seed)), arguments::program(seed, &name(seed)))).collect();
        let asks: String = (from..to)
            .map(|seed| format!("if ({}.truth()) System.out.println(\"{}\");\n", name(seed), name(seed)))
            .collect();
        let main = format!("public class Truth {{\npublic static void main(String[] args) {{\n{asks}}}\n}}\n");
        sources.push(("Truth.java".into(), main));
        let classes = compile(jdk(), &sources);
        let mut java = Command::new(jdk().tool("java"));
        let output = java.args(["-XX:TieredStopAtLevel=1", "-cp"]).arg(&classes).arg("Truth").output();
        let output = String::from_utf8_lossy(&output.expect("java runs").stdout).into_owned();
        let truth: BTreeSet<&str> = output.lines().collect();
        let project = open_classes(jdk(), "Truth", &[&classes]);
        for seed in from..to {
            let options = SymbolicOptions {
                method: Some(format!("{}.test", name(seed))),
                bits: Bits { numbers: 4, parameters: vec![] },
                input_array: 2,
                threads: 1,
                ..SymbolicOptions::default()
            };
            let report =
                symbolic(&project, &options, &Supervision::default()).unwrap_or_else(|error| panic!("{error}"));
            let expected = truth.contains(name(seed).as_str());
            violated += usize::from(expected);
            let is_right = (report.conclusion == Conclusion::Violated) == expected && report.outside.is_empty();
            if !is_right {
                let text = arguments::program(seed, &name(seed));
                println!("{}: {:?} {:?}, java: {expected}\n{text}", name(seed), report.conclusion, report.limits());
                wrong.push(name(seed));
            }
        }
        println!("up to seed {to}: {violated} violated");
        from = to;
    }
    assert!(wrong.is_empty(), "disagreements: {wrong:?}");
    let count = (seeds.end - seeds.start) as usize;
    assert!(violated * 4 > count && violated < count, "both answers occur: {violated} of {count} violated");
}
