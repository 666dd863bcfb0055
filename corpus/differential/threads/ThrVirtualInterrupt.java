// jdk: 21+
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

public class ThrVirtualInterrupt {
    public static void main(String[] args) throws Exception {
        // sleep
        StringBuffer sb = new StringBuffer();
        Thread a = Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(1_000_000_000L);
            } catch (InterruptedException e) {
                sb.append("sleep flag ").append(Thread.currentThread().isInterrupted());
            }
        });
        a.interrupt();
        a.join();
        System.out.println(sb);

        // park
        sb.setLength(0);
        Thread b = Thread.startVirtualThread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
            sb.append("park flag ").append(Thread.interrupted()).append(Thread.interrupted());
        });
        b.interrupt();
        b.join();
        System.out.println(sb);

        // wait
        sb.setLength(0);
        Object lock = new Object();
        Thread c = Thread.startVirtualThread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    sb.append("wait holds ").append(Thread.holdsLock(lock));
                }
            }
        });
        while (c.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        c.interrupt();
        c.join();
        System.out.println(sb);

        // lockInterruptibly
        sb.setLength(0);
        ReentrantLock rl = new ReentrantLock();
        rl.lock();
        Thread d = Thread.startVirtualThread(() -> {
            try {
                rl.lockInterruptibly();
                sb.append("?");
            } catch (InterruptedException e) {
                sb.append("lock interrupted");
            }
        });
        while (!rl.hasQueuedThread(d)) {
            Thread.yield();
        }
        d.interrupt();
        d.join();
        rl.unlock();
        System.out.println(sb + " queued " + rl.hasQueuedThreads());

        // join from a virtual thread
        sb.setLength(0);
        CountDownLatch never = new CountDownLatch(1);
        Thread e1 = Thread.startVirtualThread(() -> {
            try {
                never.await();
            } catch (InterruptedException x) {
                sb.append(" await interrupted");
            }
        });
        Thread e2 = Thread.startVirtualThread(() -> {
            try {
                e1.join();
            } catch (InterruptedException x) {
                sb.append("join interrupted");
                e1.interrupt();
            }
        });
        e2.interrupt();
        e2.join();
        e1.join();
        System.out.println(sb);

        // before start
        boolean[] early = new boolean[1];
        Thread f = Thread.ofVirtual().unstarted(() -> early[0] = Thread.interrupted());
        f.interrupt();
        System.out.println("unstarted " + f.isInterrupted());
        f.start();
        f.join();
        System.out.println("seen " + early[0] + " after " + f.isInterrupted());

        // uncaught handler on a virtual thread
        String[] caught = new String[1];
        Thread g = Thread.ofVirtual().name("vg")
                .uncaughtExceptionHandler((t, ex) -> caught[0] = t.getName() + " " + ex.getMessage() + " " + t.isVirtual())
                .start(() -> {
                    throw new RuntimeException("virtual failure");
                });
        g.join();
        System.out.println(caught[0]);

        // a virtual thread that spins with yield until interrupted from another virtual thread
        long[] spins = new long[1];
        Thread h = Thread.startVirtualThread(() -> {
            while (!Thread.interrupted()) {
                spins[0]++;
                Thread.yield();
            }
        });
        Thread k = Thread.startVirtualThread(h::interrupt);
        k.join();
        h.join();
        System.out.println("stopped " + (spins[0] >= 0) + " " + h.getState());
        // virtual threads are daemons: this one does not keep the machine alive
        Thread.startVirtualThread(() -> {
            while (true) {
                LockSupport.park();
            }
        });
        System.out.println("end");
    }
}
