import heddle.Verify;

public class Concurrent {
    private static int seen, count, turn;
    private static final Object lock = new Object();

    // What a thread is started with stays related to what its creator knows.
    // @proved 6
    static void forkArgument(int x) throws Exception {
        Thread t = new Thread(() -> seen = x);
        t.start();
        t.join();
        assert seen == x;
    }

    // @violated AssertionError 6
    static void forkArgumentTwice(int x, int y) throws Exception {
        Thread a = new Thread(() -> seen = x), b = new Thread(() -> seen = y);
        a.start();
        b.start();
        a.join();
        b.join();
        assert seen == y;
    }

    // Notify where some runs have a waiter and others have none.
    // @violated AssertionError 4
    static void notifyNobody(boolean waits) throws Exception {
        notifyOne(waits);
        assert waits;
    }

    // @violated AssertionError 4
    static void notifySomebody(boolean waits) throws Exception {
        notifyOne(waits);
        assert !waits;
    }

    private static void notifyOne(boolean waits) throws Exception {
        Thread t = new Thread(() -> {
            synchronized (lock) {
                if (waits) sleep();
            }
        });
        t.start();
        synchronized (lock) {
            lock.notify();
        }
    }

    private static void sleep() {
        try {
            lock.wait();
        } catch (InterruptedException e) {
            throw new AssertionError();
        }
        count++;
    }

    // @violated deadlock 4
    static void notifyTooEarly() throws Exception {
        notifyOne(true);
    }

    // One notification wakes one of two.
    // @violated deadlock 4
    static void notifyOneOfTwo() throws Exception {
        Runnable body = () -> {
            synchronized (lock) {
                sleep();
            }
        };
        new Thread(body).start();
        new Thread(body).start();
        synchronized (lock) {
            lock.notify();
            assert count == 0;
        }
        synchronized (lock) {
            assert count <= 1;
        }
    }

    // @violated AssertionError 6
    static void lostUpdate() throws Exception {
        Thread a = new Thread(() -> count++), b = new Thread(() -> count++);
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2;
    }

    private static synchronized void add() {
        count++;
    }

    // @proved 6
    static void noLostUpdate() throws Exception {
        Thread a = new Thread(Concurrent::add), b = new Thread(Concurrent::add);
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2;
    }

    // @violated deadlock 4
    static void lockOrder(boolean same) {
        Object one = new Object(), two = new Object();
        new Thread(() -> nested(one, two)).start();
        if (same) nested(one, two);
        else nested(two, one);
    }

    private static void nested(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) {
                count++;
            }
        }
    }

    private static void down() {
        if (Verify.anyBoolean()) down();
        synchronized (lock) {
            turn = 1 - turn;
        }
    }

    // Stacks grow without bound, and yet nothing new comes but the end of the stack itself.
    // @bounded 4
    static void endlessRecursion() {
        new Thread(Concurrent::down).start();
        down();
        int now = turn;
        assert now == 0 || now == 1;
    }

    // @violated AssertionError 4
    static void endlessRecursionWrong() {
        new Thread(Concurrent::down).start();
        down();
        synchronized (lock) {
            assert turn == 1;
        }
    }

    private static volatile boolean ready;
    private static int data;

    // @proved 6
    static void published(int x) {
        new Thread(() -> {
            data = x;
            ready = true;
        }).start();
        if (ready) assert data == x;
    }

    // @violated AssertionError 6
    static void publishedTooEarly(int x) {
        new Thread(() -> {
            ready = true;
            data = x;
        }).start();
        if (ready) assert data == x;
    }

    static final class Account {
        private int balance;

        synchronized void deposit(int amount) {
            balance += amount;
        }

        synchronized int balance() {
            return balance;
        }
    }

    // Check, then act, each under the lock, but not both.
    // @violated AssertionError 5
    static void overdrawn(int amount) throws Exception {
        if (amount <= 0 || amount > 3) return;
        Account account = new Account();
        account.deposit(amount);
        Runnable withdraw = () -> {
            if (account.balance() >= amount) account.deposit(-amount);
        };
        Thread t = new Thread(withdraw);
        t.start();
        withdraw.run();
        t.join();
        assert account.balance() >= 0;
    }

    static class Lazy {
        static int value = init();

        static int init() {
            return 3;
        }
    }

    // @proved 4
    static void initialisedOnce() throws Exception {
        Thread t = new Thread(() -> seen = Lazy.value);
        t.start();
        int here = Lazy.value;
        t.join();
        assert here == 3 && seen == 3;
    }

    // @violated IllegalThreadStateException 4
    static void startedTwice(boolean again) {
        Thread t = new Thread(() -> count++);
        t.start();
        if (again) t.start();
    }

    interface Counting {
        int incrementAndGet();
        int get();
    }

    static final class Counter extends java.util.concurrent.atomic.AtomicInteger implements Counting {}

    // The JDK's method is one step, though it is called by another name.
    // @violated AssertionError 4
    static void calledByAnInterface() throws Exception {
        Counting counter = new Counter();
        Thread t = new Thread(() -> ((Counter) counter).set(counter.get() + 1));
        t.start();
        counter.incrementAndGet();
        t.join();
        assert counter.get() == 2;
    }

    // @violated AssertionError 4
    static void orderByAnInterface() throws Exception {
        Counting counter = new Counter();
        Thread t = new Thread(() -> seen = counter.incrementAndGet());
        t.start();
        counter.incrementAndGet();
        t.join();
        assert seen == 2;
    }

    static int asked;

    // A constructor of Thread asks the thread that it runs in.
    // @unknown
    static void makerIsAsked() throws Exception {
        Thread maker = new Thread() {
            @Override
            public void run() {
                new Thread(() -> {});
            }

            @Override
            public ClassLoader getContextClassLoader() {
                asked++;
                return super.getContextClassLoader();
            }
        };
        maker.start();
        maker.join();
        assert asked == 0;
    }
}
