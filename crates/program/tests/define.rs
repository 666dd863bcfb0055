//! Classes from bytes, format checks for the user's classes, and loading from several threads.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Folder, open};
use bytes::Bytes;
use heddle_program::{LinkError, Origin};
use heddle_testing::{compile_into, jdk};

/// The bytes of a class `A` with a method and a final field.
fn compiled() -> Vec<u8> {
    let folder = Folder::new();
    compile_into(
        jdk(),
        folder.path(),
        &[("A.java", "class A { final int f = 1; static final Object G = null; void m() {} A() {} }")],
    );
    std::fs::read(folder.path().join("A.class")).unwrap()
}

#[test]
fn bytes_are_checked_and_defined_once() {
    let bytes = compiled();
    let program = open(jdk(), &[]);
    let define = |bytes: &[u8]| program.define(Bytes::copy_from_slice(bytes), Origin::User);
    let mut newer = bytes.clone();
    newer[7] = 90;
    let error = define(&newer).unwrap_err();
    assert_eq!(error.java_class, "java/lang/UnsupportedClassVersionError");
    assert!(error.message.contains("(class file version 90.0)"), "{error}");
    let mut magic = bytes.clone();
    magic[0] = 0;
    assert_eq!(define(&magic).unwrap_err().java_class, "java/lang/ClassFormatError");
    // The class's name becomes `;`.
    let mut name = bytes.clone();
    let at = name.windows(4).position(|w| w == [1, 0, 1, b'A']).expect("the name is in the pool");
    name[at + 3] = b';';
    assert!(define(&name).unwrap_err().message.starts_with("Illegal class name \";\" in class file"));

    let class = define(&bytes).unwrap();
    assert_eq!(program.loaded("A"), Some(class));
    let duplicate = "loader 'app' attempted duplicate class definition for A.";
    assert_eq!(define(&bytes), Err(LinkError::new("java/lang/LinkageError", duplicate)));

    let f = program.find_field(class, "f").unwrap();
    let method = |name| program.find_declared_method(class, name, "()V").unwrap();
    assert_eq!(program.expect_assignable(method("<init>"), f), Ok(()));
    assert_eq!(
        program.expect_assignable(method("m"), f).unwrap_err().message,
        "Update to non-static final field A.f attempted from a different method (m) than the initializer method <init> "
    );
    let g = program.find_field(class, "G").unwrap();
    assert_eq!(program.expect_assignable(method("<clinit>"), g), Ok(()));
    assert!(program.expect_static_field(g).is_ok() && program.expect_instance_field(g).is_err());
    assert!(program.expect_instance_method(method("m")).is_ok());
    assert_eq!(program.expect_static_method(method("m")).unwrap_err().message, "Expected static method 'void A.m()'");
}

#[test]
fn threads_see_one_class_per_name() {
    let jdk = jdk();
    let program = open(jdk, &[]);
    let mut names: Vec<_> =
        program.jdk_classes().map(|(_, name)| name).filter(|n| n.starts_with("java/util/")).collect();
    names.sort();
    let load = || -> Vec<_> { names.iter().map(|name| program.load(name).unwrap()).collect() };
    let backwards = || -> Vec<_> {
        let mut ids: Vec<_> = names.iter().rev().map(|name| program.load(name).unwrap()).collect();
        ids.reverse();
        ids
    };
    let (a, b) = std::thread::scope(|scope| {
        let other = scope.spawn(backwards);
        (load(), other.join().unwrap())
    });
    assert_eq!(a, b);
    for (name, &id) in names.iter().zip(&a) {
        assert_eq!(program.class_name(id), name);
    }
}
