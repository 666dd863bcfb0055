//! Properties in linear temporal logic: every run has to satisfy a formula (LTL without next).
//!
//! The formula's atoms are resolved against the program ([`atoms`]); the machine then ends a step
//! before every instruction that may change one ([`heddle_machine::Observed`]). So the reduced system
//! has, up to stuttering, the runs of the full one, and it is fixed before the search begins: the
//! product is taken of the reduced system, not reduced itself. Every state in
//! which a step ends offers all threads, and a loop without visible instructions is cut and comes
//! back to the same state, so that no thread is ignored and divergence is preserved.
//!
//! The product is taken with the automaton of the negated formula ([`product`]); a component of the product that takes
//! edges of all its sets is a run that violates the formula ([`emptiness`]), and is shown as a lasso
//! ([`lasso`]). A run that ends stutters in its last state forever.

mod atoms;
mod emptiness;
mod lasso;
mod product;

use heddle_logic::ltl::{self, Automaton, Property, automaton};
use heddle_machine::{Machine, Observed};
use heddle_program::Program;
use heddle_verdict::{Kind, Limit};

use crate::findings::{Findings, Found};
use crate::path::Path;
use crate::settings::StoreKind;
use crate::watch::Watch;

/// A formula made ready for a program.
#[derive(Debug)]
pub struct Temporal {
    /// As the user wrote it.
    pub text: String,
    /// Only runs in which every thread that can always move does move.
    pub fair: bool,
    atoms: Vec<atoms::Resolved>,
    /// The texts of the atoms.
    names: Vec<String>,
    /// Of the negated formula.
    automaton: Automaton,
    observed: Observed,
}

impl Temporal {
    /// Resolves a formula's names; the error says which one means nothing.
    pub fn new(program: &Program, main_class: &str, asked: &heddle_verdict::Temporal) -> Result<Self, String> {
        let named = asked.propositions.iter();
        let named: Vec<Property> =
            named.map(|(name, text)| Property { name: name.clone(), text: text.clone() }).collect();
        let mut parsed = ltl::parse_ltl(&asked.formula, &named).map_err(|error| error.to_string())?;
        let negated = parsed.arena.not(parsed.formula);
        let mut observed = Observed { fair: asked.fair, ..Observed::default() };
        let mut resolver = atoms::Resolver { program, main_class, observed: &mut observed, locations: 0 };
        let mut atoms = Vec::new();
        let mut names = Vec::new();
        for (atom, text) in &parsed.atoms {
            atoms.push(resolver.atom(atom).map_err(|reason| format!("{text}: {reason}"))?);
            names.push(text.clone());
        }
        let automaton = automaton(&parsed.arena, negated);
        Ok(Self { text: asked.formula.clone(), fair: asked.fair, atoms, names, automaton, observed })
    }

    /// Lets a machine end its steps where the formula needs it.
    pub fn install(&self, machine: &mut Machine<'_>) {
        machine.observe(self.observed.clone());
    }

    /// Which atoms hold in a state, one bit each.
    pub fn valuation(&self, machine: &Machine<'_>) -> u64 {
        let bits = self.atoms.iter().enumerate();
        bits.map(|(number, atom)| u64::from(atom.holds(machine)) << number).fold(0, |all, bit| all | bit)
    }

    /// The atoms that differ between two valuations, and what they have become.
    pub fn changes(&self, before: u64, after: u64) -> Vec<(String, bool)> {
        let numbers = (0..self.names.len()).filter(|number| (before ^ after) >> number & 1 != 0);
        numbers.map(|number| (self.names[number].clone(), after >> number & 1 != 0)).collect()
    }

    /// Whether these valuations, from number `back` on again and again, violate the formula.
    pub fn is_violated_by(&self, valuations: &[u64], back: usize) -> bool {
        lasso::accepts(&self.automaton, valuations, back)
    }
}

/// How often a search is begun again at most.
const ATTEMPTS: usize = 100;

/// Looks for a run that violates the formula, from the initial state. Gives the bytes that it took.
///
/// Where every instruction is a step, the first time that something of the JDK is initialised shows as
/// steps that do not come again. A search that finds itself at another state than it was at before is
/// begun anew; by then those things have been initialised.
pub fn find_violation(
    path: &mut Path<'_>,
    temporal: &Temporal,
    store: StoreKind,
    findings: &Findings<'_>,
    watch: &Watch,
) -> u64 {
    for _ in 0..ATTEMPTS {
        watch.begin_round();
        if let Some(bytes) = attempt(path, temporal, store, findings, watch) {
            return bytes;
        }
    }
    findings.unsupported(path, "runs of this program cannot be repeated".into());
    0
}

/// One search; none if it has to be begun again.
fn attempt(
    path: &mut Path<'_>,
    temporal: &Temporal,
    store: StoreKind,
    findings: &Findings<'_>,
    watch: &Watch,
) -> Option<u64> {
    let mut product = product::Product::new(path, temporal, store, findings, watch);
    let all = product.all();
    let found = emptiness::find(&mut product, all);
    if product.is_stale() {
        return None;
    }
    let bytes = product.bytes();
    if product.has_too_many_threads() {
        findings.limit(Limit::Machine("fairness is followed for up to 64 threads".into()));
    }
    let Some(found) = found else { return Some(bytes) };
    let lasso = lasso::extract(&mut product, &found, all);
    let run = product.project(&lasso);
    drop(product);
    if !lasso::go_round(path, &run) {
        return None;
    }
    let round = if run.ends { 0 } else { run.states.len() - run.back };
    let stacks = lasso::stacks(path, round);
    let kind = Kind::Temporal { formula: temporal.text.clone(), fair: temporal.fair, cycle: round, stacks };
    findings.violation(path, Found { key: format!("violates {}", temporal.text), kind });
    Some(bytes)
}
