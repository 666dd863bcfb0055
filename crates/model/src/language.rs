//! The model language: finitely many threads, each a graph of transformations over finite variables.
//!
//! After Corbett (TOSEM 2000), section 3. A transformation belongs to a location ([`NodeId`]) of one thread, so its
//! guard begins with "the thread is here and ready"; the rest of guard and effect is its [`Action`].
//! References are numbers of objects: 0 is null, the objects of an allocator are neighbours, and so
//! are those of a class and its subclasses, which makes "has this field" a range of numbers.
//! What Java throws by itself is a branch to the handler here; there are no exceptions.

use std::ops::Range;

/// A value of a variable: an `int`, or the number of an object.
pub type Value = i32;

/// The reference to something of which nothing is known but that it is there: a text that was put
/// together, the stream for output. No object and no likely `int` has this number.
pub const OPAQUE: Value = -65_261;

/// The same for a text.
pub const TEXT: Value = -65_262;

/// Something of which nothing is known, or null.
pub const PERHAPS: Value = -65_263;

/// A location of a thread: an index into [`Thread::nodes`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

/// A stack variable: an index into [`Thread::locals`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Local(pub u32);

/// An index into [`Model::threads`]; 0 is `main`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThreadId(pub u32);

/// An index into [`Model::sites`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SiteId(pub u32);

impl NodeId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Local {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl ThreadId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl SiteId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A finite-state model.
#[derive(Clone, Debug)]
pub struct Model {
    pub name: String,
    pub threads: Vec<Thread>,
    /// The allocators, ascending by the numbers of their objects.
    pub sites: Vec<Site>,
    /// How many objects there are; they are numbered from 1.
    pub objects: u32,
    pub statics: Vec<Static>,
    pub fields: Vec<Field>,
    /// The field of a thread's object that says whether it is a daemon, if there may be daemons.
    pub daemon: Option<u32>,
    pub monitors: Monitors,
    pub rules: Rules,
}

/// An allocator: at most `bound` objects, numbered from `first`.
#[derive(Clone, Debug)]
pub struct Site {
    pub name: String,
    pub first: Value,
    pub bound: u32,
    /// Room for the elements of each array; 0 for objects that are no arrays.
    pub room: u32,
    /// Whether the site makes arrays: then they have a length.
    pub array: bool,
    /// The objects are there from the beginning: mirrors of classes, literals.
    pub permanent: bool,
}

#[derive(Clone, Debug)]
pub struct Static {
    pub name: String,
    pub initial: Value,
}

/// An instance field: the objects in `holders` have it.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub holders: Range<Value>,
}

/// Who gets a monitor that is released.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Monitors {
    /// Any thread that asks for it; `notify` wakes any waiter.
    Barging,
    /// Passed to the thread that asked first; `notify` wakes the thread that waited longest.
    Fifo,
}

/// The reductions that depend on the state of a monitor (Corbett, TOSEM 2000, sections 4.4 to 4.6). Owned and protected
/// variables are no rule here: they are nodes that are not [`Node::shared`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// Entering what the thread holds, and an exit that is not the last, are invisible.
    pub relock: bool,
    /// A notification nobody waits for is invisible; others join the exit that follows.
    pub notify: bool,
    /// An exit joins the exit that follows.
    pub unlock: bool,
}

/// A thread: `main`, or an object of a thread class.
#[derive(Clone, Debug)]
pub struct Thread {
    pub name: String,
    /// The number of the thread's object, by which it is started and joined; none for `main`.
    pub object: Option<Value>,
    /// Names of the stack variables.
    pub locals: Vec<String>,
    pub nodes: Vec<Node>,
    pub entry: NodeId,
    /// Which local begins with the number of the thread's object.
    pub this: Option<Local>,
}

/// One location and the transformation that begins there.
#[derive(Clone, Debug)]
pub struct Node {
    pub action: Action,
    /// Where the thread goes on, but for [`Action::Branch`] if its condition is false.
    pub next: NodeId,
    /// `Main.java:12`, or where else the code comes from.
    pub place: String,
    /// An access, enter or exit that other threads could notice.
    pub shared: bool,
    /// A thread that came here too often in one step rests here, so that invisible loops end.
    pub loop_head: bool,
    /// Whether, after this notification or exit, an exit follows that it can join.
    pub joins: bool,
    /// Whether the program may catch the exception for a monitor that is not held; then the model ends here
    /// instead of the thread.
    pub caught: bool,
    /// The stack variables that are read before they are written from here on; others are no part
    /// of the state.
    pub live: Vec<Local>,
}

impl Node {
    pub fn new(action: Action, next: NodeId, place: impl Into<String>) -> Self {
        Self {
            action,
            next,
            place: place.into(),
            shared: true,
            loop_head: false,
            joins: false,
            caught: false,
            live: vec![],
        }
    }

    /// Where the thread can go on: nowhere after its end.
    pub fn successors(&self) -> impl Iterator<Item = NodeId> {
        let other = if let Action::Branch { otherwise, .. } = &self.action { Some(*otherwise) } else { None };
        let last = matches!(self.action, Action::End | Action::Crash(_) | Action::Fail(_));
        (!last).then_some(self.next).into_iter().chain(other)
    }
}

/// Guard and effect of a transformation, without the location.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    Skip,
    Set {
        to: Local,
        value: Expr,
    },
    /// Goes on at `otherwise` if the condition is 0.
    Branch {
        condition: Expr,
        otherwise: NodeId,
    },
    Load {
        to: Local,
        from: Place,
    },
    Store {
        to: Place,
        value: Expr,
    },
    /// Takes the next object of an allocator, or traps.
    New {
        to: Local,
        site: SiteId,
    },
    NewArray {
        to: Local,
        site: SiteId,
        length: Expr,
    },
    Length {
        to: Local,
        array: Local,
    },
    Enter(Local),
    Exit(Local),
    Wait {
        object: Local,
        timed: bool,
    },
    Notify {
        object: Local,
        all: bool,
    },
    /// Starts the thread of an object.
    Start(Local),
    /// Waits for the end of the thread of an object.
    Join(Local),
    /// Whether a thread was started and has not ended.
    Alive {
        to: Local,
        thread: Local,
    },
    /// The thread ends.
    End,
    /// The thread ends by an exception that nobody catches: the object in the local.
    Crash(Local),
    /// What the model cannot express.
    Fail(String),
}

/// A variable that several threads can use.
#[derive(Clone, PartialEq, Debug)]
pub enum Place {
    /// An index into [`Model::statics`].
    Static(u32),
    /// A field, by its index in [`Model::fields`], of the object that a local refers to.
    Field(Local, u32),
    /// An element of the array that the first local refers to.
    Element(Local, Local),
}

/// An expression over stack variables.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    Const(Value),
    Local(Local),
    /// 1 if the value is in one of the ranges, else 0: tests of classes.
    Within(Local, Vec<Range<Value>>),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    Neg,
    ToByte,
    ToChar,
    ToShort,
}

/// Division and remainder are guarded by a branch: the divisor is never 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Ushr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Expr {
    pub fn binary(op: Binary, left: Self, right: Self) -> Self {
        Self::Binary(op, Box::new(left), Box::new(right))
    }

    /// Calls `visit` for each stack variable that is read.
    pub fn reads(&self, visit: &mut impl FnMut(Local)) {
        match self {
            Self::Const(_) => {}
            Self::Local(at) | Self::Within(at, _) => visit(*at),
            Self::Unary(_, value) => value.reads(visit),
            Self::Binary(_, left, right) => {
                left.reads(visit);
                right.reads(visit);
            }
        }
    }

    /// The value, with Java's arithmetic of 32 bits.
    pub fn evaluate(&self, local: &impl Fn(Local) -> Value) -> Value {
        match self {
            Self::Const(value) => *value,
            Self::Local(at) => local(*at),
            Self::Within(at, ranges) => ranges.iter().any(|range| range.contains(&local(*at))).into(),
            Self::Unary(op, value) => {
                let value = value.evaluate(local);
                match op {
                    Unary::Neg => value.wrapping_neg(),
                    Unary::ToByte => value as i8 as Value,
                    Unary::ToChar => value as u16 as Value,
                    Unary::ToShort => value as i16 as Value,
                }
            }
            Self::Binary(op, left, right) => op.apply(left.evaluate(local), right.evaluate(local)),
        }
    }
}

impl Binary {
    pub fn apply(self, a: Value, b: Value) -> Value {
        match self {
            Self::Add => a.wrapping_add(b),
            Self::Sub => a.wrapping_sub(b),
            Self::Mul => a.wrapping_mul(b),
            Self::Div => a.wrapping_div(b),
            Self::Rem => a.wrapping_rem(b),
            Self::And => a & b,
            Self::Or => a | b,
            Self::Xor => a ^ b,
            Self::Shl => a.wrapping_shl(b as u32),
            Self::Shr => a.wrapping_shr(b as u32),
            Self::Ushr => (a as u32).wrapping_shr(b as u32) as Value,
            Self::Eq => (a == b).into(),
            Self::Ne => (a != b).into(),
            Self::Lt => (a < b).into(),
            Self::Le => (a <= b).into(),
            Self::Gt => (a > b).into(),
            Self::Ge => (a >= b).into(),
        }
    }
}

impl Action {
    /// The stack variable that the action writes.
    pub fn written(&self) -> Option<Local> {
        match self {
            Self::Set { to, .. }
            | Self::Load { to, .. }
            | Self::New { to, .. }
            | Self::NewArray { to, .. }
            | Self::Length { to, .. }
            | Self::Alive { to, .. } => Some(*to),
            _ => None,
        }
    }

    /// Calls `visit` for each stack variable that the action reads.
    pub fn reads(&self, visit: &mut impl FnMut(Local)) {
        match self {
            Self::Set { value, .. } => value.reads(visit),
            Self::Branch { condition, .. } => condition.reads(visit),
            Self::NewArray { length, .. } => length.reads(visit),
            Self::Load { from, .. } => from.reads(visit),
            Self::Store { to, value } => {
                to.reads(visit);
                value.reads(visit);
            }
            Self::Length { array: at, .. }
            | Self::Alive { thread: at, .. }
            | Self::Enter(at)
            | Self::Exit(at)
            | Self::Start(at)
            | Self::Join(at)
            | Self::Crash(at)
            | Self::Wait { object: at, .. }
            | Self::Notify { object: at, .. } => visit(*at),
            Self::Skip | Self::New { .. } | Self::End | Self::Fail(_) => {}
        }
    }
}

impl Place {
    fn reads(&self, visit: &mut impl FnMut(Local)) {
        match self {
            Self::Static(_) => {}
            Self::Field(object, _) => visit(*object),
            Self::Element(array, index) => {
                visit(*array);
                visit(*index);
            }
        }
    }
}

impl Model {
    /// The thread whose object has this number.
    pub fn thread_of(&self, object: Value) -> Option<ThreadId> {
        let at = self.threads.iter().position(|thread| thread.object == Some(object))?;
        Some(ThreadId(at as u32))
    }

    /// The allocator of an object.
    pub fn site_of(&self, object: Value) -> Option<&Site> {
        self.sites.iter().find(|site| (site.first..site.first + site.bound as Value).contains(&object))
    }

    /// What an object is called: its allocator and its number there.
    pub fn object_name(&self, object: Value) -> String {
        match self.site_of(object) {
            None if object == 0 => "null".into(),
            None => "something".into(),
            Some(site) if site.bound == 1 => site.name.clone(),
            Some(site) => format!("{}#{}", site.name, object - site.first + 1),
        }
    }

    pub fn node(&self, thread: ThreadId, node: NodeId) -> &Node {
        &self.threads[thread.index()].nodes[node.index()]
    }

    /// The name of the thread whose object has this number.
    pub fn thread_name(&self, object: Value) -> String {
        self.thread_of(object).map_or("a thread".into(), |thread| self.threads[thread.index()].name.clone())
    }
}
