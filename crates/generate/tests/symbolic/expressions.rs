//! Expressions of [`heddle_generate::expressions`] in numbers of several widths: for every pair of arguments the engine
//! computes what `java` does, and comes to the line behind the comparison. An expression counts if all numbers fit and
//! the diagrams are not too large.
//!
//! A sample by default; `HEDDLE_SEEDS=0..4` takes 192 expressions of every width.

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::Arc;

use heddle_generate::expressions::{COUNT, class, comparison, read};
use heddle_symbolic::contexts::Bounds;
use heddle_symbolic::java::Input;
use heddle_symbolic::java::layout::Sizes;
use heddle_symbolic::{Question, analyse};
use heddle_testing::{compile, jdk, open_classes, seeds, with_large_stack};

use super::{NODES, is_complete};
use crate::tool::Batch;

const WIDTHS: [u32; 6] = [4, 6, 8, 16, 32, 62];
/// Expressions of the first seed that belong to the sample, per width.
const SAMPLE: usize = 12;

#[test]
fn expressions_have_the_values_that_java_gives_them() {
    with_large_stack(campaign);
}

fn campaign() {
    let taken = if std::env::var_os("HEDDLE_SEEDS").is_some() { COUNT } else { SAMPLE };
    let mut wrong = Vec::new();
    for width in WIDTHS {
        let (mut asked, mut complete) = (0, 0);
        for seed in seeds(0..1) {
            let name = format!("E{width}x{seed}");
            let text = class(seed * 64 + u64::from(width), &name, width);
            let expressions = compile(jdk(), &[(format!("{name}.java"), &text)]);
            let output = Command::new(jdk().tool("java")).arg("-cp").arg(&expressions).arg(&name).output();
            let given = read(&String::from_utf8_lossy(&output.expect("java runs").stdout));
            assert_eq!(given.len(), COUNT, "{name}");
            let (comparing, lines) = comparison("Comparison", &name, &given[..taken]);
            let sources = [(format!("{name}.java"), &text), ("Comparison.java".to_string(), &comparing)];
            let batch = Batch::of(open_classes(jdk(), "Comparison", &[&compile(jdk(), &sources)]));
            for (at, expected) in lines.iter().enumerate() {
                asked += 1;
                match compare(&batch, at, width, expected) {
                    Ok(is_complete) => complete += usize::from(is_complete),
                    Err(difference) => {
                        let line = text.lines().nth(at + 1).unwrap_or_default();
                        println!("{name}, {width} bits: {difference}\n{line}");
                        wrong.push(format!("{name}.e{at}"));
                    }
                }
            }
        }
        println!("{width} bits: {complete} of {asked} expressions fit and were compared");
        assert!(complete * 8 > asked, "a good part fits {width} bits: {complete} of {asked}");
    }
    assert!(wrong.is_empty(), "disagreements: {wrong:?}");
}

/// Whether everything fits; how the answer differs from what it has to be.
fn compare(batch: &Batch, at: usize, width: u32, expected: &[u32]) -> Result<bool, String> {
    let program = batch.program();
    let class = program.load("Comparison").expect("it was compiled");
    let entry = program.find_method(class, &format!("t{at}"), "(II)V").expect("it has such a method");
    let mut inputs = Input::of_method(program, entry, 0);
    inputs.iter_mut().for_each(|input| input.bits = Some(3));
    let question = Question {
        entry,
        inputs,
        sizes: Sizes { bits: width, heap: 20, array: 4, threads: 1 },
        bounds: Bounds { contexts: 1, splitting: None, all: true, schedules: false },
        nodes: NODES,
    };
    let answer = analyse(program, &question, &Arc::default());
    if !answer.outside.is_empty() || !answer.beyond.is_empty() {
        return Err(format!("outside {:?}, beyond {:?}", answer.outside, answer.beyond));
    }
    // Products and quotients of wide numbers have large diagrams.
    if answer.exhausted || !is_complete(&answer) {
        return Ok(false);
    }
    let code = program.code(entry).expect("it has code");
    let reached: BTreeSet<u32> =
        answer.reached.get(&entry).into_iter().flatten().filter_map(|&pc| code.line(pc)).map(u32::from).collect();
    let missing: Vec<&u32> = expected.iter().filter(|line| !reached.contains(line)).collect();
    if answer.found.is_empty() && missing.is_empty() {
        return Ok(true);
    }
    Err(format!("{} violations, lines that are not reached: {missing:?}", answer.found.len()))
}
