//! Which threads a model has: `main`, and one per object that an allocator of a thread class can make.
//!
//! Every thread has allocators of its own, since each executes a copy of its code; an allocator
//! outside all loops makes one object, others at most as many as the user allows.

use heddle_analysis::inline::{Begin, Op, SiteId, Threads};
use heddle_program::{ClassId, Program};

use super::flow::sites_at;

/// More threads than this are more than a finite model should hold.
const MOST_THREADS: usize = 64;

/// A thread of the model.
pub struct Instance {
    /// What it may execute: indices into [`Threads::types`].
    pub types: Vec<usize>,
    /// The allocator of the thread's object, of which instance, and which of its objects.
    pub made: Option<(usize, SiteId, u32)>,
}

/// How many objects an allocator makes in one thread.
pub fn bound(threads: &Threads, site: SiteId, allocators: u32) -> u32 {
    let site = &threads.sites[site as usize];
    let node = &threads.types[site.thread as usize].graph.nodes[site.node as usize];
    if node.in_loop.is_some() { allocators } else { 1 }
}

/// All threads, those of an allocator next to each other.
pub fn instances(program: &Program, threads: &Threads, allocators: u32) -> Result<Vec<Instance>, String> {
    let mut all = vec![Instance { types: vec![0], made: None }];
    let mut next = 0;
    while next < all.len() {
        let types = all[next].types.clone();
        for (id, site) in threads.sites.iter().enumerate() {
            if !types.contains(&(site.thread as usize)) || !is_thread(program, site.class) || site.lambda.is_some() {
                continue;
            }
            let begun = begun(program, threads, id as SiteId);
            for number in 0..bound(threads, id as SiteId, allocators) {
                all.push(Instance { types: begun.clone(), made: Some((next, id as SiteId, number)) });
                if all.len() > MOST_THREADS {
                    return Err(format!(
                        "there can be more than {MOST_THREADS} threads; allow fewer with --allocators"
                    ));
                }
            }
        }
        next += 1;
    }
    Ok(all)
}

pub fn is_thread(program: &Program, class: ClassId) -> bool {
    program.is_subtype(class, program.well_known().thread)
}

/// The thread types that an object of a thread class may begin with.
fn begun(program: &Program, threads: &Threads, site: SiteId) -> Vec<usize> {
    let class = threads.sites[site as usize].class;
    if let Some(own) = own_type(program, threads, class) {
        return vec![own];
    }
    let mut begun = Vec::new();
    for graph in threads.types.iter().map(|ty| &ty.graph) {
        for (at, node) in graph.nodes.iter().enumerate() {
            let Op::Thread { thread, task: Some(task) } = node.op else { continue };
            if sites_at(graph, at as u32, thread).is_some_and(|sites| !sites.contains(&site)) {
                continue;
            }
            let tasks = sites_at(graph, at as u32, task);
            begun.extend(threads.types.iter().enumerate().filter_map(|(index, ty)| {
                let may = |site: &SiteId| runs(program, threads, *site, ty.begin);
                let is_task = !matches!(ty.begin, Begin::Main(_));
                (is_task && tasks.as_ref().is_none_or(|sites| sites.iter().any(may))).then_some(index)
            }));
        }
    }
    begun.sort_unstable();
    begun.dedup();
    begun
}

/// The thread type of a thread class with a `run` of its own.
pub fn own_type(program: &Program, threads: &Threads, class: ClassId) -> Option<usize> {
    let run = program.find_method(class, "run", "()V")?;
    threads.types.iter().position(|ty| ty.begin == Begin::Run(run))
}

/// Whether a thread whose task was made at a site begins like this.
pub fn runs(program: &Program, threads: &Threads, site: SiteId, begin: Begin) -> bool {
    let site = &threads.sites[site as usize];
    match begin {
        Begin::Main(_) => false,
        Begin::Run(method) => site.lambda.is_none() && program.find_method(site.class, "run", "()V") == Some(method),
        Begin::Lambda { lambda, .. } => site.lambda == Some(lambda),
    }
}
