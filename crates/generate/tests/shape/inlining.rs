//! Inlined graphs of real programs.

use heddle_analysis::inline::{Begin, Effect, Monitor, Op, listing};

use super::java::{Java, nodes};

#[test]
fn one_type_per_piece_of_code_and_multiple_ones_are_known() {
    let java = Java::corpus("papers/producer-consumer-2");
    let threads = java.threads();
    assert_eq!(threads.types.len(), 3);
    assert!(matches!(threads.types[0].begin, Begin::Main(_)));
    assert!(!threads.types[0].multi);
    assert!(!java.named(&threads, "Main$Producer.run").multi);
    assert!(java.named(&threads, "Main$Consumer.run").multi);
}

#[test]
fn calls_are_copies_with_registers_and_sites_of_their_own() {
    let java = Java::compile(
        "public class Main {
            static class Box { int[] data = new int[1]; }
            static Box make() { return new Box(); }
            public static void main(String[] args) { Box a = make(), b = make(); a.data[0] = b.data.length; }
        }",
    );
    let threads = java.threads();
    let graph = &threads.types[0].graph;
    assert_eq!(nodes(graph, |op| matches!(op, Op::New { .. })).len(), 4, "{}", listing(java.program(), graph));
    assert!(threads.sites.iter().all(|site| site.number != 0));
    assert_ne!(graph.copies[1].first_register, graph.copies[2].first_register);
    assert!(!graph.has_havoc && !graph.irreducible && graph.loops.is_empty());
    for (index, node) in graph.nodes.iter().enumerate() {
        assert!(graph.line(java.program(), index as u32).is_some());
        assert!(matches!(node.op, Op::End | Op::Die) == node.edges.is_empty(), "{}", listing(java.program(), graph));
    }
}

#[test]
fn a_synchronized_method_unlocks_on_every_way_out() {
    let java = Java::compile(
        "public class Main {
            int[] cells = new int[2];
            synchronized int at(int i) { return cells[i]; }
            public static void main(String[] args) { new Main().at(args.length); }
        }",
    );
    let threads = java.threads();
    let graph = &threads.types[0].graph;
    assert_eq!(nodes(graph, |op| matches!(op, Op::Enter(Monitor::Of(_)))).len(), 1);
    // The normal way, and one for each exception of the element.
    assert_eq!(
        nodes(graph, |op| matches!(op, Op::Exit(Monitor::Of(_)))).len(),
        3,
        "{}",
        listing(java.program(), graph)
    );
}

#[test]
fn exceptions_lead_to_the_handlers_that_catch_them() {
    let java = Java::compile(
        "public class Main {
            int x;
            public static void main(String[] args) {
                Main m = args.length == 0 ? null : new Main();
                try { m.x = 1; } catch (ArithmeticException e) { args = null; } catch (RuntimeException e) { m = null; }
            }
        }",
    );
    let threads = java.threads();
    let graph = &threads.types[0].graph;
    // A null pointer is no arithmetic exception.
    assert_eq!(nodes(graph, |op| matches!(op, Op::Caught { .. })).len(), 1, "{}", listing(java.program(), graph));
    let store = nodes(graph, |op| matches!(op, Op::Store { .. }))[0];
    assert!(graph.nodes[store as usize].edges.iter().any(|edge| edge.is_exceptional()));
}

#[test]
fn virtual_calls_branch_and_lambdas_read_what_they_captured() {
    let java = Java::compile(
        "public class Main {
            interface Shape { int area(); }
            record Square(int side) implements Shape { public int area() { return side * side; } }
            record Unit() implements Shape { public int area() { return 1; } }
            public static void main(String[] args) throws Exception {
                Shape shape = args.length == 0 ? new Square(2) : new Unit();
                int area = shape.area();
                int[] result = new int[1];
                Thread thread = new Thread(() -> result[0] = area);
                thread.start();
                thread.join();
            }
        }",
    );
    let threads = java.threads();
    assert_eq!(threads.types.len(), 2);
    assert!(matches!(threads.types[1].begin, Begin::Lambda { .. }) && !threads.types[1].multi);
    let graph = &threads.types[0].graph;
    let targets =
        nodes(graph, |op| matches!(op, Op::Filter { by: heddle_analysis::inline::Filter::Target { .. }, .. }));
    assert_eq!(targets.len(), 2, "{}", listing(java.program(), graph));
    assert_eq!(nodes(graph, |op| matches!(op, Op::Start { .. } | Op::Join { .. } | Op::Thread { .. })).len(), 3);
    let captured = |op: &Op| matches!(op, Op::Load { slot: heddle_analysis::inline::Slot::Captured(_), .. });
    assert_eq!(nodes(&threads.types[1].graph, captured).len(), 2);
}

#[test]
fn recursion_is_cut_by_a_call_that_may_do_anything() {
    let java = Java::compile(
        "public class Main {
            static class Tree { Tree left; void insert(Tree t) { if (left == null) left = t; else left.insert(t); } }
            public static void main(String[] args) { Tree t = new Tree(); t.insert(new Tree()); }
        }",
    );
    let threads = java.threads();
    let graph = &threads.types[0].graph;
    assert!(graph.has_havoc);
    let havoc = nodes(graph, |op| matches!(op, Op::Call { effect: Effect::Havoc, .. }));
    assert_eq!(havoc.len(), 1, "{}", listing(java.program(), graph));
}

#[test]
fn edges_that_leave_or_repeat_a_loop_are_known() {
    let java = Java::compile(
        "public class Main {
            static int make(int i) { while (true) { Object o = new Object(); if (o.hashCode() == i) return i; } }
            public static void main(String[] args) { for (int i = 0; i < 3; i++) make(i); }
        }",
    );
    let threads = java.threads();
    let graph = &threads.types[0].graph;
    assert_eq!(graph.loops.len(), 2, "{}", listing(java.program(), graph));
    let site = threads.sites[0].node;
    assert_eq!(graph.loops_of(site).count(), 2);
    let ends: usize = (0..graph.nodes.len() as u32)
        .flat_map(|from| graph.nodes[from as usize].edges.iter().map(move |edge| (from, edge)))
        .filter(|(_, edge)| !edge.is_exceptional())
        .map(|(from, edge)| graph.ended_by(from, edge).count())
        .sum();
    // Both back edges, the exit of the outer loop, and the return out of the inner one.
    assert_eq!(ends, 4, "{}", listing(java.program(), graph));
}

#[test]
fn an_initialiser_runs_where_its_class_is_first_needed() {
    let java = Java::compile(
        "public class Main {
            static class Config { static final int[] TABLE = new int[2]; }
            public static void main(String[] args) { Config.TABLE[0] = 1; Config.TABLE[1] = 2; }
        }",
    );
    let threads = java.threads();
    let graph = &threads.types[0].graph;
    assert_eq!(nodes(graph, |op| matches!(op, Op::Initialize { .. })).len(), 1, "{}", listing(java.program(), graph));
}
