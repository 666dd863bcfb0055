//! Which class to begin with, where the user does not say. Among several it is never chosen silently: for one source it is
//! the class that carries its name or stands first, as for `java`; for more the user is asked.

use std::path::{Path, PathBuf};

use heddle_classfile::ClassFile;

use super::compile::package_of;

/// The classes with a main method, and the one to begin with, in internal form.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mains {
    /// Nothing if there is none, or if the user has to choose.
    pub chosen: Option<String>,
    /// All of them, by name.
    pub all: Vec<String>,
    /// A class file that is none, and why.
    pub broken: Option<String>,
}

/// `main` without parameters and of objects is for JDKs from this feature version on (JLS 12.1.4).
const FREE_FORMS: u32 = 25;

impl Mains {
    /// Those in a folder of classes or a jar: the only one, or `Main` without a package.
    pub fn in_entry(entry: &Path, feature: u32) -> Self {
        let classes = match heddle_program::read_classes(entry) {
            Ok(classes) => classes,
            Err(error) => return Self { broken: Some(error.to_string()), ..Self::default() },
        };
        let (mut all, mut broken) = (Vec::new(), None);
        for (name, bytes) in classes {
            match ClassFile::parse(bytes.to_vec().into()) {
                Ok(file) if has_main(&file, feature) => all.push(name),
                Ok(_) => {}
                Err(error) => broken = broken.or(Some(format!("{name}.class: {error}"))),
            }
        }
        let chosen = match &all[..] {
            [only] => Some(only.clone()),
            several => several.iter().find(|name| *name == "Main").cloned(),
        };
        Self { chosen, all, broken }
    }

    /// Those that were compiled from these sources.
    pub fn of_sources(compiled: &Path, sources: &[PathBuf], feature: u32) -> Self {
        let mut mains = Self::in_entry(compiled, feature);
        if let [alone] = sources {
            mains.chosen = mains.of_source(alone);
        }
        mains
    }

    /// The one named like a source, else the one that is declared first in it.
    fn of_source(&self, source: &Path) -> Option<String> {
        let (stem, text) = (source.file_stem()?.to_str()?, std::fs::read(source).ok()?);
        let text = String::from_utf8_lossy(&text);
        let package = package_of(&text).map(|name| format!("{}/", name.replace('.', "/"))).unwrap_or_default();
        let like_source = format!("{package}{stem}");
        let declared = |name: &&String| {
            let simple = name.rsplit('/').next().unwrap_or(name);
            let kinds = ["class", "interface", "enum", "record"];
            kinds.iter().filter_map(|kind| text.find(&format!("{kind} {simple}"))).min()
        };
        let in_order = || self.all.iter().filter(|name| declared(name).is_some()).min_by_key(declared);
        self.all.iter().find(|name| **name == like_source).or_else(in_order).cloned()
    }
}

/// Whether a class that is no member of another declares a main method.
fn has_main(file: &ClassFile, feature: u32) -> bool {
    const PUBLIC_STATIC: u16 = 0x0009;
    const PRIVATE: u16 = 0x0002;
    let nested = file.inner_classes().is_ok_and(|rows| rows.iter().any(|row| row.inner == file.name()));
    !nested
        && file.methods().iter().any(|method| {
            let is = |index, text: &str| file.utf8(index).is_ok_and(|found| found == text);
            let classic = is(method.descriptor, "([Ljava/lang/String;)V");
            let free = feature >= FREE_FORMS && method.access & PRIVATE == 0;
            let form = classic && method.access & PUBLIC_STATIC == PUBLIC_STATIC
                || free && (classic || is(method.descriptor, "()V"));
            form && is(method.name, "main")
        })
}
