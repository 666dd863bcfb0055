public class ThrWaitTimeout {
    static final Object lock = new Object();

    static void bad(String what, long ms, int ns) throws InterruptedException {
        synchronized (lock) {
            try {
                lock.wait(ms, ns);
                System.out.println(what + " returned");
            } catch (IllegalArgumentException e) {
                System.out.println(what + " " + e.getMessage());
            }
        }
    }

    public static void main(String[] args) throws Exception {
        synchronized (lock) {
            lock.wait(1);
            System.out.println("wait(1) returned, holds " + Thread.holdsLock(lock));
            lock.wait(1, 500_000);
            System.out.println("wait(1, 500000) returned");
            lock.wait(0, 1);
            System.out.println("wait(0, 1) returned");
            long t0 = System.nanoTime();
            lock.wait(10);
            System.out.println("not early " + (System.nanoTime() - t0 >= 9_000_000L));
        }
        bad("negative", -1, 0);
        bad("nanos negative", 1, -1);
        bad("nanos large", 1, 1_000_000);
        bad("fine", 1, 999_999);
        synchronized (lock) {
            try {
                lock.wait(-1);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            lock.wait(5);
        } catch (IllegalMonitorStateException e) {
            System.out.println("IMSE " + e.getMessage());
        }

        // wait in a loop with a deadline, the condition never comes
        int loops = 0;
        long end = System.nanoTime() + 10_000_000L;
        synchronized (lock) {
            long left;
            while ((left = end - System.nanoTime()) > 0) {
                lock.wait(left / 1_000_000, (int) (left % 1_000_000));
                loops++;
            }
        }
        System.out.println("deadline passed, looped " + (loops > 0));

        // during a timed wait the monitor is free for others
        int[] n = new int[1];
        Thread adder = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                synchronized (lock) {
                    n[0]++;
                }
            }
        });
        synchronized (lock) {
            adder.start();
            while (n[0] < 100) {
                lock.wait(1);
            }
            System.out.println("n " + n[0]);
        }
        adder.join();

        // a timed-out waiter must get the monitor back first
        StringBuilder sb = new StringBuilder();
        boolean[] in = new boolean[1];
        Thread w = new Thread(() -> {
            synchronized (lock) {
                in[0] = true;
                try {
                    lock.wait(2);
                } catch (InterruptedException e) {
                    sb.append("!");
                }
                sb.append("waiter back");
            }
        });
        w.start();
        while (true) {
            synchronized (lock) {
                if (in[0] && sb.length() == 0) {
                    Thread.sleep(8);
                    sb.append("holder;");
                    break;
                } else if (in[0]) {
                    // it had timed out already
                    sb.insert(0, "holder;");
                    break;
                }
            }
            Thread.yield();
        }
        w.join();
        System.out.println(sb);

        // a notify well within a very long time-out
        boolean[] done = new boolean[1];
        Thread notifier = new Thread(() -> {
            synchronized (lock) {
                done[0] = true;
                lock.notifyAll();
            }
        });
        synchronized (lock) {
            notifier.start();
            while (!done[0]) {
                lock.wait(100_000_000);
            }
            System.out.println("notified");
        }
        notifier.join();
        // Long.MAX_VALUE with nanoseconds must not overflow into a negative
        Thread big = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait(Long.MAX_VALUE, 999_999);
                    System.out.println("returned");
                } catch (InterruptedException e) {
                    System.out.println("interrupted out of a long wait");
                }
            }
        });
        big.start();
        while (big.getState() != Thread.State.TIMED_WAITING && big.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        big.interrupt();
        big.join();
    }
}
