import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class ThrClassInitOnce {
    static final AtomicInteger runs = new AtomicInteger();
    static final CountDownLatch inInit = new CountDownLatch(1);
    static final CountDownLatch letGo = new CountDownLatch(1);

    static class Slow {
        static int half = 1;
        static final int full;

        static {
            runs.incrementAndGet();
            inInit.countDown();
            try {
                letGo.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            half = 2;
            full = 10;
        }

        static int both() {
            return half + full;
        }
    }

    static class Parent {
        static final StringBuilder order = new StringBuilder();

        static {
            order.append("parent ");
        }
    }

    interface Iface {
        int X = mark("iface ");

        default void m() {
        }
    }

    static class Child extends Parent implements Iface {
        static {
            order.append("child ");
        }

        static void touch() {
        }
    }

    static int mark(String s) {
        Parent.order.append(s);
        return 1;
    }

    static class SelfRef {
        static final SelfRef A = new SelfRef();
        static int count = 5;
        static final SelfRef B = new SelfRef();
        final int seen;

        SelfRef() {
            seen = count;
            count++;
        }
    }

    public static void main(String[] args) throws Exception {
        int[] got = new int[4];
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                // whoever comes second waits for the first one's initialiser
                got[k] = k % 2 == 0 ? Slow.both() : Slow.full + Slow.half;
            });
            ts[i].start();
        }
        inInit.await();
        int done = 0;
        for (int g : got) {
            done += g;
        }
        System.out.println("during init nobody is through: " + done);
        letGo.countDown();
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(java.util.Arrays.toString(got) + " runs " + runs.get());

        Thread[] us = new Thread[3];
        for (int i = 0; i < 3; i++) {
            us[i] = new Thread(Child::touch);
            us[i].start();
        }
        for (Thread t : us) {
            t.join();
        }
        System.out.println(Parent.order);

        int[] seen = new int[2];
        Thread v = new Thread(() -> {
            seen[0] = SelfRef.A.seen;
            seen[1] = SelfRef.B.seen;
        });
        v.start();
        v.join();
        System.out.println(seen[0] + " " + seen[1] + " " + SelfRef.count);

        // the initialising thread itself passes through recursively
        System.out.println(Rec.value + " " + Rec2.value);
    }

    static class Rec {
        static int value = Rec2.value + 1;
    }

    static class Rec2 {
        static int value = Rec.value + 10;
    }
}
