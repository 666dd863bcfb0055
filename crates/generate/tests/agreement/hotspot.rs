//! What a real virtual machine shows of generated programs. Comes in: classes with a `main`; goes out: what each has
//! printed, run again and again by one process beside threads that keep the processors busy, each time as a new class.
//!
//! A run that hangs or takes too long is given up and says nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::time::Duration;

use heddle_testing::{compile, jdk, run_with_timeout};

/// How often each program runs, unless `HEDDLE_RUNS` says something else.
const RUNS: u32 = 4;

const NOISE: &str = r#"
import java.io.*;
import java.net.*;
import java.util.*;

public class Noise {
    static volatile long sink;

    public static void main(String[] args) throws Exception {
        URL[] classes = { new File(args[0]).toURI().toURL() };
        PrintStream out = System.out;
        ThreadLocal<PrintStream> printed = new ThreadLocal<>();
        System.setOut(new PrintStream(new OutputStream() {
            @Override public void write(int b) { if (printed.get() != null) printed.get().write(b); }
        }, true));
        PrintStream err = new PrintStream(OutputStream.nullOutputStream());
        InputStream in = System.in;
        for (int i = 0; i < 2; i++) {
            Thread noise = new Thread(() -> {
                Random random = new Random(7);
                while (true) {
                    for (int n = random.nextInt(300_000); n > 0; n--) sink += n;
                    Thread.yield();
                }
            });
            noise.setDaemon(true);
            noise.start();
        }
        for (int at = 2; at < args.length; at++) {
            String name = args[at];
            Set<String> shown = new HashSet<>();
            for (int run = Integer.parseInt(args[1]); run > 0; run--) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                // The program before may have replaced them.
                System.setErr(err);
                System.setIn(in);
                // A program sees the threads of its group, which are its own.
                Thread main = new Thread(new ThreadGroup(name), () -> {
                    PrintStream stream = new PrintStream(bytes, true);
                    printed.set(stream);
                    try (URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
                        loader.setDefaultAssertionStatus(true);
                        Class.forName(name, true, loader).getMethod("main", String[].class).invoke(null, (Object) null);
                    } catch (Throwable e) {
                        stream.print("\nthrew");
                    }
                });
                main.start();
                if (!ends(main)) break;
                if (shown.add(bytes.toString())) out.println(name + ":" + bytes.toString().replace("\n", "\\n"));
            }
        }
        out.flush();
        Runtime.getRuntime().halt(0);
    }

    /** Waits for a program until it ends, all of its threads wait for each other, or it takes too long. */
    static boolean ends(Thread main) throws InterruptedException {
        Thread[] threads = new Thread[50];
        ThreadGroup group = main.getThreadGroup();
        if (group == null) return true;
        for (int turn = 0, quiet = 0; turn < 400 && quiet < 6; turn++) {
            main.join(5);
            if (!main.isAlive()) return true;
            boolean waits = true;
            for (int at = group.enumerate(threads) - 1; at >= 0; at--) {
                waits &= threads[at].getState() == Thread.State.WAITING;
            }
            quiet = waits ? quiet + 1 : 0;
        }
        return false;
    }
}
"#;

/// What `java` has printed, by class.
pub fn shown(sources: &[(String, String)]) -> BTreeMap<String, BTreeSet<String>> {
    let runs = std::env::var("HEDDLE_RUNS").map_or(RUNS, |runs| runs.parse().expect("HEDDLE_RUNS is a number"));
    let files: Vec<_> = sources.iter().map(|(class, text)| (format!("{class}.java"), text)).collect();
    let classes = compile(jdk(), &files);
    let noise = compile(jdk(), &[("Noise.java".to_owned(), NOISE.to_owned())]);
    let mut java = Command::new(jdk().tool("java"));
    java.args(["-XX:TieredStopAtLevel=1", "-Xmx512m", "-cp"]).arg(noise).arg("Noise").arg(classes);
    java.arg(runs.to_string()).args(sources.iter().map(|(class, _)| class));
    let mut shown: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    // Without an answer in time there is nothing to compare.
    let Some(output) = run_with_timeout(java, Duration::from_secs(60 + u64::from(runs) * sources.len() as u64)) else {
        return shown;
    };
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        if let Some((class, printed)) = line.split_once(':').filter(|(_, printed)| !printed.contains("threw")) {
            shown.entry(class.to_owned()).or_default().insert(printed.replace("\\n", "\n"));
        }
    }
    shown
}
