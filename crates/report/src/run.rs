//! How a single run ended, where the program's own output does not show it; and which JDK it ran with. Both also as JSON.

use heddle::{Ended, Jdk};
use heddle_verdict::Place;
use schemars::JsonSchema;
use serde::Serialize;

use crate::json::{Content, document};

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

/// One run of a program.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Run<'a> {
    /// The program, as the user named it.
    program: &'a str,
    /// How it ended.
    ended: RunEnd<'a>,
    /// What it printed to standard output.
    output: String,
    /// What it printed to standard error.
    errors: String,
}

/// How a run ended.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "is", rename_all = "kebab-case")]
enum RunEnd<'a> {
    /// The program ended.
    Exit {
        /// With this exit code.
        code: i32,
    },
    /// The remaining threads wait forever.
    Deadlock,
    /// The program uses something that cannot be executed.
    Unsupported {
        /// What.
        what: &'a str,
        /// Where, innermost frame first.
        stack: &'a [Place],
    },
    /// A bound of the machine was reached.
    Limit {
        /// Which one.
        what: &'a str,
    },
}

/// The report of `heddle run`.
pub fn run_json(program: &str, ended: &Ended, output: &[u8], errors: &[u8], exit_code: u8) -> String {
    let ended = match ended {
        Ended::Exit(code) => RunEnd::Exit { code: *code },
        Ended::Deadlock => RunEnd::Deadlock,
        Ended::Unsupported { what, stack } => RunEnd::Unsupported { what, stack },
        Ended::Limit(what) => RunEnd::Limit { what },
    };
    let [output, errors] = [output, errors].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    document(Content::Run(Run { program, ended, output, errors }), exit_code)
}

/// A JDK that works.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Doctor {
    /// Its home folder.
    jdk: String,
    /// How it was found.
    found_by: String,
    /// Its full version.
    version: String,
    /// Its compiler; none if it is a runtime environment.
    #[serde(skip_serializing_if = "Option::is_none")]
    compiler: Option<String>,
}

/// The report of `heddle doctor`.
pub fn doctor_json(jdk: &Jdk, version: &str) -> String {
    let javac = jdk.javac();
    let doctor = Doctor {
        jdk: jdk.home().display().to_string(),
        found_by: jdk.found_by().to_string(),
        version: version.to_owned(),
        compiler: javac.is_file().then(|| javac.display().to_string()),
    };
    document(Content::Doctor(doctor), 0)
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
