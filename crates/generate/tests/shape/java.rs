//! Compiles a program and analyses it as the command line does.

use std::collections::{BTreeMap, BTreeSet};

use heddle::Project;
use heddle_analysis::inline::{Graph, NodeId, Op, Policy, Threads, inline};
use heddle_analysis::shape::{self, Class, Shared, Subject, Unprotected};
use heddle_analysis::{Facts, PointsTo};
use heddle_explore::reduction::Knowledge;
use heddle_program::Program;
use heddle_testing::{jdk, open, repository};
use heddle_verdict::Semantics;

/// A compiled program with what the analyses know of it.
pub struct Java {
    project: Project,
    knowledge: Knowledge,
}

impl Java {
    /// A program of the corpus.
    pub fn corpus(case: &str) -> Self {
        let file = repository("corpus").join(case).join("Main.java");
        Self::compile(&std::fs::read_to_string(file).expect("a program of the corpus"))
    }

    /// A class `Main` with a main method.
    pub fn compile(source: &str) -> Self {
        let project = open(jdk(), source);
        let machine = project.machine(&Semantics::default(), None).expect("main starts");
        let knowledge = project.knowledge(&machine, PointsTo::Exhaustive);
        drop(machine);
        Self { project, knowledge }
    }

    pub fn program(&self) -> &Program {
        self.project.program()
    }

    pub fn facts(&self) -> &Facts {
        self.knowledge.facts()
    }

    pub fn threads(&self) -> Threads {
        inline(self.program(), self.facts(), &Policy::default()).expect("threads are followed")
    }

    /// What the shape analysis says of all that is accessed, by name: `Class.field`, `Class[]`,
    /// `monitor of Class`.
    pub fn classes(&self) -> BTreeMap<String, String> {
        let threads = self.threads();
        let shape = shape::analyze(self.program(), self.facts(), &threads).expect("the analysis applies");
        let short = |class| {
            let name = self.program().external_name(class);
            name.rsplit('$').next().expect("a part").to_owned()
        };
        let name = |subject: &Subject| match *subject {
            Subject::Field(field) => {
                let info = self.program().field(field);
                format!("{}.{}", short(info.class), self.program().text(info.name))
            }
            Subject::Elements(class) => short(class),
            Subject::Monitor(class) => format!("monitor of {}", short(class)),
        };
        let said = |class: &Class| match class {
            Class::Owned => "owned".to_owned(),
            Class::Protected(locks) => {
                let locks: Vec<String> = locks.iter().map(|&lock| shape.lock_name(lock)).collect();
                format!("protected by {}", locks.join(", "))
            }
            Class::Shared(Shared::Unknown) => "unknown".to_owned(),
            Class::Shared(Shared::Unprotected(reason)) => match *reason {
                Unprotected::NoLock { thread, node } => format!("no lock at {}", self.line(&threads, thread, node)),
                Unprotected::OtherLock { thread, node } => {
                    format!("other lock at {}", self.line(&threads, thread, node))
                }
                Unprotected::Escaped => "escaped".to_owned(),
                Unprotected::Monitor => "monitor".to_owned(),
            },
        };
        shape.summary().iter().map(|(subject, summary)| (name(subject), said(&summary.class))).collect()
    }

    /// The lines of the picture of the storage structure graph of the main thread before the last
    /// instruction of a source line.
    pub fn picture(&self, line: u16) -> Vec<String> {
        let threads = self.threads();
        let shape = shape::analyze(self.program(), self.facts(), &threads).expect("the analysis applies");
        let graph = &threads.types[0].graph;
        let at = |&node: &NodeId| graph.line(self.program(), node) == Some(line) && shape.before(0, node).is_some();
        let node = (0..graph.nodes.len() as NodeId).filter(at).max_by_key(|&node| graph.nodes[node as usize].pc);
        let text = shape::dot(self.program(), &shape, 0, node.expect("the line is reached"));
        text.lines().map(|line| line.trim().to_owned()).collect()
    }

    /// The objects that are handed over to a thread that is started, by class.
    pub fn handed_over(&self) -> BTreeSet<String> {
        let threads = self.threads();
        let shape = shape::analyze(self.program(), self.facts(), &threads).expect("the analysis applies");
        shape.handed_over().map(|(_, _, object)| shape.name(object)).collect()
    }

    /// The source line of a node.
    fn line(&self, threads: &Threads, thread: u32, node: NodeId) -> String {
        let graph = &threads.types[thread as usize].graph;
        graph.line(self.program(), node).map_or_else(String::new, |line| line.to_string())
    }

    /// The type whose first method has this name, `Class.method`.
    pub fn named<'t>(&self, threads: &'t Threads, name: &str) -> &'t heddle_analysis::inline::ThreadType {
        let name_of = |ty: &heddle_analysis::inline::ThreadType| {
            let method = self.program().method(ty.begin.method());
            format!("{}.{}", self.program().class_name(method.class), self.program().text(method.name))
        };
        threads
            .types
            .iter()
            .find(|ty| name_of(ty) == name)
            .unwrap_or_else(|| panic!("{name} is none of {:?}", threads.types.iter().map(name_of).collect::<Vec<_>>()))
    }
}

/// The nodes whose op passes a test.
pub fn nodes(graph: &Graph, test: impl Fn(&Op) -> bool) -> Vec<NodeId> {
    (0..graph.nodes.len() as NodeId).filter(|&node| test(&graph.nodes[node as usize].op)).collect()
}
