public class ThrDaemonExit {
    static volatile boolean started;
    static volatile long spins;

    public static void main(String[] args) throws Exception {
        Thread d = new Thread(() -> {
            started = true;
            Object lock = new Object();
            while (true) {
                spins++;
                synchronized (lock) {
                    try {
                        lock.wait(5);
                    } catch (InterruptedException e) {
                        // keeps going: a daemon that nobody can stop
                    }
                }
            }
        }, "forever");
        d.setDaemon(true);
        System.out.println("daemon " + d.isDaemon());
        d.start();

        Object never = new Object();
        Thread waiter = new Thread(() -> {
            synchronized (never) {
                while (true) {
                    try {
                        never.wait();
                    } catch (InterruptedException e) {
                        System.out.println("not expected");
                    }
                }
            }
        });
        waiter.setDaemon(true);
        waiter.start();

        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(1_000_000_000L);
            } catch (InterruptedException e) {
                System.out.println("not expected");
            } finally {
                System.out.println("finally of a daemon at exit must not run");
            }
        });
        sleeper.setDaemon(true);
        sleeper.start();

        while (!started) {
            Thread.yield();
        }

        // a non-daemon thread keeps the machine up after main has returned
        Thread last = new Thread(() -> {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            System.out.println("last non-daemon thread, daemon alive " + d.isAlive());
        });
        System.out.println("last is daemon " + last.isDaemon());
        Thread mainThread = Thread.currentThread();
        Thread afterMain = new Thread(() -> {
            try {
                mainThread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            System.out.println("main ended: " + mainThread.getState());
            last.start();
        });
        System.out.println("main returns");
        afterMain.start();
    }
}
