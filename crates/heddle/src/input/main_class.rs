//! Which class to begin with, where the user does not say.

use std::path::{Path, PathBuf};

use super::compile::package_of;

/// The class to begin with: of the classes that were compiled and have a `main`, the one named
/// like the first source that has one, else the one that is declared first.
pub fn main_of(compiled: &Path, sources: &[PathBuf]) -> Option<String> {
    let classes = heddle_program::classes_in(compiled).ok()?;
    let with_main: Vec<String> = classes.into_iter().filter(|name| has_main(compiled, name)).collect();
    let simple = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
    let like_source = sources.iter().find_map(|path| {
        let (stem, text) = (path.file_stem()?.to_str()?, std::fs::read_to_string(path).ok()?);
        let package = package_of(&text).map(|name| format!("{}/", name.replace('.', "/"))).unwrap_or_default();
        with_main.iter().find(|name| **name == format!("{package}{stem}"))
    });
    let declared_first = || {
        sources.iter().find_map(|path| {
            let text = std::fs::read_to_string(path).ok()?;
            let declared = |name: &&String| {
                let simple = simple(name);
                let kinds = ["class", "interface", "enum", "record"];
                kinds.iter().filter_map(|kind| text.find(&format!("{kind} {simple}"))).min()
            };
            with_main.iter().filter(|name| declared(name).is_some()).min_by_key(declared)
        })
    };
    like_source.or_else(declared_first).cloned()
}

/// Whether a class that is no member of another declares a method `main`.
fn has_main(folder: &Path, name: &str) -> bool {
    let Ok(bytes) = std::fs::read(folder.join(name).with_extension("class")) else { return false };
    let Ok(file) = heddle_classfile::ClassFile::parse(bytes.into()) else { return false };
    let nested = file.inner_classes().is_ok_and(|rows| rows.iter().any(|row| row.inner == file.name()));
    !nested && file.methods().iter().any(|method| file.utf8(method.name).is_ok_and(|name| name == "main"))
}

/// `Main` if a folder of classes has it at its top, else the only class with a `main`.
pub fn only_main_candidate(folder: &Path) -> Option<String> {
    if folder.join("Main.class").is_file() {
        return Some("Main".into());
    }
    let classes = heddle_program::classes_in(folder).ok()?;
    let mut with_main = classes.into_iter().filter(|name| has_main(folder, name));
    let first = with_main.next()?;
    with_main.next().is_none().then_some(first)
}
