//! Random expressions over two small numbers, in numbers of a given width.
//!
//! Comes in: a seed, a name and a width in bits. Goes out: the text of a class with `COUNT` methods `e0`, `e1`, … that
//! compute an expression of type `int` or `long` from `a` and `b`, which are from -4 to 3; and, once somebody
//! has told what each of them gives, of a class whose methods `t0`, `t1`, … compare that for every pair, each pair on
//! lines of its own.

use std::fmt::Write;

use crate::random::Random;

/// Expressions of a class.
pub const COUNT: usize = 48;

/// What both numbers can be.
pub const RANGE: std::ops::Range<i64> = -4..4;

/// What an expression gives; nothing if it divides by zero.
pub type Given = Option<i64>;

/// The class with the expressions. Its `main` prints what they give, one line each, pairs in order.
pub fn class(seed: u64, name: &str, width: u32) -> String {
    let mut random = Random::new(seed);
    let mut text = format!("public class {name} {{\n");
    for at in 0..COUNT {
        let long = width > 32 || random.below(4) == 0;
        let expression = if long { long_number(&mut random, width, 3) } else { number(&mut random, width, 3) };
        let ty = if long { "long" } else { "int" };
        let _ = writeln!(text, "static {ty} e{at}(int a, int b) {{ return {expression}; }}");
    }
    text.push_str("public static void main(String[] args) {\n");
    for at in 0..COUNT {
        let _ = writeln!(
            text,
            "for (int a = -4; a < 4; a++) for (int b = -4; b < 4; b++) try {{ System.out.print(e{at}(a, b) + \" \"); }} \
             catch (ArithmeticException e) {{ System.out.print(\"/ \"); }}\nSystem.out.println();"
        );
    }
    text.push_str("}\n}\n");
    text
}

/// What the `main` of such a class has printed.
pub fn read(printed: &str) -> Vec<Vec<Given>> {
    let line = |line: &str| line.split_whitespace().map(|word| word.parse().ok()).collect();
    printed.lines().map(line).collect()
}

/// The class that compares, and the lines that have to be reached of every method.
pub fn comparison(name: &str, of: &str, given: &[Vec<Given>]) -> (String, Vec<Vec<u32>>) {
    let mut text = format!("public class {name} {{\nstatic int hits;\n");
    let mut lines = Vec::new();
    for (at, values) in given.iter().enumerate() {
        let _ = writeln!(
            text,
            "static void t{at}(int a, int b) {{\nlong v = 0; boolean divides = true;\n\
             try {{ v = {of}.e{at}(a, b); }} catch (ArithmeticException e) {{ divides = false; }}"
        );
        let mut reached = Vec::new();
        let pairs = RANGE.flat_map(|a| RANGE.map(move |b| (a, b)));
        for ((a, b), value) in pairs.zip(values) {
            let wrong = value.map_or("divides".into(), |value| format!("!divides || v != {value}L"));
            let _ = writeln!(
                text,
                "if (a == {a} && b == {b}) {{ if ({wrong}) throw new IllegalStateException();\nhits = 1; }}"
            );
            reached.push(text.lines().count() as u32);
        }
        text.push_str("}\n");
        lines.push(reached);
    }
    text.push_str("}\n");
    (text, lines)
}

/// A number that fits; now and then one at the end of what does.
fn literal(random: &mut Random, width: u32) -> String {
    let bits = width.min(32);
    let greatest = (1_i64 << (bits - 1)) - 1;
    match random.below(12) {
        0 => format!("{greatest}"),
        1 => format!("({})", -greatest - 1),
        2 => format!("({})", -1 - random.below(3) as i64),
        _ => format!("{}", (random.below(6) as i64).min(greatest)),
    }
}

/// An expression of type `int`.
fn number(random: &mut Random, width: u32, depth: u32) -> String {
    if depth == 0 || random.below(7) == 0 {
        return match random.below(5) {
            0 | 1 => "a".into(),
            2 | 3 => "b".into(),
            _ => literal(random, width),
        };
    }
    let part = |random: &mut Random| number(random, width, depth - 1);
    let x = part(random);
    let y = part(random);
    match random.below(22) {
        0 => format!("({x} + {y})"),
        1 => format!("({x} - {y})"),
        2 => format!("{x} * {y}"),
        3 => format!("{x} / ({y})"),
        4 => format!("{x} % ({y})"),
        5 => format!("({x} & {y})"),
        6 => format!("({x} | {y})"),
        7 => format!("({x} ^ {y})"),
        8 => format!("({x} << ({y} & 3))"),
        9 => format!("({x} >> ({y}))"),
        10 => format!("({x} >>> ({y} & 3))"),
        11 => format!("(-{x})"),
        12 => format!("(~{x})"),
        13 => format!("(byte) ({x})"),
        14 => format!("(short) ({x})"),
        15 => format!("(char) ({x} & 7)"),
        16 => format!("({} ? {x} : {y})", truth(random, width, depth - 1)),
        17 => format!("Math.max({x}, {y})"),
        18 => format!("Math.abs({x})"),
        19 => format!("Integer.compare({x}, {y})"),
        20 => format!("(int) ({})", long_number(random, width, depth - 1)),
        _ => format!("Math.floorMod({x}, {y})"),
    }
}

/// An expression of type `long`.
fn long_number(random: &mut Random, width: u32, depth: u32) -> String {
    if depth == 0 || random.below(6) == 0 {
        return format!("(long) {}", number(random, width, 0));
    }
    let x = long_number(random, width, depth - 1);
    let y = long_number(random, width, depth - 1);
    match random.below(14) {
        0 => format!("({x} + {y})"),
        1 => format!("({x} - {y})"),
        2 => format!("{x} * {y}"),
        3 => format!("{x} / ({y})"),
        4 => format!("{x} % ({y})"),
        5 => format!("({x} & {y})"),
        6 => format!("({x} ^ {y})"),
        7 => format!("({x} << ({} & 3))", number(random, width, 0)),
        8 => format!("({x} >> ({}))", number(random, width, 0)),
        9 => format!("(-({x}))"),
        10 => format!("({} ? {x} : {y})", truth(random, width, depth - 1)),
        11 => format!("Long.compare({x}, {y})"),
        12 => format!("Math.min({x}, {y})"),
        _ => format!("(long) ({})", number(random, width, depth - 1)),
    }
}

fn truth(random: &mut Random, width: u32, depth: u32) -> String {
    let x = number(random, width, depth);
    let y = number(random, width, depth);
    let compare = ["<", "<=", "==", "!=", ">", ">="][random.below(6)];
    match (depth, random.below(4)) {
        (1.., 0) => format!("({x} {compare} {y} && {})", truth(random, width, depth - 1)),
        (1.., 1) => format!("({x} {compare} {y} ^ {})", truth(random, width, depth - 1)),
        _ => format!("{x} {compare} {y}"),
    }
}
