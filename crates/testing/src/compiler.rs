//! The compiler of each JDK as a process that stays: a new virtual machine for every little program takes ten times
//! as long as compiling it.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::{Jdk, repository};

/// A compiler that runs; it ends with its standard input, that is with this process.
struct Compiler {
    process: Child,
    answers: BufReader<ChildStdout>,
}

/// Calls the compiler of a JDK with these arguments; panics with what it says if it refuses the sources.
pub fn call(jdk: &Jdk, arguments: &[OsString]) {
    let compiler = of(jdk);
    let result = {
        // A test that failed inside a call has read the whole answer before.
        let mut compiler = compiler.lock().unwrap_or_else(PoisonError::into_inner);
        compiler.call(arguments).expect("the compiler answers")
    };
    if let Err(printed) = result {
        panic!("{printed}");
    }
}

/// The running compiler of a JDK.
fn of(jdk: &Jdk) -> Arc<Mutex<Compiler>> {
    static RUNNING: OnceLock<Mutex<HashMap<PathBuf, Arc<Mutex<Compiler>>>>> = OnceLock::new();
    let mut running = RUNNING.get_or_init(Mutex::default).lock().expect("a compiler can be started");
    let compiler = running.entry(jdk.home.clone()).or_insert_with(|| Arc::new(Mutex::new(Compiler::start(jdk))));
    Arc::clone(compiler)
}

impl Compiler {
    fn start(jdk: &Jdk) -> Compiler {
        let mut java = Command::new(jdk.tool("java"));
        // Short programs by far: compiled quickly is compiled soon enough. File names and messages are in UTF-8 wherever
        // the tests run.
        java.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dsun.jnu.encoding=UTF-8", "-Dfile.encoding=UTF-8"]);
        java.arg(repository("crates/testing/java/Compiler.java")).env_remove("JAVA_TOOL_OPTIONS");
        java.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = java.spawn().expect("`java` of the JDK runs");
        let answers = BufReader::new(process.stdout.take().expect("its output is a pipe"));
        Compiler { process, answers }
    }

    /// One call of the compiler: what it printed, if it refused.
    fn call(&mut self, arguments: &[OsString]) -> std::io::Result<Result<(), String>> {
        let texts: Vec<&str> = arguments.iter().map(|text| text.to_str().expect("a path in UTF-8")).collect();
        let calls = self.process.stdin.as_mut().expect("its input is a pipe");
        writeln!(calls, "{}", texts.join("\t"))?;
        calls.flush()?;
        let head = self.line()?;
        let (result, lines) = head.split_once(' ').expect("a result and a number of lines");
        let count = lines.parse().expect("a number of lines");
        let printed = (0..count).map(|_| self.line()).collect::<std::io::Result<Vec<String>>>()?;
        Ok(if result == "0" { Ok(()) } else { Err(printed.join("\n")) })
    }

    fn line(&mut self) -> std::io::Result<String> {
        let mut line = String::new();
        let read = self.answers.read_line(&mut line)?;
        if read == 0 { Err(std::io::ErrorKind::UnexpectedEof.into()) } else { Ok(line.trim_end().to_string()) }
    }
}
