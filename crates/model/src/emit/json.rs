//! A model as JSON: its variables and transformations.

use serde_json::{Value as Json, json};

use super::blocks::reachable;
use super::words;
use crate::language::{Action, Model, Monitors, Thread};
use crate::prepare::may_be_visible;

pub fn json(model: &Model) -> String {
    let sites: Vec<Json> = model
        .sites
        .iter()
        .map(|site| {
            json!({"name": site.name, "first": site.first, "bound": site.bound, "array": site.array, "room": site.room,
                   "permanent": site.permanent})
        })
        .collect();
    let fields: Vec<Json> = model
        .fields
        .iter()
        .map(|field| json!({"name": field.name, "holders": [field.holders.start, field.holders.end]}))
        .collect();
    let statics: Vec<Json> =
        model.statics.iter().map(|variable| json!({"name": variable.name, "initial": variable.initial})).collect();
    let threads: Vec<Json> = model.threads.iter().map(|thread| thread_json(model, thread)).collect();
    let report = json!({
        "name": model.name,
        "monitors": if model.monitors == Monitors::Fifo { "fifo" } else { "barging" },
        "rules": {"relock": model.rules.relock, "notify": model.rules.notify, "unlock": model.rules.unlock},
        "objects": model.objects,
        "allocators": sites,
        "fields": fields,
        "statics": statics,
        "threads": threads,
    });
    format!("{report:#}\n")
}

fn thread_json(model: &Model, thread: &Thread) -> Json {
    let nodes: Vec<Json> = reachable(thread)
        .into_iter()
        .map(|at| {
            let node = &thread.nodes[at.index()];
            let mut row = json!({
                "at": at.0, "place": node.place, "action": words::action(model, &node.action),
                "visible": may_be_visible(node), "joins": node.joins,
                "live": node.live.iter().map(|local| local.0).collect::<Vec<_>>(),
                "next": node.successors().map(|next| next.0).collect::<Vec<_>>(),
            });
            if let (Action::Branch { condition, .. }, Some(row)) = (&node.action, row.as_object_mut()) {
                row.insert("if".into(), words::expr(condition).into());
            }
            row
        })
        .collect();
    json!({"name": thread.name, "object": thread.object, "entry": thread.entry.0, "transformations": nodes})
}
