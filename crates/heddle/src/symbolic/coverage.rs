//! Which source lines an analysis reached. "Not reached" means not within the bounds of the analysis; it does
//! not mean unreachable.

use std::collections::BTreeMap;

use heddle_program::{ClassId, MethodId, Origin, Program};
use heddle_symbolic::Answer;
use heddle_verdict::{Kind, Place, Violation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Shown;

/// What is known of a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Line {
    /// Not within the bounds; it may be reachable all the same.
    NotReached,
    /// Some run within the bounds comes here.
    Reached,
    /// A violation happens here.
    Violated,
}

/// The lines of one source file that have code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Covered {
    /// With the folders of its package.
    pub file: String,
    /// By number.
    pub lines: BTreeMap<u32, Line>,
}

impl Covered {
    /// How many lines are reached.
    pub fn reached(&self) -> usize {
        self.lines.values().filter(|line| **line != Line::NotReached).count()
    }
}

/// Lines of the user's classes that have a method that was reached.
pub(super) fn covered(program: &Program, entry: MethodId, answer: &Answer, shown: &[Shown]) -> Vec<Covered> {
    let mut classes: Vec<ClassId> = answer.reached.keys().map(|&method| program.method(method).class).collect();
    classes.push(program.method(entry).class);
    classes.sort_unstable();
    classes.dedup();
    let mut files: BTreeMap<String, BTreeMap<u32, Line>> = BTreeMap::new();
    for class in classes.into_iter().filter(|&class| program.class(class).origin == Origin::User) {
        let Some(file) = program.source_file(class) else { continue };
        let package = program.package_of(class);
        let file = if package.is_empty() { file } else { format!("{package}/{file}") };
        let lines = files.entry(file).or_default();
        for &method in &program.class(class).methods {
            let declared = program.method(method);
            if declared.is_abstract() || declared.is_native() {
                continue;
            }
            let Ok(code) = program.code(method) else { continue };
            let reached = answer.reached.get(&method);
            for pc in 0..code.instrs.len() as u32 {
                let Some(line) = code.line(pc) else { continue };
                let here =
                    if reached.is_some_and(|reached| reached.contains(&pc)) { Line::Reached } else { Line::NotReached };
                let known = lines.entry(u32::from(line)).or_insert(here);
                *known = (*known).max(here);
            }
        }
    }
    for place in shown.iter().filter_map(|shown| shown.violation.as_ref()).flat_map(places) {
        let (Some(file), Some(line)) = (&place.file, place.line) else { continue };
        for (_, lines) in files.iter_mut().filter(|(name, _)| name.rsplit('/').next() == Some(file)) {
            if let Some(known) = lines.get_mut(&line) {
                *known = Line::Violated;
            }
        }
    }
    files.into_iter().map(|(file, lines)| Covered { file, lines }).collect()
}

/// Where a violation happens in the user's program.
fn places(violation: &Violation) -> Vec<Place> {
    let first = |stack: &[Place]| stack.iter().find(|place| place.user).cloned();
    match &violation.kind {
        Kind::Uncaught { stack, .. } | Kind::Assertion { stack, .. } | Kind::SwallowedAssertion { stack, .. } => {
            first(stack).into_iter().collect()
        }
        Kind::Deadlock { threads, .. } => threads.iter().filter_map(|blocked| first(&blocked.stack)).collect(),
        _ => vec![],
    }
}
