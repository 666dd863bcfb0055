//! Reads of fields that never change once other threads can see them, though they are not final: no other thread
//! can conflict with them.

use std::sync::Arc;

use heddle_analysis::Facts;
use heddle_machine::{Access, Location, Machine, Pending, SHARED};
use heddle_program::FieldId;
use heddle_verdict::{ReductionKind, SearchAssumption};
use rustc_hash::FxHashSet;

use super::layer::{Answer, Layer};
use super::table::Setting;

/// The fields, if they are to be made use of.
#[derive(Clone)]
pub struct Immutable {
    fields: Arc<FxHashSet<FieldId>>,
    facts: Arc<Facts>,
}

pub fn layer<'p>(setting: &Setting<'_, 'p>) -> Option<Box<dyn Layer + 'p>> {
    Some(Box::new(Immutable::of(setting)?))
}

impl Immutable {
    pub fn of(setting: &Setting<'_, '_>) -> Option<Self> {
        let knowledge =
            setting.knowledge.filter(|_| setting.semantics.reductions.contains(ReductionKind::Immutable))?;
        Some(Self { fields: knowledge.immutable(), facts: knowledge.share() })
    }

    /// Whether an access reads such a field. Code that the analysis has not read may write to what it made.
    pub fn is_read_by(&self, machine: &Machine<'_>, access: Access) -> bool {
        let Location::Field { object, field } = access.location else { return false };
        !access.writes && self.fields.contains(&field) && !self.facts.is_made_unread(machine.state.heap.site(object))
    }
}

impl Layer for Immutable {
    fn ask(&mut self, machine: &mut Machine<'_>, action: Pending) -> Answer {
        match action {
            Pending::Memory(access) if self.is_read_by(machine, access) => Answer::Independent,
            _ => {
                self.observe(machine, action);
                Answer::Unknown
            }
        }
    }

    /// A write to such a field of an object that others can see refutes what the analysis says of it.
    fn observe(&mut self, machine: &mut Machine<'_>, action: Pending) -> bool {
        if let Pending::Memory(Access { location: Location::Field { object, field }, writes: true, .. }) = action
            && self.fields.contains(&field)
            && machine.state.heap.tag(object) == SHARED
        {
            let (program, info) = (machine.program, machine.program.field(field));
            let class = heddle_machine::names::external(program, info.class);
            let unforeseen = format!("{class}.{} changes when others can see it", program.text(info.name));
            machine.refute(SearchAssumption::StaticFacts { unforeseen });
        }
        false
    }
}
