import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

public class JucAdders {
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
        LongAdder a = new LongAdder();
        System.out.println(a + " " + a.sum() + " " + a.intValue());
        a.add(5);
        a.increment();
        a.decrement();
        a.decrement();
        System.out.println(a.sum() + " " + a.longValue() + " " + a.doubleValue() + " " + a.floatValue());
        System.out.println(a.sumThenReset() + " " + a.sum());
        par(6, k -> {
            for (int i = 0; i < 200; i++) {
                a.add(k);
                a.increment();
            }
        });
        System.out.println(a);
        a.reset();
        a.add(Long.MAX_VALUE);
        a.add(1);
        System.out.println(a.sum() == Long.MIN_VALUE);

        DoubleAdder d = new DoubleAdder();
        System.out.println(d);
        // powers of two add exactly in any order
        par(4, k -> {
            for (int i = 0; i < 100; i++) {
                d.add(0.25 * (k + 1));
            }
        });
        System.out.println(d.sum() + " " + d.intValue() + " " + d.longValue());
        System.out.println(d.sumThenReset() + " " + d);

        LongAccumulator max = new LongAccumulator(Long::max, Long.MIN_VALUE);
        LongAccumulator min = new LongAccumulator(Long::min, Long.MAX_VALUE);
        LongAccumulator xor = new LongAccumulator((x, y) -> x ^ y, 0);
        LongAccumulator mul = new LongAccumulator((x, y) -> x * y, 1);
        System.out.println(max.get() == Long.MIN_VALUE);
        par(4, k -> {
            for (int i = 1; i <= 50; i++) {
                long v = i * 4L + k;
                max.accumulate(v);
                min.accumulate(v);
                xor.accumulate(v);
                mul.accumulate(v | 1);
            }
        });
        long x = 0;
        long m = 1;
        for (int k = 0; k < 4; k++) {
            for (int i = 1; i <= 50; i++) {
                x ^= i * 4L + k;
                m *= (i * 4L + k) | 1;
            }
        }
        System.out.println(max + " " + min + " " + (xor.get() == x) + " " + (mul.get() == m));
        System.out.println(max.getThenReset() + " " + (max.get() == Long.MIN_VALUE));
        mul.reset();
        System.out.println(mul.longValue() + " " + mul.intValue());

        DoubleAccumulator dm = new DoubleAccumulator(Math::max, Double.NEGATIVE_INFINITY);
        System.out.println(dm.get());
        par(3, k -> {
            for (int i = 0; i < 50; i++) {
                dm.accumulate(i * 1.5 - k);
            }
        });
        System.out.println(dm + " " + dm.intValue());
        dm.accumulate(Double.NaN);
        System.out.println(dm.get());
        dm.reset();
        System.out.println(dm.getThenReset());
        DoubleAccumulator prod = new DoubleAccumulator((p, q) -> p * q, 1.0);
        for (int i = 1; i <= 10; i++) {
            prod.accumulate(i);
        }
        System.out.println(prod.get() + " " + prod.longValue());
        try {
            new LongAccumulator(null, 0).accumulate(1);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
        System.out.println(new LongAdder().equals(new LongAdder()) + " " + Number.class.isInstance(a));
    }
}
