public class ThrInterruptWait {
    static final Object lock = new Object();
    static boolean inside;
    static boolean cond;

    static void awaitState(Thread t, Thread.State s) {
        while (t.getState() != s) {
            Thread.yield();
        }
    }

    public static void main(String[] args) throws Exception {
        // interrupted before wait
        synchronized (lock) {
            Thread.currentThread().interrupt();
            try {
                lock.wait();
                System.out.println("no");
            } catch (InterruptedException e) {
                System.out.println("before wait: msg " + e.getMessage() + " flag " + Thread.interrupted()
                        + " holds " + Thread.holdsLock(lock));
            }
            Thread.currentThread().interrupt();
            try {
                lock.wait(5);
                System.out.println("no");
            } catch (InterruptedException e) {
                System.out.println("before timed wait: flag " + Thread.interrupted());
            }
        }

        // without the monitor the ownership check comes first
        Thread.currentThread().interrupt();
        try {
            lock.wait();
        } catch (IllegalMonitorStateException e) {
            System.out.println("IMSE, flag kept " + Thread.interrupted());
        }

        // interrupted while waiting: the monitor is held again in the handler
        StringBuilder sb = new StringBuilder();
        Thread t = new Thread(() -> {
            synchronized (lock) {
                inside = true;
                lock.notifyAll();
                try {
                    while (!cond) {
                        lock.wait();
                    }
                    sb.append("cond");
                } catch (InterruptedException e) {
                    sb.append("interrupted holds=").append(Thread.holdsLock(lock));
                    sb.append(" flag=").append(Thread.currentThread().isInterrupted());
                }
            }
        });
        t.start();
        synchronized (lock) {
            while (!inside) {
                lock.wait();
            }
            // t has released the monitor in wait, so its state is settled
            System.out.println("state " + t.getState());
            t.interrupt();
            // t cannot leave wait before this monitor is released
            System.out.println("sb while held [" + sb + "]");
        }
        t.join();
        System.out.println(sb);

        // timed wait interrupted
        StringBuilder sb2 = new StringBuilder();
        Thread u = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait(10_000_000);
                    sb2.append("timed out");
                } catch (InterruptedException e) {
                    sb2.append("timed wait interrupted");
                }
            }
        });
        u.start();
        awaitState(u, Thread.State.TIMED_WAITING);
        u.interrupt();
        u.join();
        System.out.println(sb2);

        // three waiters, all interrupted, none notified
        int[] n = new int[1];
        Thread[] ts = new Thread[3];
        for (int i = 0; i < 3; i++) {
            ts[i] = new Thread(() -> {
                synchronized (lock) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        n[0]++;
                    }
                }
            });
            ts[i].start();
        }
        for (Thread x : ts) {
            awaitState(x, Thread.State.WAITING);
            x.interrupt();
        }
        for (Thread x : ts) {
            x.join();
        }
        System.out.println("interrupted " + n[0]);

        // notify one and interrupt the other: nobody is lost
        int[] res = new int[2];
        Thread[] two = new Thread[2];
        for (int i = 0; i < 2; i++) {
            two[i] = new Thread(() -> {
                synchronized (lock) {
                    try {
                        lock.wait();
                        res[0]++;
                    } catch (InterruptedException e) {
                        res[1]++;
                    }
                }
            });
            two[i].start();
            awaitState(two[i], Thread.State.WAITING);
        }
        two[0].interrupt();
        two[0].join();
        synchronized (lock) {
            lock.notify();
        }
        two[1].join();
        System.out.println("notified " + res[0] + " interrupted " + res[1]);
    }
}
