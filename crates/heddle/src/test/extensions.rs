//! Extensions of JUnit 5 and 6: annotations and fields of a test class in, the extensions that are registered out, in their
//! order; and the Java that calls them around a test. What they are given is in `Extensions.java`.

use super::classes::{Classes, Field, Method, STATIC};
use super::convert::{class_of, text_literal};
use super::discover::Level;
use super::names::{jupiter, own};
use crate::annotation::Annotation;

/// The class that calls extensions, by name and source.
pub const RUNTIME: (&str, &str) = ("heddle/entry/Extensions", include_str!("Extensions.java"));

/// An extension of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Registered {
    /// Its class, as far as it is declared, in internal form.
    pub class: String,
    /// The field that holds it: class, name, whether it is static.
    field: Option<(String, String, bool)>,
}

/// The extensions of a test: those of the classes around it, the outermost first, those of its method, those that objects hold.
pub fn registered(method: &Method, levels: &[Level], classes: &Classes<'_>) -> Vec<Registered> {
    let mut found: Vec<Registered> = Vec::new();
    let mut held = Vec::new();
    for level in levels {
        let Some(file) = classes.find(&level.class) else { continue };
        // Those of the class that it extends come first.
        for ancestor in classes.ancestry(&file) {
            found.extend(named(&classes.annotations_of(&ancestor)));
        }
        let is_registered = |field: &Field| field.annotations.iter().any(|one| one.of == jupiter::REGISTER_EXTENSION);
        for field in classes.annotated_fields(&file).into_iter().filter(is_registered) {
            let class = class_of(&field.descriptor).to_owned();
            let is_static = field.access & STATIC != 0;
            let list = if is_static { &mut found } else { &mut held };
            list.push(Registered { class, field: Some((field.owner, field.name, is_static)) });
        }
    }
    found.extend(named(&method.annotations));
    for annotations in &method.parameter_annotations {
        found.extend(named(annotations));
    }
    let mut seen = Vec::new();
    found.retain(|one| {
        one.field.is_some()
            || !seen.contains(&one.class) && {
                seen.push(one.class.clone());
                true
            }
    });
    found.into_iter().chain(held).collect()
}

/// Those that `@ExtendWith` names, other than what Heddle does itself.
fn named(annotations: &[Annotation]) -> Vec<Registered> {
    let lists = annotations.iter().filter(|one| one.of == jupiter::EXTENSIONS).flat_map(|list| list.nested("value"));
    let single = annotations.iter().filter(|one| one.of == jupiter::EXTEND_WITH).cloned();
    let names = lists.chain(single).flat_map(|one| one.texts("value"));
    let done_here = |name: &str| name.starts_with(jupiter::OWN) && !name.starts_with(jupiter::CONDITIONS);
    let foreign = names.filter(|name| name != own::EXTENSION && !done_here(name));
    foreign.map(|class| Registered { class, field: None }).collect()
}

/// An extension of a kind that is not supported, and the kind.
pub fn unsupported_kind(extensions: &[Registered], classes: &Classes<'_>) -> Option<(String, &'static str)> {
    extensions.iter().find_map(|one| {
        let kinds = kinds(&one.class, classes);
        let kind = jupiter::UNSUPPORTED_EXTENSIONS.into_iter().find(|kind| kinds.iter().any(|own| own == kind))?;
        Some((one.class.clone(), kind.rsplit('/').next().unwrap_or(kind)))
    })
}

/// Whether one of them is told of what a test throws.
pub fn handle_exceptions(extensions: &[Registered], classes: &Classes<'_>) -> bool {
    let handles = |one: &Registered| kinds(&one.class, classes).iter().any(|kind| kind == jupiter::EXCEPTION_HANDLER);
    extensions.iter().any(handles)
}

/// The types that a class has.
fn kinds(class: &str, classes: &Classes<'_>) -> Vec<String> {
    let file = classes.find(class);
    file.map(|file| classes.ancestry(&file).iter().map(|one| one.name().into_owned()).collect()).unwrap_or_default()
}

/// Registers what does not need an object of the test.
pub fn register(extensions: &[Registered]) -> String {
    let line = |one: &Registered| match &one.field {
        None => format!("        extensions.add({});\n", text_literal(&one.class.replace('/', "."))),
        Some((owner, name, true)) => add_field(owner, name, "null"),
        Some(_) => String::new(),
    };
    extensions.iter().map(line).collect()
}

/// Registers what the object of a test holds, in the variable of its class.
pub fn register_held(extensions: &[Registered], variable: &dyn Fn(&str) -> String) -> String {
    let line = |one: &Registered| match &one.field {
        Some((owner, name, false)) => add_field(owner, name, &variable(owner)),
        _ => String::new(),
    };
    extensions.iter().map(line).collect()
}

fn add_field(owner: &str, name: &str, on: &str) -> String {
    format!("        extensions.addField({}, {}, {on});\n", text_literal(&owner.replace('/', ".")), text_literal(name))
}
