//! Platforms: presets by name, or TOML files.

use std::path::Path;

use heddle_explore::schedule::preset;
use heddle_program::Program;
use heddle_verdict::{MonitorPolicy, Platform, Preemption, Priorities, YieldKind};

use crate::Error;

/// The platform that the paper on platforms describes, which is not quite the one that was published.
pub(crate) const OF_THE_PAPER: &str = "cldc-paper";

/// A platform by name, such as `green` or `quasi:2`, or from a file that ends with `.toml`.
pub fn platform(name: &str) -> Result<Platform, Error> {
    if name.ends_with(".toml") { read(Path::new(name)) } else { preset(name).map_err(Error::Usage) }
}

fn read(file: &Path) -> Result<Platform, Error> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| Error::Usage(format!("cannot read {shown}: {error}")))?;
    let mut platform: Platform = toml::from_str(&text).map_err(|error| {
        let cause = error.to_string().replace("expected u16", "expected a number up to 65535");
        let cause = cause.replace("expected u8", "expected a number up to 255");
        let cause = cause.replace("wanted string or table", "expected a string");
        Error::Usage(format!("{shown} does not describe a platform: {}", cause.trim_end()))
    })?;
    if platform.name.is_empty() {
        platform.name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    }
    if let Some(problem) = contradiction(&platform) {
        return Err(Error::Usage(format!("{shown}: {problem}")));
    }
    Ok(platform)
}

/// What cannot be meant.
fn contradiction(platform: &Platform) -> Option<&'static str> {
    if platform.name.contains(char::is_control) {
        return Some("a name is one line of text");
    }
    if platform.processors == Some(0) {
        return Some("processors must be at least 1; leave it out for as many as there are threads");
    }
    if platform.yields.contains(YieldKind::Access) && platform.preemption == Preemption::Yield {
        return Some("yields at every access are what preemption = \"time\" says");
    }
    let strict = platform.priorities == Priorities::Strict;
    let has_ceilings = strict && platform.monitors == MonitorPolicy::Ceiling;
    if !platform.ceilings.is_empty() && !has_ceilings {
        return Some("ceilings need priorities = \"strict\" and monitors = \"ceiling\"");
    }
    if platform.ceilings.values().any(|ceiling| !(1..=10).contains(ceiling)) {
        return Some("a ceiling is a priority from 1 to 10");
    }
    if !strict && platform.inversion_bound != 0 {
        return Some("inversion-bound needs priorities = \"strict\"");
    }
    (!strict && platform.monitors != MonitorPolicy::Inherit).then_some("monitors needs priorities = \"strict\"")
}

/// Ceilings are for classes that exist.
pub(crate) fn find_ceilings(platform: &Platform, program: &Program) -> Result<(), Error> {
    match platform.ceilings.keys().find(|class| program.load(&class.replace('.', "/")).is_err()) {
        None => Ok(()),
        Some(class) => Err(Error::Usage(format!(
            "platform {}: there is no class {class} that could have a ceiling; a nested class is written Outer$Nested",
            platform.name
        ))),
    }
}
