import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

public class ThrThreadLocal {
    static final AtomicInteger made = new AtomicInteger();
    static final ThreadLocal<StringBuilder> buf = ThreadLocal.withInitial(() -> {
        made.incrementAndGet();
        return new StringBuilder();
    });

    static class Counted extends ThreadLocal<Integer> {
        int calls;

        @Override
        protected Integer initialValue() {
            calls++;
            return 100;
        }
    }

    public static void main(String[] args) throws Exception {
        ThreadLocal<String> plain = new ThreadLocal<>();
        System.out.println(plain.get());
        plain.set("m");
        System.out.println(plain.get());
        plain.remove();
        System.out.println(plain.get());
        plain.set(null);
        System.out.println(plain.get());

        Counted c = new Counted();
        System.out.println(c.get() + " " + c.get() + " calls " + c.calls);
        c.set(5);
        System.out.println(c.get() + " calls " + c.calls);
        c.remove();
        System.out.println(c.get() + " calls " + c.calls);
        Counted d = new Counted();
        d.set(1);
        System.out.println(d.get() + " calls " + d.calls);
        d.remove();
        d.remove();
        d.set(2);
        System.out.println(d.get() + " calls " + d.calls);

        // per thread isolation
        List<String> out = Collections.synchronizedList(new ArrayList<>());
        plain.set("main's");
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                String first = plain.get();
                plain.set("t" + k);
                for (int j = 0; j < 5; j++) {
                    buf.get().append(k);
                    Thread.yield();
                }
                out.add(first + "/" + plain.get() + "/" + buf.get());
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        Collections.sort(out);
        System.out.println(out + " main " + plain.get() + " made " + made.get());

        // many locals in one thread, and removal of half
        List<ThreadLocal<Integer>> many = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ThreadLocal<Integer> tl = new ThreadLocal<>();
            tl.set(i);
            many.add(tl);
        }
        for (int i = 0; i < 100; i += 2) {
            many.get(i).remove();
        }
        int sum = 0;
        int nulls = 0;
        for (ThreadLocal<Integer> tl : many) {
            Integer v = tl.get();
            if (v == null) {
                nulls++;
            } else {
                sum += v;
            }
        }
        System.out.println("sum " + sum + " nulls " + nulls);

        // initial value that throws leaves nothing behind
        int[] tries = new int[1];
        ThreadLocal<String> flaky = ThreadLocal.withInitial(() -> {
            if (tries[0]++ == 0) {
                throw new IllegalStateException("first");
            }
            return "second";
        });
        try {
            flaky.get();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(flaky.get() + " " + tries[0]);
        try {
            ThreadLocal.withInitial(null);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }

        // initial value that uses another thread local
        ThreadLocal<Integer> base = ThreadLocal.withInitial(() -> 3);
        ThreadLocal<Integer> derived = ThreadLocal.withInitial(() -> base.get() * 2);
        System.out.println(derived.get());
        base.set(10);
        System.out.println(derived.get());
        derived.remove();
        System.out.println(derived.get());

        // static counter local used as recursion depth
        ThreadLocal<int[]> depth = ThreadLocal.withInitial(() -> new int[1]);
        int[] max = new int[2];
        Thread a = new Thread(() -> max[0] = nest(depth, 5));
        Thread b = new Thread(() -> max[1] = nest(depth, 9));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(max[0] + " " + max[1] + " " + depth.get()[0]);
    }

    static int nest(ThreadLocal<int[]> depth, int n) {
        depth.get()[0]++;
        try {
            return n == 0 ? depth.get()[0] : nest(depth, n - 1);
        } finally {
            depth.get()[0]--;
        }
    }
}
