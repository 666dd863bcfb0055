//! Sources that a program mentions without having them: interfaces for choices of the environment, and the
//! annotations and results of jcstress. They are compiled along with the program.

use std::path::{Path, PathBuf};

use crate::litmus::harness;

/// Interfaces for choices of the environment, compiled along with programs that use them.
const SUPPORT: &[(&str, &str)] = &[
    ("heddle.Verify", include_str!("../../../../java/heddle-api/src/main/java/heddle/Verify.java")),
    ("gov.nasa.jpf.vm.Verify", include_str!("../../../../java/gov/nasa/jpf/vm/Verify.java")),
    ("org.sosy_lab.sv_benchmarks.Verifier", include_str!("../../../../java/org/sosy_lab/sv_benchmarks/Verifier.java")),
];

/// Writes the interfaces that the sources mention and nobody else provides; `heddle.Verify` goes
/// along with the others, which call it.
pub fn support_sources(sources: &[PathBuf], class_path: &[PathBuf], folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let texts: Vec<String> = sources.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect();
    let declares = |name: &str| {
        let (package, class) = name.rsplit_once('.').unwrap_or_default();
        texts
            .iter()
            .any(|text| text.contains(&format!("package {package};")) && text.contains(&format!("class {class} ")))
    };
    let mentioned = |name: &&(&str, &str)| {
        let wildcard = name.0.rsplit_once('.').map(|(package, _)| format!("{package}.*")).unwrap_or_default();
        texts.iter().any(|text| text.contains(name.0) || text.contains(&wildcard)) && !declares(name.0)
    };
    let wanted: Vec<_> = SUPPORT.iter().filter(mentioned).collect();
    let has_jcstress = class_path.iter().any(|entry| provides_jcstress(entry));
    let mut files = if has_jcstress { vec![] } else { jcstress_sources(&texts, folder)? };
    let base = (!wanted.is_empty() && !declares(SUPPORT[0].0)).then_some(&SUPPORT[0]);
    for (name, text) in wanted.into_iter().filter(|(name, _)| *name != SUPPORT[0].0).chain(base) {
        let path = folder.join(name.replace('.', "/")).with_extension("java");
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        std::fs::write(&path, text)?;
        files.push(path);
    }
    Ok(files)
}

fn provides_jcstress(entry: &Path) -> bool {
    let named = entry.file_name().is_some_and(|name| name.to_string_lossy().contains("jcstress"));
    named || entry.join("org/openjdk/jcstress/annotations/Actor.class").is_file()
}

/// Stand-ins for jcstress if sources use it without having it on the class path.
fn jcstress_sources(texts: &[String], folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !texts.iter().any(|text| text.contains("org.openjdk.jcstress")) {
        return Ok(vec![]);
    }
    let annotations = harness::ANNOTATIONS.iter().map(|(name, text)| (name.to_string(), text.to_string()));
    // A package that is imported as a whole has to have something in it.
    let imported = texts.iter().any(|text| text.contains("jcstress.infra.results.*")).then(|| "I_Result".to_string());
    let results = texts.iter().flat_map(|text| harness::results_mentioned(text)).chain(imported);
    let results =
        results.map(|name| (format!("org/openjdk/jcstress/infra/results/{name}"), harness::result_source(&name)));
    let mut files = Vec::new();
    for (name, text) in annotations.chain(results) {
        let path = folder.join(name).with_extension("java");
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        std::fs::write(&path, text)?;
        files.push(path);
    }
    files.sort();
    files.dedup();
    Ok(files)
}
