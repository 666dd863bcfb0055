//! Rules of JUnit 4: which fields and methods of a test class provide them, and the Java that wraps a test in them.
//!
//! A rule gets the rest of the test as a statement and returns another one, so that what the rules do is executed as JUnit
//! would. The one exception is `Timeout`, which starts a thread and waits for it with a time limit: it is left out, and
//! the test has to end in every run instead (`Case::must_end`).

use std::fmt::Write as _;

use super::classes::{Classes, Method};
use super::names::junit4;
use crate::annotation::Annotation;

/// A field or method that provides a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The class that declares it, in internal form.
    owner: String,
    name: String,
    is_method: bool,
    /// The class of the rule, as it is declared, in internal form; empty for a method.
    class: String,
    /// Rules with a greater number are closer to the test.
    order: i64,
}

impl Rule {
    /// Whether it is a time limit.
    pub fn is_timeout(&self) -> bool {
        self.class == junit4::TIMEOUT
    }
}

/// The rules of a class with this annotation, those closest to the test first.
pub fn rules(name: &str, of: &str, classes: &Classes<'_>) -> Vec<Rule> {
    let Some(file) = classes.find(name) else { return vec![] };
    let order = |annotations: &[Annotation]| -> Option<i64> {
        let found = annotations.iter().find(|one| one.of == of)?;
        Some(found.number("order").unwrap_or(-1))
    };
    // As JUnit finds them: methods before fields, those of the class itself before those that it inherits.
    let mut ancestry = classes.ancestry(&file);
    ancestry.reverse();
    let (methods, fields) = (classes.methods(&file), classes.annotated_fields(&file));
    let mut found: Vec<Rule> = Vec::new();
    for owner in &ancestry {
        let own = methods.iter().filter(|method: &&Method| method.owner == owner.name());
        found.extend(own.filter_map(|method| {
            let (owner, name) = (method.owner.clone(), method.name.clone());
            Some(Rule { owner, name, is_method: true, class: String::new(), order: order(&method.annotations)? })
        }));
    }
    let mut shadowed: Vec<&str> = Vec::new();
    for owner in &ancestry {
        let mut own: Vec<_> = fields.iter().filter(|field| field.owner == owner.name()).collect();
        own.retain(|field| !shadowed.contains(&field.name.as_str()));
        own.sort_by(|a, b| a.name.cmp(&b.name));
        shadowed.extend(own.iter().map(|field| field.name.as_str()));
        found.extend(own.iter().filter_map(|field| {
            let class = super::convert::class_of(&field.descriptor).to_owned();
            let (owner, name) = (field.owner.clone(), field.name.clone());
            Some(Rule { owner, name, is_method: false, class, order: order(&field.annotations)? })
        }));
    }
    found.sort_by_key(|rule| std::cmp::Reverse(rule.order));
    found
}

/// The beginning of a statement of this name.
pub fn open(body: &mut String, name: &str) {
    let _ = writeln!(
        body,
        "        org.junit.runners.model.Statement {name} = new org.junit.runners.model.Statement() {{ \
         public void evaluate() throws Throwable {{"
    );
}

/// Its end; the statement is wrapped in the rules and executed. `on` is the object with the rules, or `null`.
pub fn close(body: &mut String, name: &str, rules: &[Rule], on: &str, classes: &Classes<'_>) {
    let _ = writeln!(body, "        }} }};");
    for group in rules.chunk_by(|a, b| a.order == b.order) {
        let values: Vec<String> = group
            .iter()
            .map(|rule| {
                let owner = classes.source_name(&rule.owner);
                let holder = if on == "null" { owner } else { format!("(({owner}) {on})") };
                format!("{holder}.{}{}", rule.name, if rule.is_method { "()" } else { "" })
            })
            .collect();
        let _ = writeln!(
            body,
            "        {name} = ruled({name}, description, method, {on}, new Object[] {{{}}});",
            values.join(", ")
        );
    }
    let _ = writeln!(body, "        {name}.evaluate();");
}

/// What the rules are told about a test.
pub fn describe(body: &mut String, class: &str, test: &str) {
    let _ = writeln!(body, "        java.lang.reflect.Method method = {class}.class.getMethod({test});");
    let _ = writeln!(
        body,
        "        org.junit.runner.Description description = \
         org.junit.runner.Description.createTestDescription({class}.class, {test}, method.getAnnotations());"
    );
}

/// The same about all tests of a class.
pub fn describe_class(body: &mut String, class: &str) {
    let _ = writeln!(body, "        java.lang.reflect.Method method = null;");
    let _ = writeln!(
        body,
        "        org.junit.runner.Description description = \
         org.junit.runner.Description.createSuiteDescription({class}.class);"
    );
}

/// Rules of one order: those that know methods are closer to the test.
pub const RULED: &str = "    private static org.junit.runners.model.Statement ruled(org.junit.runners.model.Statement statement, org.junit.runner.Description description, java.lang.reflect.Method method, Object on, Object[] rules) throws Throwable {
        for (Object rule : rules) {
            if (!(rule instanceof org.junit.rules.TestRule)) {
                statement = ((org.junit.rules.MethodRule) rule).apply(statement, new org.junit.runners.model.FrameworkMethod(method), on);
            }
        }
        for (Object rule : rules) {
            if (rule instanceof org.junit.rules.TestRule && !(rule instanceof org.junit.rules.Timeout)) {
                statement = ((org.junit.rules.TestRule) rule).apply(statement, description);
            }
        }
        return statement;
    }
";
