//! The answer of the symbolic engine as data.

use std::time::Duration;

use heddle_program::{ClassId, MethodId, Program};
use heddle_symbolic::java::Shape;
use heddle_symbolic::{Answer, Figures, Question};

use super::Shown;
use crate::coverage::{covered, mark};
use crate::{Conclusion, Covered};

/// What a symbolic analysis found out.
#[derive(Clone, Debug)]
pub struct SymbolicReport {
    /// What follows. A violation counts if the explicit engine shows it; what is proved holds for the chosen bits.
    pub conclusion: Conclusion,
    /// What was found, in order.
    pub found: Vec<Shown>,
    /// Lines of the program's classes that have a method that was reached.
    pub coverage: Vec<Covered>,
    /// No run within more contexts does anything new.
    pub converged: bool,
    /// The time was up, or the analysis was cancelled.
    pub stopped: bool,
    /// The decision diagrams outgrew their memory.
    pub exhausted: bool,
    /// What the analysis cannot express.
    pub outside: Vec<String>,
    /// What lies beyond the sizes that were chosen.
    pub beyond: Vec<String>,
    /// What was taken for granted, and where numbers do not fit.
    pub notes: Vec<String>,
    /// Whether a number did not fit; the notes say where.
    pub wraps: bool,
    /// Bits of numbers.
    pub bits: u32,
    /// How long arguments are that have a length.
    pub arguments: Vec<String>,
    /// The most threads.
    pub threads: usize,
    /// The most contexts.
    pub contexts: u32,
    /// Sizes of the analysis.
    pub figures: Figures,
    /// How long it took.
    pub time: Duration,
}

impl SymbolicReport {
    /// Why the answer is no proof.
    pub fn limits(&self) -> Vec<String> {
        let mut limits = Vec::new();
        limits.extend(self.outside.iter().map(|what| format!("outside of this analysis: {what}")));
        if self.exhausted {
            limits.push("the decision diagrams outgrew --memory".into());
        }
        if self.found.iter().any(|shown| !shown.is_made) {
            limits.push("a violation with objects that no constructor was found to make".into());
        }
        if self.found.iter().any(|shown| shown.violation.is_none() && shown.is_made) {
            limits.push("a violation that the explicit engine does not reproduce".into());
        }
        if self.stopped {
            limits.push("stopped before the end".into());
        } else if !self.converged {
            limits.push(format!("{} contexts", self.contexts));
        }
        limits.extend(self.beyond.iter().cloned());
        if self.wraps {
            limits.push(format!("numbers that fit {} bits", self.bits));
        }
        limits
    }
}

pub(super) fn report(
    program: &Program,
    entry: MethodId,
    question: &Question,
    answer: Answer,
    found: Vec<Shown>,
    time: Duration,
) -> SymbolicReport {
    SymbolicReport {
        conclusion: conclusion(&answer, &found),
        coverage: coverage(program, entry, &answer, &found),
        notes: notes(program, question, &answer),
        found,
        converged: answer.converged,
        stopped: answer.stopped,
        exhausted: answer.exhausted,
        outside: answer.outside.into_iter().collect(),
        beyond: answer.beyond.into_iter().collect(),
        wraps: !answer.wraps.is_empty(),
        bits: question.sizes.bits,
        arguments: arguments(question),
        threads: question.sizes.threads,
        contexts: question.bounds.contexts,
        figures: answer.figures,
        time,
    }
}

/// Lines of the user's classes that have a method that was reached.
fn coverage(program: &Program, entry: MethodId, answer: &Answer, found: &[Shown]) -> Vec<Covered> {
    let mut classes: Vec<ClassId> = answer.reached.keys().map(|&method| program.method(method).class).collect();
    classes.push(program.method(entry).class);
    classes.sort_unstable();
    classes.dedup();
    let is_reached = |method, pc| answer.reached.get(&method).is_some_and(|reached| reached.contains(&pc));
    let mut coverage = covered(program, &classes, &is_reached);
    mark(&mut coverage, found.iter().filter_map(|shown| shown.violation.as_ref()));
    coverage
}

fn conclusion(answer: &Answer, found: &[Shown]) -> Conclusion {
    if found.iter().any(|shown| shown.violation.is_some()) {
        Conclusion::Violated
    } else if !answer.outside.is_empty() || answer.exhausted || !found.is_empty() {
        Conclusion::Unknown
    } else if !answer.converged || !answer.beyond.is_empty() || !answer.wraps.is_empty() || answer.stopped {
        Conclusion::Bounded
    } else {
        Conclusion::Proved
    }
}

/// How large arguments are, apart from numbers.
fn arguments(question: &Question) -> Vec<String> {
    let longest =
        |of: &dyn Fn(&Shape) -> Option<u32>| question.inputs.iter().filter_map(|input| of(&input.shape)).max();
    let texts = longest(&|shape| match shape {
        Shape::Text { longest, .. } => Some(*longest),
        _ => None,
    });
    let arrays = longest(&|shape| match shape {
        Shape::Array { longest, .. } => Some(*longest),
        _ => None,
    });
    // Characters are never negative; a single one has 16 bits, those of texts are Latin 1.
    let below = |bits: u32| 1u64 << (question.sizes.bits - 1).min(bits);
    let texts = texts.map(|longest| format!("texts of at most {longest} characters below {}", below(8)));
    let is_character = |shape: &Shape| !matches!(shape, Shape::Text { .. }) && shape.has_characters();
    let single = question.inputs.iter().any(|input| is_character(&input.shape));
    let single = single.then(|| format!("characters below {}", below(16)));
    let arrays = arrays.map(|longest| format!("arrays of at most {longest} elements"));
    texts.into_iter().chain(single).chain(arrays).collect()
}

fn notes(program: &Program, question: &Question, answer: &Answer) -> Vec<String> {
    let wraps = answer.wraps.iter().map(|&(method, pc)| {
        let line = program.code(method).ok().and_then(|code| code.line(pc));
        let line = line.map_or_else(String::new, |line| format!(":{line}"));
        format!("a number does not fit {} bits in {}{line}", question.sizes.bits, program.source_method(method))
    });
    let mut notes: Vec<String> = wraps.collect();
    notes.dedup();
    notes.extend(answer.assumed.iter().map(|what| format!("assumed: {what}")));
    notes
}
