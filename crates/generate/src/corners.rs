//! Small programs about what is easily left out when Java is translated: class initialisers, lambdas, exceptions with
//! cause and message, texts, boxes, arrays in one variable, identity, the ends of threads.
//!
//! Comes in: a seed and a name. Goes out: the text of a class whose `main` takes a few pieces from [`PIECES`] one after
//! the other. Each piece computes a small number; together they decide the line on which `main` throws, so that whoever
//! gets one of them wrong says another line.

/// A piece: declarations of the class, and statements that give `v` a value. `@` stands for the number of the piece,
/// `#` for a random digit from 0 to 3, `$` for a condition that holds or does not.
type Piece = (&'static str, &'static str);

const PIECES: &[Piece] = &[
    // Class initialisation.
    (
        "static class A@ { static { log = log * 2 + 1; } static int f = #; static void m() {} }
         static class B@ extends A@ { static { log = log * 2; } static int g = 1; static void n() {} }",
        "if ($) B@.m(); else B@.n(); v = log % 4;",
    ),
    (
        "static class C@ { static int seen = D@.own; static void m() {} }
         static class D@ extends C@ { static int own = two(); static void n() {} }
         static class E@ extends D@ { static void n() {} }",
        "if ($) E@.n(); else C@.m(); v = C@.seen;",
    ),
    (
        "interface I@ { int K = mark(1); default void d() {} }
         interface J@ { int K = mark(2); }
         static class F@ implements J@, I@ {}",
        "if ($) new F@(); v = log % 4;",
    ),
    (
        "static int[] cell@ = new int[1];
         static class G@ { static { cell@[0] = #; } static int m() { return 1; } }",
        "IntSupplier s@ = G@::m; v = cell@[0]; if ($) { s@.getAsInt(); v = cell@[0]; }",
    ),
    (
        "static class H@ { int x; H@() { set(); } void set() { x = 1; } }
         static class K@ extends H@ { int y = #; void set() { y = 3; } }",
        "H@ h@ = $ ? new H@() : new K@(); v = h@ instanceof K@ k@ ? k@.y : h@.x;",
    ),
    // Lambdas.
    ("", "int c@ = #; IntSupplier a@ = () -> c@; IntSupplier b@ = a@::getAsInt; v = b@.getAsInt();"),
    (
        "interface L@ { int f(int n); boolean equals(Object o); default int g() { return f(#); } }",
        "L@ l@ = n -> n + 1; v = $ ? l@.g() : l@.equals(null) ? 2 : 3;",
    ),
    ("", "Object o@ = (Runnable & Cloneable) () -> {}; v = o@ instanceof Cloneable ? 1 : 2;"),
    (
        "interface M@ { int of(Half h); }",
        "M@ m@ = Half::number; try { v = m@.of($ ? new Half(#) : null); } catch (NullPointerException e) { v = 3; }",
    ),
    // Exceptions.
    (
        "",
        "Throwable i@ = $ ? new IllegalStateException(\"in\") : null;
         Exception e@ = new Exception(\"out\", i@);
         v = e@.getCause() == i@ ? e@.getMessage().length() % 4 : 0;",
    ),
    (
        "static int f@(int n) { try { return 6 / n; } catch (ArithmeticException e) { return 1; } finally { log++; } }",
        "v = f@(#) % 4;",
    ),
    (
        "static class R@ implements AutoCloseable { public void close() { if ($) throw new IllegalArgumentException(); } }",
        "try (R@ r@ = new R@()) { if ($) throw new IllegalStateException(); v = 1; }
         catch (IllegalStateException e) { v = 2; } catch (IllegalArgumentException e) { v = 3; }",
    ),
    ("", "RuntimeException x@ = new RuntimeException(); try { x@.addSuppressed($ ? x@ : new Error()); v = 1; } catch (IllegalArgumentException e) { v = 2; }"),
    ("", "try { Object o@ = $ ? (Object) \"s\" : (Object) 5; v = ((String) o@).length(); } catch (ClassCastException e) { v = 2; }"),
    (
        "static class N@ implements Cloneable { int x = #; Object copy() throws CloneNotSupportedException { return clone(); } }
         static class O@ { Object copy() throws CloneNotSupportedException { return clone(); } }",
        "try { v = $ ? ((N@) new N@().copy()).x : new O@().copy() == null ? 0 : 1; } catch (CloneNotSupportedException e) { v = 3; }",
    ),
    // Texts, boxes, records, enums.
    ("", "String t@ = $ ? \"ab\" : \"cde\"; v = t@ == \"ab\" ? 1 : t@.equals(\"cde\") ? t@.length() : 0;"),
    ("", "String u@ = $ ? \"one\" : \"two\"; switch (u@) { case \"one\": v = 1; break; case \"two\": v = 2; break; default: v = 3; }"),
    ("", "Integer p@ = #, q@ = #; v = p@ == q@ ? 1 : p@.equals(q@) ? 2 : p@ < q@ ? 3 : 0;"),
    ("record P@(int a, int b) {}", "v = new P@(#, 1).equals(new P@(#, 1)) ? new P@(#, 0).a() : 3;"),
    ("enum Q@ { X, Y { int f() { return 2; } }; int f() { return 1; } }", "v = ($ ? Q@.X : Q@.Y).f() + (Q@.Y.ordinal() + #) % 2;"),
    ("static String name@ = $ ? null : \"n\";", "v = (\"a\" + #).length() == 2 ? 1 : 0;"),
    // Arrays.
    ("", "Object s@ = $ ? (Object) new byte[2] : (Object) new int[] {#, 1}; v = s@ instanceof int[] w@ ? w@[0] : ((byte[]) s@).length;"),
    ("", "Object[] y@ = $ ? new Object[1] : new String[1]; try { y@[0] = new Object(); v = 1; } catch (ArrayStoreException e) { v = 2; }"),
    ("", "int[] f@ = {#, #, #}; int[] g@ = f@.clone(); g@[1]++; System.arraycopy(f@, 0, g@, $ ? 1 : 2, $ ? 1 : 2); v = g@[2];"),
    ("", "int[] d@ = new int[#]; try { d@[1] = 1; v = d@.length; } catch (ArrayIndexOutOfBoundsException e) { v = 0; }"),
    // Numbers.
    ("", "int z@ = #; v = (z@ * 5 - 7 >> 1 & 3) + (z@ % 2 == 0 ? 0 : -z@ / 2) & 3;"),
    ("", "byte b@ = (byte) (# * 4); char c@ = (char) ('a' - 'a' + b@); long l@ = c@ >>> 1; v = (int) (l@ % 3);"),
    ("static int down@(int n) { return n <= 0 ? 0 : 1 + down@(n - 1); }", "v = down@(#);"),
    // Threads.
    ("static int w@;", "Thread t@ = new Thread(new Thread(() -> w@ = #)); if ($) t@.start(); t@.join(); v = t@.isAlive() ? 3 : w@;"),
    ("static volatile boolean d@;", "Thread t@ = new Thread(() -> d@ = true); t@.start(); v = d@ ? t@.isAlive() ? 1 : 2 : 3; t@.join();"),
    ("static class T@ extends Thread { int x; public void run() { x = #; } }", "T@ t@ = new T@(); synchronized (t@) { t@.start(); while (t@.isAlive()) t@.wait(); } v = t@.x;"),
    ("", "Thread t@ = new Thread(() -> {}); try { t@.setPriority(# * 5); v = 1; } catch (IllegalArgumentException e) { v = 2; }"),
    ("static int n@;", "Thread t@ = new Thread(() -> n@++); t@.start(); n@ += 2; t@.join(); v = n@;"),
    ("", "Thread t@ = new Thread(() -> {}); t@.start(); try { if ($) t@.start(); v = 1; } catch (IllegalThreadStateException e) { v = 2; } t@.join();"),
    ("", "try { if ($) Thread.sleep(# - 1); v = 1; } catch (IllegalArgumentException e) { v = 2; }"),
    ("static final Object m@ = new Object();", "synchronized (m@) { try { m@.wait(# + 1); v = 1; } finally { v++; } }"),
    (
        "static final Object l@ = new Object(); static class S@ { static { synchronized (l@) { log++; } } static void m() {} }",
        "Thread t@ = new Thread(() -> S@.m()); synchronized (l@) { t@.start(); if ($) S@.m(); } t@.join(); v = log % 4;",
    ),
];

/// Numbers from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }
}

/// The text of a class with a `main`.
pub fn program(seed: u64, name: &str) -> String {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    (0..8).for_each(|_| _ = random.below(2));
    let count = 1 + random.below(3);
    let mut declarations = String::new();
    let mut body = String::new();
    for number in 0..count {
        let (declared, statements) = PIECES[random.below(PIECES.len())];
        declarations.push_str(&filled(declared, number, &mut random));
        declarations.push('\n');
        body.push_str(&filled(statements, number, &mut random));
        body.push_str("\nh = h * 3 + v & 7;\n");
    }
    let ends: String = (0..8).map(|h| format!("if (h == {h}) throw new IllegalStateException();\n")).collect();
    format!(
        "import java.util.function.IntSupplier;\npublic class {name} {{\nstatic int log;\nstatic int two() {{ return 2; }}\n\
         static int mark(int n) {{ log = log * 2 + n; return n; }}\nstatic boolean yes() {{ return true; }}\n\
         record Half(int number) {{}}\n{declarations}\
         public static void main(String[] args) throws Exception {{\nint h = 0, v = 0;\n{body}{ends}}}\n}}\n"
    )
}

fn filled(text: &str, number: usize, random: &mut Random) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '@' => out.push_str(&number.to_string()),
            '#' => out.push_str(&random.below(4).to_string()),
            '$' => out.push_str(if random.below(2) == 0 { "yes()" } else { "!yes()" }),
            _ => out.push(c),
        }
    }
    out
}
