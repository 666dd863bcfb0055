// jdk: 21+
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

public class ThrVirtualBasic {
    public static void main(String[] args) throws Exception {
        StringBuffer sb = new StringBuffer();
        Thread v = Thread.startVirtualThread(() -> sb.append("ran virtual=").append(Thread.currentThread().isVirtual()));
        v.join();
        System.out.println(sb + " state " + v.getState() + " [" + v.getName() + "]");

        Thread u = Thread.ofVirtual().name("vt").unstarted(() -> { });
        System.out.println(u.getState() + " " + u.isVirtual() + " " + u.isDaemon() + " " + u.isAlive()
                + " " + u.getPriority() + " " + u.getThreadGroup().getName());
        u.setPriority(10);
        System.out.println("priority stays " + u.getPriority());
        u.setDaemon(true);
        try {
            u.setDaemon(false);
            System.out.println("no exception");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        u.setName("renamed");
        System.out.println(u.getName());
        u.start();
        try {
            u.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("ITSE");
        }
        u.join();
        System.out.println(u.getState());

        // many
        AtomicInteger sum = new AtomicInteger();
        List<Thread> ts = new ArrayList<>();
        for (int i = 1; i <= 200; i++) {
            final int k = i;
            ts.add(Thread.ofVirtual().start(() -> {
                Thread.yield();
                sum.addAndGet(k);
            }));
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("sum " + sum.get());

        ThreadFactory f = Thread.ofVirtual().name("w-", 1).factory();
        for (int i = 0; i < 3; i++) {
            Thread t = f.newThread(() -> { });
            System.out.print(t.getName() + " " + t.getState() + "; ");
        }
        System.out.println();

        // monitors, wait and notify between virtual threads
        Object lock = new Object();
        StringBuilder log = new StringBuilder();
        int[] turn = new int[1];
        Thread[] players = new Thread[2];
        for (int p = 0; p < 2; p++) {
            final int me = p;
            players[p] = Thread.startVirtualThread(() -> {
                for (int i = 0; i < 4; i++) {
                    synchronized (lock) {
                        while (turn[0] % 2 != me) {
                            try {
                                lock.wait();
                            } catch (InterruptedException e) {
                                return;
                            }
                        }
                        log.append(me == 0 ? "tick " : "tock ");
                        turn[0]++;
                        lock.notifyAll();
                    }
                }
            });
        }
        players[0].join();
        players[1].join();
        System.out.println(log.toString().trim());

        // thread locals, also inherited ones
        ThreadLocal<String> tl = ThreadLocal.withInitial(() -> "initial");
        InheritableThreadLocal<String> itl = new InheritableThreadLocal<>();
        tl.set("main");
        itl.set("inherited");
        Thread loc = Thread.startVirtualThread(() -> {
            System.out.print(tl.get() + " " + itl.get() + " ");
            tl.set("changed");
            System.out.println(tl.get());
        });
        loc.join();
        System.out.println(tl.get());

        // sleeping and timed joins
        Thread s = Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                System.out.println("?");
            }
        });
        System.out.println("joined " + s.join(java.time.Duration.ofMinutes(10)));
        Thread un = Thread.ofVirtual().unstarted(() -> { });
        try {
            un.join(java.time.Duration.ofMillis(1));
        } catch (IllegalThreadStateException e) {
            System.out.println("join of unstarted: " + e.getMessage());
        }
        System.out.println("current is virtual " + Thread.currentThread().isVirtual());
    }
}
