public class ThrWaitRecursion {
    boolean flag;
    boolean inside;
    final StringBuilder log = new StringBuilder();

    synchronized void level(int n) throws InterruptedException {
        if (n == 0) {
            inside = true;
            notifyAll();
            while (!flag) {
                wait();
            }
            log.append("woken holds ").append(Thread.holdsLock(this)).append(';');
            return;
        }
        level(n - 1);
        log.append(n).append(Thread.holdsLock(this) ? '+' : '-');
    }

    public static void main(String[] args) throws Exception {
        ThrWaitRecursion r = new ThrWaitRecursion();
        Thread t = new Thread(() -> {
            try {
                r.level(5);
            } catch (InterruptedException e) {
                r.log.append("interrupted");
            }
        });
        t.start();
        synchronized (r) {
            while (!r.inside) {
                r.wait();
            }
            // all six levels of t are released or this thread could not be here
            System.out.println("in, t inside " + r.inside);
            r.flag = true;
            r.notifyAll();
        }
        t.join();
        System.out.println(r.log);

        // other monitors held during wait are NOT released
        Object outer = new Object();
        Object inner = new Object();
        boolean[] s = new boolean[2];
        Thread u = new Thread(() -> {
            synchronized (outer) {
                synchronized (inner) {
                    s[0] = true;
                    inner.notifyAll();
                    while (!s[1]) {
                        try {
                            inner.wait();
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                }
            }
        });
        u.start();
        Thread blocked = new Thread(() -> {
            synchronized (outer) {
                System.out.println("outer at last, s[1] " + s[1]);
            }
        });
        synchronized (inner) {
            while (!s[0]) {
                inner.wait();
            }
            blocked.start();
            while (blocked.getState() != Thread.State.BLOCKED) {
                Thread.yield();
            }
            System.out.println("blocked on outer while its owner waits on inner");
            s[1] = true;
            inner.notifyAll();
        }
        u.join();
        blocked.join();

        // timed wait with three levels comes back with three levels
        Object m = new Object();
        synchronized (m) {
            synchronized (m) {
                synchronized (m) {
                    m.wait(3);
                    System.out.println("level 3 " + Thread.holdsLock(m));
                }
                System.out.println("level 2 " + Thread.holdsLock(m));
            }
            System.out.println("level 1 " + Thread.holdsLock(m));
        }
        System.out.println("level 0 " + Thread.holdsLock(m));

        // interrupt with several levels
        StringBuffer sb = new StringBuffer();
        Thread v = new Thread(() -> {
            synchronized (m) {
                synchronized (m) {
                    try {
                        m.wait();
                        sb.append("no");
                    } catch (InterruptedException e) {
                        sb.append("interrupted at two ").append(Thread.holdsLock(m));
                    }
                }
                sb.append(" one ").append(Thread.holdsLock(m));
            }
            sb.append(" none ").append(Thread.holdsLock(m));
        });
        v.start();
        while (v.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        synchronized (m) {
            v.interrupt();
            sb.append("first ");
        }
        v.join();
        System.out.println(sb);
    }
}
