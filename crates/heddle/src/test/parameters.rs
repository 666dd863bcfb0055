//! Where the arguments of parameterised tests come from: annotations as they stand in class files, and methods of
//! the program, whose results are counted by running them inside Heddle.

use super::classes::{Classes, Method};
use super::convert::{class_of, convert, element, text_literal};
use super::csv::{self, Dialect};
use super::names::{jupiter, testng};
use crate::annotation::{Annotation, Element};

/// One source of arguments.
#[derive(Clone, Debug)]
pub enum Source {
    /// These invocations.
    Fixed(Vec<Fixed>),
    /// What a method returns: a stream, a collection, an iterator or an array.
    Method(Factory),
}

/// The arguments of one invocation, as Java expressions.
#[derive(Clone, PartialEq, Debug)]
pub struct Fixed {
    pub arguments: Vec<String>,
    pub shown: String,
}

/// A method that makes arguments.
#[derive(Clone, PartialEq, Debug)]
pub struct Factory {
    /// Its class, in internal form.
    pub class: String,
    pub name: String,
    /// It is called on the test's own object.
    pub on_test: bool,
    /// The name of a field instead.
    pub is_field: bool,
}

/// The sources of a parameterised test, in order; or why they cannot be used.
pub fn sources(method: &Method, class: &str, classes: &Classes<'_>) -> Result<Vec<Source>, String> {
    if let Some(annotations) = method.parameter_annotations.iter().flatten().find(|one| is_converter(&one.of)) {
        return Err(format!("@{} is not supported", annotations.name));
    }
    if method.parameters.iter().any(|parameter| class_of(parameter) == jupiter::ARGUMENTS_ACCESSOR) {
        return Err("takes its arguments as an ArgumentsAccessor, which Heddle does not make".into());
    }
    let mut found = Vec::new();
    // Every source of JUnit carries `@ArgumentsSource`; one that stands there by itself names a class of the program.
    let provided = method.annotations.iter().filter(|one| one.of.starts_with(jupiter::PROVIDERS));
    let is_plain = |one: &&Annotation| one.name.starts_with("ArgumentsSource");
    let known = provided.clone().any(|one| !is_plain(&one));
    let both = provided.clone().any(|one| one.name == "NullAndEmptySource");
    // The annotation for both carries one for each.
    let is_half = |one: &&Annotation| both && ["NullSource", "EmptySource"].contains(&one.name.as_str());
    for annotation in provided.filter(|one| !is_half(one) && (!known || !is_plain(one))) {
        let name = annotation.of.trim_start_matches(jupiter::PROVIDERS);
        // Several annotations of one kind stand in a list.
        let repeated = ["CsvSources", "MethodSources", "EnumSources", "ValueSources", "CsvFileSources", "FieldSources"];
        let list = if repeated.contains(&name.rsplit('$').next().unwrap_or(name)) || name.contains('$') {
            annotation.nested("value")
        } else {
            vec![annotation.clone()]
        };
        for annotation in list {
            found.extend(source(&annotation, method, class, classes)?);
        }
    }
    if found.is_empty() {
        return Err("has no source of arguments that Heddle knows".into());
    }
    Ok(found)
}

fn is_converter(of: &str) -> bool {
    [jupiter::CONVERT_WITH, jupiter::AGGREGATE_WITH].contains(&of)
}

fn source(annotation: &Annotation, method: &Method, class: &str, classes: &Classes<'_>) -> Result<Vec<Source>, String> {
    let first = method.parameters.first().ok_or("has arguments but no parameter")?;
    let single = |(expression, shown): (String, String)| Fixed { arguments: vec![expression], shown };
    let null = || single(("null".into(), "null".into()));
    let empty = || -> Result<Fixed, String> { Ok(single((empty_value(first, classes)?, "empty".into()))) };
    let fixed = match annotation.name.as_str() {
        "ValueSource" => {
            let values = annotation.elements.iter().flat_map(|(_, element)| match element {
                Element::List(list) => list.clone(),
                one => vec![one.clone()],
            });
            values.map(|value| element(&value, first, classes).map(single)).collect::<Result<_, _>>()?
        }
        "NullSource" => vec![null()],
        "EmptySource" => vec![empty()?],
        "NullAndEmptySource" => vec![null(), empty()?],
        "EnumSource" => constants(annotation, first, classes)?.into_iter().map(single).collect(),
        "CsvSource" | "CsvFileSource" => rows(annotation, method, classes)?,
        "MethodSource" | "FieldSource" => {
            let names = annotation.texts("value");
            let names = if names.is_empty() { vec![method.name.clone()] } else { names };
            let is_field = annotation.name == "FieldSource";
            return names.iter().map(|name| factory(name, class, is_field, classes).map(Source::Method)).collect();
        }
        other => return Err(format!("@{other} is not supported")),
    };
    Ok(vec![Source::Fixed(fixed)])
}

/// What `@EmptySource` stands for.
fn empty_value(descriptor: &str, classes: &Classes<'_>) -> Result<String, String> {
    if let Some(element) = descriptor.strip_prefix('[') {
        return Ok(format!("new {}[0]", super::convert::type_name(element, classes)));
    }
    match class_of(descriptor).rsplit('/').next().unwrap_or_default() {
        "String" | "CharSequence" | "Object" => Ok("\"\"".into()),
        "List" | "Collection" | "Iterable" => Ok("java.util.Collections.emptyList()".into()),
        "Set" => Ok("java.util.Collections.emptySet()".into()),
        "Map" => Ok("java.util.Collections.emptyMap()".into()),
        _ => Err(format!("no empty value of {} is known", super::convert::type_name(descriptor, classes))),
    }
}

/// The constants that an `@EnumSource` names.
fn constants(annotation: &Annotation, first: &str, classes: &Classes<'_>) -> Result<Vec<(String, String)>, String> {
    let named = annotation.text("value").filter(|name| !name.ends_with("NullEnum"));
    let class = named.unwrap_or_else(|| class_of(first).to_owned());
    let all = classes.enum_constants(&class).ok_or_else(|| format!("there is no enum {}", class.replace('/', ".")))?;
    let names = annotation.texts("names");
    let patterns = || names.iter().filter_map(|name| regex_lite::Regex::new(&format!("^(?:{name})$")).ok());
    let mode = annotation.text("mode").unwrap_or_else(|| "INCLUDE".into());
    let chosen = |constant: &String| match mode.as_str() {
        "EXCLUDE" => !names.contains(constant),
        "MATCH_ALL" => patterns().all(|pattern| pattern.is_match(constant)),
        "MATCH_ANY" => patterns().any(|pattern| pattern.is_match(constant)),
        "MATCH_NONE" => !patterns().any(|pattern| pattern.is_match(constant)),
        _ => names.is_empty() || names.contains(constant),
    };
    let class = classes.source_name(&class);
    Ok(all.into_iter().filter(chosen).map(|name| (format!("{class}.{name}"), name)).collect())
}

/// The invocations of a `@CsvSource` or `@CsvFileSource`.
fn rows(annotation: &Annotation, method: &Method, classes: &Classes<'_>) -> Result<Vec<Fixed>, String> {
    let is_file = annotation.name == "CsvFileSource";
    let character = |name: &str| {
        let bits = annotation.number(name).filter(|bits| *bits != 0)?;
        char::from_u32(u32::try_from(bits).ok()?)
    };
    let delimiter = annotation.text("delimiterString").filter(|text| !text.is_empty());
    let dialect = Dialect {
        delimiter: delimiter.or(character("delimiter").map(String::from)).unwrap_or_else(|| ",".into()),
        quote: character("quoteCharacter").unwrap_or(if is_file { '"' } else { '\'' }),
        empty: annotation.text("emptyValue").unwrap_or_default(),
        nulls: annotation.texts("nullValues"),
        trims: annotation.number("ignoreLeadingAndTrailingWhitespace") != Some(0),
    };
    let mut records = Vec::new();
    if is_file {
        for path in annotation.texts("resources") {
            let text = classes.resource(&path).ok_or_else(|| format!("there is no resource {path}"))?;
            let skipped = usize::try_from(annotation.number("numLinesToSkip").unwrap_or(0)).unwrap_or(0);
            let text: String = text.split_inclusive('\n').skip(skipped).collect();
            records.extend(csv::records(&text, &dialect));
        }
    } else if let Some(block) = annotation.text("textBlock").filter(|text| !text.is_empty()) {
        records = csv::records(&block, &dialect);
    } else {
        records.extend(annotation.texts("value").iter().map(|line| csv::record(line, &dialect).0));
    }
    if annotation.number("useHeadersInDisplayName") == Some(1) && !records.is_empty() {
        records.remove(0);
    }
    let row = |record: Vec<Option<String>>| {
        let values = record.iter().zip(&method.parameters).map(|(value, parameter)| match value {
            Some(text) => convert(text, parameter, classes),
            None => Ok("null".into()),
        });
        let shown: Vec<&str> = record.iter().map(|value| value.as_deref().unwrap_or("null")).collect();
        Ok(Fixed { arguments: values.collect::<Result<_, String>>()?, shown: shown.join(", ") })
    };
    records.into_iter().map(row).collect()
}

/// A method or field that a source names: `name`, `name()`, or `com.acme.Other#name`.
fn factory(name: &str, class: &str, is_field: bool, classes: &Classes<'_>) -> Result<Factory, String> {
    let (named, name) = match name.split_once('#') {
        Some((named, name)) => (Some(named.replace('.', "/")), name),
        None => (None, name),
    };
    let name = name.split('(').next().unwrap_or(name).to_owned();
    let class = named.unwrap_or_else(|| class.to_owned());
    let missing = || format!("there is no {name} in {} to take arguments from", class.replace('/', "."));
    let file = classes.find(&class).ok_or_else(missing)?;
    if is_field {
        let owner = classes
            .ancestry(&file)
            .into_iter()
            .rev()
            .find(|file| file.fields().iter().any(|field| file.name_of(field) == name.as_str()));
        let class = owner.ok_or_else(missing)?.name().into_owned();
        return Ok(Factory { class, name, on_test: false, is_field });
    }
    let method = classes.methods(&file).into_iter().find(|method| method.name == name && method.parameters.is_empty());
    let method = method.ok_or_else(missing)?;
    Ok(Factory { on_test: !method.is_static(), class: method.owner, name, is_field })
}

/// What tests are told of themselves.
pub struct About {
    /// The class and the method, as Java source names them.
    pub class: String,
    pub method: String,
    /// As JUnit shows the test.
    pub display_name: String,
    pub tags: Vec<String>,
    /// Which repetition it is, and of how many.
    pub repetition: u64,
    pub repetitions: u64,
}

/// An expression for an argument of the framework, if a parameter is of such a type; `None` otherwise.
pub fn injected(method: &Method, at: usize, about: &About) -> Option<String> {
    let descriptor = method.parameters.get(at)?;
    // Annotations of a constructor's parameters are counted without those that the compiler added.
    let missing = method.parameters.len().saturating_sub(method.parameter_annotations.len());
    let marked = at.checked_sub(missing).and_then(|at| method.parameter_annotations.get(at));
    if marked.is_some_and(|marked| marked.iter().any(|one| one.of == jupiter::TEMP_DIR)) {
        return Some(temporary_folder(descriptor));
    }
    let of = class_of(descriptor);
    let java = of.replace('/', ".");
    let About { class, repetition, repetitions, .. } = about;
    let find = |found: &str| {
        format!(
            "for (java.lang.reflect.Method m : {class}.class.getDeclaredMethods()) {{ \
             if (m.getName().equals({})) {{ {found} }} }}",
            text_literal(&about.method)
        )
    };
    let tags: Vec<String> = about.tags.iter().map(|tag| text_literal(tag)).collect();
    match of {
        jupiter::TEST_INFO => Some(format!(
            "new {java}() {{ \
             public String getDisplayName() {{ return {}; }} \
             public java.util.Set<String> getTags() {{ return java.util.Set.of({}); }} \
             public java.util.Optional<Class<?>> getTestClass() {{ return java.util.Optional.of({class}.class); }} \
             public java.util.Optional<java.lang.reflect.Method> getTestMethod() {{ {} \
             return java.util.Optional.empty(); }} }}",
            text_literal(&about.display_name),
            tags.join(", "),
            find("return java.util.Optional.of(m);"),
        )),
        // Around a test, TestNG says which one it is.
        "java/lang/reflect/Method" if [testng::BEFORE_METHOD, testng::AFTER_METHOD].iter().any(|of| method.has(of)) => {
            let test = format!("public {java} get() {{ {} return null; }}", find("return m;"));
            Some(format!("new java.util.function.Supplier<{java}>() {{ {test} }}.get()"))
        }
        jupiter::TEST_REPORTER => Some(format!("({java}) (entries -> {{ }})")),
        jupiter::REPETITION_INFO => Some(format!(
            "new {java}() {{ \
             public int getCurrentRepetition() {{ return {repetition}; }} \
             public int getTotalRepetitions() {{ return {repetitions}; }} \
             public int getFailureCount() {{ return 0; }} \
             public int getFailureThreshold() {{ return Integer.MAX_VALUE; }} }}"
        )),
        _ => None,
    }
}

/// An expression for a new folder, as a `Path` or `File`.
pub fn temporary_folder(descriptor: &str) -> String {
    let path = "java.nio.file.Files.createTempDirectory(\"junit\")";
    if descriptor.ends_with("/File;") { format!("{path}.toFile()") } else { path.into() }
}
