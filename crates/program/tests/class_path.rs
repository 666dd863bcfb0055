//! Folders, jars, multi-release jars, compressed images, and the errors of opening.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{Folder, open};
use heddle_program::{Origin, Program, Sources, classes_in, main_class};
use heddle_testing::{Jdk, compile_into, jdk};

fn run(jdk: &Jdk, tool: &str, folder: &Path, arguments: &[&str]) {
    let output = Command::new(jdk.tool(tool)).args(arguments).current_dir(folder).output();
    let output = output.unwrap_or_else(|e| panic!("{tool}: {e}"));
    assert!(output.status.success(), "{tool}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn jars_versions_and_manifests() {
    let jdk = jdk();
    let folder = Folder::new();
    let at = |name: &str| folder.path().join(name);
    compile_into(
        jdk,
        &at("base"),
        &[
            ("V.java", "class V { static int old; }"),
            ("p/M.java", "package p; public class M { public static void main(String[] a) {} }"),
        ],
    );
    compile_into(jdk, &at("nine"), &[("V.java", "class V { static int nine; }")]);
    compile_into(jdk, &at("future"), &[("V.java", "class V { static int future; }")]);
    compile_into(jdk, &at("lib"), &[("L.java", "class L {}")]);
    compile_into(jdk, &at("shadow"), &[("L.java", "class L { int shadowed; }"), ("java_.java", "class java_ {}")]);
    folder.write("base/data.txt", "hello");
    folder.write("manifest", "Main-Class: p.M\nClass-Path: missing.jar lib.jar\nMulti-Release: true\n");
    run(jdk, "jar", folder.path(), &["cf", "lib.jar", "-C", "lib", "."]);
    run(
        jdk,
        "jar",
        folder.path(),
        &["cfm", "app.jar", "manifest", "-C", "base", ".", "--release", "9", "-C", "nine", "."],
    );
    // No JDK is that new, so this version must not be seen; the jar tool would refuse to add it.
    std::fs::create_dir_all(at("extra/META-INF/versions/99")).unwrap();
    std::fs::copy(at("future/V.class"), at("extra/META-INF/versions/99/V.class")).unwrap();
    run(jdk, "jar", folder.path(), &["uf", "app.jar", "-C", "extra", "META-INF/versions/99/V.class"]);

    let app = at("app.jar");
    assert_eq!(main_class(&app).unwrap().as_deref(), Some("p/M"));
    assert_eq!(main_class(&at("lib.jar")).unwrap(), None);
    assert_eq!(classes_in(&app).unwrap(), ["V", "p/M"]);
    assert_eq!(classes_in(&at("base")).unwrap(), ["V", "p/M"]);
    let program = open(jdk, &[&app, &at("shadow")]);
    let v = program.load("V").unwrap();
    assert!(program.find_field(v, "nine").is_some() && program.find_field(v, "future").is_none());
    assert_eq!(program.class(v).origin, Origin::User);
    assert_eq!(program.module_of(v), None);
    // The manifest's class path comes before the rest.
    let l = program.load("L").unwrap();
    assert!(program.find_field(l, "shadowed").is_none());
    assert_eq!(program.resource("data.txt").as_deref(), Some(&b"hello"[..]));
    assert_eq!(program.resource("../manifest"), None);
}

#[test]
fn compressed_images_are_read() {
    let jdk = jdk();
    if !jdk.home.join("jmods/java.base.jmod").is_file() {
        // Not every distribution has what jlink needs; the others cover this.
        return;
    }
    let plain = open(jdk, &[]);
    for level in ["1", "2"] {
        let folder = Folder::new();
        let compress = format!("--compress={level}");
        run(jdk, "jlink", folder.path(), &["--add-modules", "java.base", &compress, "--output", "image"]);
        let packed = crate::common::open_home(&folder.path().join("image"), &[]);
        let names: Vec<_> = packed.jdk_classes().collect();
        assert!(names.len() > 5_000);
        for (_, name) in names.iter().step_by(11) {
            packed.load(name).unwrap_or_else(|e| panic!("{name}: {e}"));
            let [a, b] = [&packed, &plain].map(|p| p.resource(&format!("{name}.class")).expect("present"));
            // Linking rewrites a few classes; those keep their name at least.
            assert!(a == b || !name.starts_with("java/util/c"), "{name}");
        }
    }
}

#[test]
fn opening_says_what_is_wrong_and_what_to_do() {
    let jdk = jdk();
    let folder = Folder::new();
    let message = |jdk: &Path, class_path: &[PathBuf]| {
        let sources = Sources { jdk: jdk.to_owned(), class_path: class_path.to_vec(), injected: &[] };
        Program::open(sources).expect_err("this cannot be opened").to_string()
    };
    assert!(message(folder.path(), &[]).contains("is no JDK: it has no file lib/modules"));
    assert!(message(&jdk.home, &["no/such.jar".into()]).contains("there is no no/such.jar on disk"));
    let text = folder.write("a.jar", "this is no zip file");
    assert!(message(&jdk.home, &[text]).contains("a class path holds folders and jars"));
    let fake = Folder::new();
    fake.write("lib/modules", "not an image, but long enough to have a header");
    assert!(message(fake.path(), &[]).contains("cannot tell the version"));
    fake.write("release", "JAVA_VERSION=\"1.8.0_392\"\n");
    assert!(message(fake.path(), &[]).contains("versions 17 to 25 are supported"));
    fake.write("release", "JAVA_VERSION=\"21-ea\"\n");
    assert!(message(fake.path(), &[]).contains("magic number"));
    // An index that claims more than there is.
    let mut image = vec![0xDA, 0xDA, 0xFE, 0xCA, 0, 0, 1, 0];
    image.resize(28, 0xFF);
    fake.write("lib/modules", &image);
    assert!(message(fake.path(), &[]).contains("longer than the file"));
}
