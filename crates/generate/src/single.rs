//! Draws programs in which threads share what is made for one of them, as text: iterators, list iterators, spliterators,
//! entries, sublists and views of the collections of `java.util.concurrent`, streams.
//!
//! Comes in: a seed and a name. Goes out: the text of a class, made as in [`crate::observers`]. The collections synchronise
//! what threads do to them; what they hand out does not. Whoever takes one for the other prints less.

use std::sync::LazyLock;

use crate::observers::{Subject, draw};

/// Collections with the elements 1 and 2, and what changes them.
const QUEUES: &[&str] = &[
    "new ArrayBlockingQueue<>(3, false, List.of(1, 2))",
    "new LinkedBlockingQueue<>(List.of(1, 2))",
    "new LinkedBlockingDeque<>(List.of(1, 2))",
    "new PriorityBlockingQueue<>(List.of(1, 2))",
    "new LinkedTransferQueue<>(List.of(1, 2))",
    "new ConcurrentLinkedQueue<>(List.of(1, 2))",
    "new ConcurrentLinkedDeque<>(List.of(1, 2))",
];
const OTHERS: &[&str] = &[
    "new CopyOnWriteArrayList<>(List.of(1, 2))",
    "new CopyOnWriteArraySet<>(List.of(1, 2))",
    "new ConcurrentSkipListSet<>(List.of(1, 2))",
    "new ConcurrentHashMap<>(Map.of(1, 1, 2, 2)).keySet()",
    "new ConcurrentHashMap<>(Map.of(1, 1, 2, 2)).values()",
    "new ConcurrentSkipListMap<>(Map.of(1, 1, 2, 2)).keySet()",
];
const CHANGES: &[&str] = &["q.remove(1)", "q.remove(2)", "q.clear();", "w.addAll(q)"];

const ITERATE: &[&str] = &[
    "i.next()",
    "i.hasNext()",
    "i.remove();",
    "i.next(); i.remove();",
    "if (i.hasNext()) s += i.next();",
    "while (i.hasNext()) s += i.next();",
    "i.forEachRemaining(e -> y.addAndGet(e));",
];
const SPLIT: &[&str] = &[
    "i.tryAdvance(e -> y.addAndGet(e))",
    "i.forEachRemaining(e -> y.addAndGet(e));",
    "i.trySplit() == null",
    "i.estimateSize()",
    "StreamSupport.stream(i, false).forEach(e -> y.addAndGet(e));",
    "StreamSupport.stream(i, true).forEach(e -> y.addAndGet(e));",
    "y.get()",
];

static SUBJECTS: LazyLock<Vec<Subject>> = LazyLock::new(|| {
    let mut subjects = Vec::new();
    let mut add = |collection: &str, handed_out: &str, changes: &'static [&'static str]| {
        let declared = format!("static Collection<Integer> q = {collection};\nstatic {handed_out};");
        let with_collection = changes.iter().chain(CHANGES).copied().collect::<Vec<_>>();
        subjects.push(Subject { declared: declared.leak(), changes, looks: with_collection.leak() });
    };
    for collection in QUEUES.iter().chain(OTHERS) {
        add(collection, "Iterator<Integer> i = q.iterator()", ITERATE);
        add(collection, "Spliterator<Integer> i = q.spliterator()", SPLIT);
    }
    for (collection, iterator) in [
        (QUEUES[2], "((Deque<Integer>) q).descendingIterator()"),
        (QUEUES[6], "((Deque<Integer>) q).descendingIterator()"),
        (OTHERS[2], "((NavigableSet<Integer>) q).descendingIterator()"),
        (OTHERS[2], "((NavigableSet<Integer>) q).headSet(2, true).iterator()"),
    ] {
        add(collection, &format!("Iterator<Integer> i = {iterator}"), ITERATE);
    }
    add(
        OTHERS[0],
        "ListIterator<Integer> i = ((List<Integer>) q).listIterator(1)",
        &["i.next()", "i.previous()", "i.nextIndex()", "i.previousIndex()", "i.hasPrevious()", "i.hasNext()"],
    );
    add(
        OTHERS[0],
        "List<Integer> i = ((List<Integer>) q).subList(0, 2)",
        &[
            "i.add(3)",
            "i.get(1)",
            "i.set(0, 4)",
            "i.remove(0)",
            "i.size()",
            "i.clear();",
            "i.toString()",
            "i.iterator().next()",
        ],
    );
    add(
        OTHERS[2],
        "NavigableSet<Integer> i = ((NavigableSet<Integer>) q).subSet(1, true, 2, true)",
        &["i.add(2)", "i.remove(1)", "i.pollFirst()", "i.size()", "i.first()", "i.toString()", "i.ceiling(2)"],
    );
    for map in ["ConcurrentHashMap", "ConcurrentSkipListMap"] {
        let entries = format!("new {map}<>(Map.of(1, 1, 2, 2))");
        add(
            &format!("({entries}).values()"),
            &format!(
                "{map}<Integer, Integer> k = {entries};\nstatic Iterator<Map.Entry<Integer, Integer>> i = k.entrySet().iterator()"
            ),
            &[
                "i.next().getValue()",
                "i.hasNext()",
                "i.remove();",
                "i.next(); i.remove();",
                "k.remove(1)",
                "k.put(2, 5)",
                "k.size()",
            ],
        );
    }
    add(
        OTHERS[3],
        "ConcurrentHashMap<Integer, Integer> k = new ConcurrentHashMap<>(Map.of(1, 1));\nstatic Map.Entry<Integer, Integer> i = k.entrySet().iterator().next()",
        &["i.setValue(5)", "i.getValue()", "i.toString()", "k.get(1)", "k.put(1, 7)", "k.remove(1)"],
    );
    add(
        OTHERS[3],
        "Enumeration<Integer> i = new ConcurrentHashMap<>(Map.of(1, 1, 2, 2)).keys()",
        &["i.nextElement()", "i.hasMoreElements()"],
    );
    add(
        OTHERS[0],
        "Stream<Integer> i = q.stream()",
        &["i.count()", "i.toList()", "i.map(e -> e + 1).iterator().next()", "i.close();", "i.isParallel()"],
    );
    add(OTHERS[0], "Iterator<Integer> i = q.stream().map(e -> e + 1).iterator()", ITERATE);
    subjects
});

/// The text of the program of a seed, as a class of this name.
pub fn program(seed: u64, class: &str) -> String {
    draw(seed ^ 0x73_69_6e_67_6c_65, &SUBJECTS, class)
}
