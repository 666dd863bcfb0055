import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

public class JucLocalRandom {
    static void bad(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + " ok");
        } catch (RuntimeException e) {
            System.out.println(what + " " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        AtomicInteger out = new AtomicInteger();
        Runnable check = () -> {
            ThreadLocalRandom r = ThreadLocalRandom.current();
            for (int i = 0; i < 200; i++) {
                int a = r.nextInt(10);
                int b = r.nextInt(-5, 5);
                long c = r.nextLong(1L << 40);
                long d = r.nextLong(-3, -1);
                double e = r.nextDouble();
                double f = r.nextDouble(2.5);
                double g = r.nextDouble(-1, 1);
                float h = r.nextFloat();
                int one = r.nextInt(7, 8);
                if (a < 0 || a >= 10 || b < -5 || b >= 5 || c < 0 || c >= 1L << 40 || d < -3 || d >= -1 || e < 0 || e >= 1
                        || f < 0 || f >= 2.5 || g < -1 || g >= 1 || h < 0 || h >= 1 || one != 7) {
                    out.incrementAndGet();
                }
                int wide = r.nextInt(Integer.MIN_VALUE, Integer.MAX_VALUE);
                if (wide == Integer.MAX_VALUE) {
                    out.incrementAndGet();
                }
            }
            byte[] bytes = new byte[16];
            r.nextBytes(bytes);
            r.nextBoolean();
            r.nextGaussian();
        };
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            ts[i] = new Thread(check);
            ts[i].start();
        }
        check.run();
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("out of bounds " + out);
        ThreadLocalRandom r = ThreadLocalRandom.current();
        System.out.println(r == ThreadLocalRandom.current());
        try {
            r.setSeed(1);
            System.out.println("seeded");
        } catch (UnsupportedOperationException e) {
            System.out.println("UOE");
        }
        bad("bound 0", () -> r.nextInt(0));
        bad("bound -1", () -> r.nextLong(-1));
        bad("empty range", () -> r.nextInt(3, 3));
        bad("nan", () -> r.nextDouble(0, Double.NaN));
        System.out.println(r.ints(20, 0, 3).allMatch(x -> x >= 0 && x < 3) + " " + r.ints(5).count() + " "
                + r.longs(10, 5, 6).distinct().sum() + " " + r.doubles(8).filter(x -> x >= 1).count());
        System.out.println(r.ints(50, 0, 2).parallel().filter(x -> x > 1).count());
        // all of a small range show up in many draws
        boolean[] seen = new boolean[4];
        for (int i = 0; i < 2000; i++) {
            seen[r.nextInt(4)] = true;
        }
        System.out.println(seen[0] && seen[1] && seen[2] && seen[3]);
        // the object is shared but the state is not: two threads get the same reference
        Object[] ref = new Object[1];
        Thread t = new Thread(() -> ref[0] = ThreadLocalRandom.current());
        t.start();
        t.join();
        System.out.println(ref[0] == r);
        // java.util.Random is shared safely: the sum over all draws is that of the sequence
        java.util.Random shared = new java.util.Random(99);
        java.util.Random alone = new java.util.Random(99);
        long expect = 0;
        for (int i = 0; i < 200; i++) {
            expect += alone.nextInt(1000);
        }
        java.util.concurrent.atomic.AtomicLong sum = new java.util.concurrent.atomic.AtomicLong();
        for (int i = 0; i < 4; i++) {
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 50; j++) {
                    sum.addAndGet(shared.nextInt(1000));
                }
            });
            ts[i].start();
        }
        for (Thread x : ts) {
            x.join();
        }
        System.out.println("shared sequence " + (sum.get() == expect));
    }
}
