//! Owned and protected variables of the programs of Corbett (TOSEM 2000) and of the counterexamples to its
//! unrepaired rules.

use super::java::Java;

/// What is said of some names.
fn said(java: &Java, names: &[&str]) -> Vec<String> {
    let classes = java.classes();
    let of = |name: &&str| classes.get(*name).unwrap_or_else(|| panic!("{name} is not in {classes:#?}")).clone();
    names.iter().map(of).collect()
}

fn assert_all(java: &Java, names: &[&str], expected: &str) {
    for (name, class) in names.iter().zip(said(java, names)) {
        assert_eq!(class, expected, "{name}");
    }
}

#[test]
fn the_buffer_protects_its_fields_and_its_array() {
    let java = Java::corpus("papers/producer-consumer-2");
    let names = ["IntBuffer.count", "IntBuffer.front", "IntBuffer.data", "int[]"];
    assert_all(&java, &names, "protected by IntBuffer:69");
    assert_all(&java, &["Producer.buffer", "Consumer.buffer"], "owned");
    assert!(said(&java, &["monitor of IntBuffer"])[0].starts_with("no lock"));
}

#[test]
fn the_subject_protects_its_observer_and_the_observers_lock() {
    let java = Java::corpus("papers/observer-2");
    let subject = "protected by Subject:64* of the same generation";
    assert_all(&java, &["Subject.state", "Subject.observer", "monitor of Observer"], subject);
    let both = "protected by Subject:64* of the same generation, Observer:65* of the same generation";
    assert_all(&java, &["Observer.subject", "Observer.cachedState"], both);
    assert!(said(&java, &["Subject.next"])[0].starts_with("no lock"));
}

/// One mutator, and nobody else who holds the list: all of it changes hands.
const HAND_OVER: &str = "public class Main {
    static class Subject {
        int state; Subject next; Observer observer;
        synchronized void setObserver(Observer o) { observer = o; }
        synchronized void changeState(int s) { state = s; observer.changeNotification(); }
        synchronized int queryState() { return state; }
    }
    static class Observer {
        Subject subject; int cachedState;
        Observer(Subject s) { subject = s; cachedState = s.queryState(); s.setObserver(this); }
        synchronized void changeNotification() { cachedState = subject.queryState(); }
    }
    static class Mutator implements Runnable {
        Subject subjects;
        Mutator(Subject subjects) { this.subjects = subjects; }
        public void run() { for (Subject s = subjects; s != null; s = s.next) s.changeState(1); }
    }
    public static void main(String[] args) {
        Subject first = null;
        for (int i = 0; i < 2; i++) {
            Subject s = new Subject();
            new Observer(s);
            s.next = first;
            first = s;
        }
        new Thread(new Mutator(first)).start();
        AFTER
    }
}";

#[test]
fn a_list_that_only_the_new_thread_uses_is_handed_over() {
    let java = Java::compile(&HAND_OVER.replace("AFTER", ""));
    let names = ["Subject.state", "Subject.next", "Subject.observer", "Observer.cachedState", "Mutator.subjects"];
    assert_all(&java, &names, "owned");
    assert_all(&java, &["monitor of Subject", "monitor of Observer"], "owned");
    let handed = java.handed_over();
    assert!(handed.iter().any(|name| name.starts_with("Subject")), "{handed:?}");
}

#[test]
fn what_the_old_owner_still_uses_is_not_handed_over() {
    let java = Java::compile(&HAND_OVER.replace("AFTER", "first.queryState();"));
    assert!(said(&java, &["Subject.next"])[0].starts_with("no lock"));
    assert!(!java.handed_over().iter().any(|name| name.starts_with("Subject")));
    let again = Java::compile(&HAND_OVER.replace("AFTER", "new Thread(new Mutator(first)).start();"));
    assert!(said(&again, &["Subject.next"])[0].starts_with("no lock"));
}

#[test]
fn each_iteration_may_hand_over_what_it_made() {
    let java = Java::compile(
        "public class Main {
            static class Job implements Runnable { int done; public void run() { done++; } }
            public static void main(String[] args) { for (int i = 0; i < 3; i++) new Thread(new Job()).start(); }
        }",
    );
    assert_all(&java, &["Job.done"], "owned");
}

#[test]
fn the_graph_of_figure_8_has_one_to_one_edges_and_a_plain_self_loop() {
    let java = Java::corpus("papers/observer-2");
    // Before the store to `next`, in the loop: what earlier iterations made, and what this one did.
    let picture = java.picture(66);
    let has = |line: &str| assert!(picture.iter().any(|at| at == line), "{line} in {picture:#?}");
    has("\"first\" -> \"Subject:64*\";");
    has("\"s\" -> \"Subject:64\";");
    has("\"Subject:64*\" -> \"Observer:65*\" [label=\"observer\" style=bold];");
    has("\"Observer:65*\" -> \"Subject:64*\" [label=\"subject\" style=bold];");
    has("\"Subject:64*\" -> \"Subject:64*\" [label=\"next\"];");
    has("\"Subject:64\" -> \"Observer:65\" [label=\"observer\" style=bold];");
    let mixed = picture.iter().filter(|line| line.starts_with("\"Subject:64\" -> \"Observer:65*\"")).count();
    assert_eq!(mixed, 0, "{picture:#?}");
}

#[test]
fn a_link_between_iterations_is_not_one_to_one() {
    let java = Java::compile(
        "public class Main {
            static class Node { Node peer; int value; Object lock; }
            static class Walker implements Runnable {
                Node node;
                Walker(Node node) { this.node = node; }
                public void run() { synchronized (node.lock) { node.value++; } }
            }
            public static void main(String[] args) {
                Node old = null;
                for (int i = 0; i < 2; i++) {
                    Node fresh = new Node();
                    fresh.lock = new Object();
                    if (old != null) old.lock = fresh.lock;
                    old = fresh;
                    new Thread(new Walker(fresh)).start();
                    new Thread(new Walker(old)).start();
                }
            }
        }",
    );
    assert!(said(&java, &["Node.value"])[0].starts_with("other lock"), "{:#?}", java.classes());
}

#[test]
fn a_lock_that_each_thread_makes_for_itself_protects_nothing() {
    let java = Java::compile(
        "public class Main {
            static class S { int x; }
            static class W implements Runnable {
                Object l; final S s = new S();
                public void run() { l = new Object(); synchronized (l) { s.x++; } }
            }
            public static void main(String[] args) {
                W w = new W();
                new Thread(w).start();
                new Thread(w).start();
            }
        }",
    );
    assert!(said(&java, &["S.x"])[0].starts_with("other lock"), "{:#?}", java.classes());
    let corpus = Java::corpus("papers/own-lock-two-threads");
    assert!(said(&corpus, &["Shared.x"])[0].starts_with("other lock"));
}

#[test]
fn threads_of_one_type_see_what_the_others_wrote() {
    let java = Java::compile(
        "public class Main {
            static class Box { int x; }
            static class Slot { Box box; }
            static class W implements Runnable {
                final Slot slot;
                W(Slot slot) { this.slot = slot; }
                public void run() {
                    Box other = slot.box;
                    if (other != null) other.x++;
                    Box mine = new Box();
                    mine.x = 1;
                    slot.box = mine;
                }
            }
            public static void main(String[] args) {
                Slot slot = new Slot();
                new Thread(new W(slot)).start();
                new Thread(new W(slot)).start();
            }
        }",
    );
    assert!(said(&java, &["Box.x"])[0].starts_with("no lock"), "{:#?}", java.classes());
}

#[test]
fn a_static_field_of_one_thread_is_owned_and_of_two_is_not() {
    let java = Java::compile(
        "public class Main {
            static int mine, ours, guarded; static final Object LOCK = new Object();
            static void touch() { ours++; synchronized (LOCK) { guarded++; } }
            public static void main(String[] args) {
                mine = 1;
                new Thread(() -> touch()).start();
                touch();
            }
        }",
    );
    assert_all(&java, &["Main.mine"], "owned");
    assert!(said(&java, &["Main.ours"])[0].starts_with("no lock"));
    assert!(said(&java, &["Main.guarded"])[0].starts_with("protected by Object:2"), "{:#?}", java.classes());
}

#[test]
fn what_a_recursive_call_may_reach_is_claimed_for_nobody() {
    let java = Java::compile(
        "public class Main {
            static class Tree {
                Tree left; int size;
                void insert(Tree t) { size++; if (left == null) left = t; else left.insert(t); }
            }
            public static void main(String[] args) {
                Tree tree = new Tree();
                Runnable task = () -> { synchronized (tree) { tree.insert(new Tree()); } };
                new Thread(task).start();
                new Thread(task).start();
            }
        }",
    );
    for class in said(&java, &["Tree.left", "Tree.size"]) {
        assert!(class == "escaped" || class == "unknown", "{:#?}", java.classes());
    }
}

#[test]
fn an_unlocked_path_out_of_a_handler_counts() {
    let java = Java::compile(
        "public class Main {
            int x; int[] cells = new int[1];
            void step(int i) {
                try { synchronized (this) { cells[i] = 1; x = 1; } } catch (ArrayIndexOutOfBoundsException e) { x = 2; }
            }
            public static void main(String[] args) {
                Main m = new Main();
                new Thread(() -> m.step(0)).start();
                m.step(args.length);
            }
        }",
    );
    assert!(said(&java, &["Main.x"])[0].starts_with("no lock"), "{:#?}", java.classes());
    assert!(said(&java, &["int[]"])[0].starts_with("protected by Main"), "{:#?}", java.classes());
}
