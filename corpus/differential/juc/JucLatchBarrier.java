import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

public class JucLatchBarrier {
    public static void main(String[] args) throws Exception {
        CountDownLatch l = new CountDownLatch(2);
        System.out.println(l.getCount() + " " + l.await(2, TimeUnit.MILLISECONDS));
        l.countDown();
        l.countDown();
        l.countDown();
        System.out.println(l.getCount() + " " + l.await(0, TimeUnit.SECONDS));
        l.await();
        String s = l.toString();
        System.out.println(s.substring(s.indexOf('[')));
        try {
            new CountDownLatch(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(5);
        AtomicInteger early = new AtomicInteger();
        boolean[] go = new boolean[1];
        for (int i = 0; i < 5; i++) {
            new Thread(() -> {
                try {
                    start.await();
                    if (!go[0]) {
                        early.incrementAndGet();
                    }
                } catch (InterruptedException e) {
                    early.addAndGet(100);
                }
                end.countDown();
            }).start();
        }
        go[0] = true;
        start.countDown();
        end.await();
        System.out.println("early " + early);
        Thread.currentThread().interrupt();
        try {
            new CountDownLatch(0).await();
        } catch (InterruptedException e) {
            System.out.println("latch interrupted");
        }

        // barrier with an action, several generations, arrival indexes
        int n = 4;
        int[] phase = new int[1];
        StringBuffer actions = new StringBuffer();
        AtomicInteger indexSum = new AtomicInteger();
        AtomicInteger wrong = new AtomicInteger();
        CyclicBarrier b = new CyclicBarrier(n, () -> actions.append("p").append(phase[0]++).append(' '));
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            ts[i] = new Thread(() -> {
                try {
                    for (int r = 0; r < 5; r++) {
                        indexSum.addAndGet(b.await());
                        phaseCheck(phase[0], 2 * r + 1, wrong);
                        indexSum.addAndGet(b.await());
                        phaseCheck(phase[0], 2 * r + 2, wrong);
                    }
                } catch (Exception e) {
                    wrong.addAndGet(1000);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(actions.toString().trim() + " sum " + indexSum + " wrong " + wrong + " waiting " + b.getNumberWaiting()
                + " parties " + b.getParties() + " broken " + b.isBroken());
        System.out.println("single " + new CyclicBarrier(1).await());
        try {
            new CyclicBarrier(0);
        } catch (IllegalArgumentException e) {
            System.out.println("IAE");
        }

        // time-out breaks it
        CyclicBarrier two = new CyclicBarrier(2);
        try {
            two.await(2, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timeout, broken " + two.isBroken());
        }
        try {
            two.await();
        } catch (BrokenBarrierException e) {
            System.out.println("broken " + e.getMessage());
        }
        two.reset();
        System.out.println("reset " + two.isBroken());

        // interrupt breaks it for the other one
        String[] res = new String[2];
        Thread a = new Thread(() -> res[0] = await(two));
        a.start();
        while (two.getNumberWaiting() != 1) {
            Thread.yield();
        }
        Thread.currentThread().interrupt();
        res[1] = await(new CyclicBarrier(3));
        a.interrupt();
        a.join();
        System.out.println(res[0] + " " + res[1] + " " + two.isBroken());

        // reset while one waits
        two.reset();
        Thread c = new Thread(() -> res[0] = await(two));
        c.start();
        while (two.getNumberWaiting() != 1) {
            Thread.yield();
        }
        two.reset();
        c.join();
        System.out.println(res[0] + " " + two.isBroken() + " " + two.getNumberWaiting());

        // a failing action: thrown to the last, broken for the rest
        CyclicBarrier bad = new CyclicBarrier(2, () -> {
            throw new IllegalStateException("action");
        });
        Thread d = new Thread(() -> res[0] = await(bad));
        d.start();
        while (bad.getNumberWaiting() != 1) {
            Thread.yield();
        }
        System.out.println(await(bad));
        d.join();
        System.out.println(res[0] + " " + bad.isBroken());
    }

    // stable: the next action needs the caller's own arrival
    static void phaseCheck(int p, int expected, AtomicInteger wrong) {
        if (p != expected) {
            wrong.incrementAndGet();
        }
    }

    static String await(CyclicBarrier b) {
        try {
            return "index " + b.await();
        } catch (Exception e) {
            return e.getClass().getSimpleName();
        }
    }
}
