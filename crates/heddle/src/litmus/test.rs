//! What a litmus test looks like. Three shapes are understood:
//!
//! - jcstress: a class whose methods are annotated `@Actor` (and one `@Arbiter`, if any), with
//!   `@Outcome`s on the class; parameters are a result (a class `…_Result` or annotated `@Result`)
//!   or a state (any other class with a constructor without parameters). Annotations go by their
//!   simple names.
//! - plain: a class without `main` that has at least two methods whose names begin with `actor`,
//!   and one named `arbiter`, if any; parameters as above.
//! - a program: anything with a `main`; its outcomes are what it prints.

use heddle_classfile::ClassFile;

use crate::annotation::{Annotation, Element, annotations};

const STATIC: u16 = 0x0008;
const PRIVATE: u16 = 0x0002;
const ABSTRACT: u16 = 0x0400;
const SYNTHETIC: u16 = 0x1000;

/// A method to run, with the classes of its parameters in internal form.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    pub name: String,
    pub parameters: Vec<String>,
}

/// What the author of a test expects of an outcome.
#[derive(Clone, PartialEq, Debug)]
pub struct Expected {
    /// Outcomes, or patterns for them; none means all others.
    pub ids: Vec<String>,
    /// `ACCEPTABLE`, `ACCEPTABLE_INTERESTING`, `FORBIDDEN`.
    pub expect: String,
}

/// A test of the first two shapes.
#[derive(Clone, PartialEq, Debug)]
pub struct Test {
    /// The class in internal form.
    pub class: String,
    pub actors: Vec<Part>,
    pub arbiter: Option<Part>,
    /// In tests of termination: what should make the actor end.
    pub signal: Option<Part>,
    pub expected: Vec<Expected>,
}

/// The test that a class file contains. `find` gives other classes by their internal names: what a test
/// inherits, and whose outcomes it refers to, is there.
pub fn test_in<'f>(file: &'f ClassFile, find: &dyn Fn(&str) -> Option<&'f ClassFile>) -> Option<Test> {
    let mut actors: Vec<Part> = Vec::new();
    let mut arbiter = None;
    let mut signal = None;
    let mut by_name: Vec<Part> = Vec::new();
    let mut named_arbiter = None;
    let mut has_main = false;
    // An abstract class is what tests have in common, not one itself.
    if file.access() & ABSTRACT != 0 {
        return None;
    }
    let ancestry: Vec<&ClassFile> =
        std::iter::successors(Some(file), |file| find(&file.super_name()?)).take(16).collect();
    let methods = ancestry.iter().flat_map(|file| file.methods().iter().map(move |method| (*file, method)));
    for (file, method) in methods {
        let name = file.name_of(method).into_owned();
        has_main |= name == "main";
        if method.access & (STATIC | PRIVATE | ABSTRACT | SYNTHETIC) != 0 {
            continue;
        }
        let part = Part { parameters: parameters(&file.descriptor_of(method)), name: name.clone() };
        // What a subclass has overridden counts as it is there.
        if actors.contains(&part) || by_name.contains(&part) {
            continue;
        }
        for annotation in annotations(file, file.attributes_of(method)) {
            match annotation.name.as_str() {
                "Actor" => actors.push(part.clone()),
                "Arbiter" => arbiter = arbiter.or_else(|| Some(part.clone())),
                "Signal" => signal = signal.or_else(|| Some(part.clone())),
                _ => {}
            }
        }
        if name.starts_with("actor") {
            by_name.push(part);
        } else if name == "arbiter" {
            named_arbiter = Some(part);
        }
    }
    if actors.is_empty() && !has_main && by_name.len() > 1 {
        actors = by_name;
        arbiter = named_arbiter;
    }
    if actors.is_empty() {
        return None;
    }
    // Class files keep the order of the source, and names are the order that people mean.
    actors.sort_by(|a, b| a.name.cmp(&b.name));
    let expected = expectations(file, find, ancestry.len() > 1, 0);
    Some(Test { class: file.name().into_owned(), actors, arbiter, signal, expected })
}

/// Why a test can not be run, if so.
pub fn problem<'f>(test: &Test, find: &dyn Fn(&str) -> Option<&'f ClassFile>) -> Option<String> {
    let name = |class: &str| class.replace(['/', '$'], ".");
    let parts = || test.actors.iter().chain(&test.arbiter).chain(&test.signal);
    for part in parts() {
        if let Some(parameter) = part.parameters.iter().find(|parameter| parameter.len() == 1) {
            let what = format!("{}.{} has a parameter of type {parameter}", name(&test.class), part.name);
            return Some(format!("{what}: actors take results and states, which are objects"));
        }
    }
    for class in parts().flat_map(|part| &part.parameters).chain([&test.class]) {
        let Some(file) = find(class) else { continue };
        let constructs = |method: &&heddle_classfile::Member| {
            file.name_of(method) == "<init>" && file.descriptor_of(method) == "()V" && method.access & PRIVATE == 0
        };
        if !file.methods().iter().any(|method| constructs(&method)) {
            return Some(format!(
                "{} can not be made: it needs a constructor without parameters that is not private, and must be static if it stands inside another class",
                name(class)
            ));
        }
    }
    let shows = |file: &ClassFile| file.methods().iter().any(|method| file.name_of(method) == "toString");
    let has_result = parts().flat_map(|part| &part.parameters).any(|parameter| parameter.ends_with("Result"));
    if !has_result && test.signal.is_none() && !find(&test.class).is_some_and(shows) {
        return Some(format!(
            "{} has no result: no actor and no arbiter takes one (a class like II_Result, or one whose name ends with Result), and it has no toString",
            name(&test.class)
        ));
    }
    let ids = || test.expected.iter().flat_map(|expected| &expected.ids);
    let broken = ids().find(|id| regex_lite::Regex::new(&format!("^(?:{id})$")).is_err());
    broken.map(|id| format!("{}: {id} is neither an outcome nor a regular expression", name(&test.class)))
}

/// The outcomes that are named on a class, and on the one that its `@JCStressMeta` names; else those of
/// the class that it extends.
fn expectations<'f>(
    file: &'f ClassFile,
    find: &dyn Fn(&str) -> Option<&'f ClassFile>,
    inherits: bool,
    depth: u32,
) -> Vec<Expected> {
    let own = annotations(file, file.attributes());
    let mut found: Vec<Expected> = own.iter().flat_map(outcomes).collect();
    let meta = own.iter().filter(|annotation| annotation.name == "JCStressMeta");
    let mut others: Vec<&ClassFile> = meta
        .filter_map(|annotation| match annotation.element("value") {
            Some(Element::Class(name)) => find(name),
            _ => None,
        })
        .collect();
    if found.is_empty() && others.is_empty() && inherits {
        others.extend(file.super_name().and_then(|name| find(&name)));
    }
    if depth < 16 {
        found.extend(others.into_iter().flat_map(|other| expectations(other, find, true, depth + 1)));
    }
    found
}

/// Classes of the parameters; anything else than a class stays as its descriptor.
fn parameters(descriptor: &str) -> Vec<String> {
    let mut rest = descriptor.trim_start_matches('(').split(')').next().unwrap_or_default();
    let mut found = Vec::new();
    while !rest.is_empty() {
        let end = match rest.as_bytes()[0] {
            b'L' => rest.find(';').map_or(rest.len(), |end| end + 1),
            _ => 1,
        };
        let (one, others) = rest.split_at(end);
        found.push(one.trim_start_matches('L').trim_end_matches(';').to_string());
        rest = others;
    }
    found
}

fn outcomes(annotation: &Annotation) -> Vec<Expected> {
    match annotation.name.as_str() {
        "Outcome" => vec![expected(annotation)],
        "Outcomes" => match annotation.element("value") {
            Some(Element::List(list)) => list
                .iter()
                .filter_map(|element| match element {
                    Element::Nested(nested) => Some(expected(nested)),
                    _ => None,
                })
                .collect(),
            _ => vec![],
        },
        _ => vec![],
    }
}

fn expected(outcome: &Annotation) -> Expected {
    let text = |element: &Element| match element {
        Element::Text(text) => Some(text.clone()),
        _ => None,
    };
    let ids = match outcome.element("id") {
        Some(Element::List(list)) => list.iter().filter_map(text).collect(),
        Some(one) => text(one).into_iter().collect(),
        None => vec![],
    };
    let expect = match outcome.element("expect") {
        Some(Element::Constant(name)) => name.clone(),
        _ => "ACCEPTABLE".into(),
    };
    Expected { ids: ids.into_iter().filter(|id| !id.is_empty()).collect(), expect }
}

impl Test {
    /// What the author says about an outcome: by the outcome itself, by a pattern, or about all
    /// others. `None` if nothing is said at all.
    pub fn verdict_on(&self, outcome: &str) -> Option<&str> {
        if self.expected.is_empty() {
            return None;
        }
        let exact = self.expected.iter().find(|expected| expected.ids.iter().any(|id| id == outcome));
        let pattern = || {
            self.expected.iter().find(|expected| {
                expected.ids.iter().any(|id| {
                    regex_lite::Regex::new(&format!("^(?:{id})$")).is_ok_and(|pattern| pattern.is_match(outcome))
                })
            })
        };
        let others = || self.expected.iter().find(|expected| expected.ids.is_empty());
        let found = exact.or_else(pattern).or_else(others);
        Some(found.map_or("FORBIDDEN", |expected| expected.expect.as_str()))
    }
}
