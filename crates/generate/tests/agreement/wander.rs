//! What is kept from state to state is right wherever a search jumps: a random walk that steps back by
//! any number of steps and goes on another way has, in every state, the fingerprint and the reach tags
//! that come out if nothing is kept. Threads of the program make objects of many sizes, so that those of one
//! way lie across the places of those of another.

use heddle_explore::{Bound, Path};
use heddle_generate::random::Random;
use heddle_machine::StepEnd;
use heddle_verdict::Semantics;

use crate::on_large_stacks;
use crate::tool::Batch;

const CLASS: &str = "Wander";

const SOURCE: &str = r#"
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
"#;

#[test]
fn nothing_kept_is_stale() {
    let batch = Batch::compile(&[(CLASS.to_owned(), SOURCE.to_owned())]);
    on_large_stacks(1, || (1..=4).for_each(|seed| wander(&batch, seed)));
}

fn wander(batch: &Batch, seed: u64) {
    let mut path = Path::new(batch.machine(CLASS, Semantics::default(), None), Bound::None);
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
            assert_eq!(path.machine.audit_canonical(), None, "seed {seed}, round {round}");
        } else if random.below(2) == 0 {
            path.machine.fingerprint();
        }
    }
}
