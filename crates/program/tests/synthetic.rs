//! Generated classes and methods, and allocation sites.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::OnceLock;

use heddle_program::ir::{Code, Instr};
use heddle_program::{
    ClassId, MethodId, Program, SyntheticClass, SyntheticField, SyntheticIds, SyntheticMethod, access,
};

fn empty_body(class: ClassId, method: MethodId) -> Code {
    Code {
        method,
        pool_class: class,
        registers: 1,
        max_locals: 1,
        instrs: Box::new([Instr::Return]),
        bci: Box::new([0]),
        wide: Box::default(),
        calls: Box::default(),
        multi: Box::default(),
        switches: Box::default(),
        handlers: Box::default(),
        lines: Box::default(),
        locals: Box::default(),
        first_site: 0,
        maps: OnceLock::new(),
    }
}

fn runnable(program: &Program) -> ClassId {
    let known = program.well_known();
    let run = SyntheticMethod {
        name: "run",
        descriptor: "()V",
        access: access::PUBLIC,
        code: Some(Box::new(|ids: &SyntheticIds<'_>| {
            assert_eq!((ids.fields.len(), ids.methods), (1, &[ids.method][..]));
            empty_body(ids.class, ids.method)
        })),
    };
    let class = SyntheticClass {
        name: "java/lang/String$$1",
        access: access::FINAL,
        host: known.string,
        superclass: known.object,
        interfaces: vec![program.load("java/lang/Runnable").unwrap()],
        fields: vec![SyntheticField { name: "captured", descriptor: "I", access: access::FINAL }],
        methods: vec![run],
    };
    program.synthesize(class).unwrap()
}

#[test]
fn a_synthetic_class_behaves_like_a_loaded_one() {
    let program = crate::common::open(heddle_testing::jdk(), &[]);
    let class = runnable(&program);
    assert_eq!(runnable(&program), class, "the same name is the same class");
    assert_eq!(program.loaded("java/lang/String$$1"), Some(class));
    let interface = program.load("java/lang/Runnable").unwrap();
    assert!(program.is_subtype(class, interface));
    let run = program.find_declared_method(interface, "run", "()V").unwrap();
    let selected = program.select(class, run).unwrap();
    assert_eq!(program.method(selected).class, class);
    assert_eq!(program.code(selected).unwrap().instrs.len(), 1);
    assert_eq!(program.class(class).layout.fields.len(), 1);
    assert_eq!(program.nest_host(class), program.nest_host(program.well_known().string));
    let added = program.add_method(
        class,
        SyntheticMethod {
            name: "more",
            descriptor: "(J)V",
            access: access::STATIC,
            code: Some(Box::new(|ids: &SyntheticIds<'_>| empty_body(ids.class, ids.method))),
        },
    );
    assert_eq!(program.method(added).arg_slots, 2);
    assert!(program.code(added).is_ok());
}

#[test]
fn sites_map_back_to_instructions() {
    let program = crate::common::open(heddle_testing::jdk(), &[]);
    let (a, b) = (MethodId(3), MethodId(4));
    let first = program.new_sites(a, 10);
    let second = program.new_sites(b, 2);
    assert_eq!((first, second), (1, 11));
    assert_eq!(program.site(0), None);
    assert_eq!(program.site(10), Some((a, 9)));
    assert_eq!(program.site(12), Some((b, 1)));
    assert_eq!(program.site(13), None);
}

#[test]
fn code_of_every_kind_of_method() {
    let program = crate::common::open(heddle_testing::jdk(), &[]);
    let object = program.well_known().object;
    let equals = program.find_declared_method(object, "equals", "(Ljava/lang/Object;)Z").unwrap();
    let code = program.code(equals).unwrap();
    assert_eq!(program.site(code.first_site), Some((equals, 0)));
    let native = program.find_declared_method(object, "hashCode", "()I").unwrap();
    let error = program.code(native).unwrap_err();
    assert_eq!(error.java_class, "java/lang/UnsatisfiedLinkError");
    assert_eq!(error.message, "'int java.lang.Object.hashCode()'");
    let run = program.find_declared_method(program.load("java/lang/Runnable").unwrap(), "run", "()V").unwrap();
    assert_eq!(program.code(run).unwrap_err().java_class, "java/lang/AbstractMethodError");
}
