//! `--report html=`: the data in the page, that no text of a program is markup, and that it needs nothing else; and, where
//! Chromium and Node.js are installed, the page in a real browser (`tools/browser/page.mjs`).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use heddle_testing::{heddle, repository, run_with_timeout};
use serde_json::Value;
use tempfile::TempDir;

const LIMIT: Duration = Duration::from_secs(180);

/// Two locks in two orders, names that look like markup, and something printed.
const BOTH: &str = r#"public class Both {
    static final Object a = new Object(), b = new Object();
    static volatile String last = "</script><b>&amp;";

    static void take(Object first, Object second) {
        synchronized (first) {
            last = Thread.currentThread().getName();
            synchronized (second) {
                System.out.println("<i>both</i>");
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread left = new Thread(() -> take(a, b), "<left>"), right = new Thread(() -> take(b, a), "right & \"co\"");
        left.start();
        right.start();
        left.join();
        right.join();
    }
}
"#;

fn page_of(folder: &Path, source: &str, class: &str, options: &[&str]) -> (PathBuf, String) {
    let file = folder.join(class).with_extension("java");
    std::fs::write(&file, source).expect("a writable folder");
    let page = folder.join("page.html");
    let mut command = heddle!("check", "--jobs", "1", &file);
    command.args(options).arg("--report").arg(format!("html={}", page.display()));
    run_with_timeout(command, LIMIT).expect("the check ends");
    let text = std::fs::read_to_string(&page).expect("a page");
    (page, text)
}

/// The JSON in a page.
fn data(page: &str) -> Value {
    let begin = "<script type=\"application/json\" id=\"data\">";
    let (_, rest) = page.split_once(begin).expect("data");
    let (json, _) = rest.split_once("</script>").expect("an end");
    serde_json::from_str(json).expect("JSON")
}

#[test]
fn a_page_has_the_run_with_places_locks_and_order() {
    let folder = TempDir::new().expect("a temporary folder");
    let (_, page) = page_of(folder.path(), BOTH, "Both", &[]);
    let data = data(&page);
    let run = &data["runs"][0];
    assert_eq!(run["kind"], "deadlock");
    let threads: Vec<&str> = run["threads"].as_array().expect("threads").iter().filter_map(Value::as_str).collect();
    assert!(threads.contains(&"<left>") && threads.contains(&"right & \"co\""), "{threads:?}");
    let moments = run["moments"].as_array().expect("moments");
    assert!(moments.iter().any(|moment| moment["w"].as_str().is_some_and(|words| words.starts_with("locks Object#"))));
    // The last stand of each thread that fails: it holds one lock and waits for the other, which its neighbour has.
    for failing in run["end"]["t"].as_array().expect("failing threads").iter().take(2) {
        let key = failing.to_string();
        let mut stands = moments.iter().chain([&run["end"]]).filter_map(|moment| moment["s"].get(&key));
        let last = stands.next_back().expect("how it stands");
        assert_eq!(last["h"].as_array().map(Vec::len), Some(1), "{last}");
        assert!(last["w"][1].is_u64(), "{last}");
        assert_ne!(last["w"][0], last["h"][0]);
    }
    let orders = run["orders"].as_array().expect("orders");
    assert!(orders.iter().any(|order| order[2] == "start"), "{orders:?}");
    for order in orders {
        let at = |end: usize| order[end].as_u64().expect("a moment") as usize;
        assert!(at(0) < at(1) && moments[at(0)]["t"] != moments[at(1)]["t"], "{order}");
    }
    assert!(run["why"]["events"].as_array().is_some_and(|events| !events.is_empty()));
    let lines = data["files"][0]["lines"].as_array().expect("the source");
    assert_eq!(lines.len(), BOTH.lines().count());
}

#[test]
fn a_page_needs_nothing_else_and_no_text_is_markup() {
    let folder = TempDir::new().expect("a temporary folder");
    let (_, page) = page_of(folder.path(), BOTH, "Both", &[]);
    assert!(!page.contains("<i>both"), "printed text is escaped");
    assert!(!page.contains("<left>"), "names are escaped");
    assert_eq!(page.matches("</script>").count(), 2, "the data and the script, each ended once");
    for outside in ["src=", "@import", "url(http", "fetch(", "import(", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    // The name space of SVG is a name, not an address that is asked.
    assert_eq!(page.matches("http").count(), page.matches("http://www.w3.org/2000/svg").count());
}

#[test]
fn every_command_with_a_verdict_has_a_page() {
    let folder = TempDir::new().expect("a temporary folder");
    let proved = "public class Fine { public static void main(String[] a) { new Thread(() -> { }).start(); } }";
    let (_, page) = page_of(folder.path(), proved, "Fine", &[]);
    assert!(page.contains("proved") && data(&page)["runs"].as_array().is_some_and(Vec::is_empty));
    let fine = folder.path().join("Fine.java");
    let litmus = repository("corpus/litmus/Basic.java");
    let litmus = if litmus.exists() { litmus } else { first_litmus() };
    let commands: [(&str, Vec<String>); 2] = [
        ("litmus", vec!["litmus".into(), litmus.display().to_string()]),
        ("model", vec!["model".into(), fine.display().to_string()]),
    ];
    for (name, arguments) in commands {
        let file = folder.path().join(name).with_extension("html");
        let mut command = heddle!(&arguments[0], &arguments[1]);
        command.arg("--report").arg(format!("html={}", file.display()));
        run_with_timeout(command, LIMIT).expect("the command ends");
        let page = std::fs::read_to_string(&file).unwrap_or_else(|_| panic!("heddle {name} writes a page"));
        assert!(page.contains("<pre") && page.contains("<h1>"), "{name}");
        data(&page);
    }
}

fn first_litmus() -> PathBuf {
    let files =
        std::fs::read_dir(repository("corpus/litmus")).expect("litmus tests").flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "java")).collect();
    files.sort_by_key(|file| std::fs::metadata(file).map_or(u64::MAX, |data| data.len()));
    files.into_iter().next().expect("a litmus test")
}

#[test]
fn a_browser_shows_the_page() {
    let scripts = repository("tools/browser");
    let is_there =
        |program: &str| Command::new(program).arg("--version").output().is_ok_and(|done| done.status.success());
    if !is_there("node") || !is_there("chromium") || !scripts.join("node_modules/playwright-core").exists() {
        eprintln!("There is no Chromium, Node.js or Playwright: the page is not opened. tools/setup.sh installs them.");
        return;
    }
    let folder = TempDir::new().expect("a temporary folder");
    // Some 10,000 moments: every read and write of a volatile variable beside another thread is one.
    let long = "public class Long {
        static volatile int n;
        public static void main(String[] args) throws Exception {
            Thread other = new Thread(() -> { while (n < 4000) { } });
            other.start();
            for (int i = 0; i < 4000; i++) n = n + 1;
            throw new IllegalStateException(\"counted\");
        }
    }";
    let (short, _) = page_of(folder.path(), BOTH, "Both", &[]);
    browse(&scripts, &short);
    let (long, text) = page_of(folder.path(), long, "Long", &["--no-shorten", "--timeout", "60"]);
    let moments = data(&text)["runs"][0]["moments"].as_array().map_or(0, Vec::len);
    assert!(moments >= 7_000, "{moments} moments");
    browse(&scripts, &long);
}

fn browse(scripts: &Path, page: &Path) {
    let mut command = Command::new("node");
    command.current_dir(scripts).arg("page.mjs").arg(page);
    if let Some(pictures) = std::env::var_os("HEDDLE_PICTURES") {
        command.arg(pictures);
    }
    let output = run_with_timeout(command, LIMIT).expect("the browser ends");
    let said = String::from_utf8_lossy(&output.stdout);
    println!("{said}");
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
}
