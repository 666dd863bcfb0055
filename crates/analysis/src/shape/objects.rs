//! What the shape analysis distinguishes on the heap, and when two objects are known to belong
//! together.
//!
//! Every allocation site of the inlined graphs has two objects, after Corbett's *current* and
//! *summary* nodes: the one made in the current iteration of the innermost loop around the site by
//! this thread, and all the others. Two objects are of the same *generation* if the same thread made
//! them in the same iteration of the same loop; each site makes at most one object per generation.

use heddle_program::{ClassId, Program};

use crate::inline::{LoopId, NodeId, SiteId, Threads};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Obj {
    /// Any object that code beyond the analysis can reach or makes.
    Anything,
    /// Strings, boxes and others that the machine provides.
    Machine,
    Class(ClassId),
    /// Corbett's current node of a site.
    Current(SiteId),
    /// His summary node.
    Past(SiteId),
}

impl Obj {
    pub fn site(self) -> Option<SiteId> {
        match self {
            Self::Current(site) | Self::Past(site) => Some(site),
            _ => None,
        }
    }
}

/// Which objects a thread type may make, and how often.
pub struct Sites<'t> {
    pub threads: &'t Threads,
    /// By site: the innermost loop around it.
    loops: Vec<Option<LoopId>>,
    /// By site: whether at most one object is ever made there.
    singleton: Vec<bool>,
}

impl<'t> Sites<'t> {
    pub fn new(threads: &'t Threads) -> Self {
        let around =
            |site: &crate::inline::Site| threads.types[site.thread as usize].graph.nodes[site.node as usize].in_loop;
        let loops: Vec<_> = threads.sites.iter().map(around).collect();
        let once = |(site, around): (&crate::inline::Site, &Option<LoopId>)| {
            around.is_none() && !threads.types[site.thread as usize].multi
        };
        let singleton = threads.sites.iter().zip(&loops).map(once).collect();
        Self { threads, loops, singleton }
    }

    pub fn is_singleton(&self, site: SiteId) -> bool {
        self.singleton[site as usize]
    }

    pub fn owner(&self, site: SiteId) -> u32 {
        self.threads.sites[site as usize].thread
    }

    pub fn class(&self, site: SiteId) -> ClassId {
        self.threads.sites[site as usize].class
    }

    pub fn loop_of(&self, site: SiteId) -> Option<LoopId> {
        self.loops[site as usize]
    }

    /// Whether both sites make their objects in the same loop of the same code.
    pub fn same_loop(&self, a: SiteId, b: SiteId) -> bool {
        self.owner(a) == self.owner(b) && self.loop_of(a) == self.loop_of(b)
    }

    /// Whether two objects that a thread of a type has at hand are of the same generation for sure.
    pub fn same_generation(&self, thread: u32, a: Obj, b: Obj) -> bool {
        match (a, b) {
            (Obj::Current(a), Obj::Current(b)) => {
                self.same_loop(a, b) && (self.owner(a) == thread || self.is_singleton(a) && self.is_singleton(b))
            }
            _ => false,
        }
    }

    /// The object as every other thread sees it.
    pub fn exported(&self, object: Obj) -> Obj {
        match object {
            Obj::Current(site) if !self.is_singleton(site) => Obj::Past(site),
            object => object,
        }
    }

    /// What an object is called once an iteration of a loop of a thread has ended.
    pub fn past(&self, thread: u32, ended: LoopId, object: Obj) -> Obj {
        match object {
            Obj::Current(site) if self.owner(site) == thread && self.loop_of(site) == Some(ended) => Obj::Past(site),
            object => object,
        }
    }

    /// Whether the current object of a site exists at a node of its graph.
    pub fn in_scope(&self, site: SiteId, thread: u32, node: NodeId) -> bool {
        self.owner(site) == thread
            && self.loop_of(site).is_none_or(|id| self.threads.types[thread as usize].graph.is_in_loop(node, id))
    }

    /// A short name: the class and the line that makes it.
    pub fn name(&self, program: &Program, object: Obj) -> String {
        let short = |class: ClassId| {
            let name = program.external_name(class);
            name.rsplit(['.', '$']).next().unwrap_or(&name).to_owned()
        };
        match object {
            Obj::Anything => "anything".into(),
            Obj::Machine => "machine".into(),
            Obj::Class(class) => format!("{}.class", short(class)),
            Obj::Current(site) | Obj::Past(site) => {
                let at = &self.threads.sites[site as usize];
                let graph = &self.threads.types[at.thread as usize].graph;
                let line = graph.line(program, at.node).map_or(String::new(), |line| format!(":{line}"));
                let kind = if at.lambda.is_some() { "lambda" } else { &short(at.class) };
                format!("{kind}{line}{}", if matches!(object, Obj::Past(_)) { "*" } else { "" })
            }
        }
    }
}
