//! A model in the language of SMV, for NuSMV and nuXmv: one step per transformation.
//!
//! Steps are not composed here. Instead a thread that stands before an invisible transformation goes
//! first, which is a reduction of the same kind: what nobody can notice need not be interleaved. So
//! that this starves nobody, heads of loops count as visible. Verdicts are those of
//! [`explore()`](crate::explore()), numbers of states are not.
//!
//! References are followed by cases over the objects that were seen there; the domain of a variable
//! is what it was ever given, so the exploration has to be complete.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::blocks::reachable;
use super::smv_rules::rules;
use crate::explore::{Explored, TrapKind, sort_of_trap};
use crate::language::{Local, Model, Monitors, NodeId, ThreadId, Value};
use crate::prepare::may_be_visible;
use crate::state::{Layout, control, status};

/// One guarded assignment: what the variables in `to` become if the guard holds.
pub struct Rule {
    pub guard: String,
    pub to: Vec<(String, String)>,
}

/// What the rules of a thread need to know.
pub struct Scene<'m> {
    pub model: &'m Model,
    pub explored: &'m Explored,
    pub layout: Layout,
    /// Values per variable of a state.
    pub values: Vec<Vec<Value>>,
}

/// The model, or why it cannot be written.
pub fn smv(model: &Model, explored: &Explored) -> Result<String, String> {
    if !explored.complete {
        return Err("the domains of its variables are not known, since not all states were visited".into());
    }
    let layout = Layout::new(model);
    let scene = Scene { model, explored, values: explored.domains.values(), layout };
    let mut all: Vec<Rule> = Vec::new();
    for at in 0..model.threads.len() {
        all.extend(rules(&scene, at)?);
    }
    let domains = domains(&scene, &all);
    let mut text = String::new();
    let _ = writeln!(text, "-- {} as a finite-state model.\nMODULE main", model.name);
    for (at, thread) in model.threads.iter().enumerate() {
        let _ = writeln!(text, "-- thread {at}: {}", thread.name);
    }
    for site in &model.sites {
        let _ = writeln!(text, "-- objects {}..{}: {}", site.first, site.first + site.bound as Value - 1, site.name);
    }
    let threads = model.threads.len();
    let _ = writeln!(text, "IVAR\n  run : 0..{};\n  pick : 0..{};\nVAR", threads - 1, threads - 1);
    let (constants, domains): (BTreeMap<_, _>, BTreeMap<_, _>) =
        domains.into_iter().partition(|(_, (values, _))| values.len() == 1);
    for (name, (values, _)) in &domains {
        let _ = writeln!(text, "  {name} : {};", set(values));
    }
    defines(&mut text, &scene);
    for (name, (_, only)) in &constants {
        let _ = writeln!(text, "  {name} := {only};");
    }
    for (number, rule) in all.iter().enumerate() {
        let _ = writeln!(text, "  r{number} := {};", rule.guard);
    }
    let _ = writeln!(text, "ASSIGN");
    let mut changes: BTreeMap<&str, Vec<(usize, &str)>> = BTreeMap::new();
    for (number, rule) in all.iter().enumerate() {
        for (name, value) in &rule.to {
            changes.entry(name).or_default().push((number, value));
        }
    }
    for (name, (values, first)) in &domains {
        let _ = writeln!(text, "  init({name}) := {first};\n  next({name}) := case");
        for (number, value) in changes.get(name.as_str()).into_iter().flatten() {
            // Unreachable valuations must not lead out of the domain.
            match value.parse::<Value>() {
                Ok(constant) if values.contains(&constant) => {
                    let _ = writeln!(text, "    r{number} : {value};");
                }
                Ok(_) => {}
                Err(_) => {
                    let _ = writeln!(text, "    r{number} & (({value}) in {}) : {value};", set(values));
                }
            }
        }
        let _ = writeln!(text, "    TRUE : {name};\n  esac;");
    }
    let _ = writeln!(text, "INVARSPEC !stuck;");
    let crashes = |&&(thread, node): &&(ThreadId, NodeId)| matches!(sort_of_trap(model, thread, node), TrapKind::Crash);
    if explored.ends.iter().any(|end| crashes(&end)) {
        let _ = writeln!(text, "INVARSPEC trap != 2;");
    }
    Ok(text)
}

/// `{0, 3, 4}`.
fn set(values: &BTreeSet<Value>) -> String {
    let values: Vec<String> = values.iter().map(Value::to_string).collect();
    format!("{{{}}}", values.join(", "))
}

/// The variables that rules assign or read, with their values and the first of them.
fn domains(scene: &Scene<'_>, rules: &[Rule]) -> BTreeMap<String, (BTreeSet<Value>, Value)> {
    let Scene { model, layout, values, .. } = scene;
    let mut domains: BTreeMap<String, (BTreeSet<Value>, Value)> = BTreeMap::new();
    let mut add = |name: String, first: Value, seen: &[Value]| {
        let entry = domains.entry(name).or_insert((BTreeSet::from([first]), first));
        entry.0.extend(seen);
    };
    let initial = layout.initial(model);
    for at in 0..model.threads.len() {
        let id = ThreadId(at as u32);
        for (variable, name) in control::NAMES.iter().enumerate().filter(|&(variable, _)| variable != control::AT) {
            let index = layout.thread(id, variable);
            add(format!("{name}{at}"), initial[index], &values[index]);
        }
        for local in 0..model.threads[at].locals.len() as u32 {
            let index = layout.local(id, Local(local));
            add(format!("t{at}_{local}"), initial[index], &values[index]);
            add(format!("t{at}_{local}"), initial[index], &[0]);
        }
    }
    for at in 0..model.statics.len() as u32 {
        let index = layout.static_field(at);
        add(format!("s{at}"), initial[index], &values[index]);
    }
    for site in 0..model.sites.len() {
        let index = layout.made(site);
        add(format!("made{site}"), 0, &values[index]);
        let made = &model.sites[site];
        for object in made.first..made.first + made.bound as Value {
            add(format!("owner{object}"), 0, &values[layout.owner(object)]);
            add(format!("count{object}"), 0, &values[layout.count(object)]);
            if made.array {
                add(format!("length{object}"), 0, &values[layout.length(object)]);
                for index in 0..made.room as Value {
                    add(format!("e{object}_{index}"), 0, &values[layout.element(object, index)]);
                }
            }
        }
    }
    for (at, field) in model.fields.iter().enumerate() {
        for object in field.holders.clone() {
            add(format!("f{at}_{object}"), 0, &values[layout.field(at as u32, object)]);
        }
    }
    add("trap".into(), 0, &[1, 2]);
    for (at, thread) in model.threads.iter().enumerate() {
        add(format!("at{at}"), super::smv_rules::through(thread, thread.entry).0 as Value, &[]);
    }
    for (name, value) in rules.iter().flat_map(|rule| &rule.to) {
        if let (true, Ok(value)) = (name.starts_with("at"), value.parse()) {
            let first = domains[name].1;
            domains.entry(name.clone()).or_insert((BTreeSet::new(), first)).0.insert(value);
        }
    }
    // Where a thread has only been before something that a wait or a join ended stays in the domain.
    let used: BTreeSet<&str> = rules.iter().flat_map(|rule| identifiers(&rule.guard)).collect();
    let assigned: BTreeSet<&str> = rules
        .iter()
        .flat_map(|rule| {
            rule.to.iter().flat_map(|(name, value)| std::iter::once(name.as_str()).chain(identifiers(value)))
        })
        .collect();
    domains.retain(|name, _| {
        let always = ["status", "at", "object", "trap", "place"].iter().any(|prefix| name.starts_with(prefix));
        let monitor =
            name.starts_with("owner") && scene.explored.locked.iter().any(|object| *name == format!("owner{object}"));
        let flag = model.daemon.is_some_and(|flag| name.starts_with(&format!("f{flag}_")));
        always || monitor || flag || used.contains(name.as_str()) || assigned.contains(name.as_str())
    });
    domains
}

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Who can go on, how long queues are, and whether nobody can though somebody should.
fn defines(text: &mut String, scene: &Scene<'_>) {
    let model = scene.model;
    let threads = 0..model.threads.len();
    let _ = writeln!(text, "DEFINE");
    for &object in &scene.explored.locked {
        for (name, test) in [("blocked", "status{t} = 2"), ("waiting", "(status{t} = 3 | status{t} = 4)")] {
            let each = threads.clone().map(|t| {
                format!("(case {} & object{t} = {object} : 1; TRUE : 0; esac)", test.replace("{t}", &t.to_string()))
            });
            let _ = writeln!(text, "  n{name}{object} := {};", each.collect::<Vec<_>>().join(" + "));
        }
    }
    for t in threads.clone() {
        let invisible = invisible(scene, t);
        let _ = writeln!(text, "  quiet{t} := status{t} = {} & ({invisible});", status::READY);
        let free: Vec<String> = match model.monitors {
            Monitors::Fifo => vec![],
            Monitors::Barging => {
                let locked = scene.explored.locked.iter();
                locked.map(|object| format!("(object{t} = {object} & owner{object} = 0)")).collect()
            }
        };
        let free = if free.is_empty() { "FALSE".into() } else { free.join(" | ") };
        let _ = writeln!(
            text,
            "  able{t} := trap = 0 & !over & (status{t} = {} | status{t} = {} | (status{t} = {} & ({free})));",
            status::READY,
            status::TIMED,
            status::BLOCKED
        );
    }
    let quiet: Vec<String> = threads.clone().map(|t| format!("quiet{t}")).collect();
    let _ = writeln!(text, "  somebody_quiet := {};", quiet.join(" | "));
    for t in threads.clone() {
        let before: String = (0..t).map(|other| format!(" & !quiet{other}")).collect();
        let _ = writeln!(text, "  go{t} := run = {t} & able{t} & (!somebody_quiet | (quiet{t}{before}));");
    }
    let able: Vec<String> = threads.clone().map(|t| format!("able{t}")).collect();
    let left: Vec<String> =
        threads.map(|t| format!("!(status{t} in {{{}, {}}})", status::NEW, status::ENDED)).collect();
    let _ = writeln!(text, "  stuck := trap = 0 & !over & !({}) & ({});", able.join(" | "), left.join(" | "));
    let _ = writeln!(text, "  over := {};", over(model).unwrap_or("FALSE".into()));
}

/// When only daemons are left, if there may be daemons.
fn over(model: &Model) -> Option<String> {
    let flag = model.daemon?;
    let each = model.threads.iter().enumerate().map(|(t, thread)| {
        let is_daemon = thread.object.map_or("FALSE".into(), |object| format!("f{flag}_{object} != 0"));
        format!("(status{t} in {{{}, {}}} | {is_daemon})", status::NEW, status::ENDED)
    });
    Some(each.collect::<Vec<_>>().join(" & "))
}

/// When a thread stands before something that nobody can notice.
fn invisible(scene: &Scene<'_>, t: usize) -> String {
    let thread = &scene.model.threads[t];
    let quiet: Vec<String> = reachable(thread)
        .into_iter()
        .filter(|&at| {
            let node = &thread.nodes[at.index()];
            scene.explored.reached[t][at.index()] && !node.loop_head && !may_be_visible(node)
        })
        .map(|at| at.0.to_string())
        .collect();
    if quiet.is_empty() { "FALSE".into() } else { format!("at{t} in {{{}}}", quiet.join(", ")) }
}
