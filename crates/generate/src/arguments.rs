//! Methods whose arguments are objects, for the symbolic engine: classes whose constructors, factories and setters
//! check what they are given, enums, implementations, subclasses, arrays.
//!
//! Comes in: a seed and a name. Goes out: the text of a class with a method `test`, which throws for some arguments,
//! and a method `truth`, which tries it with everything that the program can make of numbers of four bits.

use std::fmt::Write;

use crate::corners::Random;

/// The text of a class.
pub fn program(seed: u64, name: &str) -> String {
    let mut random = Random::of(seed);
    let kind = random.below(7);
    let declared = match kind {
        0 => format!(
            "{}static void make(List<X> all, int i, int j) {{ {} }}\n",
            plain("X", "", &mut random),
            made("X", true)
        ),
        1 => format!(
            "record X(int a, int b) {{ X {{ {} }} int get() {{ return {}; }} }}\nstatic void make(List<X> all, int i, int j) {{ try {{ all.add(new X(i, j)); }} catch (IllegalArgumentException e) {{ }} }}\n",
            check("a", "b", &mut random),
            pick(&["a", "b", "a ^ b", "a & b"], &mut random)
        ),
        2 => format!(
            "static class X {{ private final int v; private X(int v) {{ this.v = v; }} static X of(int v) {{ {} return new X(v); }} int get() {{ return v; }} }}\nstatic void make(List<X> all, int i, int j) {{ try {{ all.add(X.of(i)); }} catch (IllegalArgumentException e) {{ }} }}\n",
            check("v", "1", &mut random)
        ),
        3 => format!(
            "enum X {{ A({}), B({}) {{ int get() {{ return {}; }} }}, C({}); final int v; X(int v) {{ this.v = v; }} int get() {{ return v; }} }}\nstatic void make(List<X> all, int i, int j) {{ if (i == 0 && j == 0) all.addAll(List.of(X.values())); }}\n",
            digit(&mut random),
            digit(&mut random),
            digit(&mut random),
            digit(&mut random)
        ),
        4 => format!(
            "interface X {{ int get(); }}\n{}{}static void make(List<X> all, int i, int j) {{ {}{} }}\n",
            plain("Y", " implements X", &mut random),
            plain("Z", " implements X", &mut random),
            made("Y", true),
            made("Z", true)
        ),
        _ => format!(
            "{}static class Y extends X {{ Y(int v) {{ super(v); {} }} public int get() {{ return super.get() {} }} }}\nstatic void make(List<X> all, int i, int j) {{ {}{} }}\n",
            plain("X", "", &mut random),
            check("v", "2", &mut random),
            pick(&["^ 1;", "& 3;", "| 1;"], &mut random),
            made("X", true),
            made("Y", false)
        ),
    };
    let condition = format!(
        "p.get() {} {}{}",
        pick(&["==", "<", ">", "!=", "<="], &mut random),
        digit(&mut random),
        pick(
            &["", " && p.get() != q.get()", " && p == q", " && p != q && q.get() == 1", " && q.get() < p.get()"],
            &mut random
        )
    );
    let (parameters, body, calls) = match random.below(3) {
        0 => (
            "X[] s",
            format!(
                "if (s == null || s.length < 2) return; X p = s[0], q = s[1]; if (p != null && q != null && {condition}) throw new IllegalStateException();"
            ),
            "test(new X[] {p, q});",
        ),
        _ => (
            "X p, X q",
            format!("if (p != null && q != null && {condition}) throw new IllegalStateException();"),
            "test(p, q);",
        ),
    };
    let mut text = format!("import java.util.ArrayList;\nimport java.util.List;\npublic class {name} {{\n{declared}");
    let _ = write!(
        text,
        "static void test({parameters}) {{\n{body}\n}}\n\
         static boolean truth() {{\nList<X> all = new ArrayList<>();\nall.add(null);\n\
         for (int i = -8; i < 8; i++) for (int j = -8; j < 8; j++) make(all, i, j);\n\
         for (X p : all) for (X q : all) try {{ {calls} }} catch (IllegalStateException e) {{ return true; }}\nreturn false;\n}}\n}}\n"
    );
    text
}

/// A class with a number, which its constructor and perhaps a setter check.
fn plain(name: &str, above: &str, random: &mut Random) -> String {
    let setter = match random.below(2) {
        0 => format!("void set(int v) {{ {} this.v = v; }}", check("v", "-1", random)),
        _ => "void set(int v) { }".into(),
    };
    format!(
        "static class {name}{above} {{ private int v; {name}(int v) {{ {} this.v = {}; }} {setter} public int get() {{ return v; }} }}\n",
        check("v", "3", random),
        pick(&["v", "v & 3", "v > 2 ? 2 : v"], random)
    )
}

/// Adds what can be made of two numbers, one of them for a setter.
fn made(name: &str, sets: bool) -> String {
    let set = match sets {
        true => format!("{name} w = new {name}(i); all.add(w); w = new {name}(i); w.set(j); all.add(w);"),
        false => format!("all.add(new {name}(i));"),
    };
    format!("try {{ {set} }} catch (IllegalArgumentException e) {{ }} ")
}

/// Refuses some numbers.
fn check(a: &str, b: &str, random: &mut Random) -> String {
    match random.below(5) {
        0 => String::new(),
        1 => format!("if ({a} < {b}) throw new IllegalArgumentException();"),
        2 => format!("if (({a} & 1) != 0) throw new IllegalArgumentException();"),
        3 => format!("if ({a} > {}) throw new IllegalArgumentException();", digit(random)),
        _ => format!("if ({a} == {} || {a} < 0) throw new IllegalArgumentException();", digit(random)),
    }
}

fn digit(random: &mut Random) -> i64 {
    random.below(9) as i64 - 3
}

fn pick(of: &[&'static str], random: &mut Random) -> &'static str {
    of[random.below(of.len())]
}
