//! What is seen of a long search: a view that is drawn in place on a terminal, a line a second elsewhere, nothing with `--quiet`. A
//! terminal is made by the command `script`, where it is installed.

use std::process::Command;
use std::time::Duration;

use heddle_testing::{heddle, run_with_timeout};
use tempfile::TempDir;

/// More states than are visited in a few seconds; some code is never reached.
const LONG: &str = "public class Long {
    static volatile int a, b, c;
    static void count(int n) {
        for (int i = 0; i < n; i++) {
            a += i; b ^= a; c += b;
            if (n < 0) System.out.println(\"never\");
        }
    }
    public static void main(String[] args) {
        for (int t = 0; t < 3; t++) new Thread(() -> count(4)).start();
        count(4);
    }
}
";

fn program() -> (TempDir, String) {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("Long.java");
    std::fs::write(&file, LONG).expect("a writable folder");
    let file = file.display().to_string();
    (folder, file)
}

#[test]
fn a_terminal_shows_a_view_that_is_drawn_in_place_and_leaves_nothing() {
    if !Command::new("script").arg("--version").output().is_ok_and(|done| done.status.success()) {
        eprintln!("There is no command script, which makes a terminal: the view is not looked at.");
        return;
    }
    let (_folder, file) = program();
    let heddle = heddle!("check", "--races", "off", "--timeout", "6", &file);
    let words: Vec<String> =
        std::iter::once(heddle.get_program()).chain(heddle.get_args()).map(|word| word.display().to_string()).collect();
    let mut command = Command::new("script");
    command.env("JAVA_HOME", &heddle_testing::jdk().home);
    command.args(["-qec", &format!("stty cols 120 rows 40; {}", words.join(" ")), "/dev/null"]);
    let output = run_with_timeout(command, Duration::from_secs(60)).expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout);
    for row in ["  states ", "  runs ", "  tree ", "  code ", "MiB; Ctrl-C ends it"] {
        assert!(said.contains(row), "{row:?} in {said}");
    }
    assert!(said.contains("explored; ") && said.contains("instructions in methods that were called"), "{said}");
    // Each view is drawn over the last one, and the last one is cleared.
    let (drawn, cleared) = (said.matches("  states ").count(), said.matches("\x1b[J").count());
    assert!(drawn >= 3 && cleared == drawn, "{drawn} views, {cleared} cleared: {said}");
    let (_, after) = said.rsplit_once("\x1b[J").expect("cleared");
    assert!(!after.contains("Ctrl-C") && after.contains("bounded"), "{after}");
}

#[test]
fn without_a_terminal_progress_is_a_line_and_quiet_has_none() {
    let (_folder, file) = program();
    let command = heddle!("check", "--races", "off", "--timeout", "3", &file);
    let said = run_with_timeout(command, Duration::from_secs(60)).expect("it ends");
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    assert!(!said.contains('\x1b'), "{said}");
    let lines: Vec<&str> = said.lines().filter(|line| line.contains(" pending")).collect();
    assert!(lines.len() >= 2 && lines.iter().all(|line| line.contains(" states, ")), "{said}");
    let quiet = heddle!("check", "--quiet", "--races", "off", "--timeout", "3", &file);
    let quiet = run_with_timeout(quiet, Duration::from_secs(60)).expect("it ends");
    assert!(quiet.stderr.is_empty(), "{}", String::from_utf8_lossy(&quiet.stderr));
}
