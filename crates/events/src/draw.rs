//! Event spaces as text for other tools: the transition system of Definition 4, a DOT graph, a PVS
//! theory.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use heddle_logic::Lts;

use crate::space::{EventId, EventSpace};

/// The transition system of a space: its states are the parts of the space that are closed under
/// "before", from the empty one on; a transition appends one event (Definition 4).
pub fn transition_system(space: &EventSpace) -> Lts {
    let mut lts = Lts::default();
    let mut known: BTreeMap<Vec<EventId>, usize> = BTreeMap::new();
    known.insert(vec![], lts.add_state());
    let mut work = vec![Vec::new()];
    while let Some(part) = work.pop() {
        let from = known[&part];
        for next in (0..space.len()).filter(|next| !part.contains(next)) {
            if (0..space.len()).any(|e| space.lt(e, next) && !part.contains(&e)) {
                continue;
            }
            let mut extended = part.clone();
            extended.push(next);
            extended.sort_unstable();
            let to = *known.entry(extended.clone()).or_insert_with(|| {
                work.push(extended);
                lts.add_state()
            });
            lts.add(from, space.event(next).to_string(), to);
        }
    }
    lts
}

/// A graph for Graphviz: one column per thread and one per variable of the main memory.
pub fn dot(space: &EventSpace) -> String {
    let mut columns: BTreeMap<String, Vec<EventId>> = BTreeMap::new();
    for (id, event) in space.events().iter().enumerate() {
        let column =
            if event.kind.is_memory() { format!("memory {}", event.place) } else { format!("thread {}", event.thread) };
        columns.entry(column).or_default().push(id);
    }
    let mut text = String::from("digraph events {\n  rankdir=TB;\n  node [shape=box, fontname=monospace];\n");
    for (at, (column, events)) in columns.iter().enumerate() {
        let _ = writeln!(text, "  subgraph cluster_{at} {{\n    label=\"{column}\";");
        for &id in events {
            let _ = writeln!(text, "    e{id} [label=\"{}\"];", space.event(id));
        }
        text.push_str("  }\n");
    }
    for (a, b) in space.edges() {
        let _ = writeln!(text, "  e{a} -> e{b};");
    }
    text + "}\n"
}

/// A PVS theory: the events as an enumeration, their kinds, threads and places as functions, the
/// order as the least partial order that contains the edges (Figure 4, arrow 4).
pub fn pvs(space: &EventSpace, name: &str) -> String {
    let name = identifier(name);
    let ids: Vec<String> = (0..space.len()).map(|id| format!("e{id}")).collect();
    let mut text = format!("{name}: THEORY\nBEGIN\n");
    let _ = writeln!(text, "  kind: TYPE = {{use, assign, load, store, read, write, lock, unlock}}");
    let _ = writeln!(text, "  event: TYPE = {{{}}}\n", ids.join(", "));
    for (id, event) in space.events().iter().enumerate() {
        let _ = writeln!(text, "  % e{id} = {event}");
    }
    let column = |name: &str, ty: &str, of: &dyn Fn(EventId) -> String, text: &mut String| {
        let rows: Vec<String> = (0..space.len()).map(|id| format!("    e{id}: {}", of(id))).collect();
        let _ = writeln!(text, "\n  {name}(e: event): {ty} = CASES e OF\n{}\n  ENDCASES", rows.join(",\n"));
    };
    let kind = |id: EventId| format!("{:?}", space.event(id).kind).to_lowercase();
    column("kind_of", "kind", &kind, &mut text);
    column("thread_of", "string", &|id| format!("\"{}\"", space.event(id).thread), &mut text);
    column("place_of", "string", &|id| format!("\"{}\"", space.event(id).place), &mut text);
    let value = |id: EventId| format!("\"{}\"", space.event(id).value.as_deref().unwrap_or(""));
    column("value_of", "string", &value, &mut text);
    let edges: Vec<String> = space.edges().iter().map(|(a, b)| format!("(x = e{a} AND y = e{b})")).collect();
    let edges = if edges.is_empty() { "FALSE".into() } else { edges.join(" OR\n    ") };
    let _ = writeln!(text, "\n  edge(x, y: event): bool =\n    {edges}");
    let _ = writeln!(
        text,
        "\n  le(x, y: event): INDUCTIVE bool =\n    x = y OR EXISTS (z: event): edge(x, z) AND le(z, y)"
    );
    let _ = writeln!(text, "\n  ordered: CONJECTURE partial_order?(le)\nEND {name}");
    text
}

fn identifier(name: &str) -> String {
    let clean: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if clean.starts_with(|c: char| c.is_ascii_alphabetic()) { clean } else { format!("space_{clean}") }
}
