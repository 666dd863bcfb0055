import java.util.ArrayList;
import java.util.List;

public class ThrWaitNotify {
    static final Object lock = new Object();
    static int stage;
    static final List<String> log = new ArrayList<>();

    static void step(int at, String text) throws InterruptedException {
        synchronized (lock) {
            while (stage != at) {
                lock.wait();
            }
            log.add(text);
            stage++;
            lock.notifyAll();
        }
    }

    static Thread go(Runnable r) {
        Thread t = new Thread(r);
        t.start();
        return t;
    }

    interface Body {
        void run() throws InterruptedException;
    }

    static Runnable wrap(Body b) {
        return () -> {
            try {
                b.run();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        };
    }

    public static void main(String[] args) throws Exception {
        Thread c = go(wrap(() -> {
            step(2, "c2");
            step(5, "c5");
        }));
        Thread b = go(wrap(() -> {
            step(1, "b1");
            step(4, "b4");
        }));
        Thread a = go(wrap(() -> {
            step(0, "a0");
            step(3, "a3");
        }));
        step(6, "main6");
        a.join();
        b.join();
        c.join();
        System.out.println(log);

        // a notify without a waiter is lost
        synchronized (lock) {
            lock.notify();
            lock.notifyAll();
            lock.wait(5);
            System.out.println("earlier notify not stored, timed out");
        }

        // notify hands on a signal through a chain of private locks
        Object[] links = new Object[5];
        boolean[] set = new boolean[5];
        for (int i = 0; i < 5; i++) {
            links[i] = new Object();
        }
        StringBuffer path = new StringBuffer();
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            final int k = i;
            ts[i] = go(wrap(() -> {
                synchronized (links[k]) {
                    while (!set[k]) {
                        links[k].wait();
                    }
                }
                path.append(k);
                synchronized (links[k + 1]) {
                    set[k + 1] = true;
                    links[k + 1].notify();
                }
            }));
        }
        synchronized (links[0]) {
            set[0] = true;
            links[0].notify();
        }
        synchronized (links[4]) {
            while (!set[4]) {
                links[4].wait();
            }
        }
        System.out.println("path " + path);
        for (Thread t : ts) {
            t.join();
        }

        // the notifier keeps the monitor until it leaves the block
        StringBuilder order = new StringBuilder();
        boolean[] flag = new boolean[2];
        Thread w = go(wrap(() -> {
            synchronized (lock) {
                flag[0] = true;
                lock.notifyAll();
                while (!flag[1]) {
                    lock.wait();
                }
                order.append("woken");
            }
        }));
        synchronized (lock) {
            while (!flag[0]) {
                lock.wait();
            }
            flag[1] = true;
            lock.notifyAll();
            for (int i = 0; i < 3; i++) {
                Thread.yield();
                order.append("held ");
            }
        }
        w.join();
        System.out.println(order);

        // waiting on this and on class objects
        ThrWaitNotify obj = new ThrWaitNotify();
        Thread cls = go(wrap(() -> obj.set("via this")));
        System.out.println(obj.get());
        cls.join();
    }

    private String value;

    synchronized void set(String s) {
        value = s;
        notify();
    }

    synchronized String get() throws InterruptedException {
        while (value == null) {
            wait();
        }
        return value;
    }
}
