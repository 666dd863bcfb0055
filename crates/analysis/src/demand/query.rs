//! One query: facts are derived on demand, and each new one is delivered to the queries that depend on it.
//!
//! Three kinds of questions, with contexts: which objects does a variable hold, which objects does a
//! slot of an object hold, and which variables does an object reach. A context is the list of calls
//! that a path is known to be in, the innermost first; the empty one stands for any.

use rustc_hash::{FxHashMap, FxHashSet};

use super::index::{Edge, Index};
use super::record::{Label, Slot};
use crate::graph::{Graph, Node};
use crate::objects::ObjectId;

/// How loads are matched with stores.
pub enum Fields<'a> {
    /// Without contexts: those whose bases hold a common object.
    Bases,
    /// With contexts: the same for these fields, and for others all whose bases may hold a common
    /// object by the exhaustive analysis.
    Refined(&'a FxHashSet<Slot>),
}

/// A list of calls, by number; 0 is the empty one.
type Context = u32;
const ANY: Context = 0;

type Question = usize;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Asked {
    /// Which objects a variable holds.
    Held(Node, Context),
    /// Which objects a slot of an object holds.
    Inside(ObjectId, Context, Slot),
    /// Which variables an object reaches.
    Reached(ObjectId, Context),
}

/// What happens with each answer.
#[derive(Clone, Copy)]
enum Then {
    /// It is an answer to another question, if it passes; with its context or without.
    Answer(Question, Option<Edge>),
    /// It is the base of a load.
    Load(Slot, Question),
    /// It is a base of stores, in its context, into the slot that is asked about.
    Stores(Slot, Question),
    /// It is what the base of a store may hold: if it is this object, what is stored is inside.
    Base(ObjectId, Node, Question),
    /// It is the base of a store of the object that is followed.
    Into(Slot, Question),
    /// It is a variable from which the slot may be loaded.
    Loads(Slot, Question),
}

#[derive(Default)]
struct Cell {
    answers: FxHashSet<(u32, Context)>,
    list: Vec<(u32, Context)>,
    then: Vec<Then>,
}

pub struct Query<'a> {
    index: &'a Index,
    graph: &'a Graph,
    fields: Fields<'a>,
    budget: usize,
    contexts: Vec<(u32, Context)>,
    context_numbers: FxHashMap<(u32, Context), Context>,
    questions: FxHashMap<Asked, Question>,
    asked: Vec<Asked>,
    cells: Vec<Cell>,
    work: Vec<(Question, (u32, Context))>,
    /// Fields that were matched without looking.
    unrefined: FxHashSet<Slot>,
    failed: bool,
}

impl<'a> Query<'a> {
    pub fn new(index: &'a Index, graph: &'a Graph, fields: Fields<'a>, budget: usize) -> Self {
        Self {
            index,
            graph,
            fields,
            budget,
            contexts: vec![(0, ANY)],
            context_numbers: FxHashMap::default(),
            questions: FxHashMap::default(),
            asked: Vec::new(),
            cells: Vec::new(),
            work: Vec::new(),
            unrefined: FxHashSet::default(),
            failed: false,
        }
    }

    /// The objects that a variable holds in any context, and the fields that could be refined;
    /// nothing if the budget is spent.
    pub fn objects(mut self, node: Node) -> Option<(FxHashSet<ObjectId>, FxHashSet<Slot>)> {
        let question = self.ask(Asked::Held(node, ANY));
        while let Some((question, answer)) = self.work.pop() {
            if self.failed {
                return None;
            }
            if let Asked::Reached(object, _) = self.asked[question] {
                self.follow(question, object, answer);
            }
            for index in 0..self.cells[question].then.len() {
                self.deliver(self.cells[question].then[index], answer);
            }
        }
        if self.failed {
            return None;
        }
        Some((self.cells[question].list.iter().map(|&(object, _)| object).collect(), self.unrefined))
    }

    fn has_contexts(&self) -> bool {
        matches!(self.fields, Fields::Refined(_))
    }

    // ---- contexts ---------------------------------------------------------------------------

    fn push(&mut self, call: u32, context: Context) -> Context {
        if !self.has_contexts() {
            return ANY;
        }
        let next = self.contexts.len() as Context;
        let number = *self.context_numbers.entry((call, context)).or_insert(next);
        if number == next {
            self.contexts.push((call, context));
        }
        number
    }

    /// The context after leaving a call; nothing if it is not the one that was entered.
    fn pop(&self, call: u32, context: Context) -> Option<Context> {
        match self.contexts[context as usize] {
            _ if context == ANY => Some(ANY),
            (entered, outer) if entered == call => Some(outer),
            _ => None,
        }
    }

    /// The context at the source of a copy, given that at its target.
    fn backwards(&mut self, edge: Edge, context: Context) -> Option<Context> {
        match edge.label {
            _ if edge.forgets => Some(ANY),
            Label::None => Some(context),
            Label::Enter(call) => self.pop(call, context),
            Label::Exit(call) => Some(self.push(call, context)),
        }
    }

    fn forwards(&mut self, edge: Edge, context: Context) -> Option<Context> {
        match edge.label {
            _ if edge.forgets => Some(ANY),
            Label::None => Some(context),
            Label::Enter(call) => Some(self.push(call, context)),
            Label::Exit(call) => self.pop(call, context),
        }
    }

    // ---- questions --------------------------------------------------------------------------

    fn ask(&mut self, asked: Asked) -> Question {
        if let Some(&question) = self.questions.get(&asked) {
            return question;
        }
        let question = self.cells.len();
        self.questions.insert(asked, question);
        self.asked.push(asked);
        self.cells.push(Cell::default());
        match asked {
            Asked::Held(node, context) => self.held(question, node, context),
            Asked::Inside(object, context, slot) => self.inside(question, object, context, slot),
            Asked::Reached(object, context) => {
                for &node in self.index.makers.get(&object).into_iter().flatten() {
                    let context = if self.index.owner(node).is_some() { context } else { ANY };
                    self.answer(question, (node, context));
                }
            }
        }
        question
    }

    fn on(&mut self, question: Question, then: Then) {
        self.cells[question].then.push(then);
        for index in 0..self.cells[question].list.len() {
            self.deliver(then, self.cells[question].list[index]);
        }
    }

    fn answer(&mut self, question: Question, answer: (u32, Context)) {
        let cell = &mut self.cells[question];
        if cell.answers.insert(answer) {
            cell.list.push(answer);
            self.work.push((question, answer));
        }
    }

    fn spend(&mut self, cost: usize) {
        match self.budget.checked_sub(cost) {
            Some(rest) => self.budget = rest,
            None => self.failed = true,
        }
    }

    fn held(&mut self, question: Question, node: Node, context: Context) {
        let index = self.index;
        for &object in index.made_at.get(&node).into_iter().flatten() {
            let context = if index.owner(node).is_some() { context } else { ANY };
            self.answer(question, (object, context));
        }
        let loaded = index.loaded.get(&node).map_or(&[][..], |loads| loads);
        // What came by an unknown slot is taken over from the exhaustive analysis.
        if index.anything.contains(&node) || loaded.iter().any(|&(_, slot)| slot == Slot::Any) {
            for object in self.graph.set(node).iter() {
                self.answer(question, (object, ANY));
            }
        }
        for &edge in index.into.get(&node).into_iter().flatten() {
            if let Some(context) = self.backwards(edge, context) {
                let source = self.ask(Asked::Held(edge.other, context));
                self.on(source, Then::Answer(question, Some(edge)));
            }
        }
        for &(base, slot) in loaded.iter().filter(|(_, slot)| *slot != Slot::Any) {
            match self.fields {
                Fields::Refined(refined) if !refined.contains(&slot) => self.match_all(question, base, slot),
                _ => {
                    let bases = self.ask(Asked::Held(base, context));
                    self.on(bases, Then::Load(slot, question));
                }
            }
        }
    }

    /// Every store to a slot whose base may hold what the load's base may.
    fn match_all(&mut self, question: Question, base: Node, slot: Slot) {
        let index = self.index;
        self.unrefined.insert(slot);
        self.spend(index.stores_of.get(&slot).map_or(0, Vec::len));
        for &(other, from) in index.stores_of.get(&slot).into_iter().flatten() {
            if self.graph.set(base).iter().any(|object| self.graph.set(other).contains(object)) {
                let stored = self.ask(Asked::Held(from, ANY));
                self.on(stored, Then::Answer(question, None));
            }
        }
        for object in self.graph.set(base).iter() {
            if let Some(&node) = index.slot_nodes.get(&(object, slot)) {
                let initial = self.ask(Asked::Held(node, ANY));
                self.on(initial, Then::Answer(question, None));
            }
        }
    }

    fn inside(&mut self, question: Question, object: ObjectId, context: Context, slot: Slot) {
        let index = self.index;
        if let Some(&node) = index.slot_nodes.get(&(object, slot)) {
            let initial = self.ask(Asked::Held(node, ANY));
            self.on(initial, Then::Answer(question, None));
        }
        if self.has_contexts() {
            let reached = self.ask(Asked::Reached(object, context));
            self.on(reached, Then::Stores(slot, question));
            return;
        }
        for &(base, from) in index.stores_of.get(&slot).into_iter().flatten() {
            let bases = self.ask(Asked::Held(base, ANY));
            self.on(bases, Then::Base(object, from, question));
        }
    }

    fn deliver(&mut self, then: Then, answer: (u32, Context)) {
        let index = self.index;
        let (what, context) = answer;
        self.spend(1);
        if self.failed {
            return;
        }
        match then {
            Then::Answer(question, edge) => {
                if edge.is_none_or(|edge| index.passes(edge.passes, what)) {
                    self.answer(question, answer);
                }
            }
            Then::Load(slot, question) => {
                if self.has_slot(what, slot) {
                    let inside = self.ask(Asked::Inside(what, context, slot));
                    self.on(inside, Then::Answer(question, None));
                }
            }
            Then::Stores(slot, question) => {
                for &(other, from) in index.stores.get(&what).into_iter().flatten() {
                    if other == slot {
                        let stored = self.ask(Asked::Held(from, context));
                        self.on(stored, Then::Answer(question, None));
                    }
                }
            }
            Then::Base(object, from, question) => {
                if what == object {
                    let stored = self.ask(Asked::Held(from, ANY));
                    self.on(stored, Then::Answer(question, None));
                }
            }
            Then::Into(slot, question) => {
                if self.has_slot(what, slot) {
                    let reached = self.ask(Asked::Reached(what, context));
                    self.on(reached, Then::Loads(slot, question));
                }
            }
            Then::Loads(slot, question) => {
                for &(other, to) in index.loads.get(&what).into_iter().flatten() {
                    if other == slot {
                        self.answer(question, (to, context));
                    }
                }
            }
        }
    }

    /// An object has come to a variable: where it goes from there.
    fn follow(&mut self, question: Question, object: ObjectId, (node, context): (Node, Context)) {
        let index = self.index;
        for &edge in index.out_of.get(&node).into_iter().flatten() {
            if index.passes(edge.passes, object)
                && let Some(context) = self.forwards(edge, context)
            {
                self.answer(question, (edge.other, context));
            }
        }
        // Part of an object that the machine made: whoever may hold that object may load it.
        if let Some(&(holder, slot)) = index.slot_of.get(&node) {
            for &(base, to) in index.loads_of.get(&slot).into_iter().flatten() {
                if self.graph.set(base).contains(holder) {
                    self.answer(question, (to, ANY));
                }
            }
        }
        for &(base, slot) in index.stored.get(&node).into_iter().flatten() {
            if slot == Slot::Any {
                self.failed = true;
                return;
            }
            let Fields::Refined(refined) = self.fields else { continue };
            if refined.contains(&slot) {
                let bases = self.ask(Asked::Held(base, context));
                self.on(bases, Then::Into(slot, question));
                continue;
            }
            self.unrefined.insert(slot);
            self.spend(index.loads_of.get(&slot).map_or(0, Vec::len));
            for &(other, to) in index.loads_of.get(&slot).into_iter().flatten() {
                if self.graph.set(base).iter().any(|holder| self.graph.set(other).contains(holder)) {
                    self.answer(question, (to, ANY));
                }
            }
        }
    }

    /// Whether an object has such a slot at all; sets also hold objects that fail a later cast.
    fn has_slot(&self, object: ObjectId, slot: Slot) -> bool {
        self.index.having.get(&slot).is_some_and(|objects| objects.contains(object))
    }
}
