//! Which source lines an analysis reached. "Not reached" means not within the bounds of the analysis; it does
//! not mean unreachable.

use std::collections::BTreeMap;

use heddle_explore::Path;
use heddle_program::{ClassId, MethodId, Origin, Program};
use heddle_verdict::{Kind, Place, Violation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Project;

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

/// What several analyses of one program reached together, by file.
pub fn merged(coverages: impl IntoIterator<Item = Vec<Covered>>) -> Vec<Covered> {
    let mut files: BTreeMap<String, BTreeMap<u32, Line>> = BTreeMap::new();
    for covered in coverages.into_iter().flatten() {
        let lines = files.entry(covered.file).or_default();
        for (number, line) in covered.lines {
            let known = lines.entry(number).or_insert(line);
            *known = (*known).max(line);
        }
    }
    files.into_iter().map(|(file, lines)| Covered { file, lines }).collect()
}

/// Which lines of the program's own classes some thread came to during a search, by the machines of its workers.
pub(crate) fn of_search(project: &Project, paths: &[Path<'_>]) -> Vec<Covered> {
    let program = project.program();
    // A class that cannot be loaded has no lines that could be reached.
    let mut classes: Vec<ClassId> =
        project.input().covered_classes().iter().filter_map(|name| program.load(name).ok()).collect();
    classes.sort_unstable();
    covered(program, &classes, &|method, pc| paths.iter().any(|path| path.machine.has_reached(method, pc)))
}

/// Lines of the user's classes among these.
pub(crate) fn covered(
    program: &Program,
    classes: &[ClassId],
    is_reached: &dyn Fn(MethodId, u32) -> bool,
) -> Vec<Covered> {
    let mut files: BTreeMap<String, BTreeMap<u32, Line>> = BTreeMap::new();
    for &class in classes.iter().filter(|&&class| program.class(class).origin == Origin::User) {
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
            for pc in 0..code.instrs.len() as u32 {
                let Some(line) = code.line(pc) else { continue };
                let here = if is_reached(method, pc) { Line::Reached } else { Line::NotReached };
                let known = lines.entry(u32::from(line)).or_insert(here);
                *known = (*known).max(here);
            }
        }
    }
    files.into_iter().map(|(file, lines)| Covered { file, lines }).collect()
}

/// Marks the lines where violations happen.
pub(crate) fn mark<'v>(coverage: &mut [Covered], violations: impl Iterator<Item = &'v Violation>) {
    for place in violations.flat_map(places) {
        let (Some(file), Some(line)) = (&place.file, place.line) else { continue };
        for covered in coverage.iter_mut().filter(|covered| covered.file.rsplit('/').next() == Some(file)) {
            if let Some(known) = covered.lines.get_mut(&line) {
                *known = Line::Violated;
            }
        }
    }
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
