import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

public class JucAtomicInteger {
    static void par(int n, Runnable r) throws InterruptedException {
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            ts[i] = new Thread(r);
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
    }

    public static void main(String[] args) throws Exception {
        AtomicInteger a = new AtomicInteger();
        System.out.println(a.get() + " " + a.getAndIncrement() + " " + a.incrementAndGet() + " " + a.getAndDecrement()
                + " " + a.decrementAndGet() + " " + a.getAndAdd(5) + " " + a.addAndGet(-7) + " " + a.getAndSet(9) + " " + a);
        System.out.println(a.compareAndSet(9, 10) + " " + a.compareAndSet(9, 11) + " " + a.get());
        System.out.println(a.compareAndExchange(10, 20) + " " + a.compareAndExchange(10, 30) + " " + a.get());
        System.out.println(a.updateAndGet(x -> x * 2) + " " + a.getAndUpdate(x -> x + 1) + " " + a.get());
        System.out.println(a.accumulateAndGet(3, (x, y) -> x % y) + " " + a.getAndAccumulate(50, Math::max) + " " + a.get());
        System.out.println(a.intValue() + " " + a.longValue() + " " + a.floatValue() + " " + a.doubleValue() + " "
                + a.byteValue() + " " + a.shortValue());
        a.lazySet(1);
        a.setRelease(2);
        a.setOpaque(3);
        a.setPlain(4);
        System.out.println(a.getPlain() + " " + a.getOpaque() + " " + a.getAcquire());
        a.set(Integer.MAX_VALUE);
        System.out.println(a.incrementAndGet() + " " + a.getAndAdd(-1) + " " + a.get());
        boolean ok;
        do {
            ok = a.weakCompareAndSetPlain(a.get(), 100);
        } while (!ok);
        while (!a.weakCompareAndSetVolatile(100, 101)) {
            Thread.onSpinWait();
        }
        while (!a.weakCompareAndSetAcquire(101, 102)) {
            Thread.onSpinWait();
        }
        while (!a.weakCompareAndSetRelease(102, 103)) {
            Thread.onSpinWait();
        }
        System.out.println(a + " " + a.compareAndExchangeAcquire(103, 1) + " " + a.compareAndExchangeRelease(1, 0));

        AtomicInteger c = new AtomicInteger();
        AtomicInteger xor = new AtomicInteger();
        AtomicInteger max = new AtomicInteger(Integer.MIN_VALUE);
        par(4, () -> {
            for (int i = 0; i < 100; i++) {
                int v = c.incrementAndGet();
                xor.accumulateAndGet(v, (p, q) -> p ^ q);
                max.accumulateAndGet(v * 7 % 401, Math::max);
            }
        });
        int ex = 0;
        int em = Integer.MIN_VALUE;
        for (int i = 1; i <= 400; i++) {
            ex ^= i;
            em = Math.max(em, i * 7 % 401);
        }
        System.out.println(c + " " + (xor.get() == ex) + " " + (max.get() == em));

        // a CAS loop by hand: floor halving down to one, exactly ten times
        AtomicInteger half = new AtomicInteger(1024);
        AtomicInteger wins = new AtomicInteger();
        par(4, () -> {
            int v;
            while ((v = half.get()) > 1) {
                if (half.compareAndSet(v, v / 2)) {
                    wins.incrementAndGet();
                }
            }
        });
        System.out.println(half + " " + wins);

        AtomicLong l = new AtomicLong(1L << 40);
        System.out.println(l.incrementAndGet() + " " + l.getAndAdd(-(1L << 40)) + " " + l + " " + l.intValue());
        l.set(Long.MIN_VALUE);
        System.out.println(l.decrementAndGet() + " " + l.getAndIncrement() + " " + l.get());
        System.out.println(l.compareAndSet(Long.MIN_VALUE, 5) + " " + l.updateAndGet(x -> x << 33) + " "
                + l.accumulateAndGet(3, (x, y) -> x | y) + " " + l.compareAndExchange(1, 2) + " " + l.getAndSet(0));
        par(3, () -> {
            for (int i = 0; i < 100; i++) {
                l.addAndGet(1L << 32);
                l.getAndDecrement();
            }
        });
        System.out.println(l);
        // an exception in the function leaves the value alone
        try {
            c.updateAndGet(x -> x / (x - x));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage() + " " + c);
        }
        System.out.println(new AtomicInteger(5).equals(new AtomicInteger(5)));
    }
}
