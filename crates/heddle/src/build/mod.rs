//! A folder with a build of Maven or Gradle: its modules, the classes that the build tool made of them, their dependencies
//! and sources.
//!
//! The build tool is asked once, and what it said is kept in the folder of its output until a build file or a source
//! changes. It compiles the project as it always does, outside of Heddle, with the plug-ins that the project names.

mod gradle;
mod maven;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use xxhash_rust::xxh3::Xxh3;

use crate::{Cancel, Error};

/// A build tool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuildTool {
    /// It has a `pom.xml`.
    Maven,
    /// It has a `build.gradle` or `settings.gradle`, in Groovy or Kotlin.
    Gradle,
}

/// A module of a project that has classes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Module {
    /// Its folder.
    pub folder: PathBuf,
    /// Its classes; each language may have a folder of its own.
    pub classes: Vec<PathBuf>,
    /// The classes of its tests.
    pub test_classes: Vec<PathBuf>,
    /// Its dependencies, those of tests among them.
    pub dependencies: Vec<PathBuf>,
    /// Folders with sources.
    pub sources: Vec<PathBuf>,
}

impl Module {
    /// Everything on the class path of its tests, other than their own classes.
    pub fn class_path(&self) -> Vec<PathBuf> {
        self.classes.iter().chain(&self.dependencies).cloned().collect()
    }
}

impl BuildTool {
    /// The build tool of a folder, if it has one.
    pub fn of(folder: &Path) -> Option<Self> {
        let has = |names: &[&str]| names.iter().any(|name| folder.join(name).is_file());
        if has(&["pom.xml"]) {
            Some(Self::Maven)
        } else if has(&gradle::FILES) {
            Some(Self::Gradle)
        } else {
            None
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Maven => "Maven",
            Self::Gradle => "Gradle",
        }
    }

    /// The command, by which it is installed.
    pub fn command(self) -> &'static str {
        match self {
            Self::Maven => "mvn",
            Self::Gradle => "gradle",
        }
    }

    /// The script in a project that brings it along.
    pub fn wrapper(self) -> &'static str {
        match (self, cfg!(windows)) {
            (Self::Maven, false) => "mvnw",
            (Self::Maven, true) => "mvnw.cmd",
            (Self::Gradle, false) => "gradlew",
            (Self::Gradle, true) => "gradlew.bat",
        }
    }

    /// The modules of a project that have classes. `command` is what to ask; it may take a while, so `asking` is called
    /// before, if what it said the last time does not hold any more.
    pub fn modules(
        self,
        folder: &Path,
        command: &Path,
        asking: &dyn Fn(),
        cancel: &Cancel,
    ) -> Result<Vec<Module>, Error> {
        let told = std::cell::Cell::new(false);
        let ask = |arguments: &[String]| {
            if !told.replace(true) {
                asking();
            }
            self.run(folder, command, arguments, cancel)
        };
        let modules = match self {
            Self::Maven => maven::modules(folder, &ask)?,
            Self::Gradle => gradle::modules(folder, &ask)?,
        };
        Ok(modules.into_iter().filter(|module| !module.classes.is_empty() || !module.test_classes.is_empty()).collect())
    }

    /// Runs the build tool in a folder, unless it is cancelled.
    fn run(self, folder: &Path, command: &Path, arguments: &[String], cancel: &Cancel) -> Result<(), Error> {
        let mut asked = Command::new(command);
        asked.current_dir(folder).args(arguments).stdin(Stdio::null());
        let output = output_of(&mut asked, cancel).map_err(|error| {
            let (shown, command, name) = (folder.display(), command.display(), self.name());
            Error::Usage(format!(
                "{shown} is a {name} project, and {command} cannot be run: {error}; install {name}, or name a folder of \
                 classes and its class path with -c"
            ))
        })?;
        let output = output.ok_or(Error::Interrupted)?;
        if output.status.success() {
            return Ok(());
        }
        let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
        let (name, folder) = (self.name(), folder.display());
        let text = without_colours(&text);
        let reasons = reasons(&text);
        if reasons.is_empty() {
            let (command, status) = (command.display(), output.status);
            return Err(Error::Usage(format!(
                "{name} could not compile {folder}: {command} ended with {status} and said nothing"
            )));
        }
        Err(Error::Usage(format!("{name} could not compile {folder}:\n{}", reasons.join("\n"))))
    }
}

/// What a command prints and how it ends; nothing if it was cancelled, and then it does not go on.
fn output_of(command: &mut Command, cancel: &Cancel) -> std::io::Result<Option<Output>> {
    const PAUSE: Duration = Duration::from_millis(20);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        let out = scope.spawn(|| read_all(stdout));
        let err = scope.spawn(|| read_all(stderr));
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if cancel.is_cancelled() {
                let _ = child.kill();
                child.wait()?;
                return Ok(None);
            }
            std::thread::sleep(PAUSE);
        };
        let [stdout, stderr] = [out, err].map(|thread| thread.join().unwrap_or_default());
        // A terminal interrupts both.
        Ok((!cancel.is_cancelled()).then_some(Output { status, stdout, stderr }))
    })
}

fn read_all(stream: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What cannot be read was not said.
    let _ = stream.map(|mut stream| stream.read_to_end(&mut bytes));
    bytes
}

/// Text without the sequences that colour it on a terminal.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').map_or(part, |(_, after)| after))
}

/// The first lines of what a build tool printed that say why it failed.
fn reasons(text: &str) -> Vec<&str> {
    const MOST: usize = 8;
    // Gradle has a section for it.
    if let Some((_, why)) = text.split_once("* What went wrong:") {
        let why = why.split("\n* ").next().unwrap_or_default();
        return why.lines().filter(|line| !line.trim().is_empty()).take(MOST).collect();
    }
    let is_reason = |line: &str| line.starts_with("[ERROR]") || line.contains("error:") || line.starts_with("> ");
    // Maven ends with how to get help, and says what the compiler said twice.
    let help = ["-> [Help 1]", "To see the full stack trace", "Re-run Maven", "For more information about", "[Help "];
    let is_help = |line: &str| {
        let said = line.trim_start_matches("[ERROR]").trim();
        said.is_empty() || help.iter().any(|help| said.starts_with(help))
    };
    let mut found: Vec<&str> = Vec::new();
    for line in text.lines().filter(|line| is_reason(line) && !is_help(line)) {
        if found.len() < 5 && !found.contains(&line) {
            found.push(line);
        }
    }
    if found.is_empty() {
        found = text.lines().filter(|line| !line.trim().is_empty()).take(5).collect();
    }
    found
}

/// Asks a build tool by `ask` unless what it said before still holds: `key` is a hash of what it reads, kept in a file.
fn ask_once(file: &Path, key: impl Fn() -> String, ask: impl FnOnce() -> Result<(), Error>) -> Result<(), Error> {
    let kept = std::fs::read_to_string(file).ok();
    if kept.as_deref() == Some(&key()) {
        return Ok(());
    }
    ask()?;
    // If it cannot be kept, the build tool is asked again next time.
    let _ = file.parent().map(std::fs::create_dir_all);
    let _ = std::fs::write(file, key());
    Ok(())
}

/// Adds names, sizes and times of all files below a folder to a hash.
fn hash_files(folder: &Path, hash: &mut Xxh3) {
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        let mut entries: Vec<_> = std::fs::read_dir(&folder).into_iter().flatten().flatten().collect();
        entries.sort_by_key(std::fs::DirEntry::path);
        for entry in entries {
            let Ok(about) = entry.metadata() else { continue };
            hash.update(entry.path().as_os_str().as_encoded_bytes());
            if about.is_dir() {
                open.push(entry.path());
            } else {
                let time = about.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
                hash.update(&about.len().to_le_bytes());
                hash.update(&time.map_or(0, |time| time.as_nanos()).to_le_bytes());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{reasons, without_colours};

    #[test]
    fn reasons_are_told_once_and_without_help() {
        let maven = "[INFO] 1 error\n[ERROR] A.java:[1,2] ';' expected\n[ERROR] Failed to execute goal\n\
                     [ERROR] A.java:[1,2] ';' expected\n[ERROR] -> [Help 1]\n[ERROR] \n";
        assert_eq!(reasons(maven), ["[ERROR] A.java:[1,2] ';' expected", "[ERROR] Failed to execute goal"]);
        assert_eq!(reasons("\nno such task\n"), ["no such task"]);
        let gradle = "\nFAILURE: Build failed.\n\n* What went wrong:\nCould not compile it.\n> startup failed:\n  1: what?\n\n\
                      * Try:\nRun with --info\n";
        assert_eq!(reasons(gradle), ["Could not compile it.", "> startup failed:", "  1: what?"]);
        let plain = without_colours(
            "\x1b[0m\x1b[0m[ERROR] Could not create it -> [Help 1]\n[\x1b[1;31mERROR\x1b[m] Re-run Maven using\n",
        );
        assert_eq!(reasons(&plain), ["[ERROR] Could not create it -> [Help 1]"]);
    }
}
