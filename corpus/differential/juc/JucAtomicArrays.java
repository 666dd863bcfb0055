import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

public class JucAtomicArrays {
    static void bad(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + " ok");
        } catch (RuntimeException e) {
            System.out.println(what + " " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    static void par(int n, java.util.function.IntConsumer c) throws InterruptedException {
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            final int k = i;
            ts[i] = new Thread(() -> c.accept(k));
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
    }

    public static void main(String[] args) throws Exception {
        AtomicIntegerArray a = new AtomicIntegerArray(5);
        System.out.println(a + " " + a.length());
        a.set(0, 3);
        System.out.println(a.getAndIncrement(0) + " " + a.incrementAndGet(0) + " " + a.addAndGet(1, -4) + " "
                + a.getAndSet(2, 8) + " " + a.compareAndSet(2, 8, 9) + " " + a.compareAndSet(2, 8, 10) + " " + a);
        System.out.println(a.updateAndGet(3, x -> x - 1) + " " + a.accumulateAndGet(4, 7, (x, y) -> x * 10 + y) + " "
                + a.getAndUpdate(4, x -> -x) + " " + a.getAndAccumulate(4, 2, (x, y) -> x * y) + " " + a
                + " " + a.compareAndExchange(4, -14, 0) + " " + a.getAndAdd(0, 100) + " " + a.getAndDecrement(0)
                + " " + a.decrementAndGet(0));
        a.lazySet(1, 77);
        System.out.println(a.getAcquire(1) + a.getPlain(1) + a.getOpaque(1));
        bad("index 5", () -> a.get(5));
        bad("index -1", () -> a.set(-1, 0));
        bad("size -1", () -> new AtomicIntegerArray(-1));
        bad("null array", () -> new AtomicIntegerArray((int[]) null));
        int[] src = {1, 2};
        AtomicIntegerArray copy = new AtomicIntegerArray(src);
        src[0] = 9;
        System.out.println("copied " + copy);

        AtomicIntegerArray hist = new AtomicIntegerArray(7);
        par(4, k -> {
            for (int i = 0; i < 70; i++) {
                hist.incrementAndGet((i * (k + 1)) % 7);
            }
        });
        System.out.println(hist);

        AtomicLongArray l = new AtomicLongArray(new long[] {Long.MAX_VALUE, 1});
        System.out.println(l.incrementAndGet(0) + " " + l.getAndAdd(1, 1L << 50) + " " + l);
        par(3, k -> {
            for (int i = 0; i < 100; i++) {
                l.addAndGet(1, k);
                l.accumulateAndGet(0, i * 10L + k, Math::max);
            }
        });
        System.out.println(l);
        bad("long index", () -> l.compareAndSet(2, 0, 0));

        AtomicReferenceArray<String> r = new AtomicReferenceArray<>(3);
        System.out.println(r + " " + r.compareAndSet(0, null, "x") + " " + r.getAndSet(0, "y") + " " + r);
        par(3, k -> {
            for (int i = 0; i < 10; i++) {
                r.accumulateAndGet(1, "" + k, (p, q) -> {
                    char[] cs = ((p == null ? "" : p) + q).toCharArray();
                    java.util.Arrays.sort(cs);
                    return new String(cs);
                });
            }
        });
        System.out.println(r.get(1));
        System.out.println(r.updateAndGet(2, p -> p + "!") + " " + r.getAndUpdate(2, p -> null) + " " + r.get(2));
        bad("ref index", () -> r.get(3));
        // an array of a narrower type keeps its runtime check
        AtomicReferenceArray<Object> obj = new AtomicReferenceArray<>(new Object[] {"s", 1, null});
        obj.set(0, 4.5);
        System.out.println(obj);
        AtomicReferenceArray<Object> fromStrings = new AtomicReferenceArray<>(new String[] {"only"});
        bad("store", () -> fromStrings.set(0, 1));
        System.out.println(fromStrings);

        // claim slots: each is won once
        AtomicReferenceArray<Integer> slots = new AtomicReferenceArray<>(20);
        int[] won = new int[4];
        par(4, k -> {
            for (int i = 0; i < 20; i++) {
                if (slots.compareAndSet(i, null, k)) {
                    won[k]++;
                }
            }
        });
        System.out.println("won " + (won[0] + won[1] + won[2] + won[3]));
    }
}
