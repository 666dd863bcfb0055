//! A model in Promela, for SPIN.
//!
//! One process chooses a thread; the thread's step is one `d_step`, so SPIN stores exactly the states
//! that [`explore()`](crate::explore()) visits; a variable that the program only writes is read once, since SPIN
//! would hide it (its option `-o2`). When nothing can happen and threads are left, the
//! process is stuck: an invalid end state, which is what SPIN calls a deadlock.
//!
//! `spin -a m.pml && gcc -O2 -DSAFETY -DNOREDUCE -DVECTORSZ=4096 -o pan pan.c && ./pan -m1000000`

use std::collections::BTreeSet;
use std::fmt::Write;

use super::blocks::{lasting, leaders};
use super::promela_monitors::operations;
use super::words;
use crate::explore::{Explored, TrapKind, sort_of_trap};
use crate::language::{
    Action, Binary, Expr, Local, Model, Monitors, Node, NodeId, Place, Thread, ThreadId, Unary, Value,
};
use crate::prepare::may_be_visible;
use crate::state::status;
use crate::step::{Executor, TURNS};

pub fn promela(model: &Model, explored: &Explored) -> String {
    let executor = Executor::new(model);
    let lasting: Vec<BTreeSet<Local>> = model.threads.iter().map(lasting).collect();
    let locked = match (explored.complete, explored.locked.first(), explored.locked.last()) {
        (true, Some(&first), Some(&last)) => (first, last),
        (true, _, _) => (1, 1),
        (false, ..) => (1, model.objects.max(1) as Value),
    };
    let arrays: Vec<&crate::language::Site> = model.sites.iter().filter(|site| site.array).collect();
    let first_array = arrays.first().map_or(0, |site| site.first);
    let count = arrays.last().map_or(0, |site| site.first + site.bound as Value - first_array);
    let room = arrays.iter().map(|site| site.room).max().unwrap_or(0);
    let mut out = Out {
        model,
        executor,
        lasting,
        locked,
        first_array,
        room: room as Value,
        explored,
        ends: BTreeSet::new(),
        joins: model.threads.iter().flat_map(|thread| &thread.nodes).any(|node| node.joins),
        text: String::new(),
    };
    out.declarations(count);
    out.text += &operations(model.monitors, locked.0);
    out.process();
    out.text
}

/// What is left to be done when the loop over locations ends.
const BLOCK: u8 = 1;
const RELEASE: u8 = 2;
const WAIT: u8 = 3;
const NOTIFY: u8 = 4;
const NOTIFY_ALL: u8 = 5;

pub(super) struct Out<'m> {
    pub model: &'m Model,
    executor: Executor<'m>,
    pub lasting: Vec<BTreeSet<Local>>,
    pub locked: (Value, Value),
    first_array: Value,
    pub room: Value,
    explored: &'m Explored,
    /// Where steps of the thread end that is being written.
    ends: BTreeSet<NodeId>,
    /// Whether any step goes on after something visible.
    joins: bool,
    pub text: String,
}

macro_rules! put {
    ($out:expr, $($arg:tt)*) => {{ let _ = writeln!($out.text, $($arg)*); }};
}
pub(super) use put;

impl Out<'_> {
    fn process(&mut self) {
        let model = self.model;
        let some = model.threads.iter().flat_map(|thread| &thread.nodes);
        let chooses = model.monitors == Monitors::Barging
            && some.clone().any(|node| matches!(node.action, Action::Notify { all: false, .. }));
        let timed = some.clone().any(|node| matches!(node.action, Action::Wait { timed: true, .. }));
        if let Some(over) = self.over() {
            put!(self, "/* Only daemons are left. */\n#define OVER ({over})");
        }
        put!(self, "active proctype java() {{");
        put!(self, "  do");
        // A thread that is never started has no steps.
        let moves = |at: &usize| (0..model.threads[*at].nodes.len()).any(|id| self.is_reached(*at, NodeId(id as u32)));
        let moving: Vec<usize> = (0..model.threads.len()).filter(moves).collect();
        let over = self.over();
        let goes_on = if over.is_some() { "trap == 0 && !OVER" } else { "trap == 0" };
        for at in moving {
            let ready = format!("{goes_on} && status[{at}] == {}", status::READY);
            if chooses {
                put!(self, "  :: atomic {{ {ready} -> if");
                for choice in 0..model.threads.len().saturating_sub(1).max(1) {
                    put!(self, "     :: choice = {choice}");
                }
                put!(self, "     fi; d_step {{ choice = choice;");
            } else {
                put!(self, "  :: d_step {{ {ready} ->");
            }
            put!(self, "     again = 1; do :: again -> again = 0; todo = 0;");
            self.thread(at);
            self.monitor_operations(at);
            put!(
                self,
                "     :: else -> break od;\n     mode = 0; turns = 0; joined = 0 }}{}",
                if chooses { " }" } else { "" }
            );
            if model.monitors == Monitors::Barging {
                let blocked = format!("{goes_on} && status[{at}] == {} && OWNER(object[{at}]) == 0", status::BLOCKED);
                put!(self, "  :: d_step {{ {blocked} -> grant({at}) }}");
            }
            if timed {
                put!(self, "  :: d_step {{ {goes_on} && status[{at}] == {} -> wake({at}) }}", status::TIMED);
            }
        }
        let done: Vec<String> = (0..model.threads.len())
            .map(|at| format!("(status[{at}] == {} || status[{at}] == {})", status::NEW, status::ENDED))
            .collect();
        let ended = if over.is_some() { "OVER".into() } else { done.join(" && ") };
        put!(self, "  :: d_step {{ trap != 0 || ({ended}) -> dummy = {} }}", self.every_variable());
        put!(self, "  od\n}}");
    }

    /// When only daemons are left, if there may be daemons.
    fn over(&self) -> Option<String> {
        let flag = self.model.daemon?;
        let first = self.model.fields[flag as usize].holders.start;
        let each = self.model.threads.iter().enumerate().map(|(at, thread)| {
            let is_daemon = thread.object.map_or("0".into(), |object| format!("f{flag}[{}]", object - first));
            format!("(status[{at}] == {} || status[{at}] == {} || {is_daemon})", status::NEW, status::ENDED)
        });
        Some(each.collect::<Vec<_>>().join(" && "))
    }

    /// The step of a ready thread: a loop over its locations that ends where the thread rests.
    fn thread(&mut self, at: usize) {
        let thread = &self.model.threads[at];
        let leaders = leaders(thread);
        put!(self, "     do");
        let reached: Vec<NodeId> = leaders.iter().copied().filter(|&leader| self.is_reached(at, leader)).collect();
        for leader in reached {
            put!(self, "     :: at[{at}] == {} ->", leader.0);
            let mut here = leader;
            loop {
                let node = &thread.nodes[here.index()];
                if !matches!(node.action, Action::Skip) {
                    put!(self, "        /* {} {} */", node.place, comment(&words::action(self.model, &node.action)));
                }
                let goes_on = self.node(at, thread, here, node);
                if !goes_on {
                    break;
                }
                if leaders.contains(&node.next) {
                    self.arrive(at, thread, node.next);
                    break;
                }
                here = node.next;
            }
        }
        put!(self, "     od;");
        self.forget(at, thread);
    }

    /// What the loop over locations leaves to be done: SPIN limits the length of a `d_step`, so these
    /// are written once per thread.
    fn monitor_operations(&mut self, at: usize) {
        let thread = &self.model.threads[at];
        let reached = |wanted: fn(&Action) -> bool| {
            let nodes = thread.nodes.iter().enumerate();
            nodes.into_iter().any(|(id, node)| self.is_reached(at, NodeId(id as u32)) && wanted(&node.action))
        };
        let enters = reached(|action| matches!(action, Action::Enter(_)));
        let waits = reached(|action| matches!(action, Action::Wait { .. }));
        let one = reached(|action| matches!(action, Action::Notify { all: false, .. }));
        let all = reached(|action| matches!(action, Action::Notify { all: true, .. }));
        put!(self, "     if");
        if enters {
            put!(self, "     :: todo == {BLOCK} -> block({at}, o); saved[{at}] = 1");
            put!(self, "     :: todo == {RELEASE} -> release(o)");
        }
        if waits {
            put!(self, "     :: todo == {WAIT} -> k = COUNT(o); suspend({at}, o, dummy); saved[{at}] = k; release(o)");
        }
        if one {
            put!(self, "     :: todo == {NOTIFY} -> notify_one(o)");
        }
        if all {
            put!(self, "     :: todo == {NOTIFY_ALL} -> notify_all(o)");
        }
        put!(self, "     :: else fi");
    }

    /// Whether some execution comes to a location; those that none comes to are left out.
    fn is_reached(&self, at: usize, node: NodeId) -> bool {
        !self.explored.complete || self.explored.reached[at][node.index()]
    }

    fn local(&self, at: usize, local: Local) -> String {
        if self.lasting[at].contains(&local) { format!("t{at}_{}", local.0) } else { format!("x{}", local.0) }
    }

    fn place(&self, at: usize, place: &Place) -> String {
        match place {
            Place::Static(variable) => format!("s{variable}"),
            Place::Field(object, field) => {
                let first = self.model.fields[*field as usize].holders.start;
                format!("f{field}[{} - {first}]", self.local(at, *object))
            }
            Place::Element(array, index) => {
                let (array, index) = (self.local(at, *array), self.local(at, *index));
                format!("element[({array} - {}) * {} + {index}]", self.first_array, self.room)
            }
        }
    }

    fn expr(&self, at: usize, value: &Expr) -> String {
        match value {
            Expr::Const(value) => format!("({value})"),
            Expr::Local(local) => self.local(at, *local),
            Expr::Within(local, ranges) => {
                let local = self.local(at, *local);
                let tests =
                    ranges.iter().map(|range| format!("({local} >= {} && {local} < {})", range.start, range.end));
                let tests: Vec<String> = tests.collect();
                if tests.is_empty() { "(0)".into() } else { format!("({})", tests.join(" || ")) }
            }
            Expr::Unary(op, value) => {
                let value = self.expr(at, value);
                match op {
                    Unary::Neg => format!("(-{value})"),
                    Unary::ToChar => format!("({value} & 65535)"),
                    Unary::ToByte => format!("((({value} & 255) ^ 128) - 128)"),
                    Unary::ToShort => format!("((({value} & 65535) ^ 32768) - 32768)"),
                }
            }
            Expr::Binary(op, left, right) => {
                let (left, right) = (self.expr(at, left), self.expr(at, right));
                match op {
                    Binary::Shl | Binary::Shr => format!("({left} {} ({right} & 31))", words::symbol(*op)),
                    Binary::Ushr => format!(
                        "((({right}) & 31) == 0 -> {left} : (({left} >> ({right} & 31)) & ~((-1) << (32 - ({right} & 31)))))"
                    ),
                    _ => format!("({left} {} {right})", words::symbol(*op)),
                }
            }
        }
    }

    /// Goes on at a location within the step, unless that was done too often.
    fn arrive(&mut self, at: usize, thread: &Thread, next: NodeId) {
        put!(self, "        at[{at}] = {};", next.0);
        if thread.nodes[next.index()].loop_head {
            self.ends.insert(next);
            put!(self, "        turns++; if :: turns > {TURNS} -> break :: else fi");
        }
    }

    /// Ends the step at a location.
    fn rest(&mut self, at: usize, next: NodeId) {
        self.ends.insert(next);
        put!(self, "        at[{at}] = {}; break", next.0);
    }

    /// Clears what the thread will not read again where its step has ended: one assignment per variable, since SPIN
    /// limits the length of a `d_step`.
    fn forget(&mut self, at: usize, thread: &Thread) {
        let ends = std::mem::take(&mut self.ends);
        for local in self.lasting[at].clone() {
            let is_dead = |end: &&NodeId| !thread.nodes[end.index()].live.contains(&local);
            let dead: Vec<String> = ends.iter().filter(is_dead).map(|end| format!("at[{at}] == {}", end.0)).collect();
            let name = format!("t{at}_{}", local.0);
            match dead.len() {
                0 => {}
                all if all == ends.len() => put!(self, "     {name} = 0;"),
                _ => put!(self, "     {name} = (({}) -> 0 : {name});", dead.join(" || ")),
            }
        }
    }

    /// Ends the step before something visible that does not belong to it.
    fn before_visible(&mut self, at: usize, here: NodeId, mode: &str) {
        if self.joins {
            self.ends.insert(here);
            put!(self, "        if :: {mode} -> at[{at}] = {}; break :: else fi;", here.0);
        }
    }

    /// Ends the model on a condition, if that ever happens.
    fn trap_if(&mut self, at: usize, here: NodeId, condition: &str) {
        if self.explored.complete && !self.explored.ends.contains(&(ThreadId(at as u32), here)) {
            return;
        }
        let code = self.executor.trap_code(ThreadId(at as u32), here);
        self.ends.insert(here);
        let wrong = match sort_of_trap(self.model, ThreadId(at as u32), here) {
            TrapKind::Crash => "assert(false); ",
            TrapKind::Bound | TrapKind::Unknown => "",
        };
        put!(self, "        if :: {condition} -> trap = {code}; at[{at}] = {}; {wrong}break :: else fi;", here.0);
    }

    /// Writes one transformation; says whether the next one follows in the same step without a jump.
    fn node(&mut self, at: usize, thread: &Thread, here: NodeId, node: &Node) -> bool {
        let model = self.model;
        let visible = may_be_visible(node);
        let me = at + 1;
        match &node.action {
            Action::Skip => {}
            Action::Set { to, value } => {
                let (to, value) = (self.local(at, *to), self.expr(at, value));
                put!(self, "        {to} = {value};");
            }
            Action::Branch { condition, otherwise } => {
                let condition = self.expr(at, condition);
                put!(self, "        if :: {condition} ->");
                self.arrive(at, thread, node.next);
                put!(self, "        :: else ->");
                self.arrive(at, thread, *otherwise);
                put!(self, "        fi");
                return false;
            }
            Action::Load { to, from } => {
                if visible {
                    self.before_visible(at, here, "mode != 0");
                }
                self.check_place(at, here, from);
                let (to, from) = (self.local(at, *to), self.place(at, from));
                put!(self, "        {to} = {from};");
            }
            Action::Store { to, value } => {
                if visible {
                    self.before_visible(at, here, "mode != 0");
                }
                self.check_place(at, here, to);
                let (to, value) = (self.place(at, to), self.expr(at, value));
                put!(self, "        {to} = {value};");
            }
            Action::New { to, site } => {
                let (first, bound) = (model.sites[site.index()].first, model.sites[site.index()].bound);
                self.trap_if(at, here, &format!("made[{}] >= {bound}", site.0));
                let to = self.local(at, *to);
                put!(self, "        {to} = {first} + made[{0}]; made[{0}]++;", site.0);
            }
            Action::NewArray { to, site, length } => {
                let made = &model.sites[site.index()];
                let length = self.expr(at, length);
                self.trap_if(at, here, &format!("made[{}] >= {} || {length} > {}", site.0, made.bound, made.room));
                let to = self.local(at, *to);
                put!(self, "        o = {length}; {to} = {1} + made[{0}]; made[{0}]++;", site.0, made.first);
                put!(self, "        length[{to} - {}] = o;", self.first_array);
            }
            Action::Length { to, array } => {
                let (to, array) = (self.local(at, *to), self.local(at, *array));
                self.trap_if(at, here, &format!("{array} < {}", self.first_array));
                put!(self, "        {to} = length[{array} - {}];", self.first_array);
            }
            Action::Enter(object) => {
                let object = self.local(at, *object);
                put!(self, "        o = {object};");
                if !node.shared {
                    self.trap_if(at, here, &format!("o <= 0 || (OWNER(o) != 0 && OWNER(o) != {me})"));
                    put!(self, "        OWNER(o) = {me}; COUNT(o) = COUNT(o) + 1;");
                    return true;
                }
                self.trap_if(at, here, "o <= 0");
                put!(self, "        if :: OWNER(o) == {me} ->");
                self.nested(at, thread, here, node, "COUNT(o) = COUNT(o) + 1");
                put!(self, "        :: else ->");
                self.before_visible(at, here, "mode != 0");
                put!(self, "        if :: OWNER(o) == 0 -> OWNER(o) = {me}; COUNT(o) = 1");
                put!(self, "        :: else -> todo = {BLOCK} fi;");
                self.rest(at, node.next);
                put!(self, "        fi");
                return false;
            }
            Action::Exit(object) => {
                let object = self.local(at, *object);
                put!(self, "        o = {object};");
                self.trap_if(at, here, &format!("o <= 0 || OWNER(o) != {me}"));
                if !node.shared {
                    put!(self, "        if :: COUNT(o) > 1 -> COUNT(o) = COUNT(o) - 1 :: else -> todo = {RELEASE} fi;");
                    put!(self, "        again = 1; at[{at}] = {}; break", node.next.0);
                    return false;
                }
                put!(self, "        if :: COUNT(o) > 1 ->");
                self.nested(at, thread, here, node, "COUNT(o) = COUNT(o) - 1");
                put!(self, "        :: else ->");
                self.before_visible(at, here, "mode == 1 && o != joined");
                put!(self, "        todo = {RELEASE};");
                if node.joins {
                    self.ends.insert(node.next);
                    put!(self, "        if :: mode == 1 -> at[{at}] = {0}; break", node.next.0);
                    put!(self, "        :: else -> mode = 2; again = 1; at[{at}] = {0}; break fi", node.next.0);
                } else {
                    self.rest(at, node.next);
                }
                put!(self, "        fi");
                return false;
            }
            Action::Wait { object, timed } => {
                let object = self.local(at, *object);
                put!(self, "        o = {object};");
                self.before_visible(at, here, "mode != 0");
                self.trap_if(at, here, &format!("o <= 0 || OWNER(o) != {me}"));
                let doing = if *timed { status::TIMED } else { status::WAITING };
                put!(self, "        todo = {WAIT}; dummy = {doing};");
            }
            Action::Notify { object, all } => {
                let object = self.local(at, *object);
                let act = if *all { NOTIFY_ALL } else { NOTIFY };
                put!(self, "        o = {object};");
                self.trap_if(at, here, &format!("o <= 0 || OWNER(o) != {me}"));
                put!(self, "        count_waiting(o);");
                put!(self, "        if :: n == 0 ->");
                if model.rules.notify {
                    self.arrive(at, thread, node.next);
                } else {
                    self.before_visible(at, here, "mode != 0");
                    self.rest(at, node.next);
                }
                put!(self, "        :: else ->");
                self.before_visible(at, here, "mode != 0");
                if node.joins {
                    let timed = format!("status[i] == {} && object[i] == o", status::TIMED);
                    put!(
                        self,
                        "        dummy = 0; i = 0; do :: i < THREADS -> if :: {timed} -> dummy = 1 :: else fi; i++ :: else -> break od;"
                    );
                    self.ends.insert(node.next);
                    put!(self, "        todo = {act}; if :: dummy -> at[{at}] = {}; break", node.next.0);
                    put!(
                        self,
                        "        :: else -> mode = 1; joined = o; again = 1; at[{at}] = {}; break fi",
                        node.next.0
                    );
                } else {
                    put!(self, "        todo = {act};");
                    self.rest(at, node.next);
                }
                put!(self, "        fi");
                return false;
            }
            Action::Start(object) => {
                self.before_visible(at, here, "mode != 0");
                self.thread_of(at, here, *object);
                self.trap_if(at, here, &format!("status[k] != {}", status::NEW));
                put!(self, "        status[k] = {};", status::READY);
            }
            Action::Join(object) => {
                self.before_visible(at, here, "mode != 0");
                self.thread_of(at, here, *object);
                let ended = format!("status[k] == {} || status[k] == {}", status::NEW, status::ENDED);
                put!(
                    self,
                    "        if :: {ended} -> skip :: else -> status[{at}] = {}; object[{at}] = o fi;",
                    status::JOINING
                );
            }
            Action::Alive { to, thread: object } => {
                self.before_visible(at, here, "mode != 0");
                self.thread_of(at, here, *object);
                let to = self.local(at, *to);
                put!(self, "        {to} = (status[k] != {} && status[k] != {});", status::NEW, status::ENDED);
            }
            Action::End => {
                self.before_visible(at, here, "mode != 0");
                put!(self, "        status[{at}] = {};", status::ENDED);
                if let Some(object) = thread.object {
                    let joining = format!("status[i] == {} && object[i] == {object}", status::JOINING);
                    put!(
                        self,
                        "        i = 0; do :: i < THREADS -> if :: {joining} -> status[i] = {}; object[i] = 0 :: else fi; i++ :: else -> break od;",
                        status::READY
                    );
                }
                self.rest(at, here);
                return false;
            }
            Action::Crash(_) | Action::Fail(_) => {
                if visible {
                    self.before_visible(at, here, "mode != 0");
                }
                self.trap_if(at, here, "true");
                put!(self, "        break");
                return false;
            }
        }
        if visible {
            self.rest(at, node.next);
        }
        !visible
    }

    /// Entering what is held, or an exit that is not the last.
    fn nested(&mut self, at: usize, thread: &Thread, here: NodeId, node: &Node, effect: &str) {
        if self.model.rules.relock {
            put!(self, "        {effect};");
            self.arrive(at, thread, node.next);
        } else {
            self.before_visible(at, here, "mode != 0");
            put!(self, "        {effect};");
            self.rest(at, node.next);
        }
    }

    fn check_place(&mut self, at: usize, here: NodeId, place: &Place) {
        match place {
            Place::Static(_) => {}
            Place::Field(object, field) => {
                let holders = &self.model.fields[*field as usize].holders;
                let object = self.local(at, *object);
                self.trap_if(at, here, &format!("{object} < {} || {object} >= {}", holders.start, holders.end));
            }
            Place::Element(array, index) => {
                let (array, index) = (self.local(at, *array), self.local(at, *index));
                let first = self.first_array;
                self.trap_if(
                    at,
                    here,
                    &format!("{array} < {first} || {index} < 0 || {index} >= length[{array} - {first}]"),
                );
            }
        }
    }

    /// Finds the thread of an object.
    fn thread_of(&mut self, at: usize, here: NodeId, object: Local) {
        let object = self.local(at, object);
        put!(self, "        o = {object}; k = THREADS;");
        put!(self, "        if");
        for (number, other) in self.model.threads.iter().enumerate() {
            if let Some(object) = other.object {
                let _ = writeln!(self.text, "        :: o == {object} -> k = {number}");
            }
        }
        put!(self, "        :: else fi;");
        self.trap_if(at, here, "k == THREADS");
    }
}

/// Text that may stand in a comment.
fn comment(text: &str) -> String {
    text.replace("*/", "* /")
}
