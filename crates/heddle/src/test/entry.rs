//! The Java around a test: a `main` that makes the object, calls what comes before, the test, and what comes after.
//!
//! Calls are plain where Java allows them, since the class stands in the package of the test, and reflective
//! elsewhere. A throwable out of the test ends the run there: what would come after a failure is not executed. An
//! assumption that does not hold leaves `main` too, unless it is given an argument; then the run ends as if the
//! test had passed.

use std::fmt::Write as _;

use heddle_verdict::ENTRY_CLASS;
use xxhash_rust::xxh3::xxh3_64;

use super::classes::{Classes, Method, package_of};
use super::convert::{cast, class_of, text_literal, type_name};
use super::discover::{Case, Folder, Kind, Level};
use super::extensions;
use super::helpers::{CALL, GET, ITEMS, MAKE, SET, TESTS};
use super::names::{ABORTS, jupiter};
use super::parameters::{About, Factory, Fixed, injected, temporary_folder};
use super::rules::{self, RULED};

/// The argument of `main` with which aborted tests end normally.
pub const ENDS_ABORTED: &str = "end-aborted";

/// A second argument, for runs that end with the test, whatever other threads do then.
pub const ENDS_FIRST: &str = "end-first";

/// Whether a class, as stacks name it, is an entry: it belongs to nobody's program.
pub fn is_entry(class: &str) -> bool {
    class.rsplit('.').next().is_some_and(|simple| simple.starts_with(ENTRY_CLASS))
}

/// The class that ends such runs, beside an entry.
pub fn ending(entry: &str) -> String {
    format!("{entry}_Ending")
}

/// What the entry that counts the items of a source prints before their number.
pub const COUNTED: &str = "heddle counted ";

/// One way to call a test.
#[derive(Clone, PartialEq, Debug)]
pub enum Invocation {
    /// Without arguments.
    Plain,
    /// The same for this repetition, from 1.
    Repeated { at: u64 },
    /// With these.
    Fixed(Fixed),
    /// With what stands at this place among what a method returns.
    Item { factory: Factory, at: u64 },
    /// The test that stands at this place among those that the method makes.
    Made { at: u64 },
    /// Not at all: what the method returns is counted.
    Count(Option<Factory>),
}

/// How a test is called, and how the objects around it are made.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// The arguments of each object, the outermost first; nothing for a class without parameters. Empty if no object
    /// is made.
    pub of_objects: Vec<Option<Invocation>>,
    pub of_method: Invocation,
}

/// A class with a `main`.
pub struct Entry {
    /// In internal form, in the package of the test.
    pub class: String,
    pub source: String,
    /// It uses the class that calls extensions.
    pub extended: bool,
}

/// The entry for a test of this name.
pub fn entry(id: &str, case: &Case, call: &Call, classes: &Classes<'_>) -> Result<Entry, String> {
    let package = package_of(&case.class);
    let simple = case.class.rsplit('/').next().unwrap_or(&case.class);
    let readable: String = format!("{simple}_{}", case.method.name);
    let readable: String = readable.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let name = format!("{ENTRY_CLASS}{readable}_{:08x}", xxh3_64(id.as_bytes()) as u32);
    let mut writer = Writer {
        case,
        classes,
        package,
        repetition: if let Invocation::Repeated { at } = call.of_method { at } else { 1 },
        counts: matches!(call.of_method, Invocation::Count(_)),
        helpers: String::new(),
    };
    let body = writer.body(call)?;
    let mut source = String::new();
    if !package.is_empty() {
        let _ = writeln!(source, "package {};", package.replace('/', "."));
    }
    let _ = writeln!(source, "@SuppressWarnings({{\"unchecked\", \"rawtypes\", \"deprecation\", \"removal\"}})");
    let _ =
        writeln!(source, "final class {name} {{\n    public static void main(String[] arguments) throws Throwable {{");
    let _ = writeln!(source, "{body}    }}\n{}}}", writer.helpers);
    let (ending, on) = (ending(&name), "public static void main(String[] arguments) throws Throwable");
    let _ = writeln!(
        source,
        "final class {ending} {{\n    {on} {{\n        {name}.main(arguments);\n        Runtime.getRuntime().halt(0);\n    }}\n}}"
    );
    let class = if package.is_empty() { name } else { format!("{package}/{name}") };
    Ok(Entry { class, source, extended: !case.extensions.is_empty() })
}

struct Writer<'w, 'p> {
    case: &'w Case,
    classes: &'w Classes<'p>,
    /// Where the entry stands, with slashes.
    package: &'w str,
    /// Which repetition of the test it is.
    repetition: u64,
    /// Nothing is tested: arguments are counted.
    counts: bool,
    /// Methods of the entry that its `main` uses.
    helpers: String,
}

impl Writer<'_, '_> {
    fn body(&mut self, whole: &Call) -> Result<String, String> {
        let invocation = &whole.of_method;
        let levels = &self.case.levels;
        let level = levels.last().ok_or("has no class")?;
        let counts = self.counts;
        if whole.of_objects.is_empty() {
            // There are no objects before there are arguments.
            let mut body = String::new();
            self.test(&mut body, invocation)?;
            return Ok(body);
        }
        let class = self.classes.source_name(&self.case.class);
        let (has_rules, has_class_rules) =
            (!counts && !level.rules.is_empty(), !counts && !level.class_rules.is_empty());
        let mut body = String::from("        try {\n");
        if has_class_rules {
            self.help(RULED);
            rules::describe_class(&mut body, &class);
            rules::open(&mut body, "all");
        }
        let extended = !counts && !self.case.extensions.is_empty();
        if extended {
            let (owner, types) = (&self.case.method.owner, self.types(&self.case.method.parameters));
            let (owner, name) = (text_literal(&owner.replace('/', ".")), text_literal(&self.case.method.name));
            let shown = text_literal(&self.about().display_name);
            let made = format!("new heddle.entry.Extensions({class}.class, {shown}, {owner}, {name}, {types})");
            let _ = writeln!(body, "        heddle.entry.Extensions extensions = {made};");
            body.push_str(&extensions::register(&self.case.extensions));
            body.push_str("        extensions.askConditionsOfClass();\n        extensions.beforeAll();\n");
        }
        for folder in levels.iter().flat_map(|level| &level.folders).filter(|folder| folder.is_static) {
            self.make_folder(&mut body, folder, "null");
        }
        for level in levels {
            for method in level.before_all.iter().filter(|method| method.is_static()) {
                self.call_all(&mut body, level, std::slice::from_ref(method))?;
            }
        }
        for (at, level) in levels.iter().enumerate() {
            self.construct(&mut body, level, at, whole.of_objects.get(at).and_then(Option::as_ref))?;
        }
        if extended {
            let variable = |owner: &str| self.holder(owner);
            body.push_str(&extensions::register_held(&self.case.extensions, &variable));
            let all: Vec<String> = levels.iter().map(|level| self.variable(level)).collect();
            let _ = writeln!(body, "        extensions.made({});", all.join(", "));
            body.push_str("        extensions.askConditions();\n");
        }
        for level in levels {
            let own: Vec<Method> = level.before_all.iter().filter(|method| !method.is_static()).cloned().collect();
            self.call_all(&mut body, level, &own)?;
        }
        let has_after_all = extended || !counts && levels.iter().any(|level| !level.after_all.is_empty());
        let has_after_each = extended || !counts && levels.iter().any(|level| !level.after_each.is_empty());
        if has_after_all {
            body.push_str("        Throwable ended = null;\n        try {\n");
        }
        if has_rules {
            self.help(RULED);
            rules::describe(&mut body, &class, &text_literal(&self.case.method.name));
            rules::open(&mut body, "each");
        }
        if has_after_each {
            body.push_str("        Throwable aborted = null;\n        try {\n");
        }
        if extended {
            body.push_str("        extensions.beforeEach();\n");
        }
        for level in levels {
            self.call_all(&mut body, level, &level.before_each)?;
        }
        let handled = extended && extensions::handle_exceptions(&self.case.extensions, self.classes);
        body.push_str(if extended { "        extensions.beforeTest();\n" } else { "" });
        body.push_str(if handled { "        try {\n" } else { "" });
        self.test(&mut body, invocation)?;
        if handled {
            body.push_str("        } catch (Throwable thrown) {\n            extensions.handle(thrown);\n        }\n");
        }
        body.push_str(if extended { "        extensions.afterTest();\n" } else { "" });
        if has_after_each {
            self.put_off_aborts(&mut body, "aborted");
            for level in levels.iter().rev() {
                self.call_all(&mut body, level, &level.after_each)?;
            }
            body.push_str(if extended { "        extensions.afterEach();\n" } else { "" });
            throw_again(&mut body, "aborted");
        }
        if has_rules {
            rules::close(&mut body, "each", &level.rules, "test", self.classes);
        }
        if has_after_all {
            self.put_off_aborts(&mut body, "ended");
            for level in levels.iter().rev() {
                self.call_all(&mut body, level, &level.after_all)?;
            }
            body.push_str(if extended { "        extensions.afterAll();\n" } else { "" });
            throw_again(&mut body, "ended");
        }
        if has_class_rules {
            rules::close(&mut body, "all", &level.class_rules, "null", self.classes);
        }
        match self.aborts() {
            Some(types) => {
                let _ =
                    writeln!(body, "        }} catch ({types} thrown) {{\n            if (arguments.length == 0) {{");
                body.push_str("                throw thrown;\n            }\n        }\n");
            }
            None => body.push_str("        } finally {\n        }\n"),
        }
        Ok(body)
    }

    /// What an assumption throws that does not hold, by the frameworks that are there.
    fn aborts(&self) -> Option<String> {
        let known = ABORTS.iter().filter(|name| self.classes.find(name).is_some());
        let known: Vec<String> = known.map(|name| name.replace('/', ".")).collect();
        Some(known.join(" | ")).filter(|types| !types.is_empty())
    }

    /// The end of a `try` after which something is called even if an assumption did not hold.
    fn put_off_aborts(&self, body: &mut String, name: &str) {
        let Some(types) = self.aborts() else {
            body.push_str("        } finally {\n        }\n");
            return;
        };
        let _ = writeln!(body, "        }} catch ({types} thrown) {{\n            if (arguments.length == 0) {{");
        let _ =
            writeln!(body, "                throw thrown;\n            }}\n            {name} = thrown;\n        }}");
    }

    /// The variable of an object.
    fn variable(&self, level: &Level) -> String {
        let at = self.case.levels.iter().position(|other| other.class == level.class).unwrap_or_default();
        if at + 1 == self.case.levels.len() { "test".into() } else { format!("outer{at}") }
    }

    /// The variable of the object that has the fields of a class.
    fn holder(&self, owner: &str) -> String {
        let inherits = |level: &&Level| {
            let file = self.classes.find(&level.class);
            file.is_some_and(|file| self.classes.ancestry(&file).iter().any(|one| one.name() == owner))
        };
        self.case.levels.iter().rev().find(inherits).map_or_else(|| "null".into(), |level| self.variable(level))
    }

    /// Makes the object of a class. Its arguments go to fields if some are meant for them, else to the constructor.
    fn construct(
        &mut self,
        body: &mut String,
        level: &Level,
        at: usize,
        given: Option<&Invocation>,
    ) -> Result<(), String> {
        let constructor = level.constructor.as_ref().ok_or("has no constructor that can be told")?;
        let implied = usize::from(at > 0);
        if let Some(Invocation::Item { factory, at: item }) = given {
            self.values(body, &format!("values{at}"), factory, *item);
        }
        let value = |number: usize, descriptor: &str| match given {
            Some(Invocation::Fixed(fixed)) => fixed.arguments.get(number).cloned(),
            Some(Invocation::Item { .. }) => Some(cast(&format!("values{at}[{number}]"), descriptor, self.classes)),
            _ => None,
        };
        let mut arguments = Vec::new();
        for parameter in implied..constructor.parameters.len() {
            let own = value(parameter - implied, &constructor.parameters[parameter]);
            arguments.push(match own.filter(|_| level.arguments.is_empty()) {
                Some(own) => own,
                None => self.resolved(constructor, parameter)?,
            });
        }
        let mut fields = Vec::new();
        for field in &level.arguments {
            let number = usize::try_from(field.at).map_err(|_| format!("{} does not say its number", field.name))?;
            fields.extend(value(number, &field.descriptor).map(|value| (field, value)));
        }
        let (class, variable) = (self.classes.source_name(&level.class), self.variable(level));
        let outer = at.checked_sub(1).map(|at| self.variable(&self.case.levels[at]));
        let named = Method { owner: level.class.clone(), ..constructor.clone() };
        let value = if self.classes.may_call(&named, self.package) {
            let simple = class.rsplit('.').next().unwrap_or(&class);
            match &outer {
                Some(outer) => format!("{outer}.new {simple}({})", arguments.join(", ")),
                None => format!("new {class}({})", arguments.join(", ")),
            }
        } else {
            if !self.classes.may_name(&level.class, self.package) {
                return Err(format!("{class} is private"));
            }
            arguments.splice(0..0, outer);
            let types = self.types(&constructor.parameters);
            self.help(MAKE);
            format!("({class}) make({class}.class, {types}, new Object[] {{{}}})", arguments.join(", "))
        };
        let _ = writeln!(body, "        {class} {variable} = {value};");
        for folder in level.folders.iter().filter(|folder| !folder.is_static) {
            self.make_folder(body, folder, &variable);
        }
        for (field, value) in fields {
            self.help(SET);
            let (owner, name) = (text_literal(&field.owner.replace('/', ".")), text_literal(&field.name));
            let _ = writeln!(body, "        set({owner}, {name}, {variable}, {value});");
        }
        Ok(())
    }

    /// Makes a folder for a field of an object.
    fn make_folder(&mut self, body: &mut String, field: &Folder, on: &str) {
        self.help(SET);
        let owner = text_literal(&field.owner.replace('/', "."));
        let (name, folder) = (text_literal(&field.name), temporary_folder(&field.descriptor));
        let _ = writeln!(body, "        set({owner}, {name}, {on}, {folder});");
    }

    /// Calls methods that come before or after.
    fn call_all(&mut self, body: &mut String, level: &Level, methods: &[Method]) -> Result<(), String> {
        for method in methods {
            let arguments = self.all_resolved(method)?;
            let call = self.call(method, &self.variable(level), &arguments);
            let _ = writeln!(body, "        {call};");
        }
        Ok(())
    }

    /// The test itself.
    fn test(&mut self, body: &mut String, invocation: &Invocation) -> Result<(), String> {
        let method = &self.case.method;
        match invocation {
            Invocation::Plain | Invocation::Repeated { .. } => {
                let arguments = self.all_resolved(method)?;
                self.expecting(body, &arguments);
            }
            Invocation::Fixed(fixed) => {
                let argument = |(at, _): (usize, &String)| match fixed.arguments.get(at) {
                    Some(value) => Ok(value.clone()),
                    None => self.resolved(method, at),
                };
                let arguments: Result<Vec<String>, String> =
                    method.parameters.iter().enumerate().map(argument).collect();
                self.expecting(body, &arguments?);
            }
            Invocation::Item { factory, at } => {
                self.values(body, "values", factory, *at);
                let about = self.about();
                // What the framework does not provide comes from the source, as far as it goes, and then from extensions.
                let argument = |(at, parameter): (usize, &String)| {
                    let value = cast(&format!("values[{at}]"), parameter, self.classes);
                    match (injected(method, at, &about), self.resolved(method, at)) {
                        (Some(value), _) => value,
                        (None, Ok(other)) => format!("values.length > {at} ? {value} : {other}"),
                        (None, Err(_)) => value,
                    }
                };
                let arguments: Vec<String> = method.parameters.iter().enumerate().map(argument).collect();
                self.expecting(body, &arguments);
            }
            Invocation::Made { at } => {
                let made = self.made()?;
                let _ = writeln!(body, "        {made}.get({at}).getExecutable().execute();");
            }
            Invocation::Count(factory) => {
                let list = match factory {
                    Some(factory) => format!("items({})", self.source(factory)),
                    None => self.made()?,
                };
                self.help(ITEMS);
                let _ = writeln!(body, "        System.out.println(\"{COUNTED}\" + {list}.size());");
            }
        }
        Ok(())
    }

    /// The list of the tests that the method makes.
    fn made(&mut self) -> Result<String, String> {
        let method = &self.case.method;
        let arguments = self.all_resolved(method)?;
        let made = self.call(method, "test", &arguments);
        self.help(ITEMS);
        let [test, container] = [jupiter::DYNAMIC_TEST, jupiter::DYNAMIC_CONTAINER].map(|name| name.replace('/', "."));
        self.help(&TESTS.replace("CONTAINER", &container).replace("TEST", &test));
        Ok(format!("tests(items({made}))"))
    }

    /// The arguments of one call, in a variable.
    fn values(&mut self, body: &mut String, name: &str, factory: &Factory, at: u64) {
        let source = self.source(factory);
        self.help(ITEMS);
        self.help_with_values();
        let _ = writeln!(body, "        Object[] {name} = values(items({source}).get({at}));");
    }

    /// Calls the test, which may have to throw.
    fn expecting(&mut self, body: &mut String, arguments: &[String]) {
        let call = self.call(&self.case.method, "test", arguments);
        let expected: Vec<String> = self.case.expected.iter().map(|name| self.classes.source_name(name)).collect();
        if expected.is_empty() {
            let _ = writeln!(body, "        {call};");
            return;
        }
        let fits: Vec<String> = expected.iter().map(|name| format!("thrown instanceof {name}")).collect();
        let mut fits = fits.join(" || ");
        if let Some(pattern) = &self.case.expected_message {
            // As TestNG matches: the whole message, over several lines.
            let message = "String.valueOf(thrown.getMessage())";
            let pattern = text_literal(&format!("(?s){pattern}"));
            fits = format!("({fits}) && java.util.regex.Pattern.matches({pattern}, {message})");
        }
        let message = text_literal(&format!("Expected exception: {}", expected.join(", ")));
        let _ = writeln!(body, "        boolean isExpected = false;\n        try {{\n            {call};");
        let _ = writeln!(body, "        }} catch (Throwable thrown) {{\n            isExpected = {fits};");
        let _ = writeln!(
            body,
            "            if (!isExpected) {{\n                throw thrown;\n            }}\n        }}"
        );
        let _ =
            writeln!(body, "        if (!isExpected) {{\n            throw new AssertionError({message});\n        }}");
    }

    /// The arguments that the framework itself provides for a method.
    fn all_resolved(&self, method: &Method) -> Result<Vec<String>, String> {
        (0..method.parameters.len()).map(|at| self.resolved(method, at)).collect()
    }

    /// The argument that the framework itself provides for a parameter.
    fn resolved(&self, method: &Method, at: usize) -> Result<String, String> {
        let provided = (!self.case.extensions.is_empty() && !self.counts).then(|| {
            let (owner, name) = (text_literal(&method.owner.replace('/', ".")), text_literal(&method.name));
            let types = self.types(&method.parameters);
            let value = format!("extensions.parameter({owner}, {name}, {types}, {at})");
            cast(&value, &method.parameters[at], self.classes)
        });
        injected(method, at, &self.about()).or(provided).ok_or_else(|| {
            let of = class_of(&method.parameters[at]).replace(['/', '$'], ".");
            let what = if method.name == "<init>" { "the constructor" } else { &method.name };
            format!("nobody provides the parameter of type {of} of {what}")
        })
    }

    /// What the test is told of itself. Without a name for people, JUnit shows a method with the types of its parameters.
    fn about(&self) -> About {
        let method = &self.case.method;
        let types = method.parameters.iter().map(|parameter| type_name(parameter, self.classes));
        let types: Vec<String> = types.map(|name| name.rsplit('.').next().unwrap_or(&name).to_owned()).collect();
        let named = method.annotation(jupiter::DISPLAY_NAME).and_then(|one| one.text("value"));
        let of_class = |level: &Level| self.classes.find(&level.class).map(|file| self.classes.annotations_of(&file));
        let around = self.case.levels.iter().filter_map(of_class).flatten();
        let mut tags = Vec::new();
        for annotation in method.annotations.iter().cloned().chain(around) {
            let list = if annotation.of == jupiter::TAGS { annotation.nested("value") } else { vec![annotation] };
            tags.extend(list.iter().filter(|one| one.of == jupiter::TAG).filter_map(|one| one.text("value")));
        }
        tags.sort();
        tags.dedup();
        About {
            class: self.classes.source_name(&self.case.class),
            method: method.name.clone(),
            display_name: named.unwrap_or_else(|| format!("{}({})", method.name, types.join(", "))),
            tags,
            repetition: self.repetition,
            repetitions: match self.case.kind {
                Kind::Plain { repetitions } => repetitions.unsigned_abs(),
                _ => 1,
            },
        }
    }

    /// A call of a method; by reflection if it cannot be named.
    fn call(&mut self, method: &Method, on: &str, arguments: &[String]) -> String {
        let (name, list) = (&method.name, arguments.join(", "));
        if self.classes.may_call(method, self.package) {
            return if method.is_static() {
                format!("{}.{name}({list})", self.classes.source_name(&method.owner))
            } else {
                format!("{on}.{name}({list})")
            };
        }
        self.help(CALL);
        let on = if method.is_static() { "null" } else { on };
        let owner = text_literal(&method.owner.replace('/', "."));
        let types = self.types(&method.parameters);
        format!("call({owner}, \"{name}\", {on}, {types}, new Object[] {{{list}}})")
    }

    fn types(&self, parameters: &[String]) -> String {
        let types: Vec<String> =
            parameters.iter().map(|parameter| format!("{}.class", type_name(parameter, self.classes))).collect();
        format!("new Class<?>[] {{{}}}", types.join(", "))
    }

    /// What a source of arguments holds. It may be private.
    fn source(&mut self, factory: &Factory) -> String {
        let owner = text_literal(&factory.class.replace('/', "."));
        let name = text_literal(&factory.name);
        if factory.is_field {
            self.help(GET);
            return format!("get({owner}, {name})");
        }
        self.help(CALL);
        let on = if factory.on_test { "test" } else { "null" };
        format!("call({owner}, {name}, {on}, new Class<?>[0], new Object[0])")
    }

    fn help_with_values(&mut self) {
        let arguments = jupiter::ARGUMENTS;
        let of_jupiter = if self.classes.find(arguments).is_some() {
            format!("if (item instanceof {0}) {{ return (({0}) item).get(); }}", arguments.replace('/', "."))
        } else {
            String::new()
        };
        self.help(&format!(
            "    private static Object[] values(Object item) {{\n        {of_jupiter}\n        \
             return item instanceof Object[] ? (Object[]) item : new Object[] {{item}};\n    }}\n"
        ));
    }

    fn help(&mut self, text: &str) {
        if !self.helpers.contains(text) {
            self.helpers.push_str(text);
        }
    }
}

/// Throws what was put off.
fn throw_again(body: &mut String, name: &str) {
    let _ = writeln!(body, "        if ({name} != null) {{\n            throw {name};\n        }}");
}
