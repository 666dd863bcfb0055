public class MonitorsSingleThread {
    static int depth;
    int v;

    synchronized int rec(int n) {
        v++;
        return n == 0 ? v : rec(n - 1);
    }

    static synchronized String st() {
        return "static " + Thread.holdsLock(MonitorsSingleThread.class);
    }

    int early(Object a, Object b, int k) {
        synchronized (a) {
            synchronized (b) {
                if (k == 0) {
                    return 1;
                }
                for (int i = 0; i < 5; i++) {
                    synchronized (this) {
                        if (i == k) {
                            break;
                        }
                        v += i;
                    }
                }
                if (k == 3) {
                    throw new IllegalStateException("in both");
                }
            }
            return Thread.holdsLock(a) && !Thread.holdsLock(b) ? 2 : -2;
        }
    }

    static String attempt(Runnable r) {
        try {
            r.run();
            return "ok";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + ":" + e.getMessage();
        }
    }

    public static void main(String[] args) throws Exception {
        MonitorsSingleThread m = new MonitorsSingleThread();
        System.out.println(m.rec(10) + " " + st() + Thread.holdsLock(m) + Thread.holdsLock(MonitorsSingleThread.class));
        Object a = new Object();
        Object b = new Object();
        System.out.println(m.early(a, b, 0) + " " + m.early(a, b, 2) + " " + m.early(a, a, 2) + " " + attempt(() -> m.early(a, b, 3)) + " " + m.v);
        System.out.println(Thread.holdsLock(a) + "" + Thread.holdsLock(b) + Thread.holdsLock(m));
        System.out.println(attempt(a::notify) + " " + attempt(a::notifyAll) + " " + attempt(() -> {
            try {
                a.wait();
            } catch (InterruptedException e) {
                throw new RuntimeException(e);
            }
        }));
        synchronized (a) {
            a.notify();
            a.notifyAll();
            synchronized (a) {
                a.wait(1);
                System.out.println("woke, holds " + Thread.holdsLock(a));
            }
            System.out.println(Thread.holdsLock(a));
        }
        System.out.println(attempt(() -> {
            synchronized (a) {
                try {
                    a.wait(-1);
                } catch (InterruptedException e) {
                    throw new RuntimeException(e);
                }
            }
        }));
        System.out.println(attempt(() -> {
            Object n = null;
            synchronized (n == null ? a : b) {
                depth++;
            }
        }) + attempt(() -> Thread.holdsLock(null)).substring(0, 20));
        int[] arr = {0};
        synchronized (arr) {
            synchronized (int[].class) {
                synchronized ("literal") {
                    arr[0]++;
                    System.out.println(Thread.holdsLock("literal") + "" + Thread.holdsLock(int[].class));
                }
            }
        }
        for (int i = 0; i < 3; i++) {
            synchronized (b) {
                if (i == 1) {
                    continue;
                }
                arr[0] += 10;
            }
        }
        System.out.println(arr[0] + " " + Thread.holdsLock(b) + depth);
        Thread.currentThread().interrupt();
        try {
            synchronized (b) {
                b.wait();
            }
        } catch (InterruptedException e) {
            System.out.println("interrupted " + Thread.currentThread().isInterrupted());
        }
    }
}
