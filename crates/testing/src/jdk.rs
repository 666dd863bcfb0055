//! The JDKs to test with.

use std::path::PathBuf;
use std::sync::OnceLock;

/// A JDK with its compiler.
#[derive(Clone, Debug)]
pub struct Jdk {
    pub home: PathBuf,
    /// 17, 21, 25.
    pub feature: u32,
}

impl Jdk {
    /// As the library wants it.
    pub fn for_library(&self) -> heddle::Jdk {
        heddle::Jdk::at(&self.home).expect("a usable JDK")
    }

    /// One of its tools.
    pub fn tool(&self, name: &str) -> PathBuf {
        self.home.join("bin").join(name)
    }
}

/// The JDKs named by `HEDDLE_JDKS` (a path list), else `JAVA_HOME` and those installed in the usual folder of Linux
/// distributions; one per feature version, from 17 to 25, the oldest first.
pub fn jdks() -> &'static [Jdk] {
    static FOUND: OnceLock<Vec<Jdk>> = OnceLock::new();
    FOUND.get_or_init(find)
}

/// The oldest of them: state counts and pages in the repository are those of JDK 17, where there is one.
pub fn jdk() -> &'static Jdk {
    &jdks()[0]
}

fn find() -> Vec<Jdk> {
    let mut homes: Vec<PathBuf> = match std::env::var_os("HEDDLE_JDKS") {
        Some(list) => std::env::split_paths(&list).collect(),
        None => {
            let installed = std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|entry| entry.path());
            std::env::var_os("JAVA_HOME").map(PathBuf::from).into_iter().chain(installed).collect()
        }
    };
    homes.sort();
    let mut found: Vec<Jdk> = Vec::new();
    for home in homes {
        let Ok(Ok(feature)) = heddle::Jdk::at(&home).map(|jdk| jdk.feature()) else { continue };
        let is_known = found.iter().any(|jdk| jdk.feature == feature);
        if (17..=25).contains(&feature) && !is_known && home.join("bin/javac").is_file() {
            found.push(Jdk { home, feature });
        }
    }
    found.sort_by_key(|jdk| jdk.feature);
    assert!(!found.is_empty(), "no JDK found: install one, or name it in HEDDLE_JDKS or JAVA_HOME");
    found
}
