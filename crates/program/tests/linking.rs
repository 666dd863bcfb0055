//! Overriding, selection, resolution and their errors, on small Java sources.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Folder, open};
use heddle_classfile::Constant;
use heddle_program::{Injected, LinkError, MethodId, Program, Sources};
use heddle_testing::{Jdk, compile_into, jdk, jdks};

/// Selects through the method as resolved in `resolved` for a receiver of class `receiver`.
fn selected(
    program: &Program,
    receiver: &str,
    resolved: &str,
    name: &str,
    descriptor: &str,
) -> Result<String, LinkError> {
    let receiver = program.load(receiver)?;
    let method = program.find_method(program.load(resolved)?, name, descriptor).expect("resolves");
    let selected = program.select(receiver, method)?;
    // The second answer comes from the table of earlier ones.
    assert_eq!(program.select(receiver, method), Ok(selected));
    Ok(program.class_name(program.method(selected).class).to_owned())
}

#[test]
fn virtual_methods_override_and_hide() {
    let jdk = jdk();
    let folder = Folder::new();
    compile_into(
        jdk,
        folder.path(),
        &[
            (
                "p/A.java",
                "package p; public class A { void m() {} public void n() {} private void o() {} static void s() {} public final void f() {} }",
            ),
            ("q/B.java", "package q; public class B extends p.A { void m() {} public void n() {} public void o() {} }"),
            ("p/C.java", "package p; public class C extends q.B { void m() {} }"),
            ("p/D.java", "package p; public class D extends A { public void m() {} }"),
            ("q/E.java", "package q; public class E extends p.D { public void m() {} }"),
        ],
    );
    let program = open(jdk, &[folder.path()]);
    let select = |receiver, resolved, name| selected(&program, receiver, resolved, name, "()V").unwrap();
    // `q.B.m` is in another package than the package-private `p.A.m`, so it does not override it.
    assert_eq!(select("q/B", "p/A", "m"), "p/A");
    assert_eq!(select("q/B", "q/B", "m"), "q/B");
    // `p.C.m` is back in the package of `p.A`, and hidden from `q.B`.
    assert_eq!(select("p/C", "p/A", "m"), "p/C");
    assert_eq!(select("p/C", "q/B", "m"), "q/B");
    // `q.E.m` overrides `p.D.m`, which is public, and through it `p.A.m`.
    assert_eq!(select("q/E", "p/A", "m"), "q/E");
    assert_eq!(select("q/E", "p/D", "m"), "q/E");
    assert_eq!(select("p/C", "p/A", "n"), "q/B");
    // Nothing overrides a private method.
    assert_eq!(select("q/B", "p/A", "o"), "p/A");
    assert_eq!(select("q/E", "p/A", "f"), "p/A");
    let object = program.class(program.well_known().object).vtable.len();
    assert_eq!(program.class(program.load("p/A").unwrap()).vtable.len(), object + 3);
    assert_eq!(program.class(program.load("q/B").unwrap()).vtable.len(), object + 5);
}

#[test]
fn default_methods_are_selected() {
    let jdk = jdk();
    let folder = Folder::new();
    compile_into(
        jdk,
        folder.path(),
        &[(
            "T.java",
            "interface I { default void m() {} void a(); default void o() {} }
             interface J extends I { default void m() {} }
             interface K { default void k() {} }
             interface L { void k(); }
             class A { public void o() {} }
             class B extends A implements J, I { public void a() {} }
             abstract class M implements I {}
             class N extends M { public void a() {} }
             interface G<T> { void put(T t); }
             class H implements G<String> { public void put(String s) {} }",
        )],
    );
    // Two interfaces that did not conflict when the class was compiled.
    compile_into(
        jdk,
        folder.path(),
        &[("U.java", "class U implements K {} class V extends A implements I { public void a() {} }")],
    );
    let program = open(jdk, &[folder.path()]);
    let select = |receiver, resolved, name, d| selected(&program, receiver, resolved, name, d);
    assert_eq!(select("B", "I", "m", "()V").unwrap(), "J");
    assert_eq!(select("B", "B", "m", "()V").unwrap(), "J");
    // A method of a superclass wins over a default.
    assert_eq!(select("B", "I", "o", "()V").unwrap(), "A");
    assert_eq!(select("N", "M", "a", "()V").unwrap(), "N");
    assert_eq!(select("N", "M", "m", "()V").unwrap(), "I");
    assert_eq!(select("B", "I", "toString", "()Ljava/lang/String;").unwrap(), "java/lang/Object");
    assert_eq!(select("H", "G", "put", "(Ljava/lang/Object;)V").unwrap(), "H");
    let error = select("M", "I", "a", "()V").unwrap_err();
    assert_eq!(error.java_class, "java/lang/AbstractMethodError");
    let message = if program.jdk_feature() >= 25 {
        "Method M.a()V is abstract"
    } else {
        "Receiver class M does not define or inherit an implementation of the resolved method \
         'abstract void a()' of interface I."
    };
    assert_eq!(error.message, message);
    let i = program.class(program.load("I").unwrap());
    assert!(i.has_default_methods && !program.class(program.load("L").unwrap()).has_default_methods);
}

#[test]
fn conflicting_defaults_are_an_error_when_called() {
    let jdk = jdk();
    let folder = Folder::new();
    compile_into(
        jdk,
        folder.path(),
        &[("T.java", "interface I { default void m() {} } interface J {} class C implements I, J {}")],
    );
    compile_into(jdk, folder.path(), &[("J.java", "interface J { default void m() {} }")]);
    let program = open(jdk, &[folder.path()]);
    let error = selected(&program, "C", "I", "m", "()V").unwrap_err();
    if program.jdk_feature() >= 25 {
        assert_eq!(error.java_class, "java/lang/IncompatibleClassChangeError");
        assert_eq!(error.message, "Conflicting default methods: I.m J.m");
    } else {
        assert_eq!(error.java_class, "java/lang/AbstractMethodError");
    }
    let error = selected(&program, "java/lang/String", "I", "m", "()V").unwrap_err();
    assert_eq!(error.message, "Class java.lang.String does not implement the requested interface I");
}

#[test]
fn layouts_put_superclasses_first_and_injected_fields_last() {
    static INJECTED: [Injected; 1] =
        [Injected { class: "java/lang/Thread", name: "$state", descriptor: "Ljava/lang/Object;" }];
    let jdk = jdk();
    let folder = Folder::new();
    compile_into(
        jdk,
        folder.path(),
        &[(
            "T.java",
            "class A { int a; static int s = 1; static final long C = 5; } class B extends A { Object b; long c; } class W extends Thread { int w; }",
        )],
    );
    let sources = Sources { jdk: jdk.home.clone(), class_path: vec![folder.path().to_owned()], injected: &INJECTED };
    let program = Program::open(sources).unwrap();
    let b = program.class(program.load("B").unwrap());
    let names: Vec<_> = b.layout.fields.iter().map(|&f| program.text(program.field(f).name)).collect();
    assert_eq!(names, ["a", "b", "c"]);
    assert_eq!(*b.layout.refs, [1]);
    let a = program.class(program.load("A").unwrap());
    assert_eq!(a.statics.fields, 2);
    let s = program.field(program.find_field(b.id, "s").unwrap());
    assert_eq!((s.place, s.class), (a.statics.init_cell + 1, a.id));
    let c = program.field(program.find_field(a.id, "C").unwrap());
    assert!(c.constant_value.is_some() && s.constant_value.is_none());
    assert!(b.statics.init_cell >= 16 && b.statics.init_cell != a.statics.init_cell);
    let thread = program.class(program.well_known().thread);
    let last = program.field(*thread.layout.fields.last().unwrap());
    assert_eq!((program.text(last.name), last.file_index), ("$state", None));
    let w = program.class(program.load("W").unwrap());
    assert_eq!(w.layout.fields.len(), thread.layout.fields.len() + 1);
}

/// Resolves every field and method that a class refers to; the first failure.
fn resolve_all(program: &Program, class: &str) -> Result<Vec<MethodId>, LinkError> {
    let id = program.load(class)?;
    let mut methods = Vec::new();
    for (cp, constant) in (0..).zip(program.class(id).file.as_ref().unwrap().constants()) {
        match constant {
            Constant::Field { .. } => drop(program.resolve_field(id, cp)?),
            Constant::Method { .. } | Constant::InterfaceMethod { .. } => methods.push(program.resolve_method(id, cp)?),
            Constant::Class { .. } => drop(program.resolve_class(id, cp)?),
            _ => {}
        }
    }
    Ok(methods)
}

/// Compiles both versions of `a/A`, and `b/B` against the first.
fn after_change(jdk: &Jdk, before: &str, user: &str, after: &str) -> LinkError {
    let folder = Folder::new();
    compile_into(jdk, folder.path(), &[("a/A.java", before), ("b/B.java", user)]);
    compile_into(jdk, folder.path(), &[("a/A.java", after)]);
    let program = open(jdk, &[folder.path()]);
    resolve_all(&program, "b/B").expect_err("the change breaks the user")
}

#[test]
fn changed_classes_break_their_users_as_in_a_jvm() {
    let use_m = "package b; public class B extends a.A { void t(a.A x) { x.m(1); } }";
    // One JDK will do: the compiler takes nearly all of the time.
    let jdk = jdks().last().expect("there is a JDK");
    let feature = open(jdk, &[]).jdk_feature();
    let error = |before, user, after| {
        let e = after_change(jdk, before, user, after);
        (e.java_class.rsplit('/').next().unwrap(), e.message)
    };
    let m = "package a; public class A { public void m(int i) {} }";
    assert_eq!(error(m, use_m, "package a; public class A { }"), ("NoSuchMethodError", "'void a.A.m(int)'".into()));
    assert_eq!(
        error(m, use_m, "package a; public class A { private void m(int i) {} }"),
        (
            "IllegalAccessError",
            "class b.B tried to access private method 'void a.A.m(int)' \
             (b.B and a.A are in unnamed module of loader 'app')"
                .into()
        )
    );
    let plain = "package b; public class B { void t(a.A x) { x.m(1); } }";
    assert_eq!(
        error(m, plain, "package a; public interface A { void m(int i); }"),
        ("IncompatibleClassChangeError", "Found interface a.A, but class was expected".into())
    );
    assert_eq!(
        error(m, use_m, "package a; public final class A { public void m(int i) {} }"),
        ("IncompatibleClassChangeError", "class b.B cannot inherit from final class a.A".into())
    );
    let f = "package a; public class A { public int f; }";
    let use_f = "package b; public class B { int t(a.A x) { return x.f; } }";
    let missing = if feature >= 21 { "Class a.A does not have member field 'int f'" } else { "f" };
    assert_eq!(error(f, use_f, "package a; public class A { }"), ("NoSuchFieldError", missing.into()));
    assert_eq!(
        error(f, use_f, "package a; class A { public int f; }"),
        (
            "IllegalAccessError",
            "failed to access class a.A from class b.B (a.A and b.B are in unnamed module of loader 'app')".into()
        )
    );
    let over = "package b; public class B extends a.A { public void m(int i) {} }";
    assert_eq!(
        error(m, over, "package a; public class A { public final void m(int i) {} }"),
        ("IncompatibleClassChangeError", "class b.B overrides final method a.A.m(I)V".into())
    );
}

#[test]
fn cycles_and_missing_classes_are_errors() {
    let jdk = jdk();
    let folder = Folder::new();
    compile_into(
        jdk,
        folder.path(),
        &[("T.java", "class A {} class B extends A {} class Gone {} class User extends Gone {}")],
    );
    compile_into(jdk, folder.path(), &[("A.java", "class A extends X {} class X {}")]);
    compile_into(jdk, folder.path(), &[("X.java", "class X extends B {} class B {}")]);
    compile_into(jdk, folder.path(), &[("B.java", "class B extends A {} class A {}")]);
    // Now X extends B extends A; only A has to extend X again to close the cycle.
    let other = Folder::new();
    compile_into(jdk, other.path(), &[("A.java", "class A extends X {} class X {}")]);
    std::fs::copy(other.path().join("A.class"), folder.path().join("A.class")).unwrap();
    std::fs::remove_file(folder.path().join("Gone.class")).unwrap();
    std::fs::copy(folder.path().join("B.class"), folder.path().join("Wrong.class")).unwrap();
    let program = open(jdk, &[folder.path()]);
    for name in ["A", "B", "X"] {
        assert_eq!(program.load(name).unwrap_err().java_class, "java/lang/ClassCircularityError", "{name}");
    }
    let missing = |message: &str| LinkError::new("java/lang/NoClassDefFoundError", message);
    assert_eq!(program.load("User").unwrap_err(), missing("Gone"));
    assert_eq!(program.load("User").unwrap_err(), missing("Gone"));
    assert_eq!(program.load("Wrong").unwrap_err(), missing("Wrong (wrong name: B)"));
    assert_eq!(program.load("../B").unwrap_err(), missing("../B"));
    assert_eq!(program.load("[LGone;").unwrap_err(), missing("Gone"));
}

#[test]
fn nest_mates_share_private_members() {
    let jdk = jdk();
    let folder = Folder::new();
    compile_into(
        jdk,
        folder.path(),
        &[(
            "O.java",
            "public class O { private int x; private void p() {} class I { int t(O o) { o.p(); return o.x + new int[0].clone().length; } } }",
        )],
    );
    let program = open(jdk, &[folder.path()]);
    resolve_all(&program, "O$I").unwrap();
    let (o, i) = (program.load("O").unwrap(), program.load("O$I").unwrap());
    assert_eq!((program.nest_host(i), program.nest_host(o)), (o, o));
}
