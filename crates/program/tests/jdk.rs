//! Every class of the JDKs of this machine parses and links.
//!
//! `java.base` is done in full; of the other modules every 7th class, or all of them when the
//! environment variable `HEDDLE_ALL_MODULES` is set.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::Instant;

use heddle_program::{ClassKind, Origin, Type};

#[test]
fn every_class_links() {
    for jdk in heddle_testing::jdks() {
        let program = crate::common::open(jdk, &[]);
        let every = if std::env::var_os("HEDDLE_ALL_MODULES").is_some() { 1 } else { 7 };
        let mut names: Vec<_> = program.jdk_classes().collect();
        names.sort();
        let mut loaded = 0;
        for (at, (module, name)) in names.iter().enumerate() {
            if module != "java.base" && at % every != 0 {
                continue;
            }
            let class = program.load(name).unwrap_or_else(|e| panic!("{module}/{name}: {e}"));
            let class = program.class(class);
            assert_eq!(program.text(class.name), name);
            assert_eq!(class.origin, Origin::Jdk);
            assert_eq!(program.module_of(class.id).as_deref(), Some(&**module), "{name}");
            check_class(&program, class.id);
            loaded += 1;
        }
        assert!(loaded > 5_000, "{} classes in {}", loaded, jdk.home.display());
    }
}

/// Facts that hold for every class.
fn check_class(program: &heddle_program::Program, id: heddle_program::ClassId) {
    let class = program.class(id);
    assert_eq!(class.display.last(), Some(&id));
    assert_eq!(class.display.first(), Some(&program.well_known().object));
    assert!(class.all_interfaces.is_sorted());
    for (slot, &field) in class.layout.fields.iter().enumerate() {
        assert_eq!(program.field(field).place as usize, slot);
    }
    for (index, &method) in class.vtable.iter().enumerate() {
        let method = program.method(method);
        assert!(!method.is_static() && !method.is_private());
        if method.class == id && method.virtual_index != Some(index as u32) {
            panic!("{} has two indices", program.external_method(method.id));
        }
    }
    let file = class.file.as_ref().expect("a class of the image has a file");
    file.check().unwrap_or_else(|e| panic!("{}: {e}", program.class_name(id)));
    for member in file.methods() {
        if let Some(code) = file.code(member).expect("code decodes") {
            code.line_numbers().expect("lines decode");
            code.local_variables().expect("locals decode");
            code.stack_map().expect("frames decode");
        }
        file.exceptions(member).expect("exceptions decode");
        file.method_parameters(member).expect("parameters decode");
    }
    file.bootstrap_methods().expect("bootstrap methods decode");
    file.inner_classes().expect("inner classes decode");
    file.enclosing_method().expect("the enclosing method decodes");
    file.record().expect("record components decode");
    file.permitted_subclasses().expect("permitted subclasses decode");
    file.signature().expect("the signature decodes");
}

#[test]
fn core_facts_of_the_class_library() {
    for jdk in heddle_testing::jdks() {
        let program = crate::common::open(jdk, &[]);
        let known = program.well_known().clone();
        assert!([17, 21, 25].contains(&program.jdk_feature()) || program.jdk_feature() > 17);
        assert_eq!(program.class_name(known.object), "java/lang/Object");
        assert_eq!(program.class(known.object).superclass, None);
        assert_eq!(program.class(known.object).layout.fields.len(), 0);
        assert!(program.is_subtype(known.string, known.object));
        assert!(program.is_subtype(known.string, program.load("java/lang/CharSequence").unwrap()));
        assert!(!program.is_subtype(known.object, known.string));
        assert!(program.is_subtype(known.string_array, known.object_array));
        assert!(program.is_subtype(known.string_array, known.serializable));
        assert!(program.is_subtype(known.object_array, known.cloneable));
        let ints = program.array_of_kind(heddle_program::ir::ElementKind::Int);
        assert!(!program.is_subtype(ints, known.object_array));
        let int_matrix = program.array_of(ints);
        assert_eq!(program.class_name(int_matrix), "[[I");
        assert!(program.is_subtype(int_matrix, known.object_array));
        assert_eq!(program.load("[[I").unwrap(), int_matrix);
        assert_eq!(program.class_of_descriptor("[[I").unwrap(), int_matrix);
        assert_eq!(program.class_of_descriptor("I").unwrap(), program.primitive(Type::Int));
        assert_eq!(program.descriptor_of(known.string), "Ljava/lang/String;");
        assert!(matches!(program.class(ints).kind, ClassKind::Array { .. }));
        assert_eq!(program.load("int").unwrap_err().java_class, "java/lang/NoClassDefFoundError");
        assert_eq!(program.load("no/Such").unwrap_err().message, "no/Such");
        assert_eq!(program.source_file(known.string).as_deref(), Some("String.java"));
        let sql = program.load("java/sql/Connection").unwrap();
        assert_eq!(program.module_of(sql).as_deref(), Some("java.sql"));
        assert_eq!(program.package_of(sql), "java/sql");
        let hash_map = program.load("java/util/HashMap").unwrap();
        let get = program.find_method(
            program.load("java/util/Map").unwrap(),
            "get",
            "(Ljava/lang/Object;)Ljava/lang/Object;",
        );
        let selected = program.select(program.load("java/util/LinkedHashMap").unwrap(), get.unwrap()).unwrap();
        assert_eq!(program.external_method(selected), "java.lang.Object java.util.LinkedHashMap.get(java.lang.Object)");
        let clone = program.find_method(hash_map, "clone", "()Ljava/lang/Object;").unwrap();
        assert_eq!(program.method(clone).class, hash_map);
        let invoke = program.find_method(known.method_handle, "invokeExact", "(I)V").unwrap();
        assert!(program.method(invoke).polymorphic);
        assert!(program.resource("java/lang/Object.class").is_some());
        assert!(program.resource("java/lang/Nothing.class").is_none());
    }
}

/// Loading a class loads what it extends and implements, not what it mentions. The time is printed, not compared:
/// `bench` measures.
#[test]
fn loading_a_class_loads_few_others() {
    for jdk in heddle_testing::jdks() {
        let program = crate::common::open(jdk, &[]);
        let mut names: Vec<_> = program.jdk_classes().filter(|(module, _)| module == "java.base").collect();
        names.sort();
        names.retain(|(_, name)| name.starts_with("java/util/"));
        names.truncate(500);
        let before = program.counts();
        let start = Instant::now();
        for (_, name) in &names {
            program.load(name).unwrap();
        }
        let micros = start.elapsed().as_micros() as f64;
        let after = program.counts();
        let classes = (after.0 - before.0) as f64;
        println!(
            "{}: {classes} classes, {} methods: {:.1} µs per class",
            jdk.home.display(),
            after.1 - before.1,
            micros / classes
        );
        assert!(classes < 1.5 * names.len() as f64, "{classes} classes for {}", names.len());
    }
}
