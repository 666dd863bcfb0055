//! What a user stumbles over: programs that are named badly or by the wrong thing, folders that are none, options of the
//! program and of the compiler. Each has a clear message and the right exit code.

use heddle_testing::{compile_into, jdk, repository};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

const HELLO: &str = "public class Hello {
    public static void main(String[] args) {
        System.out.println(args.length + \" \" + System.getProperty(\"shop.mode\") + \" \" + Integer.getInteger(\"shop.size\"));
    }
}
";

/// More states than anybody waits for.
const ENDLESS: &str = "public class Endless {
    static volatile long n, m;
    public static void main(String[] args) {
        new Thread(() -> { while (true) m++; }).start();
        while (true) n++;
    }
}
";

fn folder_with(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in files {
        write(&folder.path().join(path), text.as_bytes());
    }
    folder
}

fn write(path: &Path, bytes: &[u8]) {
    std::fs::create_dir_all(path.parent().expect("in a folder")).expect("a writable folder");
    std::fs::write(path, bytes).expect("a file is written");
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command.current_dir(folder).env("JAVA_HOME", &jdk().home).args(arguments);
    command
}

fn heddle(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("heddle runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// The command ends with an exit code and says something.
fn expect(folder: &Path, arguments: &[&str], code: i32, says: &str) -> String {
    let output = heddle(folder, arguments);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
    assert!(text.contains(says), "{arguments:?} says {says:?}: {text}");
    text
}

#[test]
fn system_properties_reach_the_program_in_every_command() {
    let folder = folder_with(&[("Hello.java", HELLO)]);
    let given = ["-Dshop.mode=quick", "-D", "shop.size=7"];
    expect(folder.path(), &[&["run"], &given[..], &["Hello.java", "a", "-b"]].concat(), 0, "2 quick 7\n");
    expect(folder.path(), &["run", "-Dshop.mode", "Hello.java"], 0, "0  null\n");
    expect(folder.path(), &["run", "-Dshop.mode=a", "-Dshop.mode=b", "Hello.java"], 0, "0 b null\n");
    expect(folder.path(), &["run", "-D", "=x", "Hello.java"], 64, "write -Dname=value");
    let outcomes = [&["check", "Hello.java", "--outcomes"], &given[..], &["--", "a", "-b"]].concat();
    expect(folder.path(), &outcomes, 0, "2 quick 7");
    // They are saved with a run.
    let fails = "public class Fails {
    public static void main(String[] args) {
        if (\"yes\".equals(System.getProperty(\"fails\"))) {
            throw new IllegalStateException();
        }
    }
}
";
    write(&folder.path().join("Fails.java"), fails.as_bytes());
    expect(folder.path(), &["check", "Fails.java"], 0, "proved");
    expect(folder.path(), &["check", "Fails.java", "-Dfails=yes", "--save", "run.json"], 1, "IllegalStateException");
    expect(folder.path(), &["replay", "run.json"], 1, "IllegalStateException");
}

#[test]
fn commands_take_arguments_of_the_program() {
    let program = "public class Takes {
    public static void main(String[] args) {
        if (args.length == 1 && args[0].equals(\"--bad\")) {
            throw new IllegalStateException();
        }
    }
}
";
    let folder = folder_with(&[("Takes.java", program)]);
    expect(folder.path(), &["check", "Takes.java"], 0, "proved");
    expect(folder.path(), &["check", "Takes.java", "--", "--bad"], 1, "IllegalStateException");
    expect(folder.path(), &["symbolic", "Takes.java", "--", "--bad"], 1, "IllegalStateException");
    for command in ["litmus", "analyze"] {
        expect(folder.path(), &[command, "Takes.java", "--", "--bad"], 0, "");
    }
    let model = heddle(folder.path(), &["model", "Takes.java", "--", "--bad"]);
    assert!(!text(&model).contains("unexpected argument"), "{}", text(&model));
}

#[test]
fn several_main_methods_are_listed_and_asked_for() {
    let class = |name: &str| format!("public class {name} {{ public static void main(String[] args) {{ }} }}\n");
    let (first, second) = (class("First"), class("Second"));
    let helper = "class Helper { static int main(int n) { return n; } }\n";
    let folder = folder_with(&[("p/First.java", &first), ("p/Second.java", &second), ("p/Helper.java", helper)]);
    let says = "p has several classes with a main method: First, Second; choose one with --main CLASS";
    expect(folder.path(), &["check", "p"], 64, says);
    expect(folder.path(), &["run", "p"], 64, says);
    expect(folder.path(), &["check", "p", "--main", "Second"], 0, "proved");
    compile_into(jdk(), &folder.path().join("classes"), &[("First.java", &first), ("Second.java", &second)]);
    expect(folder.path(), &["check", "classes"], 64, "several classes with a main method: First, Second;");
    let jar = Command::new(jdk().tool("jar"))
        .args(["cf", "both.jar", "-C", "classes", "."])
        .current_dir(folder.path())
        .output();
    assert!(jar.expect("jar runs").status.success());
    expect(
        folder.path(),
        &["check", "both.jar"],
        64,
        "both.jar has several classes with a main method: First, Second;",
    );
    expect(folder.path(), &["check", "both.jar", "--main", "First"], 0, "proved");
    // A class called Main is the one that is meant, and the command says so.
    write(&folder.path().join("p/Main.java"), class("Main").as_bytes());
    expect(
        folder.path(),
        &["check", "p"],
        0,
        "several classes have a main method; this is about Main (--main CLASS chooses)",
    );
    std::fs::remove_file(folder.path().join("p/Main.java")).expect("a file is removed");
    std::fs::remove_file(folder.path().join("p/First.java")).expect("a file is removed");
    let text = expect(folder.path(), &["check", "p"], 0, "proved");
    assert!(!text.contains("several"), "{text}");
    std::fs::remove_file(folder.path().join("p/Second.java")).expect("a file is removed");
    expect(folder.path(), &["check", "p"], 64, "p has no class with a main method");
}

#[test]
fn what_is_no_program_is_named() {
    let folder = folder_with(&[("notes.txt", "hello"), ("empty/readme", ""), ("Hello.java", HELLO)]);
    let cases: &[(&[&str], &str)] = &[
        (&["check", "notes.txt"], "notes.txt is no program: name a .java or .class file, a .jar, a folder, or a class"),
        (&["check", "src/Missing.txt"], "src/Missing.txt does not exist"),
        (&["check", "Missing.java"], "Missing.java does not exist"),
        (&["check", "missing.jar"], "missing.jar does not exist"),
        (&["check", "com.acme.Missing"], "there is no class com.acme.Missing on the class path"),
        (&["check", "empty"], "empty holds neither sources nor classes"),
        (&["check", "/"], "/ is the whole file system"),
        (&["check", "/../"], "/../ is the whole file system"),
        (&["test", "/"], "/ is the whole file system"),
        (&["check", "Hello.java", "-c", "nowhere"], "nowhere on the class path does not exist"),
        (&["check", "Hello.java", "--jobs", "0"], "0 is not in 1..=1000"),
        (&["test", "Hello.java", "--jobs", "0"], "0 is not in 1..=1000"),
        (&["check", "Hello.java", "--main", "Absent"], "there is no class Absent"),
    ];
    for (arguments, says) in cases {
        expect(folder.path(), arguments, 64, says);
    }
}

#[cfg(unix)]
#[test]
fn links_may_lead_in_circles() {
    let folder = folder_with(&[("p/Hello.java", HELLO), ("p/inner/Other.java", "class Other { }\n")]);
    std::os::unix::fs::symlink("..", folder.path().join("p/inner/up")).expect("a link");
    std::os::unix::fs::symlink("inner", folder.path().join("p/again")).expect("a link");
    expect(folder.path(), &["run", "p"], 0, "0 null null");
    std::os::unix::fs::symlink("nowhere", folder.path().join("p/Gone.java")).expect("a link");
    expect(folder.path(), &["run", "p"], 64, "cannot read p/Gone.java: ");
    for name in ["Itself.java", "itself", "itself.jar"] {
        std::os::unix::fs::symlink(name, folder.path().join(name)).expect("a link");
        expect(folder.path(), &["check", name], 64, &format!("cannot read {name}: "));
    }
    expect(folder.path(), &["check", "p", "-c", "itself"], 64, "cannot read itself on the class path: ");
    let pipe = Command::new("mkfifo").arg(folder.path().join("Pipe.java")).status().expect("mkfifo runs");
    assert!(pipe.success());
    expect(folder.path(), &["check", "Pipe.java"], 64, "Pipe.java is not a file");
}

#[test]
fn options_of_the_compiler_are_passed_on() {
    let folder = folder_with(&[]);
    // é in ISO 8859-1, which is no UTF-8.
    let latin =
        b"public class Latin { public static void main(String[] a) { System.out.println(\"caf\xe9\".length()); } }\n";
    write(&folder.path().join("Latin.java"), latin);
    expect(folder.path(), &["run", "--encoding", "ISO-8859-1", "Latin.java"], 0, "4\n");
    let names = "public class Names {
    static void twice(int amount) { }
    public static void main(String[] args) throws Exception {
        System.out.println(Names.class.getDeclaredMethod(\"twice\", int.class).getParameters()[0].getName());
    }
}
";
    write(&folder.path().join("Names.java"), names.as_bytes());
    expect(folder.path(), &["run", "Names.java"], 0, "arg0\n");
    expect(folder.path(), &["run", "--javac=-parameters", "Names.java"], 0, "amount\n");
    expect(folder.path(), &["run", "--javac", "-nonsense", "Names.java"], 64, "javac refused the program");
    for option in ["-processor=Evil", "-Xplugin:Evil", "-J-javaagent:evil.jar", "-d", "@more"] {
        let javac = format!("--javac={option}");
        expect(folder.path(), &["run", &javac, "Names.java"], 64, &format!("javac is not given {option}"));
    }
}

#[test]
fn sources_are_found_beside_jars_and_class_paths_may_have_patterns() {
    let library = "package shop;

public class Till {
    static int sold;
    public static void sell() {
        sold++; // the line of the library
    }
}
";
    let program = "import shop.Till;

public class Uses {
    public static void main(String[] args) {
        new Thread(Till::sell).start();
        Till.sell();
    }
}
";
    let folder = folder_with(&[("src/shop/Till.java", library), ("Uses.java", program)]);
    compile_into(jdk(), &folder.path().join("classes"), &[("shop/Till.java", library)]);
    std::fs::create_dir(folder.path().join("lib")).expect("a folder");
    let jar = |name: &str, from: &str| {
        let jar =
            Command::new(jdk().tool("jar")).args(["cf", name, "-C", from, "."]).current_dir(folder.path()).output();
        assert!(jar.expect("jar runs").status.success());
    };
    jar("lib/till.jar", "classes");
    let shown = "sold++; // the line of the library";
    let without = heddle(folder.path(), &["check", "Uses.java", "-c", "lib/*"]);
    assert_eq!(without.status.code(), Some(1), "{}", text(&without));
    assert!(!text(&without).contains(shown), "{}", text(&without));
    expect(folder.path(), &["check", "Uses.java", "-c", "lib/*", "--source-path", "src"], 1, shown);
    jar("lib/till-sources.jar", "src");
    expect(folder.path(), &["check", "Uses.java", "-c", "lib/till.jar"], 1, shown);
    let sarif = heddle(folder.path(), &["check", "Uses.java", "-c", "lib/till.jar", "--report", "sarif=out.sarif"]);
    assert_eq!(sarif.status.code(), Some(1));
    let log = std::fs::read_to_string(folder.path().join("out.sarif")).expect("a log");
    let log: Value = serde_json::from_str(&log).expect("JSON");
    let primary = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(primary["artifactLocation"]["uri"], "shop/Till.java", "a file inside of a jar has no address");
    assert!(primary["region"]["snippet"]["text"].as_str().is_some_and(|text| text.contains(shown)));
}

#[cfg(unix)]
#[test]
fn a_request_to_terminate_ends_the_search_with_a_report() {
    let folder = folder_with(&[("Endless.java", ENDLESS)]);
    let arguments = ["check", "Endless.java", "--reduce", "none", "--races", "off", "--report", "json=out.json"];
    let child = command(folder.path(), &arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.expect("heddle starts");
    // The search has begun when it shows how far it is.
    let mut shown = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    assert!(shown.by_ref().any(|line| line.expect("text").contains("states")), "no progress is shown");
    let kill = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill runs");
    assert!(kill.success());
    let output = child.wait_with_output().expect("heddle ends");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains("interrupted"), "{}", text(&output));
    let report = std::fs::read_to_string(folder.path().join("out.json")).expect("a report");
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["verdict"]["is"], "bounded");
}

#[test]
fn a_closed_pipe_changes_no_exit_code() {
    let folder = folder_with(&[("Hello.java", HELLO)]);
    let mut child = command(folder.path(), &["check", "Hello.java"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("heddle starts");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("heddle ends").code(), Some(0));
}

/// A verdict that nobody could read is no success; messages that nobody can read do not change a verdict.
#[test]
fn a_full_device_is_noticed() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full");
    if full().is_err() {
        eprintln!("there is no full device: nothing is tried");
        return;
    }
    let folder = folder_with(&[("Hello.java", HELLO)]);
    let arguments: [&[&str]; 4] =
        [&["check", "Hello.java"], &["check", "Hello.java", "--json"], &["analyze", "Hello.java"], &["schema"]];
    for arguments in arguments {
        let output =
            command(folder.path(), arguments).stdout(full().expect("as before")).output().expect("heddle runs");
        assert_eq!(output.status.code(), Some(74), "{arguments:?}: {}", text(&output));
        assert!(text(&output).contains("heddle: cannot write to standard output: "), "{}", text(&output));
    }
    for (arguments, code) in [(&["check", "Hello.java"], 0), (&["check", "Missing.java"], 64)] {
        let output =
            command(folder.path(), arguments).stderr(full().expect("as before")).output().expect("heddle runs");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", text(&output));
    }
    // Java does not tell its programs either.
    let output = command(folder.path(), &["run", "Hello.java"]).stdout(full().expect("as before")).output();
    assert_eq!(output.expect("heddle runs").status.code(), Some(0));
}

/// The file of a project counts wherever options of all commands stand.
#[test]
fn options_override_the_file_of_the_project_by_any_name() {
    let folder = folder_with(&[("Hello.java", HELLO), ("heddle.toml", "[check]\nclass-path = \"nowhere\"\n")]);
    std::fs::create_dir(folder.path().join("lib")).expect("a writable folder");
    expect(folder.path(), &["check", "Hello.java"], 64, "nowhere on the class path does not exist");
    for name in ["-c", "--cp", "-cp", "--class-path"] {
        expect(folder.path(), &["check", "Hello.java", name, "lib"], 0, "proved");
    }
    expect(folder.path(), &["check", "Hello.java", "-clib"], 0, "proved");
}

#[test]
fn options_before_the_command_do_not_hide_the_file_of_the_project() {
    let folder = folder_with(&[("Hello.java", HELLO), ("heddle.toml", "[check]\nraces = \"maybe\"\n")]);
    for arguments in [&["check", "Hello.java"][..], &["--quiet", "check", "Hello.java"]] {
        expect(folder.path(), arguments, 64, "heddle.toml: invalid value 'maybe'");
    }
}

/// Fractions of a second are seconds too, in every command that searches; the others end with a message.
#[test]
fn time_and_memory_are_limited_in_every_command() {
    let folder = folder_with(&[("Endless.java", ENDLESS)]);
    let endless = |arguments: &[&str], says: &str| {
        let (command, rest) = arguments.split_first().expect("a command");
        expect(folder.path(), &[&[*command, "Endless.java"], rest].concat(), 2, says);
    };
    let slow = ["check", "--reduce", "none", "--races", "off"];
    endless(&[&slow[..], &["--timeout", "0.5"]].concat(), "stopped after 0.5 s (--timeout)");
    endless(&[&slow[..], &["--memory", "1"]].concat(), "MiB");
    expect(folder.path(), &["run", "--timeout", "0.25", "Endless.java"], 2, "stopped after 0.25 s (--timeout)");
    expect(folder.path(), &["run", "--memory", "1", "Endless.java"], 2, "stopped at 1 MiB (--memory)");
    expect(folder.path(), &["analyze", "--memory", "1", "Endless.java"], 2, "stopped at 1 MiB (--memory)");
    let litmus = ["litmus", "--memory", "1", "--model", "jmm", "--test", "RacyHolder", "Basics.java"];
    expect(&repository("corpus/litmus"), &litmus, 2, "the list may be incomplete: stopped");
    expect(folder.path(), &["check", "--timeout", "soon", "Endless.java"], 64, "write seconds, such as 90 or 0.5");
    expect(folder.path(), &["test", "--timeout=-1", "Endless.java"], 64, "write seconds, such as 90 or 0.5");
}

/// Commands that do not search take limits, and reports as JSON, as the others do.
#[test]
fn run_debug_and_doctor_have_the_options_of_the_others() {
    let folder = folder_with(&[("Hello.java", HELLO), ("Endless.java", ENDLESS)]);
    let output = heddle(folder.path(), &["run", "--json", "-Dname=it", "Hello.java", "x"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((report["command"].as_str(), &report["ended"]["is"]), (Some("run"), &Value::from("exit")));
    assert!(report["output"].as_str().is_some_and(|text| !text.is_empty()), "{report}");
    let output = heddle(folder.path(), &["doctor", "--json", "--quiet", "--timeout", "60", "--memory", "4000"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((report["command"].as_str(), report["exit_code"].as_i64()), (Some("doctor"), Some(0)));
    assert!(report["jdk"].is_string() && report["version"].is_string(), "{report}");
    // Nothing is found in that time, and a debugger is told so.
    let launch = r#"{"seq":1,"type":"request","command":"launch","arguments":{}}"#;
    let mut child =
        command(folder.path(), &["debug", "Endless.java", "--timeout", "0.2", "--memory", "4000", "--", "x"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("heddle starts");
    let message = format!("Content-Length: {}\r\n\r\n{launch}", launch.len());
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), message.as_bytes()).expect("heddle reads");
    let output = child.wait_with_output().expect("heddle ends");
    assert!(text(&output).contains("there is no run to debug: Endless.java is bounded"), "{}", text(&output));
}

/// A request to end the command before anything is searched leaves no empty files behind; a second one ends it at once.
#[cfg(unix)]
#[test]
fn an_early_request_to_terminate_leaves_nothing_behind() {
    let folder = folder_with(&[("Endless.java", ENDLESS)]);
    let arguments = ["check", "Endless.java", "--report", "json=out.json", "--save", "out.run", "--timeout", "9"];
    let temporary = folder.path().join("tmp");
    std::fs::create_dir(&temporary).expect("a writable folder");
    let mut child = command(folder.path(), &arguments);
    let child = child.env("TMPDIR", &temporary).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.expect("heddle starts");
    // The file is opened before anything else, and the compiler takes a while.
    while !folder.path().join("out.json").exists() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let kill = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill runs");
    assert!(kill.success());
    let output = child.wait_with_output().expect("heddle ends");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains("heddle: interrupted before the search began"), "{}", text(&output));
    assert!(!folder.path().join("out.json").exists() && !folder.path().join("out.run").exists());
    assert_eq!(std::fs::read_dir(&temporary).expect("a folder").count(), 0, "compiled classes are left");
}

/// What is wrong with an input is named, with the way out.
#[test]
fn messages_name_the_cause() {
    let folder = folder_with(&[("Hello.java", HELLO), ("broken/Hello.class", "nonsense")]);
    expect(
        folder.path(),
        &["check", "broken"],
        64,
        "broken has no class with a main method that can be read; Hello.class: ",
    );
    expect(folder.path(), &["check", ""], 64, "the name of the program is empty");
    expect(folder.path(), &["check", "Hello.java", "--memory", "0"], 64, "write MiB, a whole number from 1 on");
    for (option, number, says) in [
        ("--timeout", "-1", "invalid value '-1' for '--timeout <SECONDS>': write seconds"),
        ("--memory", "-5", "write MiB, a whole number from 1 on"),
        ("--jobs", "-1", "invalid value '-1' for '--jobs <N>'"),
        ("--jobs", "0", "0 is not in 1..=1000"),
        ("--max-states", "-1", "invalid value '-1' for '--max-states"),
        ("--walks", "0", "0 is not in 1.."),
    ] {
        expect(folder.path(), &["check", "Hello.java", option, number], 64, says);
    }
    let output = expect(folder.path(), &["check", "Hello.java", "--report", "json=new/folder/out.json"], 0, "proved");
    assert!(folder.path().join("new/folder/out.json").is_file(), "{output}");
}

/// Where no locale is set, as in many containers, names and sources are UTF-8 all the same. The links by which
/// editors lock files are no sources.
#[cfg(target_os = "linux")]
#[test]
fn sources_are_utf_8_without_a_locale() {
    let text = "public class Größe { public static void main(String[] a) { System.out.println(\"ß\".length()); } }";
    let folder = folder_with(&[("straße/Größe.java", text)]);
    std::os::unix::fs::symlink("somebody@host.1", folder.path().join("straße/.#Größe.java")).expect("a link");
    for program in ["straße", "straße/Größe.java"] {
        let mut command = command(folder.path(), &["check", "--outcomes", program]);
        command.env_remove("LANG").env_remove("LC_ALL").env_remove("LC_CTYPE");
        let output = command.output().expect("heddle runs");
        assert_eq!(output.status.code(), Some(0), "{}", self::text(&output));
        assert!(self::text(&output).contains("1 outcome"), "{}", self::text(&output));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_text_are_named() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder_with(&[("Hello.java", HELLO)]);
    let name = std::ffi::OsStr::from_bytes(b"od\xffd/Hello.java");
    let output = command(folder.path(), &["check"]).arg(name).output().expect("heddle runs");
    assert_eq!(output.status.code(), Some(64), "{}", text(&output));
    assert!(text(&output).contains("Hello.java is not valid UTF-8") && text(&output).contains("rename it"));
}

#[test]
fn quiet_commands_print_results_only() {
    let folder = folder_with(&[("Hello.java", HELLO)]);
    for arguments in [&["check", "Hello.java"][..], &["analyze", "Hello.java"]] {
        let loud = heddle(folder.path(), arguments);
        let quiet = heddle(folder.path(), &[arguments, &["--quiet"]].concat());
        assert_eq!(loud.stdout, quiet.stdout, "{arguments:?}");
        assert!(!loud.stderr.is_empty() && quiet.stderr.is_empty(), "{arguments:?}: {}", text(&quiet));
    }
    expect(folder.path(), &["check", "--quiet", "Missing.java"], 64, "Missing.java does not exist");
    // What stands after the program is the program's own.
    expect(folder.path(), &["run", "Hello.java", "-q"], 0, "1 null null");
}

/// A race that is only to be warned of does not hide what else goes wrong.
#[test]
fn a_warning_does_not_take_the_place_of_a_violation() {
    let program = "public class Warned {
    static int n;
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> n++);
        other.start();
        n++;
        other.join();
        if (n != 2) {
            throw new IllegalStateException(\"lost\");
        }
    }
}
";
    let folder = folder_with(&[("Warned.java", program)]);
    let page = expect(folder.path(), &["check", "Warned.java", "--races", "warn"], 1, "violated: uncaught");
    assert!(page.contains("IllegalStateException: lost"), "{page}");
    expect(folder.path(), &["check", "Warned.java"], 1, "violated: race");
}
