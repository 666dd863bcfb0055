//! The transformations of a thread as guarded assignments for SMV.

use super::smv::{Rule, Scene};
use crate::explore::{TrapKind, sort_of_trap};
use crate::language::{Action, Binary, Expr, Local, Monitors, NodeId, Place, Thread, ThreadId, Unary, Value};
use crate::state::{control, status};

/// All rules of a thread.
pub fn rules(scene: &Scene<'_>, t: usize) -> Result<Vec<Rule>, String> {
    let mut out = Rules { scene, t, rules: Vec::new() };
    let thread = &scene.model.threads[t];
    for (at, node) in thread.nodes.iter().enumerate() {
        let here = NodeId(at as u32);
        if scene.explored.reached[t][at] && (!matches!(node.action, Action::Skip) || node.loop_head) {
            out.node(thread, here)?;
        }
    }
    out.environment()?;
    Ok(out.rules)
}

/// Where a thread arrives that goes to a location: what does nothing is passed over.
pub fn through(thread: &Thread, mut at: NodeId) -> NodeId {
    while matches!(thread.nodes[at.index()].action, Action::Skip) && !thread.nodes[at.index()].loop_head {
        at = thread.nodes[at.index()].next;
    }
    at
}

struct Rules<'a, 'm> {
    scene: &'a Scene<'m>,
    t: usize,
    rules: Vec<Rule>,
}

type Changes = Vec<(String, String)>;

impl Rules<'_, '_> {
    fn local(&self, local: Local) -> String {
        format!("t{}_{}", self.t, local.0)
    }

    /// The values that a stack variable was ever given.
    fn values(&self, local: Local) -> &[Value] {
        &self.scene.values[self.scene.layout.local(ThreadId(self.t as u32), local)]
    }

    /// The objects that a stack variable was ever seen to refer to.
    fn objects(&self, local: Local) -> Vec<Value> {
        let objects = 1..=self.scene.model.objects as Value;
        self.values(local).iter().copied().filter(|value| objects.contains(value)).collect()
    }

    fn locked(&self, local: Local) -> Vec<Value> {
        self.objects(local).into_iter().filter(|object| self.scene.explored.locked.contains(object)).collect()
    }

    fn rule(&mut self, guard: &str, to: Changes) {
        self.rules.push(Rule { guard: guard.to_owned(), to });
    }

    /// Going on at a location: what is dead there becomes 0.
    fn advance(&self, thread: &Thread, from: NodeId, to: NodeId) -> Changes {
        let to = through(thread, to);
        let mut changes = vec![(format!("at{}", self.t), to.0.to_string())];
        let (before, after) = (&thread.nodes[from.index()], &thread.nodes[to.index()]);
        let dead = before.live.iter().filter(|local| !after.live.contains(local));
        changes.extend(dead.map(|&local| (self.local(local), "0".into())));
        changes
    }

    fn node(&mut self, thread: &Thread, here: NodeId) -> Result<(), String> {
        let t = self.t;
        let model = self.scene.model;
        let node = &thread.nodes[here.index()];
        let guard = format!("go{t} & status{t} = {} & at{t} = {}", status::READY, here.0);
        if self.scene.explored.ends.contains(&(ThreadId(t as u32), here)) {
            return self.ending(thread, here, &guard);
        }
        let next = self.advance(thread, here, node.next);
        let with = |name: String, value: String| {
            let mut changes: Changes = next.iter().filter(|(other, _)| *other != name).cloned().collect();
            // A value that nobody reads is not kept.
            let dead = next.iter().any(|(other, value)| *other == name && value == "0");
            changes.push((name, if dead { "0".into() } else { value }));
            changes
        };
        let live = |local: Local| thread.nodes[through(thread, node.next).index()].live.contains(&local);
        match &node.action {
            Action::Skip => self.rule(&guard, next),
            Action::Set { to, value } => {
                let value = self.expr(value)?;
                let changes = if live(*to) { with(self.local(*to), value) } else { next };
                self.rule(&guard, changes);
            }
            Action::Branch { condition, otherwise } => {
                let condition = self.condition(condition)?;
                let other = self.advance(thread, here, *otherwise);
                for (test, target, changes) in
                    [(condition.clone(), node.next, next), (format!("!({condition})"), *otherwise, other)]
                {
                    if self.scene.explored.reached[t][target.index()] {
                        self.rule(&format!("{guard} & ({test})"), changes);
                    }
                }
            }
            Action::Load { to, from } => {
                let value = self.read(from);
                let changes = if live(*to) { with(self.local(*to), value) } else { next };
                self.rule(&guard, changes);
            }
            Action::Store { to, value } => {
                let value = self.expr(value)?;
                for (test, variable) in self.places(to) {
                    let mut changes = next.clone();
                    changes.push((variable, value.clone()));
                    self.rule(&format!("{guard}{test}"), changes);
                }
            }
            Action::New { to, site } => {
                let first = model.sites[site.index()].first;
                let made = format!("made{}", site.0);
                let mut changes = with(self.local(*to), format!("{first} + {made}"));
                changes.push((made.clone(), format!("{made} + 1")));
                self.rule(&guard, changes);
            }
            Action::NewArray { to, site, length } => {
                let length = self.expr(length)?;
                let allocator = &model.sites[site.index()];
                for number in 0..allocator.bound as Value {
                    let object = allocator.first + number;
                    let mut changes = with(self.local(*to), object.to_string());
                    changes.push((format!("made{}", site.0), (number + 1).to_string()));
                    changes.push((format!("length{object}"), length.clone()));
                    self.rule(&format!("{guard} & made{} = {number}", site.0), changes);
                }
            }
            Action::Length { to, array } => {
                let name = self.local(*array);
                let is_array = |object: &Value| model.site_of(*object).is_some_and(|site| site.array);
                let cases = self
                    .objects(*array)
                    .into_iter()
                    .filter(is_array)
                    .map(|object| format!("{name} = {object} : length{object}; "));
                let value = format!("case {}TRUE : 0; esac", cases.collect::<String>());
                let changes = if live(*to) { with(self.local(*to), value) } else { next };
                self.rule(&guard, changes);
            }
            Action::Enter(local) => {
                for object in self.locked(*local) {
                    let guard = format!("{guard} & {} = {object}", self.local(*local));
                    let me = t + 1;
                    let more = |changes: &[(&str, String)]| -> Changes {
                        let named = changes.iter().map(|(name, value)| (format!("{name}{object}"), value.clone()));
                        next.iter().cloned().chain(named).collect()
                    };
                    self.rule(
                        &format!("{guard} & owner{object} = {me}"),
                        more(&[("count", format!("count{object} + 1"))]),
                    );
                    let free = [("owner", me.to_string()), ("count", "1".into())];
                    self.rule(&format!("{guard} & owner{object} = 0"), more(&free));
                    let mut changes = next.clone();
                    changes.extend(self.queued(object, status::BLOCKED, "1".into()));
                    self.rule(&format!("{guard} & !(owner{object} in {{0, {me}}})"), changes);
                }
            }
            Action::Exit(local) => {
                for object in self.locked(*local) {
                    let guard = format!("{guard} & {} = {object}", self.local(*local));
                    let mut changes = next.clone();
                    changes.push((format!("count{object}"), format!("count{object} - 1")));
                    self.rule(&format!("{guard} & count{object} > 1"), changes);
                    self.release(&format!("{guard} & count{object} = 1"), object, next.clone());
                }
            }
            Action::Wait { object: local, timed } => {
                let doing = if *timed { status::TIMED } else { status::WAITING };
                for object in self.locked(*local) {
                    let guard = format!("{guard} & {} = {object}", self.local(*local));
                    let mut changes = next.clone();
                    changes.extend(self.queued(object, doing, format!("count{object}")));
                    self.release(&guard, object, changes);
                }
            }
            Action::Notify { object: local, all } => {
                for object in self.locked(*local) {
                    let guard = format!("{guard} & {} = {object}", self.local(*local));
                    self.rule(&format!("{guard} & nwaiting{object} = 0"), next.clone());
                    self.notify(&guard, object, *all, &next);
                }
            }
            Action::Start(local) => {
                for (object, other) in self.threads(*local) {
                    let mut changes = next.clone();
                    changes.push((format!("status{other}"), status::READY.to_string()));
                    self.rule(&format!("{guard} & {} = {object}", self.local(*local)), changes);
                }
            }
            Action::Join(local) => {
                for (object, other) in self.threads(*local) {
                    let guard = format!("{guard} & {} = {object}", self.local(*local));
                    let gone = format!("status{other} in {{{}, {}}}", status::NEW, status::ENDED);
                    self.rule(&format!("{guard} & {gone}"), next.clone());
                    let mut changes = next.clone();
                    changes.push((format!("status{t}"), status::JOINING.to_string()));
                    changes.push((format!("object{t}"), object.to_string()));
                    self.rule(&format!("{guard} & !({gone})"), changes);
                }
            }
            Action::Alive { to, thread: local } => {
                for (object, other) in self.threads(*local) {
                    let gone = format!("status{other} in {{{}, {}}}", status::NEW, status::ENDED);
                    let value = format!("case {gone} : 0; TRUE : 1; esac");
                    let changes = if live(*to) { with(self.local(*to), value) } else { next.clone() };
                    self.rule(&format!("{guard} & {} = {object}", self.local(*local)), changes);
                }
            }
            Action::End => {
                let mut changes = vec![(format!("status{t}"), status::ENDED.to_string())];
                for other in 0..model.threads.len() {
                    if let (true, Some(object)) = (other != t, thread.object) {
                        let joins = format!("status{other} = {} & object{other} = {object}", status::JOINING);
                        let woken = [("status", status::READY), ("object", 0)];
                        changes.extend(woken.map(|(name, value)| {
                            let variable = format!("{name}{other}");
                            let value = format!("case {joins} : {value}; TRUE : {variable}; esac");
                            (variable, value)
                        }));
                    }
                }
                self.rule(&guard, changes);
            }
            Action::Crash(_) | Action::Fail(_) => {}
        }
        Ok(())
    }

    /// A location at which the model can end: then it is taken to end.
    fn ending(&mut self, thread: &Thread, here: NodeId, guard: &str) -> Result<(), String> {
        let id = ThreadId(self.t as u32);
        let action = &thread.nodes[here.index()].action;
        let code = match sort_of_trap(self.scene.model, id, here) {
            TrapKind::Crash => "2",
            _ => "1",
        };
        let when = match action {
            Action::Crash(_) | Action::Fail(_) => String::new(),
            Action::New { site, .. } => {
                let allocator = &self.scene.model.sites[site.index()];
                let next = self.advance(thread, here, thread.nodes[here.index()].next);
                if let Some(to) = action.written() {
                    let made = format!("made{}", site.0);
                    let mut changes: Changes = next.into_iter().filter(|(name, _)| *name != self.local(to)).collect();
                    changes.push((self.local(to), format!("{} + {made}", allocator.first)));
                    changes.push((made.clone(), format!("{made} + 1")));
                    self.rule(&format!("{guard} & {made} < {}", allocator.bound), changes);
                }
                format!(" & made{} = {}", site.0, allocator.bound)
            }
            _ => return Err(format!("the model ends at {}", thread.nodes[here.index()].place)),
        };
        self.rule(&format!("{guard}{when}"), vec![("trap".into(), code.into())]);
        Ok(())
    }

    /// The thread enters a queue.
    fn queued(&self, object: Value, doing: Value, saved: String) -> Changes {
        let t = self.t;
        let queue = if doing == status::BLOCKED { "nblocked" } else { "nwaiting" };
        let place = match self.scene.model.monitors {
            Monitors::Fifo => format!("{queue}{object} + 1"),
            Monitors::Barging => "0".into(),
        };
        vec![
            (format!("status{t}"), doing.to_string()),
            (format!("object{t}"), object.to_string()),
            (format!("place{t}"), place),
            (format!("saved{t}"), saved),
        ]
    }

    /// A monitor becomes free, or passes to the head of its queue.
    fn release(&mut self, guard: &str, object: Value, changes: Changes) {
        let free = |mut changes: Changes| {
            changes.extend([(format!("owner{object}"), "0".to_string()), (format!("count{object}"), "0".into())]);
            changes
        };
        if self.scene.model.monitors == Monitors::Barging {
            return self.rule(guard, free(changes));
        }
        self.rule(&format!("{guard} & nblocked{object} = 0"), free(changes.clone()));
        let t = self.t;
        for other in (0..self.scene.model.threads.len()).filter(|&other| other != t) {
            let heads = format!("status{other} = {} & object{other} = {object} & place{other} = 1", status::BLOCKED);
            let mut changes = changes.clone();
            changes.extend(granted(other, object));
            changes.extend(self.moved_up(other, object, "{} = 2", "place{} > 1"));
            self.rule(&format!("{guard} & {heads}"), changes);
        }
    }

    /// Those behind the head of a queue, other than the thread itself.
    fn moved_up(&self, head: usize, object: Value, kind: &str, behind: &str) -> Changes {
        let others = (0..self.scene.model.threads.len()).filter(|&other| other != head && other != self.t);
        others
            .map(|other| {
                let number = other.to_string();
                let kind = format!("status{}", kind.replace("{}", &number));
                let behind = behind.replace("{}", &number);
                let place = format!("place{other}");
                let value =
                    format!("case {kind} & object{other} = {object} & {behind} : {place} - 1; TRUE : {place}; esac");
                (place, value)
            })
            .collect()
    }

    fn notify(&mut self, guard: &str, object: Value, all: bool, next: &Changes) {
        let model = self.scene.model;
        let waits = |other: usize| {
            let kinds = format!("status{other} in {{{}, {}}}", status::WAITING, status::TIMED);
            format!("({kinds} & object{other} = {object})")
        };
        let others: Vec<usize> = (0..model.threads.len()).filter(|&other| other != self.t).collect();
        let fifo = model.monitors == Monitors::Fifo;
        if all {
            let mut changes = next.clone();
            for other in others {
                let test = waits(other);
                let (state, place) = (format!("status{other}"), format!("place{other}"));
                if fifo {
                    let after = format!("case {test} : {place} + nblocked{object}; TRUE : {place}; esac");
                    changes.push((place, after));
                }
                changes.push((state.clone(), format!("case {test} : {}; TRUE : {state}; esac", status::BLOCKED)));
            }
            return self.rule(&format!("{guard} & nwaiting{object} > 0"), changes);
        }
        for &other in &others {
            let chosen = if fifo { format!("place{other} = 1") } else { format!("pick = {other}") };
            let mut changes = next.clone();
            changes.push((format!("status{other}"), status::BLOCKED.to_string()));
            if fifo {
                changes.push((format!("place{other}"), format!("nblocked{object} + 1")));
                changes.extend(self.moved_up(other, object, "{} in {3, 4}", "place{} > 1"));
            }
            self.rule(&format!("{guard} & {} & {chosen}", waits(other)), changes);
        }
    }

    /// What happens to a thread that is not ready: it takes a free monitor, or its time is over.
    fn environment(&mut self) -> Result<(), String> {
        let t = self.t;
        let values = &self.scene.values[self.scene.layout.thread(ThreadId(t as u32), control::STATUS)];
        if values.contains(&status::TIMED) {
            if self.scene.model.monitors == Monitors::Fifo {
                return Err("time-outs with queues are not written in SMV; use --monitors barging".into());
            }
            let changes = vec![(format!("status{t}"), status::BLOCKED.to_string())];
            self.rule(&format!("go{t} & status{t} = {}", status::TIMED), changes);
        }
        if self.scene.model.monitors == Monitors::Barging {
            for object in self.scene.explored.locked.clone() {
                let guard = format!("go{t} & status{t} = {} & object{t} = {object}", status::BLOCKED);
                self.rule(&format!("{guard} & owner{object} = 0"), granted(t, object));
            }
        }
        Ok(())
    }

    /// The threads that a stack variable may refer to.
    fn threads(&self, local: Local) -> Vec<(Value, u32)> {
        let objects = self.objects(local).into_iter();
        objects.filter_map(|object| Some((object, self.scene.model.thread_of(object)?.0))).collect()
    }

    /// The variables that a place may be, each with what must hold for it.
    fn places(&self, place: &Place) -> Vec<(String, String)> {
        match place {
            Place::Static(at) => vec![(String::new(), format!("s{at}"))],
            Place::Field(object, field) => {
                let holders = &self.scene.model.fields[*field as usize].holders;
                let name = self.local(*object);
                let objects = self.objects(*object).into_iter().filter(|object| holders.contains(object));
                objects.map(|object| (format!(" & {name} = {object}"), format!("f{field}_{object}"))).collect()
            }
            Place::Element(array, index) => {
                let (name, at) = (self.local(*array), self.local(*index));
                let mut places = Vec::new();
                for object in self.objects(*array) {
                    let room = self.scene.model.site_of(object).map_or(0, |site| site.room);
                    for number in (0..room as Value).filter(|number| self.values(*index).contains(number)) {
                        places.push((format!(" & {name} = {object} & {at} = {number}"), format!("e{object}_{number}")));
                    }
                }
                places
            }
        }
    }

    fn read(&self, place: &Place) -> String {
        if let Place::Static(at) = place {
            return format!("s{at}");
        }
        let cases = self.places(place).into_iter().map(|(test, variable)| format!("{} : {variable}; ", &test[3..]));
        format!("case {}TRUE : 0; esac", cases.collect::<String>())
    }

    /// A condition as a boolean.
    fn condition(&self, condition: &Expr) -> Result<String, String> {
        Ok(match condition {
            Expr::Within(local, ranges) => {
                let name = self.local(*local);
                let within = |value: &&Value| ranges.iter().any(|range| range.contains(value));
                let values: Vec<String> = self.values(*local).iter().filter(within).map(Value::to_string).collect();
                if values.is_empty() { "FALSE".into() } else { format!("{name} in {{{}}}", values.join(", ")) }
            }
            Expr::Binary(op, left, right) => {
                let symbol = match op {
                    Binary::Eq => "=",
                    Binary::Ne => "!=",
                    Binary::Lt => "<",
                    Binary::Le => "<=",
                    Binary::Gt => ">",
                    Binary::Ge => ">=",
                    _ => return Ok(format!("({}) != 0", self.expr(condition)?)),
                };
                format!("({}) {symbol} ({})", self.expr(left)?, self.expr(right)?)
            }
            other => format!("({}) != 0", self.expr(other)?),
        })
    }

    /// A number. All but sums is a table over the values that were seen: SMV lacks Java's arithmetic.
    fn expr(&self, value: &Expr) -> Result<String, String> {
        Ok(match value {
            Expr::Const(value) => value.to_string(),
            Expr::Local(local) => self.local(*local),
            Expr::Within(..) => format!("case {} : 1; TRUE : 0; esac", self.condition(value)?),
            Expr::Binary(op @ (Binary::Add | Binary::Sub), left, right) => {
                let symbol = if *op == Binary::Add { "+" } else { "-" };
                format!("({}) {symbol} ({})", self.expr(left)?, self.expr(right)?)
            }
            Expr::Binary(Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge, ..) => {
                format!("case {} : 1; TRUE : 0; esac", self.condition(value)?)
            }
            Expr::Unary(Unary::Neg | Unary::ToByte | Unary::ToChar | Unary::ToShort, _) | Expr::Binary(..) => {
                self.table(value)?
            }
        })
    }

    fn table(&self, value: &Expr) -> Result<String, String> {
        let mut locals: Vec<Local> = Vec::new();
        value.reads(&mut |local| {
            if !locals.contains(&local) {
                locals.push(local);
            }
        });
        let mut rows: Vec<Vec<Value>> = vec![vec![]];
        for &local in &locals {
            let seen = self.values(local);
            rows = rows.into_iter().flat_map(|row| seen.iter().map(move |&v| [&row[..], &[v]].concat())).collect();
            if rows.len() > 10_000 {
                return Err("a computation has too many values for a table".into());
            }
        }
        let mut text = String::from("case ");
        for row in rows {
            let at = |local: Local| row[locals.iter().position(|&other| other == local).expect("read above")];
            if divides_by_zero(value, &at) {
                continue;
            }
            let tests: Vec<String> =
                locals.iter().zip(&row).map(|(&local, v)| format!("{} = {v}", self.local(local))).collect();
            let test = if tests.is_empty() { "TRUE".into() } else { tests.join(" & ") };
            text += &format!("{test} : {}; ", value.evaluate(&at));
        }
        Ok(text + "TRUE : 0; esac")
    }
}

fn divides_by_zero(value: &Expr, at: &impl Fn(Local) -> Value) -> bool {
    match value {
        Expr::Binary(op, left, right) => {
            matches!(op, Binary::Div | Binary::Rem) && right.evaluate(at) == 0
                || divides_by_zero(left, at)
                || divides_by_zero(right, at)
        }
        Expr::Unary(_, value) => divides_by_zero(value, at),
        _ => false,
    }
}

/// A blocked thread gets its monitor.
fn granted(thread: usize, object: Value) -> Changes {
    vec![
        (format!("owner{object}"), (thread + 1).to_string()),
        (format!("count{object}"), format!("saved{thread}")),
        (format!("status{thread}"), status::READY.to_string()),
        (format!("object{thread}"), "0".into()),
        (format!("place{thread}"), "0".into()),
        (format!("saved{thread}"), "0".into()),
    ]
}
