//! Bad bytes give an error, never a panic: a compiled class truncated at every byte, and with
//! every byte changed in several ways, all of it decoded.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

use bytes::Bytes;
use heddle_classfile::ClassFile;

const SOURCE: &str = r#"
import java.util.function.*;
@Deprecated public sealed class Sample<T extends Comparable<T>> permits Sample.Sub {
    static final long L = 1L << 40; static final double D = 0.5; static final float F = 2f;
    static final String S = "a\u0000\uD800é"; static final int I = 7;
    volatile int x; protected T t;
    record Point(int x, @Deprecated String y) {}
    enum Color { RED, GREEN }
    static final class Sub extends Sample<String> {}
    interface Shape { default int area() { return 0; } private void hidden() {} }
    int loop(int n, long w, Object o) throws java.io.IOException {
        int sum = 0;
        for (int i = 0; i < n; i++) { double d = i * 0.5; sum += (int) d; }
        try { sum += o.hashCode(); } catch (RuntimeException e) { sum--; } finally { x++; }
        Supplier<String> s = () -> "n" + n + w;
        Function<Object, String> f = Object::toString;
        switch (n) { case 1: return 1; case 100: return 2; default: }
        Object a = new Object() { int inner() { return n; } };
        synchronized (this) { return sum + s.get().length() + f.apply(a).length(); }
    }
}
"#;

static CLASSES: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(classes);

/// The classes that `SOURCE` compiles to, by the first `javac` of this machine.
fn classes() -> Vec<(String, Vec<u8>)> {
    let folder = std::env::temp_dir().join(format!("heddle-classfile-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
    let source = folder.join("Sample.java");
    std::fs::write(&source, SOURCE).expect("writable");
    let javac = std::env::var_os("JAVA_HOME").map_or("javac".into(), |h| PathBuf::from(h).join("bin/javac"));
    let output = Command::new(javac).args(["-g", "-parameters", "-nowarn"]).arg(&source).output().expect("javac runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut classes: Vec<_> = std::fs::read_dir(&folder)
        .expect("readable")
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|e| e == "class"))
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path()).expect("readable")))
        .collect();
    let _ = std::fs::remove_dir_all(&folder);
    classes.sort();
    classes
}

/// Decodes everything that can be decoded.
fn decode(bytes: &[u8]) -> bool {
    let Ok(file) = ClassFile::parse(Bytes::copy_from_slice(bytes)) else {
        return false;
    };
    let mut good = file.check().is_ok();
    good &= file.source_file().is_ok() & file.signature().is_ok() & file.bootstrap_methods().is_ok();
    good &= file.inner_classes().is_ok() & file.enclosing_method().is_ok() & file.nest_host().is_ok();
    good &= file.nest_members().is_ok() & file.record().is_ok() & file.permitted_subclasses().is_ok();
    for cp in 0..file.constants().len() as u16 + 1 {
        let _ = (file.utf8(cp), file.class_name(cp), file.string_utf16(cp), file.member_ref(cp));
        let _ = (file.dynamic(cp), file.method_handle(cp), file.method_type(cp), file.name_and_type(cp));
    }
    for field in file.fields() {
        good &= file.constant_value(field).is_ok();
    }
    for method in file.methods() {
        good &= file.exceptions(method).is_ok() & file.method_parameters(method).is_ok();
        match file.code(method) {
            Ok(Some(code)) => {
                good &= code.line_numbers().is_ok() & code.local_variables().is_ok() & code.stack_map().is_ok();
            }
            Ok(None) => {}
            Err(_) => good = false,
        }
    }
    good
}

#[test]
fn changed_bytes_never_panic() {
    let classes = &*CLASSES;
    assert!(classes.len() >= 6);
    for (name, bytes) in classes {
        assert!(decode(bytes), "{name} is a good class");
        for end in 0..bytes.len() {
            assert!(!decode(&bytes[..end]), "{name} is truncated at {end}");
        }
        let mut changed = bytes.clone();
        for at in 0..bytes.len() {
            for mask in [0xFF, 0x01, 0x80] {
                changed[at] = bytes[at] ^ mask;
                decode(&changed);
            }
            changed[at] = bytes[at];
        }
        changed.push(0);
        assert!(!decode(&changed), "{name} has a byte too many");
    }
}

#[test]
fn contents_of_a_compiled_class() {
    let (_, bytes) = CLASSES.iter().find(|(name, _)| name == "Sample.class").expect("compiled");
    let file = ClassFile::parse(Bytes::copy_from_slice(bytes)).expect("a good class");
    assert_eq!(file.name(), "Sample");
    assert_eq!(file.super_name().as_deref(), Some("java/lang/Object"));
    assert_eq!(file.source_file().unwrap().as_deref(), Some("Sample.java"));
    assert_eq!(file.permitted_subclasses().unwrap().unwrap(), ["Sample$Sub"]);
    assert_eq!(file.nest_members().unwrap().len(), 5);
    assert_eq!(file.bootstrap_methods().unwrap().len(), 3);
    assert!(file.raw_attribute(file.attributes(), "RuntimeVisibleAnnotations").is_some());
    let s = file.fields().iter().find(|f| file.name_of(f) == "S").expect("declared");
    let units = file.string_utf16(file.constant_value(s).unwrap().expect("constant")).unwrap();
    assert_eq!(units, [97, 0, 0xD800, 0xE9]);
    let method = file.methods().iter().find(|m| file.name_of(m) == "loop").expect("declared");
    assert_eq!(file.descriptor_of(method), "(IJLjava/lang/Object;)I");
    assert_eq!(file.exceptions(method).unwrap(), ["java/io/IOException"]);
    let names: Vec<_> = file.method_parameters(method).unwrap().unwrap().into_iter().map(|p| p.name.unwrap()).collect();
    assert_eq!(names, ["n", "w", "o"]);
    let code = file.code(method).unwrap().expect("a body");
    assert!(code.exceptions.len() >= 2 && code.line_numbers().unwrap().len() > 5);
    let sum = code.local_variables().unwrap().into_iter().find(|v| v.name == "sum").expect("a variable");
    assert_eq!((sum.index, &*sum.descriptor), (5, "I"));
    let frames = code.stack_map().unwrap();
    assert!(frames.windows(2).all(|w| w[0].bci < w[1].bci));
    assert!((frames.last().unwrap().bci as usize) < code.bytecode.len());
}

#[test]
fn errors_use_the_words_of_hotspot() {
    let message = |bytes: &[u8]| {
        let error = ClassFile::parse(Bytes::copy_from_slice(bytes)).expect_err("bad");
        (error.java_class, error.message("A"))
    };
    let format = "java/lang/ClassFormatError";
    assert_eq!(message(&[]), (format, "Truncated class file".into()));
    assert_eq!(message(&[0; 4]), (format, "Incompatible magic value 0 in class file A".into()));
    let version = [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 99];
    assert_eq!(message(&version).0, "java/lang/UnsupportedClassVersionError");
    let tag = [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52, 0, 2, 2, 0];
    assert_eq!(message(&tag), (format, "Unknown constant tag 2 in class file A".into()));
    // A pool that claims 65,535 entries and has none reserves next to nothing.
    let lying = [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52, 0xFF, 0xFF];
    assert_eq!(message(&lying), (format, "Truncated class file".into()));
}
