//! How a single run ended, where the program's own output does not show it; and which JDK it ran with.

use heddle::{Ended, Jdk};

/// Frames of a stack that are shown.
const SHOWN: usize = 30;

/// Why a run did not end with an exit code of the program; nothing if it did.
pub fn ended(ended: &Ended) -> String {
    match ended {
        Ended::Exit(_) => String::new(),
        Ended::Deadlock => "deadlock: the remaining threads wait forever\n".into(),
        Ended::Unsupported { what, stack } => {
            let frames: String = stack.iter().take(SHOWN).map(|place| format!("    at {place}\n")).collect();
            format!("unknown: {what} is not supported\n{frames}")
        }
        Ended::Limit(what) => format!("limit: {what}\n"),
    }
}

/// What `heddle doctor` prints about a JDK that works.
pub fn doctor(jdk: &Jdk, version: &str) -> String {
    let javac = jdk.javac();
    let compiler = if javac.is_file() {
        javac.display().to_string()
    } else {
        "missing: .java files cannot be checked, class files and jars can".into()
    };
    let (home, found_by) = (jdk.home().display(), jdk.found_by());
    format!("JDK          {home} (from {found_by})\nversion      {version}\ncompiler     {compiler}\n")
}
