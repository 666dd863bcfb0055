import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class JucAtomicRefs {
    static class Stack<T> {
        private static class Node<T> {
            final T v;
            Node<T> next;

            Node(T v) {
                this.v = v;
            }
        }

        private final AtomicReference<Node<T>> top = new AtomicReference<>();

        void push(T v) {
            Node<T> n = new Node<>(v);
            do {
                n.next = top.get();
            } while (!top.compareAndSet(n.next, n));
        }

        T pop() {
            Node<T> n;
            do {
                n = top.get();
                if (n == null) {
                    return null;
                }
            } while (!top.compareAndSet(n, n.next));
            return n.v;
        }
    }

    public static void main(String[] args) throws Exception {
        AtomicBoolean b = new AtomicBoolean();
        System.out.println(b + " " + b.compareAndSet(true, false) + " " + b.compareAndSet(false, true) + " " + b.getAndSet(false)
                + " " + b.get() + " " + b.compareAndExchange(false, true) + " " + b.compareAndExchange(false, true));
        b.lazySet(false);
        System.out.println(b.getPlain() + " " + b.getOpaque() + " " + b.getAcquire() + " " + new AtomicBoolean(true));
        // once flag
        AtomicInteger ran = new AtomicInteger();
        Thread[] ts = new Thread[6];
        for (int i = 0; i < 6; i++) {
            ts[i] = new Thread(() -> {
                if (b.compareAndSet(false, true)) {
                    ran.incrementAndGet();
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("ran " + ran);

        AtomicReference<String> r = new AtomicReference<>();
        System.out.println(r.get() + " " + r + " " + r.compareAndSet(null, "a") + " " + r.getAndSet("b") + " " + r.get());
        System.out.println(r.updateAndGet(s -> s + "c") + " " + r.getAndUpdate(String::toUpperCase) + " " + r
                + " " + r.accumulateAndGet("x", String::concat) + " " + r.getAndAccumulate("y", (p, q) -> q + p) + " " + r);
        // identity, not equality
        String copy = new String("yBCx");
        System.out.println(copy.equals(r.get()) + " " + r.compareAndSet(copy, "no") + " " + (r.compareAndExchange(copy, "no") == copy));
        AtomicReference<Integer> boxed = new AtomicReference<>(1000);
        System.out.println(boxed.compareAndSet(Integer.valueOf(1000), 2) + " " + boxed.get());
        AtomicReference<Integer> small = new AtomicReference<>(100);
        System.out.println(small.compareAndSet(100, 2) + " " + small.get());

        Stack<Integer> st = new Stack<>();
        for (int i = 0; i < 4; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 25; j++) {
                    st.push(k * 25 + j);
                }
            });
            ts[i].start();
        }
        for (int i = 0; i < 4; i++) {
            ts[i].join();
        }
        List<Integer> all = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 4; i++) {
            ts[i] = new Thread(() -> {
                Integer v;
                while ((v = st.pop()) != null) {
                    all.add(v);
                }
            });
            ts[i].start();
        }
        for (int i = 0; i < 4; i++) {
            ts[i].join();
        }
        Collections.sort(all);
        boolean complete = all.size() == 100;
        for (int i = 0; i < 100 && complete; i++) {
            complete = all.get(i) == i;
        }
        System.out.println("complete " + complete + " then " + st.pop());

        // immutable list swapped in
        AtomicReference<List<Integer>> list = new AtomicReference<>(List.of());
        for (int i = 0; i < 4; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 5; j++) {
                    final int v = k * 5 + j;
                    list.updateAndGet(l -> {
                        List<Integer> n = new ArrayList<>(l);
                        n.add(v);
                        Collections.sort(n);
                        return List.copyOf(n);
                    });
                }
            });
            ts[i].start();
        }
        for (int i = 0; i < 4; i++) {
            ts[i].join();
        }
        System.out.println(list);
        r.setPlain(null);
        System.out.println(r.getPlain() + " " + r.getAcquire() + " " + r.compareAndExchangeAcquire(null, "n") + " " + r.getOpaque());
    }
}
