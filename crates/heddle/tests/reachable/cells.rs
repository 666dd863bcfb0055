//! A Java program that has one method per cell of a table: a form of lambda expression or method reference, the
//! cast in which it stands, and the way that it takes until somebody calls it.
//!
//! Each cell has a body of its own, a method `body<number>`, so that no other cell can make it reachable.

use std::fmt::Write as _;

/// Expressions for a `Function<Object, Object>` that end up in the body `#`; the second part is a member that they
/// need.
const FORMS: &[(&str, &str)] = &[
    ("x -> body#(x)", ""),
    ("x -> body#(x == null ? captured : x)", ""),
    ("W::body#", ""),
    ("new W()::viaBound#", "Key viaBound#(Object x) { return body#(x); }"),
    (
        "new Made#(null)::inherited",
        "static class Made# extends Base { Made#(Object x) { } Object body(Object x) { return body#(x); } }",
    ),
    ("Made#::new", "static class Made# extends Key { Made#(Object x) { body#(x); } }"),
    ("W::viaMany#", "static Key viaMany#(Object... xs) { return body#(xs[0]); }"),
    ("W::viaNumber#", "static int viaNumber#(Object x) { body#(x); return #; }"),
    ("W::<Key>viaGeneric#", "static <T extends Key> Key viaGeneric#(Object x) { return body#(x); }"),
    ("held#::apply", "static final Function<Object, Object> held# = x -> body#(x);"),
    (
        "new W().new Inner#().itself()",
        "class Inner# { Object own(Object x) { return body#(x); } Function<Object, Object> itself() { return this::own; } }",
    ),
];

/// Casts around the form `$`. What the body gets is a `Key`, and so is what it gives.
const CASTS: &[&str] = &[
    "$",
    "(Function<Object, Object> & Serializable) $",
    "(Function<Object, Object> & Marker) $",
    "(Function<Object, Object> & Marker & Named & Serializable) $",
    "(Sub) $",
    "(Bridged) $",
    "(Adapter) $",
    "(Overloaded) $",
];

/// What is done with the function `f` and the key `k`.
const WAYS: &[&str] = &[
    "f.apply(k);",
    "Object o = f; Object[] os = { o }; ((Function<Object, Object>) os[0]).apply(k);",
    "Function<Object, Object>[] fs = new Function[] { f }; Object c = fs.clone(); ((Function<Object, Object>[]) c)[0].apply(k);",
    "if (f instanceof Serializable) keep((Serializable) f); else keep(f); ((Function<Object, Object>) kept).apply(k);",
    "if (f instanceof Marker) { Marker m = (Marker) f; m.mark(); ((Function<Object, Object>) m).apply(k); } else f.apply(k);",
    "if (f instanceof Named) { Named n = (Named) f; n.name(); ((Function<Object, Object>) n).apply(k); } else f.apply(k);",
    "Thread t = new Thread(() -> f.apply(k)); t.start(); t.join();",
    "ExecutorService pool = Executors.newSingleThreadExecutor(); pool.submit(() -> f.apply(k)).get(); pool.shutdown();",
    "CompletableFuture.completedFuture((Object) k).thenApply(f).join();",
    "FutureTask<Object> task = new FutureTask<>(() -> f.apply(k)); task.run(); task.get();",
    "Stream.of((Object) k).map(f).collect(Collectors.toList());",
    "List.of((Object) k).stream().collect(Collectors.groupingBy(f));",
    "((Comparator<Object>) Comparator.comparing((Function) f)).compare(k, k);",
    "((Comparator<Object>) (a, b) -> 0).thenComparing((Function) f).compare(k, k);",
    "List<Object> keys = new ArrayList<>(List.of(k, new Key())); keys.sort(Comparator.comparing((Function) f).reversed());",
    "new HashMap<Object, Object>().computeIfAbsent(k, f);",
    "Optional.of((Object) k).map(f).get();",
    "Function.identity().andThen((Function) f).apply(k);",
    "ThreadLocal<Object> local = ThreadLocal.withInitial(() -> f.apply(k)); local.get();",
    "new TreeMap<Object, Object>(Comparator.comparing((Function) f)).put(k, k);",
];

const HEAD: &str = r#"
import java.io.Serializable;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.*;

class Key implements Comparable<Object> {
    public int compareTo(Object other) { return 0; }
}

abstract class Base {
    abstract Object body(Object x);
    Object inherited(Object x) { return body(x); }
}

interface Marker { default void mark() { } }
interface Named { default String name() { return "named"; } }
interface Sub extends Function<Object, Object>, Marker { }
interface Bridged extends Function<Object, Object> { Comparable<?> apply(Object x); }
interface Adapter extends Function<Object, Object> {
    Object adapt(Object x);
    default Object apply(Object x) { return adapt(x); }
}
interface Overloaded extends Function<Object, Object> {
    Object apply(Object x, Object y);
    default Object apply(Object x) { return apply(x, x); }
}
"#;

/// Whether a form fits into a cast.
fn fits(form: &str, cast: &str) -> bool {
    match cast {
        // Made by a method, so it is what that method says.
        _ if form.contains("itself") => cast == "$",
        // The function takes two.
        "(Overloaded) $" => form.starts_with("x ->") || form.contains("viaMany"),
        // What it gives is comparable.
        "(Bridged) $" => !form.contains("inherited") && !form.contains("held"),
        _ => true,
    }
}

fn cells() -> impl Iterator<Item = (usize, (&'static str, &'static str), &'static str)> {
    let ways = 0..WAYS.len();
    ways.flat_map(|way| {
        let pairs = FORMS.iter().flat_map(|&form| CASTS.iter().map(move |&cast| (form, cast)));
        pairs.filter(|&(form, cast)| fits(form.0, cast)).map(move |(form, cast)| (way, form, cast))
    })
}

pub fn count() -> usize {
    cells().count()
}

/// One class per way, with a method per cell.
pub fn program() -> String {
    let mut classes = vec![String::new(); WAYS.len()];
    let mut calls = vec![String::new(); WAYS.len()];
    for (number, (way, (form, member), cast)) in cells().enumerate() {
        let class = format!("Way{way}");
        let form = if cast == "(Overloaded) $" { form.replacen("x ->", "(x, y) ->", 1) } else { form.to_owned() };
        let expression = cast.replace('$', &form);
        let fill = |text: &str| text.replace('#', &number.to_string()).replace('W', &class);
        let _ = writeln!(
            classes[way],
            "    static Key body{number}(Object x) {{ return new Key(); }}\n    {}\n    static void cell{number}() throws Exception {{\n        Object captured = new Key();\n        Key k = new Key();\n        Function<Object, Object> f = {};\n        {}\n    }}",
            fill(member),
            fill(&expression),
            WAYS[way],
        );
        let _ = writeln!(calls[way], "        cell{number}();");
    }
    let mut text = HEAD.to_owned();
    for (way, (class, calls)) in classes.iter().zip(&calls).enumerate() {
        let _ = writeln!(
            text,
            "@SuppressWarnings({{\"unchecked\", \"rawtypes\"}})\nclass Way{way} {{\n    static Object kept;\n    static void keep(Object x) {{ kept = x; }}\n{class}    static void all() throws Exception {{\n{calls}    }}\n}}"
        );
    }
    let all: String = (0..WAYS.len()).map(|way| format!("        Way{way}.all();\n")).collect();
    let _ = writeln!(
        text,
        "public class Cells {{\n    public static void main(String[] args) throws Exception {{\n{all}    }}\n}}"
    );
    text
}
