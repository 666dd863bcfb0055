//! What threads execute, and how they begin and end.
//!
//! `Thread.start` and `Thread.join` lock the thread's object, and so does a thread that ends, to notify those who
//! wait for it (JLS 17.2 leaves it open, the JDK does it). Where the program locks the objects of threads too, a model
//! has these locks; elsewhere nobody could notice them.

use std::ops::Range;

use heddle_analysis::inline::{NodeId as InlineNode, Register};
use heddle_program::Type;
use heddle_program::ir::{Callee, Instr};

use super::instances::{own_type, runs};
use super::nodes::Translation;
use super::objects::Maker;
use crate::language::{Action, Binary, Expr, Local, Node, NodeId, Place, Value};

impl Translation<'_, '_> {
    /// The constructor of `Thread` keeps its task, and refuses a name that is null.
    pub fn new_thread(&mut self, of: InlineNode, thread: Register, keep: Action) {
        let next = self.handed_down(of, thread);
        let Some(name) = self.name_of_thread(of) else {
            self.set(of, keep, next);
            let at = self.first(of).index();
            self.nodes[at].shared = false;
            return;
        };
        let keep = self.add(of, keep, next);
        let end = self.fail(of, "a thread whose name is null");
        let condition = Expr::binary(Binary::Eq, Expr::Local(self.local(name)), Expr::Const(0));
        self.set(of, Action::Branch { condition, otherwise: keep }, end);
        let at = self.first(of).index();
        self.nodes[at].shared = false;
    }

    /// What follows where a thread is made: a daemon's threads are daemons.
    fn handed_down(&mut self, of: InlineNode, thread: Register) -> NodeId {
        let next = self.next(of);
        match self.java.daemon.filter(|_| self.java.instances[self.instance].made.is_some()) {
            Some(flag) => {
                let to = Place::Field(self.local(thread), flag);
                let store = self.add(of, Action::Store { to, value: Expr::Local(self.scratch) }, next);
                self.add(of, Action::Load { to: self.scratch, from: Place::Field(self.me, flag) }, store)
            }
            None => next,
        }
    }

    /// `Thread.setDaemon`, which refuses a thread that is alive.
    pub fn set_daemon(&mut self, of: InlineNode, args: &[Register]) {
        let (Some(flag), &[thread, value]) = (self.java.daemon, args) else {
            return self.set(of, Action::Fail("Thread.setDaemon".into()), NodeId(0));
        };
        let thread = self.local(thread);
        let next = self.next(of);
        let to = Place::Field(thread, flag);
        let store = self.visible(of, Action::Store { to, value: Expr::Local(self.local(value)) }, next);
        let end = self.fail(of, "making a daemon of a thread that is alive");
        let is_alive = Expr::binary(Binary::Ne, Expr::Local(self.scratch), Expr::Const(0));
        let test = self.add(of, Action::Branch { condition: is_alive, otherwise: store }, end);
        self.set(of, Action::Alive { to: self.scratch, thread }, test);
    }

    /// `Thread.isAlive` where the end of a thread is more than one step.
    pub fn alive(&mut self, of: InlineNode, thread: Register, to: Local) {
        let Some(ending) = self.java.ending else { return };
        let thread = self.local(thread);
        let next = self.next(of);
        let is_not = Expr::binary(Binary::Eq, Expr::Local(self.scratch), Expr::Const(0));
        let set = self.add(of, Action::Set { to, value: is_not }, next);
        let load = self.visible(of, Action::Load { to: self.scratch, from: Place::Field(thread, ending) }, set);
        let is_alive = Expr::binary(Binary::Ne, Expr::Local(to), Expr::Const(0));
        let test = self.add(of, Action::Branch { condition: is_alive, otherwise: next }, load);
        self.set(of, Action::Alive { to, thread }, test);
    }

    /// The register with the name that a constructor of `Thread` is given.
    fn name_of_thread(&self, of: InlineNode) -> Option<Register> {
        let program = self.java.program;
        let node = &self.graph().nodes[of as usize];
        let code = self.graph().code(program, node.copy);
        let Instr::Invoke { k } = code.instrs[node.pc as usize] else { return None };
        let site = &code.calls[k as usize];
        let method = match site.callee {
            Callee::Method(method) => method,
            Callee::Pool(cp) => program.resolve_method(code.pool_class, cp).ok()?,
        };
        let text = Type::Ref(program.symbol("java/lang/String"));
        let mut slot = 1;
        for &param in &program.method(method).params {
            if param == text {
                return Some(self.graph().register(node.copy, site.args[slot]));
            }
            slot += usize::from(param.slots());
        }
        None
    }

    /// Whether what the thread executes follows from its class: it is the first one, or has a `run` of its own.
    pub fn has_own_type(&self) -> bool {
        let java = self.java;
        let own = |class| own_type(java.program, java.threads, class).is_some();
        java.instances[self.instance].made.is_none_or(|(_, site, _)| own(java.threads.sites[site as usize].class))
    }

    /// A thread whose task decides what it executes; nothing without a task. The model ends at other tasks.
    pub fn choose_type(&mut self, begins: &[(usize, NodeId)]) -> NodeId {
        let end = self.push(Action::End, None);
        let other =
            self.push(Action::Fail("a task that is not known, or a thread that is the task of another".into()), None);
        let has_task = Expr::binary(Binary::Ne, Expr::Local(self.scratch), Expr::Const(0));
        let mut next = self.push(Action::Branch { condition: has_task, otherwise: end }, Some(other));
        for &(ty, to) in begins {
            let begin = self.java.threads.types[ty].begin;
            let mut ranges: Vec<Range<Value>> = Vec::new();
            for (by, instance) in self.java.instances.iter().enumerate() {
                for (site, inline) in self.java.threads.sites.iter().enumerate() {
                    if instance.types.contains(&(inline.thread as usize))
                        && runs(self.java.program, self.java.threads, site as u32, begin)
                    {
                        let maker = Maker::Site { instance: by, site: site as u32 };
                        let made = &self.java.objects.sites[self.java.objects.site(maker).index()];
                        ranges.push(made.first..made.first + made.bound as Value);
                    }
                }
            }
            let condition = Expr::Within(self.scratch, ranges);
            next = self.push(Action::Branch { condition, otherwise: next }, Some(to));
        }
        let from = Place::Field(self.me, self.java.task);
        let at = self.push(Action::Load { to: self.scratch, from }, Some(next));
        self.nodes[at.index()].shared = false;
        at
    }

    /// A location that belongs to no place of the program; without a next one it is its own.
    fn push(&mut self, action: Action, next: Option<NodeId>) -> NodeId {
        let at = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node::new(action, next.unwrap_or(at), "Thread.run"));
        at
    }

    /// A further location that others can notice.
    fn visible(&mut self, of: InlineNode, action: Action, next: NodeId) -> NodeId {
        let at = self.add(of, action, next);
        self.nodes[at.index()].shared = true;
        at
    }

    pub fn start(&mut self, of: InlineNode, thread: Register) {
        let thread = self.local(thread);
        let next = self.next(of);
        if !self.java.locks_threads {
            return self.set(of, Action::Start(thread), next);
        }
        let exit = self.visible(of, Action::Exit(thread), next);
        let start = self.visible(of, Action::Start(thread), exit);
        self.set(of, Action::Enter(thread), start);
        let first = self.first(of).index();
        self.nodes[first].shared = true;
    }

    /// Waits for the end of a thread, then gets its monitor back. [`Action::Join`] traps while the thread that waits
    /// has the monitor already, which it would give away.
    pub fn join(&mut self, of: InlineNode, thread: Register) {
        let thread = self.local(thread);
        let mut next = self.next(of);
        if self.java.locks_threads {
            let exit = self.visible(of, Action::Exit(thread), next);
            next = self.visible(of, Action::Enter(thread), exit);
        }
        self.set(of, Action::Join(thread), next);
    }

    pub fn end(&mut self, of: InlineNode) {
        if !self.java.locks_threads || self.java.instances[self.instance].made.is_none() {
            return self.set(of, Action::End, self.first(of));
        }
        let end = self.visible(of, Action::End, NodeId(0));
        self.nodes[end.index()].next = end;
        let mut first = self.visible(of, Action::Exit(self.me), end);
        if let Some(ending) = self.java.ending {
            first = self.visible(of, Action::Notify { object: self.me, all: true }, first);
            let to = Place::Field(self.me, ending);
            first = self.visible(of, Action::Store { to, value: Expr::Const(1) }, first);
        }
        self.set(of, Action::Enter(self.me), first);
        let first = self.first(of).index();
        self.nodes[first].shared = true;
    }
}
