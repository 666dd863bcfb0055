public class ThrReentrancy {
    int calls;
    final StringBuilder log = new StringBuilder();

    synchronized int fact(int n) {
        calls++;
        return n <= 1 ? 1 : n * fact(n - 1);
    }

    synchronized void even(int n) {
        log.append('e');
        if (n > 0) {
            odd(n - 1);
        }
    }

    synchronized void odd(int n) {
        log.append('o');
        if (n > 0) {
            even(n - 1);
        }
    }

    static class Base {
        protected int x;

        synchronized void add(int n) {
            x += n;
        }
    }

    static class Derived extends Base {
        @Override
        synchronized void add(int n) {
            super.add(n);
            super.add(n);
        }
    }

    synchronized void nested(Runnable r) {
        synchronized (this) {
            synchronized (log) {
                synchronized (this) {
                    r.run();
                }
            }
        }
    }

    static int deep(Object lock, int n) {
        synchronized (lock) {
            if (n == 0) {
                return Thread.holdsLock(lock) ? 1 : 0;
            }
            return 1 + deep(lock, n - 1);
        }
    }

    public static void main(String[] args) throws Exception {
        ThrReentrancy r = new ThrReentrancy();
        System.out.println(r.fact(10) + " " + r.calls);
        r.even(9);
        System.out.println(r.log);

        Derived d = new Derived();
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 50; j++) {
                    d.add(1);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("derived " + d.x);

        r.nested(() -> System.out.println("nested holds " + Thread.holdsLock(r) + Thread.holdsLock(r.log)));
        System.out.println("free " + Thread.holdsLock(r) + Thread.holdsLock(r.log));
        System.out.println("deep " + deep(new Object(), 500));
        System.out.println("deep on class " + deep(String.class, 20));

        // a second thread gets in only after the last level is left
        StringBuilder order = new StringBuilder();
        Object lock = new Object();
        Thread other = new Thread(() -> {
            synchronized (lock) {
                order.append("other");
            }
        });
        synchronized (lock) {
            synchronized (lock) {
                synchronized (lock) {
                    other.start();
                    order.append("3 ");
                }
                Thread.yield();
                order.append("2 ");
            }
            Thread.sleep(5);
            order.append("1 ");
        }
        other.join();
        System.out.println(order);

        // an exception unwinds through all levels
        try {
            synchronized (lock) {
                synchronized (lock) {
                    synchronized (lock) {
                        throw new Exception("unwound");
                    }
                }
            }
        } catch (Exception e) {
            System.out.println(e.getMessage() + " held " + Thread.holdsLock(lock));
        }

        // break, continue and return leave their monitors
        for (int i = 0; i < 4; i++) {
            synchronized (lock) {
                if (i == 1) {
                    continue;
                }
                if (i == 3) {
                    break;
                }
                System.out.println("i " + i);
            }
        }
        System.out.println("held " + Thread.holdsLock(lock) + " " + early(lock) + " " + Thread.holdsLock(lock));

        // two locks in opposite order in one thread are fine
        Object a = new Object();
        Object b = new Object();
        synchronized (a) {
            synchronized (b) {
                synchronized (a) {
                    System.out.println("a b a");
                }
            }
        }
    }

    static String early(Object lock) {
        synchronized (lock) {
            try {
                return "returned " + Thread.holdsLock(lock);
            } finally {
                synchronized (lock) {
                    System.out.println("finally");
                }
            }
        }
    }
}
