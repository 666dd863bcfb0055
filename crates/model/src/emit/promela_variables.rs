//! The variables of a model in Promela.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::blocks::reachable;
use super::promela::{Out, put};
use crate::language::{Local, Value};
use crate::state::status;

impl Out<'_> {
    pub fn declarations(&mut self, arrays: Value) {
        let model = self.model;
        let threads = model.threads.len();
        put!(self, "/* {} as a finite-state model. States of threads: {}. */", model.name, status_names());
        put!(self, "#define THREADS {threads}");
        for (at, thread) in model.threads.iter().enumerate() {
            put!(self, "/* thread {at}: {} */", thread.name);
        }
        for site in &model.sites {
            put!(self, "/* objects {}..{}: {} */", site.first, site.first + site.bound as Value - 1, site.name);
        }
        let entries: Vec<String> = model.threads.iter().map(|thread| thread.entry.0.to_string()).collect();
        let list = |values: Vec<String>| values.join(", ");
        let begun = (0..threads).map(|at| if at == 0 { status::READY } else { status::NEW }.to_string()).collect();
        put!(self, "byte status[THREADS] = {{ {} }};", list(begun));
        put!(self, "short at[THREADS] = {{ {} }};", list(entries));
        for (name, ty) in [("object", "short"), ("place", "byte"), ("saved", "byte")] {
            put!(self, "{ty} {name}[THREADS];");
        }
        let (first, last) = self.locked;
        put!(self, "byte owner[{}];\nbyte count[{}];", last - first + 1, last - first + 1);
        if !model.sites.is_empty() {
            put!(self, "byte made[{}];", model.sites.len());
        }
        for (at, variable) in model.statics.iter().enumerate() {
            put!(self, "int s{at} = {}; /* {} */", variable.initial, variable.name);
        }
        for (at, field) in model.fields.iter().enumerate().filter(|(_, field)| !field.holders.is_empty()) {
            put!(self, "int f{at}[{}]; /* {} */", field.holders.len(), field.name);
        }
        if arrays > 0 {
            put!(self, "int length[{arrays}];\nint element[{}];", (arrays * self.room).max(1));
        }
        put!(self, "int trap; /* where the model ends, or 0 */");
        let mut passing: BTreeSet<Local> = BTreeSet::new();
        for (at, thread) in model.threads.iter().enumerate() {
            for local in &self.lasting[at] {
                let first = if Some(*local) == thread.this { thread.object.unwrap_or(0) } else { 0 };
                let _ = writeln!(self.text, "int t{at}_{} = {first};", local.0);
            }
            let all = reachable(thread);
            let mut see = |local: Local| {
                if !self.lasting[at].contains(&local) {
                    passing.insert(local);
                }
            };
            for node in all.iter().map(|id| &thread.nodes[id.index()]) {
                node.action.reads(&mut see);
                node.action.written().into_iter().for_each(&mut see);
            }
        }
        put!(self, "/* Values that no step leaves behind. */");
        for local in passing {
            put!(self, "hidden int x{};", local.0);
        }
        put!(self, "hidden int i, n, o, k, m, mode, joined, turns, choice, dummy, again, todo;");
    }

    /// A sum in which every variable occurs: SPIN does not count those that nothing reads.
    pub fn every_variable(&self) -> String {
        let model = self.model;
        let statics = (0..model.statics.len()).map(|at| format!("s{at}"));
        let held = model.fields.iter().enumerate().filter(|(_, field)| !field.holders.is_empty());
        let fields = held.map(|(at, _)| format!("f{at}[0]"));
        let locals = self.lasting.iter().enumerate();
        let locals = locals.flat_map(|(at, all)| all.iter().map(move |local| format!("t{at}_{}", local.0)));
        let arrays = ["length[0]", "element[0]"].into_iter().filter(|_| model.sites.iter().any(|site| site.array));
        let made = (!model.sites.is_empty()).then_some("made[0]");
        let shared = ["place[0]", "saved[0]", "object[0]", "count[0]"].into_iter().chain(made).chain(arrays);
        statics.chain(fields).chain(locals).chain(shared.map(str::to_owned)).collect::<Vec<_>>().join(" + ")
    }
}

fn status_names() -> String {
    let names: Vec<String> = status::NAMES.iter().enumerate().map(|(at, name)| format!("{at} {name}")).collect();
    names.join(", ")
}
