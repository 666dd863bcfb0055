//! The result of the shape analysis per field, for people: what the worst of all accesses is.

use std::collections::BTreeMap;

use heddle_program::{ClassId, FieldId, Origin};

use super::sharing::{What, touches};
use super::{Class, Shape};
use crate::inline::{Graph, NodeId, Op, Slot};

/// Something that threads may share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Subject {
    Field(FieldId),
    /// The elements of arrays that are made for this type.
    Elements(ClassId),
    /// The monitors of the objects of a class.
    Monitor(ClassId),
}

/// The worst class of the accesses to a subject, and how many there are of each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    pub class: Class,
    pub owned: usize,
    pub protected: usize,
    pub shared: usize,
}

impl Shape<'_> {
    /// All fields of the user's classes that are accessed, and all arrays and monitors that the
    /// user's code uses.
    pub fn summary(&self) -> BTreeMap<Subject, Summary> {
        let mut found: BTreeMap<Subject, Summary> = BTreeMap::new();
        for (thread, ty) in self.threads().types.iter().enumerate() {
            for node in 0..ty.graph.nodes.len() as NodeId {
                let Some(class) = self.class(thread as u32, node) else { continue };
                for subject in self.subjects(thread as u32, &ty.graph, node) {
                    let entry = found.entry(subject).or_insert_with(|| Summary {
                        class: Class::Owned,
                        owned: 0,
                        protected: 0,
                        shared: 0,
                    });
                    match &class {
                        Class::Owned => entry.owned += 1,
                        Class::Protected(_) => entry.protected += 1,
                        Class::Shared(_) => entry.shared += 1,
                    }
                    let old = std::mem::replace(&mut entry.class, Class::Owned);
                    entry.class = super::worse(old, class.clone());
                }
            }
        }
        found
    }

    fn subjects(&self, thread: u32, graph: &Graph, node: NodeId) -> Vec<Subject> {
        let program = self.flow.program;
        let is_user = |class: ClassId| program.class(program.element_of(class)).origin == Origin::User;
        let by_user = is_user(program.method(graph.method(node)).class);
        let op = &graph.nodes[node as usize].op;
        if let Op::LoadStatic { field, .. } | Op::StoreStatic { field, .. } = *op {
            return if is_user(program.field(field).class) { vec![Subject::Field(field)] } else { Vec::new() };
        }
        let Some(storage) = self.before(thread, node) else { return Vec::new() };
        let mut subjects = Vec::new();
        for touch in touches(op) {
            let sites = touch
                .base
                .into_iter()
                .flat_map(|base| self.flow.held(storage, base))
                .filter_map(|object| object.site());
            let classes = sites.map(|site| self.flow.sites.class(site));
            match touch.what {
                What::Slot(Slot::Field(field)) if is_user(program.field(field).class) => {
                    subjects.push(Subject::Field(field));
                }
                What::Elements if by_user => subjects.extend(classes.map(Subject::Elements)),
                What::Lock if by_user => subjects.extend(classes.map(Subject::Monitor)),
                _ => {}
            }
        }
        subjects.sort_unstable();
        subjects.dedup();
        subjects
    }
}
