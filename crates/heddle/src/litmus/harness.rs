//! The Java around a litmus test: a `main` that makes the state and the result, runs each actor in a
//! thread of its own, then the arbiter, and prints the result; and result classes in the shape of
//! jcstress for sources that use them without having jcstress.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::test::{Part, Test};

/// A `@Signal` may ask for the thread of the actor.
const THREAD: &str = "java/lang/Thread";

/// The class that runs a test, in internal form: beside the test, so that it may be package-private.
pub fn class_of(test: &Test, number: usize) -> String {
    let package = test.class.rsplit_once('/').map_or(String::new(), |(package, _)| format!("{package}/"));
    format!("{package}HeddleLitmus{number}")
}

/// The source of that class.
pub fn source(test: &Test, number: usize) -> String {
    let class = class_of(test, number);
    let (package, class) = class.rsplit_once('/').unwrap_or(("", &class));
    let mut text = String::new();
    if !package.is_empty() {
        let _ = writeln!(text, "package {};", package.replace('/', "."));
    }
    // Parameters of one class are one object, as jcstress has it.
    let mut objects: BTreeMap<&str, String> = BTreeMap::new();
    objects.insert(&test.class, "test".into());
    for part in test.actors.iter().chain(&test.arbiter).chain(&test.signal) {
        for parameter in part.parameters.iter().filter(|parameter| *parameter != THREAD) {
            let count = objects.len();
            objects.entry(parameter).or_insert_with(|| format!("p{count}"));
        }
    }
    let _ =
        writeln!(text, "final class {class} {{\n    public static void main(String[] arguments) throws Throwable {{");
    for (of, name) in &objects {
        let of = of.replace(['/', '$'], ".");
        let _ = writeln!(text, "        final {of} {name} = new {of}();");
    }
    let call = |part: &Part| {
        let arguments: Vec<&str> = part
            .parameters
            .iter()
            .map(|parameter| objects.get(parameter.as_str()).map_or("t0", String::as_str))
            .collect();
        format!("test.{}({});", part.name, arguments.join(", "))
    };
    for (at, actor) in test.actors.iter().chain(&test.signal).enumerate() {
        let _ = writeln!(
            text,
            "        Thread t{at} = new Thread(() -> {{\n            try {{\n                {}\n            }} catch (RuntimeException | Error e) {{\n                throw e;\n            }} catch (Throwable e) {{\n                throw new RuntimeException(e);\n            }}\n        }}, \"{}\");",
            call(actor),
            actor.name
        );
    }
    for verb in ["start", "join"] {
        for at in 0..test.actors.len() + usize::from(test.signal.is_some()) {
            let _ = writeln!(text, "        t{at}.{verb}();");
        }
    }
    if let Some(arbiter) = &test.arbiter {
        let _ = writeln!(text, "        {}", call(arbiter));
    }
    if test.signal.is_some() {
        let _ = writeln!(text, "        System.out.println(\"TERMINATED\");\n    }}\n}}");
        return text;
    }
    let result = objects.iter().find(|(of, _)| of.ends_with("_Result") || of.ends_with("Result"));
    let result = result.map_or("test", |(_, name)| name);
    let _ = writeln!(text, "        System.out.println({result});\n    }}\n}}");
    text
}

/// The classes `XY_Result` that a source mentions, by name.
pub fn results_mentioned(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let mut names: Vec<String> = words
        .filter(|word| {
            word.strip_suffix("_Result")
                .is_some_and(|kinds| !kinds.is_empty() && kinds.bytes().all(|kind| b"BCDFIJLSZ".contains(&kind)))
        })
        .map(String::from)
        .collect();
    names.sort();
    names.dedup();
    names
}

/// A class with fields `r1`, `r2`, … of the kinds that its name gives.
pub fn result_source(name: &str) -> String {
    let kinds = name.trim_end_matches("_Result");
    let mut text = format!(
        "package org.openjdk.jcstress.infra.results;\n\nimport org.openjdk.jcstress.annotations.Result;\n\n@Result\npublic class {name} {{\n"
    );
    let mut shown = Vec::new();
    for (at, kind) in kinds.bytes().enumerate() {
        let ty = match kind {
            b'B' => "byte",
            b'C' => "char",
            b'D' => "double",
            b'F' => "float",
            b'I' => "int",
            b'J' => "long",
            b'S' => "short",
            b'Z' => "boolean",
            _ => "Object",
        };
        let _ = writeln!(text, "    public {ty} r{};", at + 1);
        shown.push(format!("r{}", at + 1));
    }
    let shown = shown.join(" + \", \" + ");
    let _ =
        writeln!(text, "\n    @Override\n    public String toString() {{\n        return \"\" + {shown};\n    }}\n}}");
    text
}

macro_rules! annotation {
    ($name:literal) => {
        (
            concat!("org/openjdk/jcstress/annotations/", $name),
            include_str!(concat!("../../../../java/org/openjdk/jcstress/annotations/", $name, ".java")),
        )
    };
}

/// The annotations of jcstress, by class name.
pub const ANNOTATIONS: &[(&str, &str)] = &[
    annotation!("Actor"),
    annotation!("Arbiter"),
    annotation!("Description"),
    annotation!("Expect"),
    annotation!("JCStressMeta"),
    annotation!("JCStressTest"),
    annotation!("Mode"),
    annotation!("Outcome"),
    annotation!("Ref"),
    annotation!("Result"),
    annotation!("Signal"),
    annotation!("State"),
];
