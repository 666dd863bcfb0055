//! README and the pages of `docs` show what the command prints. Blocks of code are of these kinds:
//!
//! - ```` ```console ````: after each `$ command` stands what it prints on standard output, line by line. A line `…`
//!   stands for any number of lines; a line that ends in `…` for any rest of that line.
//! - ```` ```sh ````: each line that begins with `heddle` is run and has to be understood, whatever the verdict is.
//! - After `<!-- your own files -->` the commands name files that only the reader has: they are run all the same, and
//!   must fail for want of these files, not for their options.
//!
//! Commands run in a folder with everything that the repository has at its top, so that they write nothing there.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use heddle_testing::{jdk, repository, run_with_timeout, without_jdk_lines};

const LIMIT: Duration = Duration::from_secs(300);
const OWN_FILES: &str = "<!-- your own files -->";
/// Blocks about files of the reader's own. Commands that can be run are worth more.
const MOST_OWN: usize = 4;

struct Block {
    /// File and line, for messages.
    place: String,
    language: String,
    own_files: bool,
    lines: Vec<String>,
}

/// The blocks of code of a page.
fn blocks(file: &Path) -> Vec<Block> {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut blocks: Vec<Block> = Vec::new();
    let (mut inside, mut before) = (false, "");
    for (number, line) in text.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if inside => inside = false,
            Some(language) => {
                inside = true;
                blocks.push(Block {
                    place: format!("{}:{}", file.display(), number + 1),
                    language: language.to_owned(),
                    own_files: before == OWN_FILES,
                    lines: vec![],
                });
            }
            None if inside => blocks.last_mut().expect("a block has begun").lines.push(line.to_owned()),
            None if line.is_empty() => {}
            None => before = line,
        }
    }
    blocks
}

fn pages() -> Vec<PathBuf> {
    let docs = std::fs::read_dir(repository("docs")).expect("the folder of pages").flatten().map(|entry| entry.path());
    let mut pages: Vec<PathBuf> = docs.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    pages.extend([repository("README.md"), repository("examples/README.md")]);
    pages.sort();
    pages
}

/// A folder that looks like the repository.
fn scratch() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for entry in std::fs::read_dir(repository(".")).expect("the repository").flatten() {
        if entry.file_name() != "target" {
            std::os::unix::fs::symlink(entry.path(), folder.path().join(entry.file_name())).expect("a link");
        }
    }
    folder
}

/// Runs a line as a shell does, with `heddle` on the path.
fn run(line: &str, folder: &Path) -> Output {
    let heddle = Path::new(env!("CARGO_BIN_EXE_heddle")).parent().expect("a binary is in a folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([heddle.to_path_buf()].into_iter().chain(std::env::split_paths(&path)));
    let mut command = Command::new("sh");
    command.arg("-c").arg(line).current_dir(folder).env("PATH", path.expect("folders without separators"));
    command.env("JAVA_HOME", &jdk().home).env("COLUMNS", "100").env("NO_COLOR", "1");
    run_with_timeout(command, LIMIT).unwrap_or_else(|| panic!("{line} does not end"))
}

/// Whether lines are what is shown, `…` standing for anything.
fn matches(shown: &[String], lines: &[&str]) -> bool {
    let Some((first, rest)) = shown.split_first() else { return lines.is_empty() };
    if first.trim() == "…" {
        return (0..=lines.len()).any(|skipped| matches(rest, &lines[skipped..]));
    }
    let Some((line, others)) = lines.split_first() else { return false };
    let same = match first.strip_suffix('…') {
        Some(begin) => line.starts_with(begin),
        None => line.trim_end() == first.trim_end(),
    };
    same && matches(rest, others)
}

#[test]
fn commands_print_what_the_pages_show() {
    let folder = scratch();
    let mut wrong = Vec::new();
    let mut compared = 0;
    for block in pages().iter().flat_map(|page| blocks(page)).filter(|block| block.language == "console") {
        let begins: Vec<usize> = (0..block.lines.len()).filter(|&at| block.lines[at].starts_with("$ ")).collect();
        assert_eq!(begins.first(), Some(&0), "{}: a console block begins with `$ command`", block.place);
        for (number, &begin) in begins.iter().enumerate() {
            let end = begins.get(number + 1).copied().unwrap_or(block.lines.len());
            let command = &block.lines[begin][2..];
            let output = run(command, folder.path());
            let normal = |text: &str| without_jdk_lines(text).trim_end().to_owned();
            let printed = normal(&String::from_utf8_lossy(&output.stdout));
            let shown = normal(&block.lines[begin + 1..end].join("\n"));
            let shown: Vec<String> = shown.lines().map(String::from).collect();
            if !matches(&shown, &printed.lines().collect::<Vec<_>>()) {
                let errors = String::from_utf8_lossy(&output.stderr).into_owned();
                wrong.push(format!("{}: {command}\nprints\n{printed}\n{errors}", block.place));
            }
            compared += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared >= 6, "only {compared} commands are shown with what they print");
}

#[test]
fn commands_on_the_pages_are_understood() {
    let folder = scratch();
    let mut wrong = Vec::new();
    let mut own = 0;
    for block in pages().iter().flat_map(|page| blocks(page)).filter(|block| block.language == "sh") {
        let is_command = |line: &&String| line.starts_with("heddle ");
        own += usize::from(block.own_files && block.lines.iter().any(|line| is_command(&line)));
        for line in block.lines.iter().filter(is_command) {
            let output = run(line, folder.path());
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            let understood = match output.status.code() {
                Some(0..=3) => true,
                // The parser of arguments says `error:`, who misses a file does not.
                Some(64) => block.own_files && !errors.starts_with("error:"),
                _ => false,
            };
            if !understood {
                wrong.push(format!("{}: {line}\n{errors}", block.place));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(own <= MOST_OWN, "{own} blocks are about files of the reader's own; at most {MOST_OWN}");
}

/// The table of contents of the book names every page once, and links between pages lead somewhere.
#[test]
fn the_book_is_complete() {
    let read = |path: &Path| std::fs::read_to_string(path).expect("a page");
    let links = |text: &str| -> Vec<String> {
        let parts = text.split("](").skip(1).filter_map(|part| part.split_once(')'));
        parts.map(|(link, _)| link.to_owned()).filter(|link| !link.contains("://")).collect()
    };
    let docs = repository("docs");
    let mut listed = links(&read(&docs.join("SUMMARY.md")));
    listed.sort();
    let name = |path: &PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
    let in_docs = pages().into_iter().filter(|page| page.parent() == Some(docs.as_path()));
    let found: Vec<String> = in_docs.map(|page| name(&page)).filter(|name| name != "SUMMARY.md").collect();
    assert_eq!(listed, found, "docs/SUMMARY.md");
    let anchor = |line: &str| -> String {
        let text = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        text.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()
    };
    for page in pages() {
        for link in links(&read(&page)) {
            let (path, place) = link.split_once('#').unwrap_or((&link, ""));
            let target = if path.is_empty() { page.clone() } else { page.parent().expect("a folder").join(path) };
            assert!(target.exists(), "{}: {link} leads nowhere", page.display());
            let leaves = page.parent() == Some(docs.as_path()) && path.starts_with("..");
            assert!(!leaves, "{}: {link} leads out of the book", page.display());
            if !place.is_empty() {
                let headings = read(&target);
                let found = headings.lines().filter(|line| line.starts_with('#')).any(|line| anchor(line) == place);
                assert!(found, "{}: {link} names no heading", page.display());
            }
        }
    }
}

/// Where mdBook is installed, the book is built as the workflow does; a page for each file comes out.
#[test]
fn the_book_is_built() {
    if Command::new("mdbook").arg("--version").output().is_err() {
        eprintln!("mdBook is not installed: only links are compared");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = Command::new("mdbook");
    command.arg("build").arg(repository(".")).arg("--dest-dir").arg(folder.path());
    let output = run_with_timeout(command, LIMIT).expect("mdbook ends");
    let says = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !says.contains("WARN") && !says.contains("ERROR"), "{says}");
    for page in pages().iter().filter(|page| page.parent() == Some(repository("docs").as_path())) {
        let name = page.file_stem().expect("a name").to_string_lossy();
        let written = folder.path().join(format!("{name}.html"));
        assert!(name == "SUMMARY" || written.is_file(), "{} is not written", written.display());
    }
}
