//! The bugs of libraries in `docs/found.md`: what `heddle check` prints about each driver stands beside it in `bench/libraries`,
//! as `Driver.page.txt`; `HEDDLE_BLESS=pages` writes these pages anew. Needs Maven and its repositories.

use std::path::{Path, PathBuf};
use std::process::Command;

use heddle_testing::{bless, for_each, heddle, jdk, repository, without_jdk_lines};

/// The drivers whose bugs are documented, as library and class.
fn documented() -> Vec<(String, String)> {
    let text = std::fs::read_to_string(repository("bench/libraries/expected.txt")).expect("the list of drivers");
    let lines = text.lines().filter(|line| line.trim_end().ends_with("# docs/found.md"));
    let driver = |line: &str| {
        let (library, class) = line.split_whitespace().next()?.split_once('/')?;
        Some((library.to_owned(), class.to_owned()))
    };
    lines.filter_map(driver).collect()
}

/// Lets Maven write the class paths of libraries that have none yet, all at once; false where it is not installed.
fn resolve(libraries: &[PathBuf]) -> bool {
    if Command::new("mvn").arg("-v").output().is_err() {
        eprintln!("Maven is not installed: nothing is tried");
        return false;
    }
    let written = |path: PathBuf| std::fs::metadata(path).and_then(|data| data.modified()).ok();
    let is_missing = |library: &&PathBuf| {
        written(library.join("target/class-path")).is_none_or(|at| Some(at) < written(library.join("pom.xml")))
    };
    // Modules are named from where the list of them is.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries");
    let up = "../".repeat(folder.components().count() - 1);
    let missing: String = libraries
        .iter()
        .filter(is_missing)
        .map(|library| format!("<module>{up}{}</module>", library.display().to_string().trim_start_matches('/')))
        .collect();
    if missing.is_empty() {
        return true;
    }
    std::fs::create_dir_all(&folder).expect("a writable folder");
    let project = format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion><groupId>heddle.bench</groupId>\
         <artifactId>found</artifactId><version>1</version><packaging>pom</packaging><modules>{missing}</modules>\
         <build><pluginManagement><plugins><plugin><artifactId>maven-dependency-plugin</artifactId><version>3.6.0</version>\
         <configuration><outputFile>${{project.basedir}}/target/class-path</outputFile></configuration></plugin></plugins>\
         </pluginManagement></build></project>"
    );
    std::fs::write(folder.join("pom.xml"), project).expect("a writable folder");
    let mut command = Command::new("mvn");
    command.args(["-q", "-B", "-f"]).arg(folder.join("pom.xml")).arg("dependency:build-classpath");
    let output = command.output().expect("mvn runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    true
}

#[test]
fn pages_of_bugs_in_libraries_are_as_blessed() {
    let drivers = documented();
    assert!(drivers.len() >= 7, "{drivers:?}");
    let mut libraries: Vec<PathBuf> =
        drivers.iter().map(|(library, _)| repository("bench/libraries").join(library)).collect();
    libraries.dedup();
    if !resolve(&libraries) {
        return;
    }
    let differences = for_each(&drivers, |(library, class)| {
        let folder = repository("bench/libraries").join(library);
        let class_path =
            std::fs::read_to_string(folder.join("target/class-path")).expect("Maven writes the class path");
        let mut command = heddle!("check", "--jobs", "1", "--jdk", &jdk().home, "--class-path", class_path.trim());
        // Accepted races stand in a heddle.toml of the folder.
        command.current_dir(&folder).arg(format!("{class}.java")).env("COLUMNS", "100");
        let output = command.output().expect("heddle runs");
        let page = without_jdk_lines(&String::from_utf8_lossy(&output.stdout));
        bless(&folder.join(format!("{class}.page.txt")), &page)
    });
    let wrong: Vec<String> = differences.into_iter().filter_map(|difference| difference.unwrap_or_else(Some)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
