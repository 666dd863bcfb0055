//! Mutated class files neither panic nor hang nor fill the memory, from parsing to execution.
//!
//! `HEDDLE_MUTANTS` sets how many are tried, `HEDDLE_MUTANTS_FROM` the number of the first, so that
//! many can be tried in portions.

use std::path::{Path, PathBuf};
use std::process::Command;

use heddle_mutate::{Fate, Library};

/// Classes of one library before it is made anew, since a program only grows.
const PER_LIBRARY: u64 = 2_000;

fn jdk() -> PathBuf {
    if let Some(home) = std::env::var_os("JAVA_HOME") {
        return home.into();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let javac = std::env::split_paths(&path).map(|folder| folder.join("javac")).find(|file| file.is_file());
    let javac = javac.expect("a JDK: set JAVA_HOME").canonicalize().expect("javac exists");
    javac.ancestors().nth(2).expect("javac is in bin").to_path_buf()
}

fn subject(jdk: &Path) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("Subject0000000.java");
    let text = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/Subject.java");
    std::fs::copy(text, &source).expect("the subject can be copied");
    let status = Command::new(jdk.join("bin/javac")).args(["-g", "-d"]).arg(folder.path()).arg(&source).status();
    assert!(status.expect("javac runs").success());
    std::fs::read(folder.path().join("Subject0000000.class")).expect("javac wrote the class")
}

/// xorshift, so that a run can be repeated by its seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// The subject under a name of its own, with one to four bytes changed, or cut short.
fn mutant(subject: &[u8], number: u64, random: &mut Random) -> Vec<u8> {
    let mut bytes = subject.to_vec();
    let name = b"Subject0000000";
    let own = format!("Subject{number:07}");
    for at in 0..bytes.len() - name.len() {
        if bytes[at..].starts_with(name) {
            bytes[at..at + name.len()].copy_from_slice(own.as_bytes());
        }
    }
    if random.below(50) == 0 {
        bytes.truncate(random.below(bytes.len()));
        return bytes;
    }
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        bytes[at] = match random.below(3) {
            0 => random.next() as u8,
            1 => bytes[at].wrapping_add(1),
            _ => bytes[at] ^ 1 << random.below(8),
        };
    }
    bytes
}

#[test]
fn mutated_classes_never_bring_the_machine_down() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let count = number("HEDDLE_MUTANTS").unwrap_or(6_000);
    let first = number("HEDDLE_MUTANTS_FROM").unwrap_or(1);
    let jdk = jdk();
    let subject = subject(&jdk);
    let mut fates = [0_u64; 3];
    let mut done = 0;
    while done < count {
        let library = Library::open(&jdk);
        let mut bed = library.bed();
        assert_eq!(bed.try_class(subject.clone()), Fate::Ran, "the subject itself runs");
        for _ in 0..PER_LIBRARY.min(count - done) {
            let mutation = first + done;
            done += 1;
            let mut random = Random(mutation.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
            let fate = bed.try_class(mutant(&subject, mutation % 9_999_999 + 1, &mut random));
            fates[fate as usize] += 1;
        }
    }
    println!("{count} mutants: {} refused, {} ran, {} asked for something unsupported", fates[0], fates[1], fates[2]);
    assert!(fates[1] > count / 10, "hardly any mutant got as far as being executed: {fates:?}");
}
