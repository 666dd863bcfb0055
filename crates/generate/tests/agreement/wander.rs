//! What is kept from state to state is right wherever a search jumps: a random walk that steps back by
//! any number of steps and goes on another way has, in every state, the fingerprint and the reach tags
//! that come out if nothing is kept. Threads of the program make objects of many sizes, so that those of one
//! way lie across the places of those of another.

use heddle_explore::{Bound, Path};
use heddle_generate::random::Random;
use heddle_machine::StepEnd;
use heddle_verdict::Semantics;

use super::on_large_stacks;
use crate::tool::Batch;

/// Lists and arrays that are made, linked and lost.
const CHANGING: (&str, &str) = (
    "Wander",
    r#"
public class Wander {
    static class Node {
        int value;
        Node next;
    }

    static Node list;
    static final Object[] arrays = new Object[4];

    static void link() {
        for (int i = 0; i < 6; i++) {
            Node node = new Node();
            node.next = list;
            list = node;
            node.value = i;
            node.next = null;
        }
    }

    static void fill() {
        for (int i = 0; i < 12; i++) {
            long[] array = new long[i % 4];
            arrays[i % 4] = array;
            if (i % 4 > 0) {
                array[0] = i;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread first = new Thread(Wander::link);
        Thread second = new Thread(Wander::fill);
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
"#,
);

/// A tree that stays as it is for the most part, in all the ways that this can end: threads walk about in it, lock and hash its
/// nodes, write numbers and references, hold a part of it while the rest is lost, and one of them is itself a part.
const QUIET: (&str, &str) = (
    "Quiet",
    r#"
public class Quiet {
    static class Node extends Thread {
        volatile int value;
        volatile Node left, right, up;

        Node(int depth, Node up) {
            super((Runnable) null, "node");
            this.up = up;
            if (depth > 0) {
                left = new Node(depth - 1, this);
                right = new Node(depth - 1, depth % 2 == 0 ? null : left);
            }
        }

        public void run() {
            value++;
            root = this;
            left.up.value++;
        }
    }

    static volatile Node root = new Node(3, null);
    static volatile Node other;

    static void walk() {
        Node at = root;
        while (at != null) {
            synchronized (at) {
                at.value++;
            }
            at = at.right;
        }
        root.left.hashCode();
    }

    static void cut(Node mine) {
        Node part = root.left;
        other = part.left;
        root = null;
        part.right.value++;
        part.up = mine;
        root = part;
        other = null;
        mine.left.right = part;
        mine.left.right = null;
    }

    public static void main(String[] args) throws Exception {
        Node mine = new Node(2, root.right);
        mine.up = null;
        Thread first = new Thread(Quiet::walk);
        Thread second = new Thread(() -> cut(mine));
        first.start();
        second.start();
        mine.right = new Node(1, mine);
        mine.left.start();
        mine.value++;
        first.join();
        mine.right.value++;
    }
}
"#,
);

#[test]
fn nothing_kept_is_stale() {
    for (class, source) in [CHANGING, QUIET] {
        let batch = Batch::compile(&[(class.to_owned(), source.to_owned())]);
        on_large_stacks(1, || (1..=4).for_each(|seed| wander(&batch, class, seed)));
    }
}

/// Seeds that are even also make regions of whatever they can.
fn wander(batch: &Batch, class: &str, seed: u64) {
    let mut path = Path::new(batch.machine(class, Semantics::default(), None), Bound::None);
    if seed.is_multiple_of(2) {
        path.machine.contract_eagerly();
    }
    let mut random = Random::new(seed);
    let mut choices = Vec::new();
    for round in 0..20_000 {
        path.enabled(&mut choices);
        if choices.is_empty() || random.below(4) == 0 {
            let most = if random.below(20) == 0 { path.depth() } else { path.depth().min(6) };
            path.back_to(path.depth() - random.below(most + 1));
            // As a search does, the next step often begins before anybody has looked at the state.
            if random.below(4) > 0 {
                continue;
            }
        } else if let StepEnd::Stop(_) = path.step(choices[random.below(choices.len())]) {
            path.back_to(path.depth() / 2);
        }
        if random.below(8) == 0 {
            assert_eq!(path.machine.audit_canonical(), None, "{class}, seed {seed}, round {round}");
        } else if random.below(2) == 0 {
            path.machine.fingerprint();
        }
    }
}
