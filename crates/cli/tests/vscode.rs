//! The extension for Visual Studio Code: it compiles and packs. Needs Node.js and the packages of `editors/vscode`, which are fetched
//! if a registry can be reached; otherwise nothing is tested, and that is said.

use std::process::Command;
use std::time::Duration;

use heddle_testing::{repository, run_with_timeout};
use serde_json::Value;

fn npm(arguments: &[&str], seconds: u64) -> Option<(bool, String)> {
    let mut command = Command::new("npm");
    command.current_dir(repository("editors/vscode")).args(arguments);
    let output = run_with_timeout(command, Duration::from_secs(seconds))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    Some((output.status.success(), said))
}

#[test]
fn the_extension_compiles_and_packs() {
    let folder = repository("editors/vscode");
    if !Command::new("npm").arg("--version").output().is_ok_and(|done| done.status.success()) {
        eprintln!("There is no Node.js: the extension is not compiled.");
        return;
    }
    if !folder.join("node_modules/typescript").exists() {
        let fetched = npm(&["ci", "--no-audit", "--no-fund"], 300);
        if !fetched.is_some_and(|(is_there, _)| is_there) {
            eprintln!("The packages of the extension cannot be fetched: it is not compiled.");
            return;
        }
    }
    let (compiles, said) = npm(&["run", "compile"], 120).expect("the compiler ends");
    assert!(compiles, "{said}");
    let (packs, said) = npm(&["run", "package"], 180).expect("packing ends");
    assert!(packs && said.contains("Packaged"), "{said}");
}

/// What the extension says of itself agrees with the command: its version, and the commands that the server has.
#[test]
fn the_manifest_agrees_with_the_command() {
    let text = std::fs::read_to_string(repository("editors/vscode/package.json")).expect("a manifest");
    let manifest: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
    let own = manifest["contributes"]["commands"].as_array().expect("commands");
    // The client registers those of the server itself; one that is registered twice fails.
    for name in ["heddle.check", "heddle.symbolic", "heddle.clear"] {
        assert!(own.iter().all(|command| command["command"] != name), "{name}");
    }
    let script = std::fs::read_to_string(repository("editors/vscode/src/extension.ts")).expect("a script");
    for command in own.iter().filter_map(|command| command["command"].as_str()) {
        assert!(script.contains(&format!("registerCommand(\"{command}\"")), "{command}");
    }
}
