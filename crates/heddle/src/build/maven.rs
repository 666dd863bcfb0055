//! Modules of a Maven project: those that its `pom.xml`s name, with class paths that the dependency plug-in writes. A
//! project whose folders are not the usual ones is asked for its effective `pom.xml`, by the help plug-in.

use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use super::{Module, ask_once, hash_files};
use crate::Error;

/// The goal that writes class paths.
const CLASS_PATH: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.6.0:build-classpath";
/// Where it writes that of a module.
const KEPT: &str = "target/heddle/classpath.txt";
/// The goal that writes what all `pom.xml`s come to, and where.
const EFFECTIVE: &str = "org.apache.maven.plugins:maven-help-plugin:3.4.1:effective-pom";
const EFFECTIVE_KEPT: &str = "target/heddle/effective-pom.xml";
/// What the sources were when it was written.
const KEY: &str = "target/heddle/key.txt";

/// Elements of a `pom.xml` that move sources or classes. The same names stand in the settings of plug-ins; then Maven is
/// asked in vain.
const MOVES: [&str; 5] =
    ["<directory>", "<outputDirectory>", "<testOutputDirectory>", "<sourceDirectory>", "<testSourceDirectory>"];

/// The modules of a Maven project, the folder itself first. `maven` is asked with arguments.
pub fn modules(folder: &Path, maven: &dyn Fn(&[String]) -> Result<(), Error>) -> Result<Vec<Module>, Error> {
    let folder = &std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    let (folders, moved) = module_folders(folder)?;
    let effective = folder.join(EFFECTIVE_KEPT);
    let ask = |words: &[&str]| {
        maven(&[&["-q", "-B"], words].concat().iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    };
    let ask_for_all = || {
        // What was written for another layout.
        let _ = std::fs::remove_file(&effective);
        ask(&["test-compile", CLASS_PATH, "-Dmdep.includeScope=test", &format!("-Dmdep.outputFile={KEPT}")])?;
        let layouts: Vec<Layout> = folders.iter().map(|folder| Layout::usual(folder)).collect();
        let is_usual = layouts.iter().any(Layout::has_classes);
        // A machine without a network may not have the plug-in; where the usual folders are there, it is not needed.
        match (moved || !is_usual).then(|| ask(&[EFFECTIVE, &format!("-Doutput={}", effective.display())])) {
            Some(Err(error)) if !is_usual => Err(error),
            _ => Ok(()),
        }
    };
    ask_once(&folder.join(KEY), || key(&folders, &effective), ask_for_all)?;
    let text = std::fs::read_to_string(&effective).unwrap_or_default();
    let stated = layouts(&text);
    let module = |folder: &PathBuf| {
        let own = stated.iter().find(|layout| closest(layout, &folders) == Some(folder));
        let layout = own.cloned().unwrap_or_else(|| Layout::usual(folder));
        let text = std::fs::read_to_string(folder.join(KEPT)).unwrap_or_default();
        Module {
            folder: folder.clone(),
            dependencies: std::env::split_paths(text.trim()).filter(|path| path.exists()).collect(),
            sources: layout.all_sources(),
            classes: existing([layout.classes]),
            test_classes: existing([layout.test_classes]),
        }
    };
    Ok(folders.iter().map(module).collect())
}

/// Where a module has its sources and classes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Layout {
    sources: PathBuf,
    test_sources: PathBuf,
    classes: PathBuf,
    test_classes: PathBuf,
}

impl Layout {
    /// Unless the `pom.xml` says otherwise.
    fn usual(folder: &Path) -> Self {
        Self {
            sources: folder.join("src/main/java"),
            test_sources: folder.join("src/test/java"),
            classes: folder.join("target/classes"),
            test_classes: folder.join("target/test-classes"),
        }
    }

    fn has_classes(&self) -> bool {
        self.classes.is_dir() || self.test_classes.is_dir()
    }

    /// Folders with sources: its own, and those that plug-ins have made beside the classes.
    fn all_sources(&self) -> Vec<PathBuf> {
        let mut found = existing([self.test_sources.clone(), self.sources.clone()]);
        for name in ["generated-sources", "generated-test-sources"] {
            let made = self.classes.parent().map(|build| build.join(name)).unwrap_or_default();
            let mut inner: Vec<PathBuf> =
                std::fs::read_dir(made).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
            inner.retain(|path| path.is_dir());
            inner.sort();
            found.extend(inner);
        }
        found
    }
}

fn existing<const N: usize>(paths: [PathBuf; N]) -> Vec<PathBuf> {
    paths.into_iter().filter(|path| path.is_dir()).collect()
}

/// The module that a layout belongs to: the innermost folder around its sources or classes.
fn closest<'f>(layout: &Layout, folders: &'f [PathBuf]) -> Option<&'f PathBuf> {
    let around = |path: &PathBuf| {
        folders.iter().filter(|folder| path.starts_with(folder)).max_by_key(|folder| folder.components().count())
    };
    [&layout.sources, &layout.test_sources, &layout.classes].into_iter().find_map(around)
}

/// The layouts of all modules, as effective `pom.xml`s state them.
fn layouts(text: &str) -> Vec<Layout> {
    let builds = text.split("<build>").skip(1).filter_map(|part| Some(part.split_once("</build>")?.0));
    let layout = |build: &str| {
        // They come first, before resources and plug-ins, which have elements of the same names.
        let place = |name: &str| {
            let (_, after) = build.split_once(&format!("<{name}>"))?;
            Some(PathBuf::from(unescaped(after.split_once('<')?.0.trim())))
        };
        Some(Layout {
            sources: place("sourceDirectory")?,
            test_sources: place("testSourceDirectory")?,
            classes: place("outputDirectory")?,
            test_classes: place("testOutputDirectory")?,
        })
    };
    builds.filter_map(layout).collect()
}

/// Text of an XML file.
fn unescaped(text: &str) -> String {
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    entities.iter().fold(text.to_owned(), |text, (entity, character)| text.replace(entity, character))
}

/// The folders of a project and of its modules, and whether one of them may have moved its sources or classes.
fn module_folders(folder: &Path) -> Result<(Vec<PathBuf>, bool), Error> {
    let (mut found, mut moved) = (Vec::new(), false);
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        let file = folder.join("pom.xml");
        let text = std::fs::read_to_string(&file)
            .map_err(|error| Error::Usage(format!("cannot read {}: {error}", file.display())))?;
        let plain = without_comments(&text);
        moved |= MOVES.iter().any(|element| plain.contains(element));
        let inner: Vec<PathBuf> = modules_in(&plain).iter().map(|name| folder.join(name)).collect();
        open.extend(inner.into_iter().rev().filter(|inner| inner.join("pom.xml").is_file() && !found.contains(inner)));
        found.push(folder);
    }
    Ok((found, moved))
}

fn without_comments(text: &str) -> String {
    let mut plain = String::new();
    for (at, part) in text.split("<!--").enumerate() {
        plain.push_str(if at == 0 { part } else { part.split_once("-->").map_or("", |(_, after)| after) });
    }
    plain
}

/// The modules that a `pom.xml` without comments names.
fn modules_in(plain: &str) -> Vec<String> {
    let parts = plain.split("<module>").skip(1);
    parts.filter_map(|part| Some(part.split_once("</module>")?.0.trim().to_owned())).collect()
}

/// A hash of what Maven reads: every `pom.xml`, and the sources; and whether it has compiled them.
fn key(folders: &[PathBuf], effective: &Path) -> String {
    let mut hash = Xxh3::new();
    // What an earlier version kept may be less.
    hash.update(EFFECTIVE.as_bytes());
    let stated = layouts(&std::fs::read_to_string(effective).unwrap_or_default());
    for folder in folders {
        hash.update(&std::fs::read(folder.join("pom.xml")).unwrap_or_default());
        hash_files(&folder.join("src"), &mut hash);
        let usual = Layout::usual(folder);
        hash.update(&[&usual.classes, &usual.test_classes].map(|path| u8::from(path.is_dir())));
    }
    for layout in stated {
        for sources in [&layout.sources, &layout.test_sources] {
            hash_files(sources, &mut hash);
        }
        hash.update(&[&layout.classes, &layout.test_classes].map(|path| u8::from(path.is_dir())));
    }
    format!("{:032x}", hash.digest128())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{closest, layouts, modules_in, without_comments};

    #[test]
    fn modules_are_read_without_comments() {
        let text = "<modules><module>a</module><!-- <module>b</module> --> <module> c/d </module></modules>";
        assert_eq!(modules_in(&without_comments(text)), ["a", "c/d"]);
        assert!(modules_in("<project/>").is_empty());
        assert_eq!(without_comments("<!-- licence --><a/><!-- b --><c/>"), "<a/><c/>");
    }

    #[test]
    fn layouts_belong_to_the_innermost_module() {
        let build = |at: &str| {
            format!(
                "<build><sourceDirectory>{at}/java</sourceDirectory><testSourceDirectory>{at}/tests</testSourceDirectory>\
                 <outputDirectory>/out/a &amp; b</outputDirectory><testOutputDirectory>/out/t</testOutputDirectory>\
                 <resources><resource><directory>{at}/r</directory></resource></resources><plugins><plugin><configuration>\
                 <outputDirectory>/elsewhere</outputDirectory></configuration></plugin></plugins></build>"
            )
        };
        let text =
            format!("<projects><project>{}</project><project>{}</project></projects>", build("/p"), build("/p/a"));
        let found = layouts(&text);
        assert_eq!(found.len(), 2);
        assert_eq!(found[1].classes, PathBuf::from("/out/a & b"));
        let folders = ["/p", "/p/a"].map(PathBuf::from);
        assert_eq!(
            found.iter().map(|layout| closest(layout, &folders)).collect::<Vec<_>>(),
            [Some(&folders[0]), Some(&folders[1])]
        );
    }
}
