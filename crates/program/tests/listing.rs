//! Register code of small methods, as listings.

use std::sync::OnceLock;

use heddle_program::Program;
use heddle_program::cfg::{Cfg, EdgeKind};
use heddle_program::ir::{Code, Instr};
use heddle_program::listing::Listing;
use heddle_program::loops::Loops;

const SOURCE: &str = r#"class C {
    static int lines(int first) {
        int second = first + 1;
        return second;
    }

    int n, x, y;
    int[] a;

    int operands(int a, int b) { int c = a + b; return c * 3 - a; }

    int postIncrement(int i) { return a[i++] + i; }

    static int intoLocals(java.util.List<String> l) { String s = l.get(0); int n = s.length(); return n; }

    static String coveredCast(Object o) {
        String s = "x";
        try { s = (String) o.getClass().cast(o); } catch (ClassCastException e) { }
        return s;
    }

    static boolean less(long a, long b) { return a < b; }

    static int loop(int n) { int s = 0; for (int i = 0; i < 10; i++) s += i & 7; return n == 0 ? s : n; }

    void locked(Object o) { synchronized (o) { n++; } }

    static C chained() { C c = new C(); c.x = c.y = 5; return c; }

    static int choose(int k) { switch (k) { case 1: return 5; case 2: return 6; default: return k; } }

    static int callers(Object a, Object b, int n) {
        int h = a.hashCode();
        try { h += n; h = b.hashCode(); } catch (RuntimeException e) { return h; }
        return h;
    }

    static int nested(int n) {
        int s = 0;
        while (n > 0) {
            for (int i = 0; i < n; i++) { if (i == 5) continue; s += i; }
            n--;
        }
        do { s--; } while (s > 9);
        return s;
    }

    static int divide(int a) { try { return 7 / a; } catch (ArithmeticException e) { return 0; } }
}"#;

/// The source above, compiled once by the first JDK of the machine.
fn program() -> &'static Program {
    static PROGRAM: OnceLock<Program> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let jdk = heddle_testing::jdk();
        let folder = crate::common::Folder::new();
        heddle_testing::compile_into(jdk, folder.path(), &[("C.java", SOURCE)]);
        let program = crate::common::open(jdk, &[folder.path()]);
        program.load("C").expect("compiled");
        program
    })
}

fn code(program: &'static Program, name: &str) -> &'static Code {
    let class = program.class(program.load("C").expect("compiled"));
    let method = class.methods.iter().find(|&&id| program.text(program.method(id).name) == name);
    program.code(*method.expect("declared")).unwrap_or_else(|error| panic!("{error}"))
}

/// Compares the listing of a method without the columns of indices and lines.
#[track_caller]
fn check(name: &str, expected: &str) {
    let program = program();
    let code = code(program, name);
    let file = program.class(code.pool_class).file.as_ref().expect("compiled");
    let listing = Listing::new(code).with_names(file).with_maps(code.live_maps(program)).to_string();
    let short = |line: &str| {
        let line = line.trim();
        match line.split_once(" line ") {
            Some((index, rest)) => {
                let pc = index.split(' ').next().unwrap_or_default();
                let text = rest.split_once(' ').map_or("", |(_, text)| text);
                format!("{pc}: {}", text.split_whitespace().collect::<Vec<_>>().join(" "))
            }
            None => line.to_owned(),
        }
    };
    let found: Vec<_> = listing.lines().map(short).collect();
    let expected: Vec<_> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(found, expected, "\n{}\n", found.join("\n"));
}

#[test]
fn operands_are_read_where_they_are() {
    check(
        "operands",
        "
            0: l3 = IAdd l1, l2 {l1 l2}
            1: s0 = IMulK l3, 3 {l1 l3}
            2: s0 = ISub s0, l1 {l1 s0}
            3: ReturnValue s0 {s0}
        ",
    );
}

#[test]
fn a_local_that_changes_is_copied_first() {
    check(
        "postIncrement",
        "
            0: s0 = GetField l0, C.a:[I {l0* l1}
            1: s1 = Move l1 {l1 s0*}
            2: l1 = IAddK l1, 1 {l1 s0* s1}
            3: s0 = Load32 s0, s1 {l1 s0* s1}
            4: s0 = IAdd s0, l1 {l1 s0}
            5: ReturnValue s0 {s0}
        ",
    );
}

#[test]
fn results_go_straight_into_locals() {
    check(
        "intoLocals",
        "
            0: s1 = Const32 0 {l0*}
            1: l1 = Invoke l0, s1, Interface java/util/List.get(I)Ljava/lang/Object; {l0* s1}
            2: CheckCast l1, java/lang/String {l1*}
            3: l2 = Invoke l1, Virtual java/lang/String.length()I {l1*}
            4: ReturnValue l2 {l2}
        ",
    );
}

#[test]
fn a_cast_under_a_handler_keeps_the_old_local() {
    check(
        "coveredCast",
        "
            0: l1 = ConstPool \"x\" {l0*}
            1: s0 = Invoke l0, Virtual java/lang/Object.getClass()Ljava/lang/Class; {l0* l1*}
            2: s0 = Invoke s0, l0, Virtual java/lang/Class.cast(Ljava/lang/Object;)Ljava/lang/Object; {l0* l1* s0*}
            3: CheckCast s0, java/lang/String {l1* s0*}
            4: l1 = Move s0 {s0*}
            5: Goto -> 7 {l1*}
            6: l2 = Move s0 {l1*}
            7: ReturnValue l1 {l1*}
            1..5 catch java/lang/ClassCastException: s0 -> 6
        ",
    );
}

#[test]
fn long_comparisons_branch_at_once() {
    check(
        "less",
        "
            0: IfLGe l0, l2 -> 3 {l0 l2}
            1: s0 = Const32 1 {}
            2: Goto -> 4 {s0}
            3: s0 = Const32 0 {}
            4: ReturnValue s0 {s0}
        ",
    );
}

#[test]
fn loops_and_constants() {
    check(
        "loop",
        "
            0: l1 = Const32 0 {l0}
            1: l2 = Const32 0 {l0 l1}
            2: IfGeK l2, 10 -> 7 {l0 l1 l2}
            3: s1 = IAndK l2, 7 {l0 l1 l2}
            4: l1 = IAdd l1, s1 {l0 l1 l2 s1}
            5: l2 = IAddK l2, 1 {l0 l1 l2}
            6: Goto -> 2 {l0 l1 l2}
            7: IfNeK l0, 0 -> 10 {l0 l1}
            8: s0 = Move l1 {l1}
            9: Goto -> 11 {s0}
            10: s0 = Move l0 {l0}
            11: ReturnValue s0 {s0}
        ",
    );
}

#[test]
fn monitors_and_handlers() {
    check(
        "locked",
        "
            0: l2 = Move l1 {l0* l1*}
            1: MonitorEnter l1 {l0* l1* l2*}
            2: s1 = GetField l0, C.n:I {l0* l2*}
            3: s1 = IAddK s1, 1 {l0* l2* s1}
            4: PutField l0, s1, C.n:I {l0* l2* s1}
            5: MonitorExit l2 {l2*}
            6: Goto -> 10 {}
            7: l3 = Move s0 {l2* s0*}
            8: MonitorExit l2 {l2* l3*}
            9: Throw l3 {l3*}
            10: Return {}
            2..6 catch any: s0 -> 7
            7..9 catch any: s0 -> 7
        ",
    );
}

#[test]
fn new_objects_and_chained_assignments() {
    check(
        "chained",
        "
            0: s0 = New C {}
            1: Invoke s0, Special C.<init>()V {s0*}
            2: l0 = Move s0 {s0*}
            3: s3 = Const32 5 {l0*}
            4: PutField l0, s3, C.y:I {l0* s3}
            5: s1 = Const32 5 {l0*}
            6: PutField l0, s1, C.x:I {l0* s1}
            7: ReturnValue l0 {l0*}
        ",
    );
}

#[test]
fn switches() {
    check(
        "choose",
        "
            0: Switch l0, 1->1 2->3 else->5 {l0}
            1: s0 = Const32 5 {}
            2: ReturnValue s0 {s0}
            3: s0 = Const32 6 {}
            4: ReturnValue s0 {s0}
            5: ReturnValue l0 {l0}
        ",
    );
}

#[test]
fn suspended_callers_keep_what_comes_later() {
    let program = program();
    let code = code(program, "callers");
    let maps = code.live_maps(program);
    let calls: Vec<_> = (0..code.instrs.len() as u32)
        .filter(|&pc| matches!(code.instrs[pc as usize], Instr::Invoke { .. }))
        .map(|pc| format!("{:?}", maps.live_across_call(code, pc)))
        .collect();
    // The second call overwrites h, but the handler still wants its old value.
    assert_eq!(calls, ["[r1*, r2]", "[r3]"]);
}

#[test]
fn nested_loops_are_found() {
    let program = program();
    let code = code(program, "nested");
    let cfg = Cfg::new(code);
    let loops = Loops::new(&cfg);
    let mut depths: Vec<_> = loops.loops.iter().map(|l| l.depth).collect();
    depths.sort_unstable();
    assert_eq!(depths, [1, 1, 2]);
    assert!(!loops.irreducible);
    let inner = loops.loops.iter().position(|l| l.depth == 2).expect("one is inside another");
    let outer = loops.loops[inner].parent.expect("an inner loop has a parent");
    assert!(loops.contains(outer, loops.loops[inner].header));
    for natural in &loops.loops {
        for &latch in &natural.latches {
            assert!(cfg.dominates(natural.header, latch));
            assert!(cfg.successors(latch).iter().any(|edge| edge.block == natural.header));
        }
    }
}

#[test]
fn handlers_are_exceptional_successors() {
    let program = program();
    let code = code(program, "divide");
    let cfg = Cfg::new(code);
    let target = cfg.block_at(code.handlers[0].target);
    let thrower = cfg.block_at(code.handlers[0].start);
    assert!(cfg.successors(thrower).iter().any(|e| e.block == target && e.kind == EdgeKind::Exceptional));
    assert!(cfg.predecessors(target).iter().all(|e| e.kind == EdgeKind::Exceptional));
    assert_eq!(cfg.immediate_dominator(target), Some(thrower));
    assert_eq!(code.handlers_at(code.handlers[0].start).count(), 1);
}

#[test]
fn names_and_lines_map_back() {
    let program = program();
    let code = code(program, "lines");
    let last = code.instrs.len() as u32 - 1;
    assert_eq!((code.line(0), code.line(last)), (Some(3), Some(4)));
    assert_eq!(code.local_name(last, 0), Some("first"));
    assert_eq!(code.local_name(last, 1), Some("second"));
}
