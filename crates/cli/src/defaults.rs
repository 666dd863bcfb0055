//! `heddle.toml`: options that a project wants to be given to `heddle check` and `heddle test`. They are put before those
//! of the command line, which override them. `docs/heddle-toml.md` describes the file.

use std::ffi::OsString;
use std::path::Path;

use clap::{Arg, CommandFactory};
use toml::{Table, Value};

use crate::args::Arguments;

const FILE: &str = "heddle.toml";

/// The arguments, with those of the file in this folder, if there is one. The error says what is wrong with it.
pub fn with_defaults(arguments: Vec<OsString>, folder: &Path) -> Result<Vec<OsString>, String> {
    // Options of all commands may stand before its name; none of them has a value.
    let is_option = |word: &OsString| word.as_encoded_bytes().starts_with(b"-");
    let at = arguments.iter().skip(1).take_while(|word| is_option(word)).count() + 1;
    let command = arguments.get(at).and_then(|word| word.to_str()).unwrap_or_default();
    if !["check", "test"].contains(&command) {
        return Ok(arguments);
    }
    let text = match std::fs::read_to_string(folder.join(FILE)) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(arguments),
        text => text.map_err(|error| format!("cannot read {FILE}: {error}"))?,
    };
    let known = Arguments::command();
    let known: Vec<&Arg> = known.find_subcommand(command).into_iter().flat_map(|one| one.get_arguments()).collect();
    let own = arguments.iter().take_while(|word| *word != "--").filter_map(|word| word.to_str());
    let own: Vec<&str> = own.filter_map(|word| known.iter().find(|arg| is_named(arg, word))?.get_long()).collect();
    let named = |key: &str| own.contains(&key);
    let options = options(&text, command, &named).map_err(|problem| format!("{FILE}: {problem}"))?;
    let tried = ["heddle", command, "program"].map(String::from).into_iter().chain(options.iter().cloned());
    if let Err(error) = Arguments::read(tried) {
        let message = error.to_string();
        let first = message.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        return Err(format!("{FILE}: {first}; its tables [check] and [test] take the options of these commands"));
    }
    let mut all = arguments;
    all.splice(at + 1..at + 1, options.into_iter().map(OsString::from));
    Ok(all)
}

/// Whether a word of the command line is an option, by any of its names.
fn is_named(arg: &Arg, word: &str) -> bool {
    match word.strip_prefix("--") {
        Some(long) => {
            let name = long.split_once('=').map_or(long, |(name, _)| name);
            arg.get_long() == Some(name) || arg.get_all_aliases().is_some_and(|others| others.contains(&name))
        }
        None => word.strip_prefix('-').and_then(|rest| rest.chars().next()).is_some_and(|c| arg.get_short() == Some(c)),
    }
}

/// The options that a file has for a command, other than those that the command line names: a list there takes the place of
/// the whole list.
fn options(text: &str, command: &str, named: &dyn Fn(&str) -> bool) -> Result<Vec<String>, String> {
    let file: Table = text.parse().map_err(|error: toml::de::Error| error.to_string().trim_end().to_owned())?;
    let mut options = Vec::new();
    for (name, value) in &file {
        if name == "for" {
            settings(value, command, &mut options)?;
            continue;
        }
        let table = value.as_table().ok_or_else(|| format!("{name} is not a table"))?;
        match name.as_str() {
            "races" => races(table, &mut options)?,
            "check" | "test" if name == command => {
                for (key, value) in table.iter().filter(|(key, _)| !named(key)) {
                    option(key, value, &mut options)?;
                }
            }
            "check" | "test" => {}
            _ => return Err(format!("there is no table [{name}]; there are [check], [test], [races] and [[for]]")),
        }
    }
    Ok(options)
}

/// Options that decide which code runs on this machine. The file comes with the program, so it does not have them.
const OF_THE_USER: [&str; 2] = ["jdk", "processors"];

fn option(key: &str, value: &Value, options: &mut Vec<String>) -> Result<(), String> {
    if OF_THE_USER.contains(&key) {
        return Err(format!("{key} decides what is executed on this machine, so only the command line has it"));
    }
    match value {
        Value::Boolean(true) => options.push(format!("--{key}")),
        Value::Boolean(false) => {}
        Value::String(text) => options.push(format!("--{key}={text}")),
        Value::Integer(number) => options.push(format!("--{key}={number}")),
        Value::Float(number) => options.push(format!("--{key}={number}")),
        Value::Array(values) => {
            if let Some(inner) = values.iter().find(|value| value.is_array()) {
                return Err(format!("{key} has a list in its list: {inner}"));
            }
            for value in values {
                option(key, value, options)?;
            }
        }
        _ => return Err(format!("{key} is neither a text, a number, a truth value nor a list of them")),
    }
    Ok(())
}

/// `[[for]]`: what differs for some tests.
fn settings(value: &Value, command: &str, options: &mut Vec<String>) -> Result<(), String> {
    let form = "each [[for]] has tests = \"PATTERN\" and what differs for them, such as timeout = 120";
    let list = value.as_array().ok_or(form)?;
    for table in list {
        let table = table.as_table().ok_or(form)?;
        let pattern = table.get("tests").and_then(Value::as_str).ok_or(form)?;
        let mut pairs = Vec::new();
        for (key, value) in table.iter().filter(|(key, _)| *key != "tests") {
            let value = match value {
                Value::String(text) => text.clone(),
                Value::Integer(number) => number.to_string(),
                Value::Float(number) => number.to_string(),
                _ => return Err(format!("{key} of [[for]] is neither a text nor a number")),
            };
            pairs.push(format!("{key}={value}"));
        }
        if pairs.is_empty() {
            return Err(form.into());
        }
        if command == "test" {
            options.push(format!("--for={pattern}:{}", pairs.join(",")));
        }
    }
    Ok(())
}

fn races(table: &Table, options: &mut Vec<String>) -> Result<(), String> {
    for (key, value) in table {
        match (key.as_str(), value) {
            ("default", Value::String(text)) => options.push(format!("--races={text}")),
            ("accept", Value::Array(list)) => {
                for one in list {
                    let text = |key: &str| one.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
                    let (Some(field), Some(why)) = (text("field"), text("why")) else {
                        return Err("each of races.accept needs a field and a reason: \
                                    { field = \"com.acme.Cache.hits\", why = \"only a statistic\" }"
                            .into());
                    };
                    options.push(format!("--accept-race={field}={why}"));
                }
            }
            _ => {
                return Err(format!(
                    "races has no {key} of this kind; there are default = \"warn\" and accept = [ … ]"
                ));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::options;

    #[test]
    fn tables_become_options() {
        let text = "[check]\ntimeout = 5\n[test]\ntimeout = 30\ntime = \"last\"\nselect = [\"A\", \"B\"]\njson = false\n\
                    [[for]]\ntests = \"*Slow*\"\ntimeout = 2.5\nbounded = \"pass\"\n\
                    [races]\ndefault = \"warn\"\naccept = [{ field = \"org.jctools.*\", why = \"its own protocol\" }]\n";
        let expected = ["--races=warn", "--accept-race=org.jctools.*=its own protocol"];
        let mut found = options(text, "test", &|_| false).expect("a good file");
        found.sort();
        let mut all: Vec<&str> = expected.to_vec();
        all.extend([
            "--timeout=30",
            "--time=last",
            "--select=A",
            "--select=B",
            "--for=*Slow*:bounded=pass,timeout=2.5",
        ]);
        all.sort_unstable();
        assert_eq!(found, all);
        assert!(options(text, "check", &|_| false).expect("a good file").contains(&"--timeout=5".to_owned()));
        let without = options(text, "test", &|key| key == "select").expect("a good file");
        assert!(!without.iter().any(|option| option.starts_with("--select")), "{without:?}");
        assert_eq!(without.len(), all.len() - 2);
    }

    #[test]
    fn mistakes_have_messages() {
        for (text, says) in [
            ("[chekc]\n", "there is no table [chekc]"),
            ("timeout = 3\n", "timeout is not a table"),
            ("[for]\ntests = \"*\"\n", "each [[for]] has tests"),
            ("[[for]]\ntests = \"*\"\n", "each [[for]] has tests"),
            ("[[for]]\ntimeout = 3\n", "each [[for]] has tests"),
            ("[races]\naccept = [{ field = \"a.B.c\" }]\n", "needs a field and a reason"),
            ("[check]\ntimeout = [[1]]\n", "timeout has a list in its list"),
            ("[check\n", "TOML parse error"),
        ] {
            let problem = options(text, "check", &|_| false).expect_err(text);
            assert!(problem.contains(says), "{text}: {problem}");
        }
    }
}
