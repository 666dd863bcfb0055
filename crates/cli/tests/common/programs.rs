//! The programs of `corpus`: what is expected of them, and how they are compiled together.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::common::{Jdk, run_with_timeout};

const LIMIT: Duration = Duration::from_secs(600);

pub struct Case {
    pub name: String,
    pub folder: PathBuf,
    pub expected: toml::Table,
}

impl Case {
    pub fn strings(&self, key: &str) -> Option<Vec<String>> {
        let list = self.expected.get(key)?.as_array()?;
        Some(list.iter().map(|item| item.as_str().expect("a list of strings").to_string()).collect())
    }

    pub fn verdict(&self) -> &str {
        self.expected["verdict"].as_str().expect("the verdict is a string")
    }

    pub fn kinds(&self) -> BTreeSet<String> {
        self.strings("kinds").unwrap_or_default().into_iter().collect()
    }

    pub fn jdk(&self) -> u32 {
        self.expected["jdk"].as_integer().expect("the JDK is a number") as u32
    }
}

/// All programs of the corpus that `HEDDLE_CORPUS` selects.
pub fn cases() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let filter = std::env::var("HEDDLE_CORPUS").unwrap_or_default();
    let folders = |path: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(path).expect("a readable folder").flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
        paths.sort();
        paths
    };
    let all = folders(&root).into_iter().flat_map(|topic| folders(&topic));
    all.map(|folder| {
        let name = folder.strip_prefix(&root).expect("below the root").display().to_string();
        let text = std::fs::read_to_string(folder.join("expect.toml")).expect("every program has expectations");
        Case { name, expected: text.parse().expect("valid TOML"), folder }
    })
    .filter(|case| case.name.contains(&filter))
    .collect()
}

/// Compiles programs, each to a folder of its own below `target`.
pub fn compile(jdk: &Jdk, cases: &[&Case], target: &Path) {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(jdk.home.join("bin/java"));
    command.arg(manifest.join("tests/java/CompileAll.java"));
    let interfaces = target.join(format!("interfaces{}", jdk.feature));
    command.arg(&interfaces).arg(manifest.join("../../java/heddle")).arg(&interfaces);
    for case in cases {
        command.arg(&case.folder).arg(target.join(&case.name));
    }
    let output = run_with_timeout(command, LIMIT).expect("compiling ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
