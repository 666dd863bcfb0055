//! A Java program as a model: from the inlined graphs of its threads ([`heddle_analysis::inline`]).
//!
//! What the model cannot express becomes [`Action::Fail`](crate::language::Action::Fail): only if an
//! execution comes there is the answer unknown. Numbers are `int`s, and `long`s as far as they fit;
//! texts are opaque; output, sleep and yield are steps without effect; there are no interrupts and no
//! spurious wake-ups. A call that may throw is where the model ends, unless its arguments are known to be right.

mod calls;
mod compute;
mod flow;
mod identity;
mod initialization;
mod instances;
mod memory;
mod nodes;
mod objects;
mod raise;
mod threads;

use heddle_analysis::inline::{Begin, EdgeKind, Monitor, NodeId as InlineNode, Op, Policy, Slot, Threads, Treatment};
use heddle_jdk::summaries::Summary;
use heddle_program::{ClassId, FieldId, MethodId, Origin, Program, Type};
use rustc_hash::FxHashMap;

use crate::language::{Field, Model, Monitors, Rules, Static, TEXT, Value};
use crate::prepare::prepare;
use instances::{Instance, instances, is_thread};
use nodes::thread;
use objects::{Maker, Objects};

/// What the user decides.
pub struct Settings<'a> {
    /// How many objects an allocator in a loop makes.
    pub allocators: u32,
    pub monitors: Monitors,
    pub rules: Rules,
    /// Whether other threads could notice what a node of a thread type does.
    pub shared: &'a dyn Fn(usize, InlineNode) -> bool,
    /// Whether the program may lock the object of a thread.
    pub locks_threads: bool,
}

/// How far models inline: like the analyses, and also functions of numbers such as `Math.max`, whose
/// results matter here.
pub fn policy() -> Policy<'static> {
    Policy { treatment: &treatment, ..Policy::default() }
}

fn treatment(program: &Program, method: MethodId) -> Treatment {
    let info = program.method(method);
    let has_numbers =
        ["java/lang/Math", "java/lang/Integer", "java/lang/Long"].contains(&program.class_name(info.class));
    let is_number = |ty: &Type| matches!(ty, Type::Int | Type::Long | Type::Boolean);
    if has_numbers && info.is_static() && info.params.iter().all(is_number) && is_number(&info.result) {
        return Treatment::Inline;
    }
    (Policy::default().treatment)(program, method)
}

/// Everything that the translation of a node may need.
struct Java<'a> {
    program: &'a Program,
    threads: &'a Threads,
    instances: Vec<Instance>,
    objects: Objects,
    fields: FxHashMap<Slot, u32>,
    /// The fields of a thread object that hold its task; whether it is a daemon, if there may be daemons; and that it is
    /// about to end, if threads may wait on it.
    task: u32,
    daemon: Option<u32>,
    ending: Option<u32>,
    statics: FxHashMap<FieldId, u32>,
    /// Whether a class is initialised: 0 no, 1 in progress, 2 yes.
    initialized: FxHashMap<ClassId, u32>,
    shared: &'a dyn Fn(usize, InlineNode) -> bool,
    locks_threads: bool,
}

/// Builds the model. The error says why there is none.
pub fn model(program: &Program, threads: &Threads, settings: &Settings<'_>) -> Result<Model, String> {
    let instances = instances(program, threads, settings.allocators)?;
    let objects = Objects::new(program, threads, &instances, settings.allocators, &permanent(threads));
    let mut fields = Vec::new();
    let mut by_slot = FxHashMap::default();
    for slot in slots(threads) {
        by_slot.insert(slot, fields.len() as u32);
        fields.push(match slot {
            Slot::Field(field) => {
                let class = program.field(field).class;
                Field { name: simple_field(program, field), holders: objects.holders(program, class) }
            }
            Slot::Captured(position) => Field { name: format!("captured {position}"), holders: objects.lambdas() },
        });
    }
    let of_thread = objects.holders(program, program.well_known().thread);
    let mut field = |name: &str| {
        fields.push(Field { name: name.into(), holders: of_thread.clone() });
        fields.len() as u32 - 1
    };
    let task = field("Thread.task");
    let daemon = makes_daemons(program, threads).then(|| field("Thread.daemon"));
    let ending = (settings.locks_threads && waits_on_threads(program, threads)).then(|| field("Thread.ending"));
    let (statics, by_field, initialized) = statics(program, threads);
    let java = Java {
        program,
        threads,
        instances,
        objects,
        fields: by_slot,
        task,
        daemon,
        ending,
        statics: by_field,
        initialized,
        shared: settings.shared,
        locks_threads: settings.locks_threads,
    };
    let all = (0..java.instances.len()).map(|index| thread(&java, index)).collect();
    let Begin::Main(main) = threads.types[0].begin else { return Err("no main method".into()) };
    let mut model = Model {
        name: program.external_name(program.method(main).class),
        threads: all,
        sites: java.objects.sites,
        objects: java.objects.count,
        statics,
        fields,
        daemon,
        monitors: settings.monitors,
        rules: settings.rules,
    };
    prepare(&mut model);
    Ok(model)
}

/// Whether some call may make a thread a daemon.
fn makes_daemons(program: &Program, threads: &Threads) -> bool {
    threads.types.iter().any(|ty| {
        ty.graph.nodes.iter().any(|node| {
            let Op::Call { method: Some(method), .. } = node.op else { return false };
            let code = ty.graph.code(program, node.copy);
            calls::summary_of(program, method) == Some(Summary::SetDaemon)
                && compute::argument_constants(program, code, node.pc).is_none_or(|numbers| numbers != [0])
        })
    })
}

/// Whether a thread may wait on the object of another, as far as that can be seen from where it was made.
fn waits_on_threads(program: &Program, threads: &Threads) -> bool {
    let is_of_thread = |site: &u32| {
        let site = &threads.sites[*site as usize];
        site.lambda.is_none() && is_thread(program, site.class)
    };
    threads.types.iter().any(|ty| {
        ty.graph.nodes.iter().enumerate().any(|(at, node)| {
            let Op::Wait { object, .. } = node.op else { return false };
            flow::sites_at(&ty.graph, at as InlineNode, object).is_some_and(|sites| sites.iter().any(is_of_thread))
        })
    })
}

fn ops(threads: &Threads) -> impl Iterator<Item = &heddle_analysis::inline::Node> {
    threads.types.iter().flat_map(|ty| &ty.graph.nodes)
}

fn slots(threads: &Threads) -> Vec<Slot> {
    let mut slots: Vec<Slot> = ops(threads)
        .filter_map(|node| match node.op {
            Op::Load { slot, .. } | Op::Store { slot, .. } => Some(slot),
            _ => None,
        })
        .collect();
    slots.sort();
    slots.dedup();
    slots
}

/// Objects that are there from the beginning.
fn permanent(threads: &Threads) -> Vec<Maker> {
    let mut makers: Vec<Maker> = Vec::new();
    for node in ops(threads) {
        match node.op {
            Op::ClassObject { class, .. } => makers.push(Maker::Mirror(class)),
            Op::Enter(Monitor::OfClass(class)) => makers.push(Maker::Mirror(class)),
            Op::Initialize { class } => makers.push(Maker::Initialization(class)),
            _ => {}
        }
        makers.extend(node.edges.iter().filter_map(|edge| match edge.kind {
            EdgeKind::Throws(Some(class)) => Some(Maker::Exception(class)),
            _ => None,
        }));
    }
    let mut seen = rustc_hash::FxHashSet::default();
    makers.retain(|&maker| seen.insert(maker));
    makers
}

type Statics = (Vec<Static>, FxHashMap<FieldId, u32>, FxHashMap<ClassId, u32>);

/// The user's static fields that are used, and how far the user's classes are initialised.
fn statics(program: &Program, threads: &Threads) -> Statics {
    let mut statics = Vec::new();
    let mut by_field = FxHashMap::default();
    let mut initialized = FxHashMap::default();
    let main = program.method(threads.types[0].begin.method()).class;
    for node in ops(threads) {
        match node.op {
            Op::LoadStatic { field, .. } | Op::StoreStatic { field, .. } => {
                let class = program.field(field).class;
                let known = initial(program, field).filter(|_| !by_field.contains_key(&field));
                if let Some(initial) = known.filter(|_| program.class(class).origin == Origin::User) {
                    by_field.insert(field, statics.len() as u32);
                    statics.push(Static { name: simple_field(program, field), initial });
                }
            }
            Op::Initialize { class } if !initialized.contains_key(&class) => {
                initialized.insert(class, statics.len() as u32);
                let name = format!("{} initialized", program.external_name(class));
                // The main class is initialised before anything else.
                statics.push(Static { name, initial: if program.is_subtype(main, class) { 2 } else { 0 } });
            }
            _ => {}
        }
    }
    (statics, by_field, initialized)
}

/// The value that a static has before its class is initialised; none if a model has no such numbers.
fn initial(program: &Program, field: FieldId) -> Option<Value> {
    let info = program.field(field);
    let (Some(cp), Some(file)) = (info.constant_value, program.class(info.class).file.as_deref()) else {
        return Some(0);
    };
    match (info.ty, file.constant(cp)) {
        (Type::Ref(_), _) => Some(TEXT),
        (_, Ok(heddle_classfile::Constant::Integer(value))) => Some(value),
        (_, Ok(heddle_classfile::Constant::Long(value))) => Value::try_from(value).ok(),
        _ => None,
    }
}

/// `Subject.next`: the class without its package.
fn simple_field(program: &Program, field: FieldId) -> String {
    let name = program.external_field(field);
    let mut parts = name.rsplitn(3, '.');
    let (field, class) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    format!("{class}.{field}")
}
