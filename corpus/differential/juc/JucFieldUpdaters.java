import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

public class JucFieldUpdaters {
    static class Node {
        volatile int count;
        volatile long total;
        volatile String name = "n";
        volatile Node next;
        int plain;
        static volatile int stat;
        private volatile int hidden;
        volatile Integer boxed;

        static final AtomicIntegerFieldUpdater<Node> HIDDEN = AtomicIntegerFieldUpdater.newUpdater(Node.class, "hidden");
    }

    static class Sub extends Node {
    }

    static final AtomicIntegerFieldUpdater<Node> COUNT = AtomicIntegerFieldUpdater.newUpdater(Node.class, "count");
    static final AtomicLongFieldUpdater<Node> TOTAL = AtomicLongFieldUpdater.newUpdater(Node.class, "total");
    static final AtomicReferenceFieldUpdater<Node, String> NAME =
            AtomicReferenceFieldUpdater.newUpdater(Node.class, String.class, "name");
    static final AtomicReferenceFieldUpdater<Node, Node> NEXT =
            AtomicReferenceFieldUpdater.newUpdater(Node.class, Node.class, "next");

    static void bad(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + " ok");
        } catch (RuntimeException e) {
            String s = e.getClass().getSimpleName();
            if (e.getCause() != null) {
                s += " <- " + e.getCause().getClass().getSimpleName();
            } else if (e instanceof IllegalArgumentException) {
                s += " " + e.getMessage();
            }
            System.out.println(what + " " + s);
        }
    }

    public static void main(String[] args) throws Exception {
        Node n = new Node();
        System.out.println(COUNT.getAndIncrement(n) + " " + COUNT.addAndGet(n, 5) + " " + COUNT.compareAndSet(n, 6, 9) + " "
                + n.count + " " + COUNT.updateAndGet(n, x -> x * x) + " " + COUNT.getAndAccumulate(n, 3, Math::floorDiv)
                + " " + COUNT.get(n) + " " + COUNT.getAndSet(n, -1) + " " + COUNT.decrementAndGet(n));
        COUNT.lazySet(n, 12);
        System.out.println(n.count);
        System.out.println(TOTAL.addAndGet(n, 1L << 40) + " " + TOTAL.getAndDecrement(n) + " " + n.total + " "
                + TOTAL.accumulateAndGet(n, 5, (a, b) -> a / b));
        System.out.println(NAME.getAndSet(n, "m") + " " + NAME.compareAndSet(n, "m", null) + " " + n.name + " "
                + NAME.updateAndGet(n, s -> s + "!") + " " + NAME.accumulateAndGet(n, "z", String::concat));

        Sub sub = new Sub();
        System.out.println(COUNT.incrementAndGet(sub) + " " + sub.count);
        System.out.println(Node.HIDDEN.addAndGet(sub, 4));

        bad("not volatile", () -> AtomicIntegerFieldUpdater.newUpdater(Node.class, "plain"));
        bad("no such field", () -> AtomicIntegerFieldUpdater.newUpdater(Node.class, "nothing"));
        bad("wrong type", () -> AtomicIntegerFieldUpdater.newUpdater(Node.class, "total"));
        bad("long on int", () -> AtomicLongFieldUpdater.newUpdater(Node.class, "count"));
        bad("boxed as int", () -> AtomicIntegerFieldUpdater.newUpdater(Node.class, "boxed"));
        bad("ref class", () -> AtomicReferenceFieldUpdater.newUpdater(Node.class, Object.class, "name"));
        bad("static", () -> AtomicIntegerFieldUpdater.newUpdater(Node.class, "stat"));
        bad("inherited field", () -> AtomicIntegerFieldUpdater.newUpdater(Sub.class, "count"));
        bad("null object", () -> COUNT.get(null));
        bad("wrong object", () -> rawGet("not a node"));
        bad("wrong value", () -> rawSet(n, 5));

        Node shared = new Node();
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 100; j++) {
                    COUNT.incrementAndGet(shared);
                    TOTAL.addAndGet(shared, j);
                    Node fresh = new Node();
                    Node old;
                    do {
                        old = shared.next;
                        fresh.next = old;
                    } while (!NEXT.compareAndSet(shared, old, fresh));
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        int len = 0;
        for (Node x = shared.next; x != null; x = x.next) {
            len++;
        }
        System.out.println(shared.count + " " + shared.total + " " + len);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void rawGet(Object o) {
        ((AtomicIntegerFieldUpdater) COUNT).get(o);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void rawSet(Object o, Object v) {
        ((AtomicReferenceFieldUpdater) NAME).set(o, v);
    }
}
