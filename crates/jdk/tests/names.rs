//! Every name that stands in this crate is looked up in the JDKs of this machine, and what a JDK adds to
//! classes that claims are made about is noticed.
//!
//! `members.txt` lists what somebody has looked at: the methods of these classes that programs can call or
//! override, where fields matter the fields, and the public classes of `java.util.concurrent`. A JDK with more
//! fails the test until it was decided what the new members mean.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use heddle_jdk::summaries::{OF_SOME_VERSIONS, STAND_INS, SUMMARIES};
use heddle_jdk::{CONCURRENT, Class, Does, Is, Scope, Versions, classes, is_for_one_thread};
use heddle_program::{ClassId, Program, Sources, access};

#[test]
fn every_name_exists_in_the_versions_that_it_is_said_to_exist_in() {
    let mut wrong = String::new();
    for jdk in jdks() {
        let mut check = |what: String, versions: Versions, exists: bool| {
            if exists != versions.contain(jdk.feature) {
                let verb = if exists { "exists" } else { "does not exist" };
                let Versions { since, until } = versions;
                let _ = writeln!(wrong, "JDK {}: {what} {verb} (said to exist from {since} to {until})", jdk.feature);
            }
        };
        for entry in classes() {
            let exists = jdk.has(entry.scope);
            check(entry.name().to_owned(), entry.versions, exists);
            if !exists || entry.methods.is_empty() && entry.fields.is_empty() {
                continue;
            }
            let named = jdk.named(entry.scope);
            for methods in entry.methods {
                let among = if methods.nested { jdk.nested(entry.name()) } else { named.clone() };
                for name in methods.names {
                    let exists = among.iter().any(|&class| jdk.has_method(class, name, methods.taking));
                    check(format!("{}.{name}{}", entry.name(), methods.taking), methods.versions, exists);
                }
            }
            for fields in entry.fields {
                for name in fields.names {
                    let exists = named.iter().any(|&class| jdk.has_field(class, name));
                    check(format!("the field {}.{name}", entry.name()), fields.versions, exists);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn what_has_a_summary_exists() {
    let mut missing = String::new();
    for jdk in jdks() {
        for entry in SUMMARIES {
            let class = jdk.program.load(entry.class).ok();
            let has = |name: &&&str| class.is_none_or(|class| !jdk.has_method(class, name, entry.taking));
            for name in entry.names.iter().filter(has) {
                let _ = writeln!(missing, "JDK {}: {}.{name}{}", jdk.feature, entry.class, entry.taking);
            }
        }
    }
    assert!(missing.is_empty(), "{missing}");
}

/// Some are in one JDK only.
#[test]
fn what_has_a_stand_in_or_is_of_some_versions_exists() {
    let has = |class: &str, field: &str| {
        jdks().iter().any(|jdk| jdk.program.load(class).is_ok_and(|class| jdk.has_field(class, field)))
    };
    let missing: Vec<_> = STAND_INS.iter().filter(|(class, field, _)| !has(class, field)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let summarised = |class: &str, name: &str, taking: &str| {
        jdks().iter().any(|jdk| jdk.program.load(class).is_ok_and(|class| jdk.has_method(class, name, taking)))
    };
    for entry in OF_SOME_VERSIONS {
        assert!(entry.names.iter().all(|name| summarised(entry.class, name, entry.taking)), "{}", entry.class);
    }
}

#[test]
fn a_class_has_one_entry() {
    let mut seen = BTreeSet::new();
    let single = classes().filter(|class| matches!(class.scope, Scope::Class(_)));
    let twice: Vec<_> = single.map(Class::name).filter(|&name| !seen.insert(name)).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn what_a_synchroniser_hands_out_for_one_thread_is_known_by_its_name() {
    const HANDED_OUT: [&str; 4] =
        ["java/util/Iterator", "java/util/Spliterator", "java/util/Enumeration", "java/util/Map$Entry"];
    let mut unknown = String::new();
    for jdk in jdks() {
        let types: Vec<ClassId> = HANDED_OUT.iter().map(|name| jdk.program.load(name).expect("it exists")).collect();
        for class in jdk.beginning(|name| name.starts_with(CONCURRENT) && name.contains('$')) {
            let name = jdk.program.class_name(class);
            // Nodes of maps are entries too; others than the map see them through iterators, as copies.
            let is_node = name.ends_with("Node") || name.ends_with("TreeBin");
            if !is_node && types.iter().any(|&ty| jdk.program.is_subtype(class, ty)) && !is_for_one_thread(name) {
                let _ = writeln!(unknown, "JDK {}: {name}", jdk.feature);
            }
        }
    }
    assert!(unknown.is_empty(), "add what these are called to is_for_one_thread:\n{unknown}");
}

#[test]
fn additions_of_a_jdk_are_noticed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/members.txt");
    let known = parse(&std::fs::read_to_string(&path).unwrap_or_default());
    let mut all = known.clone();
    let mut added = String::new();
    for jdk in jdks() {
        for (class, members) in jdk.members() {
            let looked_at = all.entry(class.clone()).or_default();
            for member in members.into_iter().filter(|member| looked_at.insert(member.clone())) {
                let _ = writeln!(added, "JDK {}: {class} {member}", jdk.feature);
            }
        }
    }
    if added.is_empty() {
        return;
    }
    if std::env::var_os("HEDDLE_BLESS").is_some() {
        std::fs::write(&path, print(&all)).expect("the list of members is writable");
        return;
    }
    panic!(
        "these members are new in classes that crates/jdk makes claims about:\n{added}\n\
         Decide for each what it means, and enter it into the file of its class in crates/jdk/src:\n\
         - a method of java.util.concurrent: is it an atomic operation, does it look at queues, workers or counts?\n\
         - a method of Thread: does it look at other threads?\n\
         - a method of Class, System and the like: can the analysis follow it?\n\
         - a field: is it guarded like the others of its class, is it part of the state?\n\
         - a class of java.util.concurrent: are its methods operations, does it guard its fields?\n\
         Then HEDDLE_BLESS=1 adds them to {}.",
        path.display()
    );
}

/// By class, what it has.
type Members = BTreeMap<String, BTreeSet<String>>;

fn parse(text: &str) -> Members {
    let mut members = Members::new();
    let mut class = String::new();
    for line in text.lines() {
        match line.strip_prefix("  ") {
            Some(member) => {
                members.entry(class.clone()).or_default().insert(member.to_owned());
            }
            None => line.clone_into(&mut class),
        }
    }
    members
}

fn print(members: &Members) -> String {
    let of_class = |(class, members): (&String, &BTreeSet<String>)| {
        members.iter().fold(format!("{class}\n"), |text, member| text + "  " + member + "\n")
    };
    members.iter().map(of_class).collect()
}

struct Jdk {
    feature: u32,
    program: Program,
    names: Vec<String>,
}

impl Jdk {
    fn has(&self, scope: Scope) -> bool {
        match scope {
            Scope::Class(name) => self.names.binary_search_by(|known| known.as_str().cmp(name)).is_ok(),
            Scope::Prefix(prefix) => self.names.iter().any(|name| name.starts_with(prefix)),
        }
    }

    fn named(&self, scope: Scope) -> Vec<ClassId> {
        match scope {
            Scope::Class(name) => self.program.load(name).into_iter().collect(),
            Scope::Prefix(prefix) => self.beginning(|name| name.starts_with(prefix)),
        }
    }

    fn nested(&self, outer: &str) -> Vec<ClassId> {
        let is_nested =
            |name: &str| name.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'));
        self.beginning(is_nested)
    }

    fn beginning(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<ClassId> {
        let names = self.names.iter().filter(|name| is_wanted(name));
        names.map(|name| self.program.load(name).expect("a class of the image loads")).collect()
    }

    fn has_method(&self, class: ClassId, name: &str, taking: &str) -> bool {
        let methods = self.program.class(class).methods.iter().map(|&method| self.program.method(method));
        methods.into_iter().any(|method| {
            self.program.text(method.name) == name && self.program.text(method.descriptor).starts_with(taking)
        })
    }

    fn has_field(&self, class: ClassId, name: &str) -> bool {
        let fields = self.program.class(class).fields.iter().map(|&field| self.program.field(field));
        fields.into_iter().any(|field| self.program.text(field.name) == name)
    }

    /// What a JDK may add to the classes of this crate such that somebody has to look at it.
    fn members(&self) -> Members {
        let mut members = Members::new();
        for entry in classes().filter(|entry| matches!(entry.scope, Scope::Class(_))) {
            let Ok(class) = self.program.load(entry.name()) else { continue };
            let found = self.methods_of_interest(entry, class).chain(self.fields_of_interest(entry, class)).collect();
            members.insert(entry.name().to_owned(), found);
        }
        let is_public = |name: &&String| {
            let class = self.program.load(name).expect("a class of the image loads");
            self.program.class(class).access & access::PUBLIC != 0
        };
        let concurrent = self.names.iter().filter(|name| name.starts_with(CONCURRENT) && !name.contains('$'));
        members.insert(CONCURRENT.to_owned(), concurrent.filter(is_public).cloned().collect());
        members.retain(|_, members| !members.is_empty());
        members
    }

    /// Methods that programs can call or override, of classes whose methods are told apart. Of what is all
    /// beyond the analysis unless it is listed, nothing new does harm; nor do exceptions.
    fn methods_of_interest(&self, entry: &Class, class: ClassId) -> impl Iterator<Item = String> {
        let concerned = !entry.methods.is_empty()
            || entry.is.iter().any(|is| matches!(is, Is::Guarding | Is::Atomic | Is::Queued | Is::Inherited));
        let only_fences = entry.methods.iter().all(|methods| matches!(methods.does, Does::Fence(_)));
        let methods = self.program.class(class).methods.iter().map(|&method| self.program.method(method));
        let methods = methods.filter(move |_| concerned && !entry.is.contains(&Is::Escapes));
        let open = methods.filter(|method| method.access & (access::PUBLIC | access::PROTECTED) != 0);
        let texts = open.map(|method| (self.program.text(method.name), self.program.text(method.descriptor)));
        let is_fence = entry.methods.is_empty() || !only_fences;
        texts
            .filter(move |(name, _)| is_fence || name.ends_with("Fence"))
            .map(|(name, descriptor)| format!("{name}{descriptor}"))
    }

    /// Fields that are part of states, of classes that guard theirs or whose fields are told apart.
    fn fields_of_interest(&self, entry: &Class, class: ClassId) -> impl Iterator<Item = String> {
        let concerned =
            !entry.fields.is_empty() || entry.is.iter().any(|is| matches!(is, Is::Guarding | Is::Atomic | Is::Value));
        let fields = self.program.class(class).fields.iter().map(|&field| self.program.field(field));
        let fields = fields.filter(move |field| concerned && !field.is_static() && !field.is_final());
        fields.map(|field| format!("field {}", self.program.text(field.name)))
    }
}

/// The JDKs named by `HEDDLE_JDKS` (a path list), else `JAVA_HOME` and those installed in the usual folder of
/// Linux distributions, one per feature version.
fn jdks() -> Vec<Jdk> {
    let homes: Vec<PathBuf> = match std::env::var_os("HEDDLE_JDKS") {
        Some(list) => std::env::split_paths(&list).collect(),
        None => {
            let installed = std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|entry| entry.path());
            std::env::var_os("JAVA_HOME").map(PathBuf::from).into_iter().chain(installed).collect()
        }
    };
    let images = homes.into_iter().filter(|home| home.join("lib/modules").is_file());
    let mut found = BTreeMap::new();
    for jdk in images {
        let program = Program::open(Sources { jdk, class_path: Vec::new(), injected: &[] }).expect("the JDK opens");
        let mut names: Vec<String> = program.jdk_classes().map(|(_, name)| name).collect();
        names.sort();
        let feature = program.jdk_feature();
        found.entry(feature).or_insert(Jdk { feature, program, names });
    }
    assert!(!found.is_empty(), "no JDK found: install one, or name it in HEDDLE_JDKS or JAVA_HOME");
    found.into_values().collect()
}
