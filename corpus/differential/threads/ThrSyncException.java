public class ThrSyncException {
    int n;

    synchronized void thrower(boolean fail) {
        n++;
        if (fail) {
            throw new IllegalStateException("n=" + n);
        }
    }

    static synchronized void staticThrower() throws java.io.IOException {
        throw new java.io.IOException("static");
    }

    static class Res implements AutoCloseable {
        final String name;
        final Object lock;

        Res(String name, Object lock) {
            this.name = name;
            this.lock = lock;
        }

        @Override
        public void close() {
            System.out.println("close " + name + " held " + Thread.holdsLock(lock));
            throw new RuntimeException("close " + name);
        }
    }

    public static void main(String[] args) throws Exception {
        ThrSyncException s = new ThrSyncException();
        for (int i = 0; i < 4; i++) {
            try {
                s.thrower(i % 2 == 1);
                System.out.println("ok");
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage() + " held " + Thread.holdsLock(s));
            }
        }
        try {
            staticThrower();
        } catch (java.io.IOException e) {
            System.out.println(e.getMessage() + " held " + Thread.holdsLock(ThrSyncException.class));
        }

        // a thread that dies of an exception lets its monitors go
        Object a = new Object();
        Object b = new Object();
        Thread t = new Thread(() -> {
            synchronized (a) {
                synchronized (b) {
                    throw new RuntimeException("dies");
                }
            }
        });
        t.setUncaughtExceptionHandler((th, e) -> System.out.println("uncaught " + e.getMessage()
                + Thread.holdsLock(a) + Thread.holdsLock(b)));
        t.start();
        t.join();
        synchronized (a) {
            synchronized (b) {
                System.out.println("got both");
            }
        }

        // try-with-resources inside a monitor
        try {
            synchronized (a) {
                try (Res r1 = new Res("one", a); Res r2 = new Res("two", a)) {
                    throw new Exception("body");
                }
            }
        } catch (Exception e) {
            System.out.println(e.getMessage() + " suppressed " + e.getSuppressed()[0].getMessage() + ", "
                    + e.getSuppressed()[1].getMessage() + " held " + Thread.holdsLock(a));
        }

        // the lock expression is evaluated once, before
        int[] evals = new int[1];
        try {
            synchronized (pick(evals, a)) {
                pick(evals, a);
                throw new RuntimeException("e");
            }
        } catch (RuntimeException e) {
            System.out.println("evals " + evals[0] + " held " + Thread.holdsLock(a));
        }

        // replacing the variable inside the block does not change the monitor
        Object cur = a;
        synchronized (cur) {
            cur = b;
            System.out.println(Thread.holdsLock(a) + " " + Thread.holdsLock(cur));
        }
        System.out.println(Thread.holdsLock(a));

        // exception replaced in finally
        try {
            synchronized (a) {
                try {
                    throw new RuntimeException("first");
                } finally {
                    synchronized (b) {
                        int z = 0;
                        System.out.println(1 / z);
                    }
                }
            }
        } catch (RuntimeException e) {
            System.out.println(e.getMessage() + " " + Thread.holdsLock(a) + Thread.holdsLock(b));
        }

        // stack overflow through synchronized frames leaves the monitor free
        try {
            s.forever(0);
        } catch (StackOverflowError e) {
            System.out.println("overflow held " + Thread.holdsLock(s));
        }
        Thread check = new Thread(() -> s.thrower(false));
        check.start();
        check.join();
        System.out.println("n " + s.n);

        // waiters are woken by a notify sent just before an exception
        boolean[] ok = new boolean[1];
        Thread w = new Thread(() -> {
            synchronized (a) {
                while (!ok[0]) {
                    try {
                        a.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
                System.out.println("woken");
            }
        });
        w.start();
        try {
            synchronized (a) {
                ok[0] = true;
                a.notifyAll();
                throw new Exception();
            }
        } catch (Exception e) {
            w.join();
        }
    }

    synchronized int forever(int x) {
        return forever(x + 1) + 1;
    }

    static Object pick(int[] evals, Object o) {
        evals[0]++;
        return o;
    }
}
