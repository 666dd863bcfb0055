//! A storage structure graph as a picture, in the language of Graphviz.
//!
//! Boxes are variables, ellipses current objects, double ellipses past ones; bold edges are
//! one-to-one, dashed objects can be reached by other threads.

use std::collections::BTreeSet;
use std::fmt::Write;

use heddle_program::Program;

use super::Shape;
use super::objects::Obj;
use super::storage::{Objs, Part, Source};
use crate::inline::{NodeId, Slot};

/// The graph before a node.
pub fn dot(program: &Program, shape: &Shape<'_>, thread: u32, node: NodeId) -> String {
    let mut text = String::from("digraph storage {\n  rankdir=LR;\n");
    let graph = &shape.threads().types[thread as usize].graph;
    let mut shown = Objs::new();
    let Some(storage) = shape.before(thread, node) else { return text + "}\n" };
    let copy = graph.nodes[node as usize].copy;
    let code = graph.code(program, copy);
    let first = graph.copies[copy as usize].first_register;
    for &(register, _) in &storage.registers {
        let local = register.checked_sub(first).and_then(|local| u16::try_from(local).ok());
        let pc = graph.nodes[node as usize].pc;
        let Some(name) = local.and_then(|local| code.local_name(pc, local)) else { continue };
        for &object in shape.flow.held(storage, register) {
            shown.insert(object);
            let _ = writeln!(text, "  \"{name}\" -> \"{}\";", shape.name(object));
        }
        let _ = writeln!(text, "  \"{name}\" [shape=box];");
    }
    let mut statics = BTreeSet::new();
    for (source, _, _) in shape.flow.edges.all(&storage.heap) {
        if let Source::Static(field) = source {
            statics.insert(field);
        }
    }
    for field in statics.into_iter().filter(|&field| is_user(program, field)) {
        let name = field_name(program, field);
        for object in shape.flow.static_objects(thread, node, storage, field) {
            shown.insert(object);
            let _ = writeln!(text, "  \"{name}\" -> \"{}\";", shape.name(object));
        }
        let _ = writeln!(text, "  \"{name}\" [shape=box];");
    }
    let shown: Vec<Obj> = shown.into_iter().collect();
    for object in shape.flow.reach(thread, node, storage, &shown) {
        let mut style = Vec::new();
        if matches!(object, Obj::Past(_)) {
            style.push("peripheries=2");
        }
        if shape.sharing.is_shared(&shape.flow, thread, node, object) {
            style.push("style=dashed");
        }
        let _ = writeln!(text, "  \"{}\" [{}];", shape.name(object), style.join(" "));
        for part in shape.flow.parts(object) {
            let label = match part {
                Part::Slot(Slot::Field(field)) => program.text(program.field(field).name).to_owned(),
                Part::Slot(Slot::Captured(index)) => format!("captured {index}"),
                Part::Elements => "[]".into(),
                Part::Runnable => "runnable".into(),
                Part::Task => continue,
            };
            for (to, same) in shape.flow.targets(thread, node, storage, object, part) {
                let bold = if same { " style=bold" } else { "" };
                let (from, to) = (shape.name(object), shape.name(to));
                let _ = writeln!(text, "  \"{from}\" -> \"{to}\" [label=\"{label}\"{bold}];");
            }
        }
    }
    text + "}\n"
}

fn is_user(program: &Program, field: heddle_program::FieldId) -> bool {
    program.class(program.field(field).class).origin == heddle_program::Origin::User
}

fn field_name(program: &Program, field: heddle_program::FieldId) -> String {
    let info = program.field(field);
    format!("{}.{}", program.external_name(info.class), program.text(info.name))
}
