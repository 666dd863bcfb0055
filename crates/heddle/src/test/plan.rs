//! From a program to what is to be checked: its tests are found, arguments of parameterised ones are counted by
//! running their sources inside Heddle, and an entry is compiled for each.

use std::collections::HashMap;

use super::classes::Classes;
use super::discover::{Case, Kind, Obstacle, tests_of};
use super::entry::{COUNTED, Call, Entry, Invocation, entry};
use super::extensions::RUNTIME;
use super::names::mockito;
use super::parameters::{Factory, Fixed, Source};
use super::result::TestName;
use super::select::{is_meant, without_calls};
use super::settings::Wishes;
use crate::{Ended, Error, Project, run};

/// A test with the class that calls it.
pub struct Planned {
    pub name: TestName,
    /// The main class in internal form, or why there is none.
    pub entry: Result<String, Obstacle>,
    pub wishes: Wishes,
    /// It has a time limit.
    pub must_end: bool,
}

/// Class files of Java 1 have version 45, and so on.
const FIRST_MAJOR: u32 = 44;

/// More calls of one test than this are a mistake.
const MOST_CALLS: u64 = 100_000;

/// The program with an entry for each of the tests that are meant, and these.
pub fn plan(project: &Project, select: &[String]) -> Result<(Project, Vec<Planned>), Error> {
    let classes = Classes::of(project.program());
    let cases = cases(project, &classes)?;
    if cases.is_empty() {
        return Err(Error::NoTests(format!(
            "there are no tests in {}: no method has @Test of JUnit 4, 5, 6 or TestNG; give the folder or jar with \
             the classes of the tests, and the jars that they use with -c",
            project.target().program
        )));
    }
    let most = u16::try_from(project.jdk().feature()? + FIRST_MAJOR).unwrap_or(u16::MAX);
    let newer = |name: &str| classes.find(name).map(|file| file.major()).filter(|major| *major > most);
    if let Some((case, major)) = cases.iter().find_map(|(_, case)| Some((case, newer(&case.class)?))) {
        return Err(Error::Usage(format!(
            "{} was compiled for Java {}, and {} is Java {}; name a newer JDK with --jdk or JAVA_HOME",
            case.class.replace('/', "."),
            u32::from(major) - FIRST_MAJOR,
            project.jdk().home().display(),
            project.jdk().feature()?
        )));
    }
    let meant = |name: &TestName| select.is_empty() || select.iter().any(|pattern| is_meant(pattern, name));
    // A pattern may name one call of a parameterised test.
    let may_be_meant = |name: &TestName| {
        let calls = |pattern: &String| is_meant(without_calls(pattern), name);
        meant(name) || select.iter().any(calls)
    };
    let cases: Vec<(TestName, Case)> = cases.into_iter().filter(|(name, _)| may_be_meant(name)).collect();
    let counts = count(project, &cases, &classes)?;
    let mut planned = Vec::new();
    let mut entries: Vec<(usize, Entry)> = Vec::new();
    for (name, case) in &cases {
        let calls = invocations(name, case, &counts);
        for (index, invocation) in calls.unwrap_or_else(|obstacle| vec![(vec![], Err(obstacle))]) {
            let name = TestName { calls: index, ..name.clone() };
            if !meant(&name) {
                continue;
            }
            let made = invocation
                .and_then(|call| entry(&name.to_string(), case, &call, &classes).map_err(Obstacle::Unsupported));
            let class = made.as_ref().map(|entry| entry.class.clone()).map_err(Clone::clone);
            entries.extend(made.ok().map(|entry| (planned.len(), entry)));
            planned.push(Planned { name, entry: class, wishes: case.wishes.clone(), must_end: case.must_end });
        }
    }
    if planned.is_empty() {
        let patterns = select.join(", ");
        return Err(Error::NoTests(format!("no test is called {patterns}; * stands for any text, as in '*Counter*'")));
    }
    let (compiled, refused) = compiled(project, entries)?;
    for (at, why) in refused {
        planned[at].entry = Err(Obstacle::Unsupported(why));
    }
    Ok((compiled, planned))
}

/// The test methods of the program, by name.
fn cases(project: &Project, classes: &Classes<'_>) -> Result<Vec<(TestName, Case)>, Error> {
    let mut found: Vec<(TestName, Case)> = Vec::new();
    for class in project.input().own_classes(&project.target().program)? {
        for case in tests_of(&class, classes) {
            let method = case.method.name.clone();
            found.push((TestName { class: class.replace('/', "."), method, calls: vec![] }, case));
        }
    }
    let mut known: HashMap<TestName, usize> = HashMap::new();
    found.iter().for_each(|(name, _)| *known.entry(name.clone()).or_default() += 1);
    for (name, case) in found.iter_mut().filter(|(name, _)| known[name] > 1) {
        let types = case.method.parameters.iter().map(|parameter| super::convert::type_name(parameter, classes));
        name.method = format!("{}({})", name.method, types.collect::<Vec<_>>().join(", "));
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(found)
}

/// A source of arguments of a test: that of which class around it, or of the method itself, and which of them.
type SourceOf = (TestName, Option<usize>, usize);

/// How many items there are, or why that is not known.
type Counts = HashMap<SourceOf, Result<u64, String>>;

/// Runs what makes arguments or tests.
fn count(project: &Project, cases: &[(TestName, Case)], classes: &Classes<'_>) -> Result<Counts, Error> {
    let mut counts = Counts::new();
    let mut entries: Vec<(usize, Entry)> = Vec::new();
    let mut keys = Vec::new();
    for (name, case) in cases.iter().filter(|(_, case)| case.obstacle.is_none()) {
        let made = |of: Option<usize>, sources: &[Source]| -> Vec<(Option<usize>, usize, Option<Factory>)> {
            let of_method = |(at, source): (usize, &Source)| match source {
                Source::Method(factory) => Some((of, at, Some(factory.clone()))),
                Source::Fixed(_) => None,
            };
            sources.iter().enumerate().filter_map(of_method).collect()
        };
        let of_levels = case.levels.iter().enumerate().flat_map(|(at, level)| made(Some(at), &level.sources));
        let of_method = match &case.kind {
            Kind::Plain { .. } => vec![],
            Kind::Factory => vec![(None, 0, None)],
            Kind::Parameters(sources) => made(None, sources),
        };
        // Objects on the way to the source of a method are those of the first call.
        let first = |level: &super::discover::Level| match level.sources.first() {
            Some(Source::Fixed(list)) => list.first().cloned().map(Invocation::Fixed),
            Some(Source::Method(factory)) => Some(Invocation::Item { factory: factory.clone(), at: 0 }),
            None => None,
        };
        let of_objects: Vec<Option<Invocation>> = case.levels.iter().map(first).collect();
        for (level, at, factory) in of_levels.chain(of_method) {
            let key = (name.clone(), level, at);
            let id = format!("{name}/{}/{at}", level.map_or_else(String::new, |level| level.to_string()));
            let of_objects = if level.is_some() { vec![] } else { of_objects.clone() };
            match entry(&id, case, &Call { of_objects, of_method: Invocation::Count(factory) }, classes) {
                Ok(made) => {
                    entries.push((keys.len(), made));
                    keys.push(key);
                }
                Err(problem) => {
                    counts.insert(key, Err(problem));
                }
            }
        }
    }
    if entries.is_empty() {
        return Ok(counts);
    }
    let mains: Vec<(usize, String)> = entries.iter().map(|(at, entry)| (*at, entry.class.clone())).collect();
    let (compiled, refused) = compiled(project, entries)?;
    for (at, main) in mains {
        let refused = refused.iter().find(|(other, _)| *other == at);
        let counted = match refused {
            Some((_, why)) => Err(why.clone()),
            None => counted(&compiled.with_entry(&main, "", vec![])?),
        };
        counts.insert(keys[at].clone(), counted);
    }
    Ok(counts)
}

/// What an entry that counts prints.
fn counted(project: &Project) -> Result<u64, String> {
    let mut printed = Vec::new();
    let ended =
        run(project, None, |output| printed.extend_from_slice(&output.bytes)).map_err(|error| error.to_string())?;
    let printed = String::from_utf8_lossy(&printed);
    let number = printed.lines().find_map(|line| line.strip_prefix(COUNTED)?.trim().parse::<u64>().ok());
    match number {
        Some(number) if number <= MOST_CALLS => Ok(number),
        Some(number) => Err(format!("its source of arguments has {number} items")),
        None => {
            let why = match ended {
                Ended::Unsupported { what, .. } => what,
                _ => printed.lines().last().unwrap_or("it printed nothing").trim().to_owned(),
            };
            Err(format!("its source of arguments failed: {why}"))
        }
    }
}

type Calls = Vec<(Vec<u64>, Result<Call, Obstacle>)>;

/// The calls of a test, with their numbers: each call of the test for each of every parameterised class around it.
fn invocations(name: &TestName, case: &Case, counts: &Counts) -> Result<Calls, Obstacle> {
    if let Some(obstacle) = &case.obstacle {
        return Err(obstacle.clone());
    }
    let counted = |of: Option<usize>, at: usize| match counts.get(&(name.clone(), of, at)) {
        Some(Ok(number)) => Ok(*number),
        Some(Err(why)) => Err(Obstacle::Unsupported(why.clone())),
        None => Ok(0),
    };
    let listed = |of: Option<usize>, sources: &[Source]| -> Result<Vec<Invocation>, Obstacle> {
        let mut calls = Vec::new();
        for (position, source) in sources.iter().enumerate() {
            match source {
                Source::Fixed(list) => calls.extend(list.iter().map(|one: &Fixed| Invocation::Fixed(one.clone()))),
                Source::Method(factory) => {
                    let item = |at| Invocation::Item { factory: factory.clone(), at };
                    calls.extend((0..counted(of, position)?).map(item));
                }
            }
        }
        Ok(calls)
    };
    let mut all: Vec<(Vec<u64>, Vec<Option<Invocation>>)> = vec![(vec![], vec![])];
    for (at, level) in case.levels.iter().enumerate() {
        if level.sources.is_empty() {
            all.iter_mut().for_each(|(_, calls)| calls.push(None));
        } else {
            all = numbered(&all, &listed(Some(at), &level.sources)?);
        }
    }
    match &case.kind {
        Kind::Plain { .. } if case.different_repetitions().is_some_and(|number| number > MOST_CALLS) => {
            return Err(Obstacle::Unsupported("is repeated too often".into()));
        }
        Kind::Plain { .. } if case.different_repetitions().is_some() => {
            let number = case.different_repetitions().unwrap_or(1);
            let calls: Vec<Invocation> = (1..=number).map(|at| Invocation::Repeated { at }).collect();
            all = numbered(&all, &calls);
        }
        Kind::Plain { .. } => all.iter_mut().for_each(|(_, calls)| calls.push(Some(Invocation::Plain))),
        Kind::Factory => {
            let made: Vec<Invocation> = (0..counted(None, 0)?).map(|at| Invocation::Made { at }).collect();
            all = numbered(&all, &made);
        }
        Kind::Parameters(sources) => all = numbered(&all, &listed(None, sources)?),
    }
    if all.is_empty() {
        return Err(Obstacle::Skipped("its sources provide no arguments".into()));
    }
    let call = |mut of_objects: Vec<Option<Invocation>>| {
        let of_method = of_objects.pop().flatten().unwrap_or(Invocation::Plain);
        Call { of_objects, of_method }
    };
    Ok(all.into_iter().map(|(index, calls)| (index, Ok(call(calls)))).collect())
}

/// Each of what comes before with each of these calls, which are numbered from 1.
fn numbered(
    before: &[(Vec<u64>, Vec<Option<Invocation>>)],
    calls: &[Invocation],
) -> Vec<(Vec<u64>, Vec<Option<Invocation>>)> {
    let mut all = Vec::new();
    for (numbers, others) in before {
        for (number, call) in (1..).zip(calls) {
            let numbers = numbers.iter().copied().chain([number]).collect();
            all.push((numbers, others.iter().cloned().chain([Some(call.clone())]).collect()));
        }
    }
    all
}

/// The program with these classes; those that the compiler refuses are left out, with its first message.
fn compiled(project: &Project, entries: Vec<(usize, Entry)>) -> Result<(Project, Vec<(usize, String)>), Error> {
    let sources = |entries: &[(usize, Entry)]| -> Vec<(String, String)> {
        let extended = entries.iter().any(|(_, entry)| entry.extended);
        let runtime = extended.then(|| (RUNTIME.0.to_owned(), RUNTIME.1.to_owned()));
        entries.iter().map(|(_, entry)| (entry.class.clone(), entry.source.clone())).chain(runtime).collect()
    };
    let has = |path: &str| !project.program().user_resources(path).is_empty();
    let wanted = mockito::PLUG_INS.into_iter().filter(|(path, _)| has(mockito::CLASS) && !has(path));
    let resources: Vec<(&str, &str)> = wanted.collect();
    match project.with_sources(&sources(&entries), &resources) {
        Err(Error::Compiler(_)) => {}
        other => return Ok((other?, vec![])),
    }
    let (mut good, mut refused) = (Vec::new(), Vec::new());
    for (at, entry) in entries {
        let one = (at, entry);
        match project.with_sources(&sources(std::slice::from_ref(&one)), &[]) {
            Err(Error::Compiler(messages)) => {
                let first = messages.lines().next().unwrap_or_default();
                let message = first.split_once("error: ").map_or(first, |(_, message)| message);
                refused.push((one.0, format!("no call of it compiles: {message}")));
            }
            other => {
                other?;
                good.push(one);
            }
        }
    }
    Ok((project.with_sources(&sources(&good), &resources)?, refused))
}
