//! The objects of a model: which numbers they have, which of them are of a class, which have a field.

use std::ops::Range;

use heddle_analysis::inline::{SiteId as InlineSite, Threads};
use heddle_program::{ClassId, ClassKind, Program};
use rustc_hash::FxHashMap;

use super::instances::{Instance, bound};
use crate::language::{OPAQUE, PERHAPS, Site, SiteId, TEXT, Value};

/// What the objects of an allocator are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Maker {
    /// An allocation site as one thread executes it.
    Site { instance: usize, site: InlineSite },
    /// An exception that an instruction throws by itself.
    Exception(ClassId),
    /// The object of a class.
    Mirror(ClassId),
    /// What threads lock while they initialise a class.
    Initialization(ClassId),
}

pub struct Objects {
    pub sites: Vec<Site>,
    pub count: u32,
    /// Per allocator: its class, and which lambda expression it is.
    classes: Vec<(ClassId, Option<u32>)>,
    numbers: FxHashMap<Maker, usize>,
}

impl Objects {
    pub fn new(
        program: &Program,
        threads: &Threads,
        instances: &[Instance],
        allocators: u32,
        permanent: &[Maker],
    ) -> Self {
        let mut makers: Vec<(Vec<String>, Maker)> = Vec::new();
        for (index, instance) in instances.iter().enumerate() {
            for (id, site) in threads.sites.iter().enumerate() {
                if instance.types.contains(&(site.thread as usize)) {
                    let maker = Maker::Site { instance: index, site: id as InlineSite };
                    makers.push((order(program, site.class, site.lambda), maker));
                }
            }
        }
        for &maker in permanent {
            let class = match maker {
                Maker::Exception(class) => class,
                _ => program.well_known().class,
            };
            makers.push((order(program, class, None), maker));
        }
        // Neighbours are of the same class, and its subclasses come next.
        makers.sort_by(|(one, _), (other, _)| one.cmp(other));
        let mut all = Self { sites: vec![], count: 0, classes: vec![], numbers: FxHashMap::default() };
        for (_, maker) in makers {
            all.add(program, threads, instances, allocators, maker);
        }
        all
    }

    fn add(&mut self, program: &Program, threads: &Threads, instances: &[Instance], allocators: u32, maker: Maker) {
        let first = self.count as Value + 1;
        let simple = |class: ClassId| {
            let name = program.external_name(class);
            name.rsplit('.').next().unwrap_or(&name).to_owned()
        };
        let (name, class, lambda, bound) = match maker {
            Maker::Site { instance, site: id } => {
                let site = &threads.sites[id as usize];
                let graph = &threads.types[site.thread as usize].graph;
                let line = graph.line(program, site.node).map_or(String::new(), |line| format!(":{line}"));
                let of = if instances[instance].made.is_some() { format!("@{instance}") } else { String::new() };
                let what = if site.lambda.is_some() { "lambda".into() } else { simple(site.class) };
                (format!("{what}{line}{of}"), site.class, site.lambda, bound(threads, id, allocators))
            }
            Maker::Exception(class) => (simple(class), class, None, 1),
            Maker::Mirror(class) => (format!("{}.class", simple(class)), program.well_known().class, None, 1),
            Maker::Initialization(class) => {
                (format!("initialization of {}", simple(class)), program.well_known().class, None, 1)
            }
        };
        let array = matches!(program.class(class).kind, ClassKind::Array { .. });
        let permanent = !matches!(maker, Maker::Site { .. });
        self.numbers.insert(maker, self.sites.len());
        self.sites.push(Site { name, first, bound, room: 0, array, permanent });
        self.classes.push((class, lambda));
        self.count += bound;
    }

    pub fn site(&self, maker: Maker) -> SiteId {
        SiteId(self.numbers[&maker] as u32)
    }

    /// The first object of an allocator.
    pub fn first(&self, maker: Maker) -> Value {
        self.sites[self.numbers[&maker]].first
    }

    /// The numbers of all objects whose class and lambda pass, as few ranges.
    pub fn ranges(&self, mut passes: impl FnMut(ClassId, Option<u32>) -> bool) -> Vec<Range<Value>> {
        let mut ranges: Vec<Range<Value>> = Vec::new();
        for (site, &(class, lambda)) in self.sites.iter().zip(&self.classes) {
            if !passes(class, lambda) {
                continue;
            }
            let end = site.first + site.bound as Value;
            match ranges.last_mut() {
                Some(last) if last.end == site.first => last.end = end,
                _ => ranges.push(site.first..end),
            }
        }
        ranges
    }

    /// The objects of a class and its subclasses, texts included.
    pub fn instances_of(&self, program: &Program, class: ClassId) -> Vec<Range<Value>> {
        let mut ranges = self.ranges(|other, _| program.is_subtype(other, class));
        if program.is_subtype(program.well_known().string, class) {
            ranges.insert(0, TEXT..TEXT + 1);
        }
        ranges
    }

    /// What may be an instance of a class, and may not: something of the JDK's of which nothing is known, and a lambda,
    /// which can have further interfaces.
    pub fn perhaps_of(&self, program: &Program, class: ClassId) -> Vec<Range<Value>> {
        let is_interface = program.class(class).is_interface();
        let mut ranges =
            self.ranges(|other, lambda| lambda.is_some() && is_interface && !program.is_subtype(other, class));
        if program.class(class).origin == heddle_program::Origin::Jdk && class != program.well_known().object {
            ranges.insert(0, OPAQUE..OPAQUE + 1);
            ranges.insert(0, PERHAPS..PERHAPS + 1);
        }
        ranges
    }

    /// The classes of arrays that take some objects only, with the class of their elements.
    pub fn arrays_of_objects(&self, program: &Program) -> Vec<(ClassId, ClassId)> {
        let mut arrays: Vec<(ClassId, ClassId)> = Vec::new();
        for &(class, _) in &self.classes {
            if let ClassKind::Array { component, .. } = program.class(class).kind {
                let is_picky = !matches!(program.class(component).kind, ClassKind::Primitive(_))
                    && component != program.well_known().object;
                if is_picky && !arrays.contains(&(class, component)) {
                    arrays.push((class, component));
                }
            }
        }
        arrays
    }

    /// Exceptions that instructions throw, one per class, and lambdas.
    pub fn stand_ins(&self) -> Vec<Range<Value>> {
        let exceptions = self.numbers.iter().filter(|(maker, _)| matches!(maker, Maker::Exception(_)));
        let mut ranges: Vec<Range<Value>> =
            exceptions.map(|(_, &site)| self.sites[site].first..self.sites[site].first + 1).collect();
        ranges.sort_unstable_by_key(|range| range.start);
        ranges.extend(self.ranges(|_, lambda| lambda.is_some()));
        ranges
    }

    /// The one range of objects that have the fields that a class declares.
    pub fn holders(&self, program: &Program, class: ClassId) -> Range<Value> {
        one_range(self.ranges(|other, lambda| lambda.is_none() && program.is_subtype(other, class)))
    }

    /// The one range of lambdas.
    pub fn lambdas(&self) -> Range<Value> {
        one_range(self.ranges(|_, lambda| lambda.is_some()))
    }
}

fn one_range(ranges: Vec<Range<Value>>) -> Range<Value> {
    match &ranges[..] {
        [] => 0..0,
        [first, .., last] => first.start..last.end,
        [only] => only.clone(),
    }
}

/// Where a class comes: after its superclass, before what is no subclass of it. Lambdas come last.
fn order(program: &Program, class: ClassId, lambda: Option<u32>) -> Vec<String> {
    if let Some(lambda) = lambda {
        return vec!["~".into(), format!("{lambda:08}")];
    }
    program.class(class).display.iter().map(|&above| program.class_name(above).to_owned()).collect()
}
