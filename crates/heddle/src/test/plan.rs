//! From a program to what is to be checked: its tests are found, arguments of parameterised ones are counted by
//! running their sources inside Heddle, and an entry is compiled for each.

use std::collections::HashMap;

use super::classes::Classes;
use super::discover::{Case, Kind, Obstacle, tests_of};
use super::entry::{COUNTED, Entry, Invocation, entry};
use super::extensions::RUNTIME;
use super::names::mockito;
use super::parameters::{Factory, Fixed, Source};
use super::result::TestName;
use super::select::is_meant;
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
    let meant = |name: &TestName| select.is_empty() || select.iter().any(|pattern| is_meant(pattern, name));
    // A pattern may name one call of a parameterised test.
    let may_be_meant = |name: &TestName| {
        let calls = |pattern: &String| pattern.rsplit_once('[').is_some_and(|(of, _)| is_meant(of, name));
        meant(name) || select.iter().any(calls)
    };
    let cases: Vec<(TestName, Case)> = cases.into_iter().filter(|(name, _)| may_be_meant(name)).collect();
    let counts = count(project, &cases, &classes)?;
    let mut planned = Vec::new();
    let mut entries: Vec<(usize, Entry)> = Vec::new();
    for (name, case) in &cases {
        let calls = invocations(name, case, &counts);
        for (index, invocation) in calls.unwrap_or_else(|obstacle| vec![(None, Err(obstacle))]) {
            let name = TestName { index, ..name.clone() };
            if !meant(&name) {
                continue;
            }
            let made = invocation.and_then(|invocation| {
                entry(&name.to_string(), case, &invocation, &classes).map_err(Obstacle::Unsupported)
            });
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
            found.push((TestName { class: class.replace('/', "."), method, index: None }, case));
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

/// How many items there are, or why that is not known; by test and source.
type Counts = HashMap<(TestName, usize), Result<u64, String>>;

/// Runs what makes arguments or tests.
fn count(project: &Project, cases: &[(TestName, Case)], classes: &Classes<'_>) -> Result<Counts, Error> {
    let mut counts = Counts::new();
    let mut entries: Vec<(usize, Entry)> = Vec::new();
    let mut keys = Vec::new();
    for (name, case) in cases.iter().filter(|(_, case)| case.obstacle.is_none()) {
        let counted: Vec<(usize, Option<Factory>)> = match &case.kind {
            Kind::Plain { .. } => vec![],
            Kind::Factory => vec![(0, None)],
            Kind::Parameters(sources) => {
                let of_method = |(at, source): (usize, &Source)| match source {
                    Source::Method(factory) => Some((at, Some(factory.clone()))),
                    Source::Fixed(_) => None,
                };
                sources.iter().enumerate().filter_map(of_method).collect()
            }
        };
        for (at, factory) in counted {
            let key = (name.clone(), at);
            match entry(&format!("{name}/{at}"), case, &Invocation::Count(factory), classes) {
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

type Calls = Vec<(Option<u64>, Result<Invocation, Obstacle>)>;

/// The calls of a test, with their numbers.
fn invocations(name: &TestName, case: &Case, counts: &Counts) -> Result<Calls, Obstacle> {
    if let Some(obstacle) = &case.obstacle {
        return Err(obstacle.clone());
    }
    let counted = |at: usize| match counts.get(&(name.clone(), at)) {
        Some(Ok(number)) => Ok(*number),
        Some(Err(why)) => Err(Obstacle::Unsupported(why.clone())),
        None => Ok(0),
    };
    let mut calls = Vec::new();
    match &case.kind {
        Kind::Plain { .. } => return Ok(vec![(None, Ok(Invocation::Plain))]),
        Kind::Factory => calls.extend((0..counted(0)?).map(|at| Invocation::Made { at })),
        Kind::Parameters(sources) => {
            for (position, source) in sources.iter().enumerate() {
                match source {
                    Source::Fixed(list) => calls.extend(list.iter().map(|one: &Fixed| Invocation::Fixed(one.clone()))),
                    Source::Method(factory) => {
                        let item = |at| Invocation::Item { factory: factory.clone(), at };
                        calls.extend((0..counted(position)?).map(item));
                    }
                }
            }
        }
    }
    if calls.is_empty() {
        return Err(Obstacle::Skipped("its sources provide no arguments".into()));
    }
    Ok(calls.into_iter().enumerate().map(|(at, call)| (Some(at as u64 + 1), Ok(call))).collect())
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
