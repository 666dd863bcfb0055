//! Class files in, tests out: which methods are tests of which framework, what is called before and after them, and
//! what stands in the way of checking one.

use std::rc::Rc;

use heddle_classfile::ClassFile;

use super::classes::{ABSTRACT, Classes, INTERFACE, Method, PRIVATE, PUBLIC, STATIC};
use super::convert::class_of;
use super::extensions::{Registered, registered, unsupported_kind};
use super::names::{junit4, jupiter, testng};
use super::parameters::{Factory, Source, sources};
use super::rules::{Rule, rules};
use super::settings::Wishes;
use crate::annotation::Annotation;

/// Whose annotations a test has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Framework {
    Jupiter,
    JUnit4,
    TestNg,
}

/// How often a test is called, and with what.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Once; a repeated test would be called so often.
    Plain { repetitions: i64 },
    /// With arguments from these sources.
    Parameters(Vec<Source>),
    /// It makes tests.
    Factory,
}

/// Why a test is not checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// Its author does not want it to be executed.
    Skipped(String),
    /// It needs something that Heddle does not do.
    Unsupported(String),
}

/// One class of the chain from the outermost class to the class of the test.
#[derive(Clone)]
pub struct Level {
    /// In internal form.
    pub class: String,
    /// The one that is called; none if it cannot be told.
    pub constructor: Option<Method>,
    /// Fields that get a new folder.
    pub folders: Vec<Folder>,
    /// Where the arguments of its objects come from; empty if it has no parameters.
    pub sources: Vec<Source>,
    /// Fields that get one of these arguments.
    pub arguments: Vec<Argument>,
    pub before_all: Vec<Method>,
    pub before_each: Vec<Method>,
    pub after_each: Vec<Method>,
    pub after_all: Vec<Method>,
    /// Rules around each test, and around all tests of the class; those closest to the test first.
    pub rules: Vec<Rule>,
    pub class_rules: Vec<Rule>,
}

/// A field that gets a new folder.
#[derive(Clone)]
pub struct Folder {
    pub owner: String,
    pub name: String,
    pub descriptor: String,
    /// It has one before there is an object.
    pub is_static: bool,
}

/// A field that gets an argument.
#[derive(Clone)]
pub struct Argument {
    pub owner: String,
    pub name: String,
    pub descriptor: String,
    /// Which of the arguments, from 0.
    pub at: i64,
}

/// A test method of a class.
#[derive(Clone)]
pub struct Case {
    /// The class, in internal form; it may inherit the method.
    pub class: String,
    pub method: Method,
    pub kind: Kind,
    pub obstacle: Option<Obstacle>,
    /// It has a time limit. Time is virtual, so that how long a test takes on some machine says nothing; what can be
    /// checked is that it can still end, whatever has happened.
    pub must_end: bool,
    /// Exceptions that the test has to throw, in internal form.
    pub expected: Vec<String>,
    /// A regular expression for the message of such an exception.
    pub expected_message: Option<String>,
    /// From the outermost class to the class of the test.
    pub levels: Vec<Level>,
    /// Extensions of JUnit 5 and 6, in the order in which they are registered.
    pub extensions: Vec<Registered>,
    pub wishes: Wishes,
}

impl Case {
    /// How many calls of a repeated test differ: those that are told their number do.
    pub fn different_repetitions(&self) -> Option<u64> {
        let Kind::Plain { repetitions } = self.kind else { return None };
        let around = self.levels.iter().flat_map(|level| {
            let lifecycle = [&level.before_all, &level.before_each, &level.after_each, &level.after_all];
            lifecycle.into_iter().flatten().chain(&level.constructor)
        });
        let is_told = |method: &Method| method.parameters.iter().any(|one| class_of(one) == jupiter::REPETITION_INFO);
        let differ = around.chain([&self.method]).any(is_told);
        u64::try_from(repetitions).ok().filter(|number| differ && *number > 1)
    }
}

/// The tests of a class, in the order of its methods.
pub fn tests_of(name: &str, classes: &Classes<'_>) -> Vec<Case> {
    let Some(file) = classes.find(name) else { return vec![] };
    if file.access() & (ABSTRACT | INTERFACE) != 0 || file.enclosing_method().is_ok_and(|method| method.is_some()) {
        return vec![];
    }
    let own = classes.annotations_of(&file);
    let (access, outer) = classes.declared(&file);
    let is_inner = outer.is_some() && access & STATIC == 0;
    if access & PRIVATE != 0 || is_inner && !has(&own, jupiter::NESTED) {
        return vec![];
    }
    let all_public = own.iter().any(|one| one.of == testng::TEST);
    let is_test_case = is_test_case(&file, classes);
    let enclosing = enclosing(&file, classes);
    let mut found = Vec::new();
    for method in classes.methods(&file) {
        let Some(framework) = framework_of(&method, all_public, is_test_case) else { continue };
        let levels = levels(&file, framework, classes);
        let mut case = Case {
            class: name.to_owned(),
            kind: Kind::Plain { repetitions: 1 },
            obstacle: None,
            must_end: has_time_limit(&method, &around(&levels, classes), framework)
                || levels.iter().any(Level::has_time_limit),
            expected: expected(&method, framework),
            expected_message: expected_message(&method, framework),
            wishes: Wishes::of(&method.annotations, &enclosing),
            extensions: if framework == Framework::Jupiter { registered(&method, &levels, classes) } else { vec![] },
            levels,
            method,
        };
        case.obstacle = skipped(case.method.annotations.iter().chain(&enclosing)).map(Obstacle::Skipped);
        let kind = kind(&case.method, name, framework, classes);
        let with_sources = give_sources(&mut case.levels, framework, classes);
        let problem = kind.as_ref().err().cloned().or_else(|| unsupported(&case, framework, classes));
        let problem = problem.or(with_sources.err());
        case.obstacle = case.obstacle.or(problem.map(Obstacle::Unsupported));
        case.kind = kind.unwrap_or(case.kind);
        found.push(case);
    }
    found
}

fn has(annotations: &[Annotation], of: &str) -> bool {
    annotations.iter().any(|annotation| annotation.of == of)
}

/// Whether its tests are those of JUnit 3, which are known by their names.
fn is_test_case(file: &Rc<ClassFile>, classes: &Classes<'_>) -> bool {
    classes.ancestry(file).iter().any(|one| one.name() == junit4::TEST_CASE)
}

fn framework_of(method: &Method, all_public: bool, is_test_case: bool) -> Option<Framework> {
    let callable = method.access & (ABSTRACT | PRIVATE | STATIC) == 0;
    let jupiter = [
        jupiter::TEST,
        jupiter::REPEATED_TEST,
        jupiter::PARAMETERIZED_TEST,
        jupiter::TEST_FACTORY,
        jupiter::TEST_TEMPLATE,
    ];
    if !callable {
        None
    } else if jupiter.iter().any(|of| method.has(of)) {
        Some(Framework::Jupiter)
    } else if is_test_case {
        let is_test = method.name.starts_with("test") && method.parameters.is_empty() && method.access & PUBLIC != 0;
        is_test.then_some(Framework::JUnit4)
    } else if method.has(junit4::TEST) || method.has(junit4::THEORY) {
        Some(Framework::JUnit4)
    } else {
        let lifecycle = testng::BEFORE_ONCE.iter().chain(&testng::AFTER_ONCE).any(|of| method.has(of))
            || [testng::BEFORE_METHOD, testng::AFTER_METHOD, testng::DATA_PROVIDER].iter().any(|of| method.has(of));
        let of_class = all_public && method.access & PUBLIC != 0 && !lifecycle;
        (method.has(testng::TEST) || of_class).then_some(Framework::TestNg)
    }
}

/// The annotations of a class, then those of the classes that it stands in, from the inside.
fn enclosing(file: &Rc<ClassFile>, classes: &Classes<'_>) -> Vec<Annotation> {
    let mut all = Vec::new();
    let mut around = Some(Rc::clone(file));
    while let Some(file) = around {
        all.extend(classes.annotations_of(&file));
        around = classes.declared(&file).1.and_then(|outer| classes.find(&outer));
    }
    all
}

/// The annotations of all classes around a test.
fn around(levels: &[Level], classes: &Classes<'_>) -> Vec<Annotation> {
    let files = levels.iter().filter_map(|level| classes.find(&level.class));
    files.flat_map(|file| classes.annotations_of(&file)).collect()
}

/// The runner of JUnit 4 that annotations name, in internal form.
fn runner(annotations: &[Annotation]) -> Option<String> {
    annotations.iter().filter(|one| one.of == junit4::RUN_WITH).find_map(|one| one.text("value"))
}

/// Finds out where the arguments of objects come from: of classes with `@ParameterizedClass`, and of those that the runner
/// `Parameterized` of JUnit 4 makes.
fn give_sources(levels: &mut [Level], framework: Framework, classes: &Classes<'_>) -> Result<(), String> {
    for (at, level) in levels.iter_mut().enumerate() {
        let Some(file) = classes.find(&level.class) else { continue };
        let own = classes.annotations_of(&file);
        level.sources = if framework == Framework::JUnit4 && is_parameterized(&own) {
            parameters_of_objects(&file, classes)?
        } else if has(&own, jupiter::PARAMETERIZED_CLASS) {
            arguments_of_class(level, own, at > 0, classes)?
        } else {
            vec![]
        };
    }
    Ok(())
}

fn is_parameterized(annotations: &[Annotation]) -> bool {
    runner(annotations).as_deref() == Some(junit4::PARAMETERIZED)
}

/// What the test objects of a parameterised class of JUnit 4 are made with.
fn parameters_of_objects(file: &Rc<ClassFile>, classes: &Classes<'_>) -> Result<Vec<Source>, String> {
    let methods = classes.methods(file);
    let method = methods.iter().find(|method| method.has(junit4::PARAMETERS) && method.is_static());
    let method = method.filter(|method| method.parameters.is_empty()).ok_or("has no static method with @Parameters")?;
    Ok(vec![Source::Method(Factory {
        class: method.owner.clone(),
        name: method.name.clone(),
        on_test: false,
        is_field: false,
    })])
}

/// The same of JUnit 5 and 6. Arguments go to the fields with `@Parameter` if there are any, else to the constructor.
fn arguments_of_class(
    level: &mut Level,
    annotations: Vec<Annotation>,
    is_inner: bool,
    classes: &Classes<'_>,
) -> Result<Vec<Source>, String> {
    let file = classes.find(&level.class).ok_or("has no class")?;
    let methods = classes.methods(&file);
    let is_around = |method: &Method| jupiter::AROUND_PARAMETERIZED_CLASS.iter().any(|of| method.has(of));
    if let Some(method) = methods.iter().find(|method| is_around(method)) {
        return Err(format!("{} is called around each call of its class, which Heddle does not do", method.name));
    }
    if let [only] = &mut level.arguments[..] {
        only.at = only.at.max(0);
    }
    level.arguments.sort_by_key(|argument| argument.at);
    let constructor = level.constructor.as_ref().ok_or("cannot tell which constructor to call")?;
    let parameters = match &level.arguments[..] {
        [] => constructor.parameters[usize::from(is_inner)..].to_vec(),
        fields => fields.iter().map(|field| field.descriptor.clone()).collect(),
    };
    let parameter_annotations =
        if level.arguments.is_empty() { constructor.parameter_annotations.clone() } else { vec![] };
    // The sources stand on the class as they do on a method.
    let as_method = Method { parameters, annotations, parameter_annotations, ..constructor.clone() };
    let found = sources(&as_method, &level.class, classes)?;
    let needs_object = |source: &Source| matches!(source, Source::Method(factory) if factory.on_test);
    if found.iter().any(needs_object) {
        return Err("a method that provides arguments of a class has to be static".into());
    }
    Ok(found)
}

fn kind(method: &Method, class: &str, framework: Framework, classes: &Classes<'_>) -> Result<Kind, String> {
    if method.has(jupiter::PARAMETERIZED_TEST) {
        return Ok(Kind::Parameters(sources(method, class, classes)?));
    }
    if method.has(jupiter::TEST_FACTORY) {
        return Ok(Kind::Factory);
    }
    if let Some(repeated) = method.annotation(jupiter::REPEATED_TEST) {
        return Ok(Kind::Plain { repetitions: repeated.number("value").unwrap_or(1) });
    }
    if framework == Framework::Jupiter && !method.has(jupiter::TEST) {
        return Err("is a template whose extension Heddle does not run".into());
    }
    if let Some(annotation) = method.annotation(testng::TEST).filter(|_| framework == Framework::TestNg) {
        if annotation.number("threadPoolSize").is_some_and(|threads| threads > 1) {
            return Err("asks for a pool of threads (threadPoolSize), which Heddle does not make".into());
        }
        for what in ["dependsOnMethods", "dependsOnGroups"] {
            if !annotation.texts(what).is_empty() {
                return Err(format!("comes after other tests ({what}), and Heddle checks each test by itself"));
            }
        }
        if let Some(provider) = annotation.text("dataProvider").filter(|name| !name.is_empty()) {
            let of = annotation.text("dataProviderClass").filter(|name| name != "java/lang/Object");
            return Ok(Kind::Parameters(vec![Source::Method(data_provider(
                &provider,
                of.as_deref(),
                class,
                classes,
            )?)]));
        }
    }
    Ok(Kind::Plain { repetitions: 1 })
}

/// Whether annotations limit the time of a test.
fn has_time_limit(method: &Method, class: &[Annotation], framework: Framework) -> bool {
    let limit = |of: &str, attribute: &str| {
        let mut given = method.annotations.iter().chain(class).filter(|one| one.of == of);
        given.any(|one| one.number(attribute).is_some_and(|limit| limit > 0))
    };
    match framework {
        Framework::Jupiter => limit(jupiter::TIMEOUT, "value"),
        Framework::JUnit4 => limit(junit4::TEST, "timeout"),
        Framework::TestNg => limit(testng::TEST, "timeOut"),
    }
}

impl Level {
    fn has_time_limit(&self) -> bool {
        self.rules.iter().chain(&self.class_rules).any(Rule::is_timeout)
    }
}

fn data_provider(provider: &str, of: Option<&str>, class: &str, classes: &Classes<'_>) -> Result<Factory, String> {
    let file = classes.find(of.unwrap_or(class));
    let methods = file.map(|file| classes.methods(&file)).unwrap_or_default();
    let named = |method: &&Method| {
        let annotation = method.annotation(testng::DATA_PROVIDER);
        annotation.is_some_and(|one| one.text("name").unwrap_or_else(|| method.name.clone()) == provider)
    };
    let method = methods.iter().find(named).filter(|method| method.parameters.is_empty());
    let method = method.ok_or_else(|| format!("there is no data provider {provider} without parameters"))?;
    Ok(Factory {
        class: method.owner.clone(),
        name: method.name.clone(),
        on_test: !method.is_static(),
        is_field: false,
    })
}

/// The exceptions that a test of JUnit 4 or TestNG has to throw.
fn expected(method: &Method, framework: Framework) -> Vec<String> {
    match framework {
        Framework::Jupiter => vec![],
        Framework::JUnit4 => {
            let annotation = method.annotation(junit4::TEST);
            let expected = annotation.and_then(|one| one.text("expected"));
            expected.filter(|name| name != junit4::NONE).into_iter().collect()
        }
        Framework::TestNg => {
            method.annotation(testng::TEST).map(|one| one.texts("expectedExceptions")).unwrap_or_default()
        }
    }
}

/// What the message of such an exception has to look like.
fn expected_message(method: &Method, framework: Framework) -> Option<String> {
    let annotation = method.annotation(testng::TEST).filter(|_| framework == Framework::TestNg)?;
    annotation.text("expectedExceptionsMessageRegExp").filter(|pattern| pattern != ".*")
}

/// Why the author does not want a test to be executed; on the method or on a class around it.
fn skipped<'a>(annotations: impl Iterator<Item = &'a Annotation>) -> Option<String> {
    for annotation in annotations {
        match annotation.of.as_str() {
            jupiter::DISABLED | junit4::IGNORE | testng::IGNORE => {
                let why = annotation.text("value").filter(|why| !why.is_empty());
                return Some(why.unwrap_or_else(|| format!("@{}", annotation.name)));
            }
            testng::TEST if annotation.number("enabled") == Some(0) => return Some("enabled = false".into()),
            _ => {}
        }
    }
    None
}

/// What a test needs that Heddle does not do.
fn unsupported(case: &Case, framework: Framework, classes: &Classes<'_>) -> Option<String> {
    let around = around(&case.levels, classes);
    let of_level = |level: &Level| classes.find(&level.class).map(|file| classes.annotations_of(&file));
    let is_template =
        |own: Vec<Annotation>| has(&own, jupiter::CLASS_TEMPLATE) && !has(&own, jupiter::PARAMETERIZED_CLASS);
    if case.levels.iter().filter_map(of_level).any(is_template) {
        return Some("its class is a template of an extension that Heddle does not run".into());
    }
    if let Some((name, kind)) = unsupported_kind(&case.extensions, classes) {
        let name = name.replace(['/', '$'], ".");
        return Some(format!("uses the extension {name}, and Heddle does not run what implements {kind}"));
    }
    if let (Framework::JUnit4, Some(name)) = (framework, runner(&around))
        && name != junit4::PARAMETERIZED
        && !junit4::PLAIN_RUNNERS.contains(&name.as_str())
    {
        return Some(format!("uses the runner {}, which Heddle does not know", name.replace(['/', '$'], ".")));
    }
    let unmade = case.levels.iter().find(|level| level.constructor.is_none());
    unmade.map(|level| format!("cannot tell which constructor of {} to call", classes.source_name(&level.class)))
}

/// The classes around a test that it has objects of, with what is called before and after.
fn levels(file: &Rc<ClassFile>, framework: Framework, classes: &Classes<'_>) -> Vec<Level> {
    let (access, outer) = classes.declared(file);
    let outer = outer.filter(|_| access & STATIC == 0).and_then(|outer| classes.find(&outer));
    let mut chain = outer.map(|outer| levels(&outer, framework, classes)).unwrap_or_default();
    let methods = classes.methods(file);
    let with = |of: &[&str]| -> Vec<Method> {
        methods.iter().filter(|method| of.iter().any(|of| method.has(of))).cloned().collect()
    };
    // Those of the most general class come last.
    let reversed = |of: &[&str]| {
        let mut by_class: Vec<Vec<Method>> = Vec::new();
        for method in with(of) {
            match by_class.last_mut().filter(|group| group[0].owner == method.owner) {
                Some(group) => group.push(method),
                None => by_class.push(vec![method]),
            }
        }
        by_class.into_iter().rev().flatten().collect::<Vec<Method>>()
    };
    let (before_all, before_each, after_each, after_all) = match framework {
        Framework::Jupiter => (
            with(&[jupiter::BEFORE_ALL]),
            with(&[jupiter::BEFORE_EACH]),
            reversed(&[jupiter::AFTER_EACH]),
            reversed(&[jupiter::AFTER_ALL]),
        ),
        Framework::JUnit4 if is_test_case(file, classes) => {
            let named = |name: &str| -> Vec<Method> {
                let is_it = |one: &&Method| one.name == name && one.parameters.is_empty();
                methods.iter().filter(is_it).filter(|one| one.owner != junit4::TEST_CASE).cloned().collect()
            };
            (vec![], named("setUp"), named("tearDown"), vec![])
        }
        Framework::JUnit4 => (
            with(&[junit4::BEFORE_CLASS]),
            with(&[junit4::BEFORE]),
            reversed(&[junit4::AFTER]),
            reversed(&[junit4::AFTER_CLASS]),
        ),
        Framework::TestNg => (
            testng::BEFORE_ONCE.iter().flat_map(|of| with(&[of])).collect(),
            with(&[testng::BEFORE_METHOD]),
            reversed(&[testng::AFTER_METHOD]),
            testng::AFTER_ONCE.iter().flat_map(|of| reversed(&[of])).collect(),
        ),
    };
    let constructors = classes.constructors(file);
    let implied = usize::from(!chain.is_empty());
    let constructor = match &constructors[..] {
        [only] => Some(only.clone()),
        several => several.iter().find(|one| one.parameters.len() == implied).cloned(),
    };
    let (mut folders, mut arguments) = (Vec::new(), Vec::new());
    for field in classes.annotated_fields(file) {
        if has(&field.annotations, jupiter::TEMP_DIR) {
            let is_static = field.access & STATIC != 0;
            folders.push(Folder { owner: field.owner, name: field.name, descriptor: field.descriptor, is_static });
        } else if let Some(one) =
            field.annotations.iter().find(|one| [junit4::PARAMETER, jupiter::PARAMETER].contains(&one.of.as_str()))
        {
            let at = one.number("value").unwrap_or(0);
            let (owner, name, descriptor) = (field.owner, field.name, field.descriptor);
            arguments.push(Argument { owner, name, descriptor, at });
        }
    }
    let class = file.name().into_owned();
    let (rules, class_rules) = match framework {
        Framework::JUnit4 => (rules(&class, junit4::RULE, classes), rules(&class, junit4::CLASS_RULE, classes)),
        _ => (vec![], vec![]),
    };
    chain.push(Level {
        class,
        constructor,
        folders,
        sources: vec![],
        arguments,
        before_all,
        before_each,
        after_each,
        after_all,
        rules,
        class_rules,
    });
    chain
}
