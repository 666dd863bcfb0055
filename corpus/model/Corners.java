/** What a model must not leave out: each case ends in a way that the test names. */
public class Corners {
    static int log;

    static class Starts {
        static {
            Thread t = new Thread(() -> log++);
            t.start();
            try {
                t.join();
            } catch (InterruptedException e) {
                log = -1;
            }
        }
        static void touch() {}
    }

    static void initialiserThatJoins() {
        Starts.touch();
    }

    static Object same(Object o) { return o; }

    static void castOfAText() {
        Integer i = (Integer) same("text");
        log = i == null ? 1 : 2;
    }

    static void textWithinItsBounds() {
        log = same("text".substring(9)) == null ? 1 : 2;
    }

    static void daemonThatWaits() throws Exception {
        Thread t = new Thread(() -> {
            synchronized (Corners.class) {
                try { Corners.class.wait(); } catch (InterruptedException e) { log = 1; }
            }
        });
        t.setDaemon(true);
        t.start();
    }

    static void waitForTheEnd() throws Exception {
        Thread t = new Thread(() -> log++);
        synchronized (t) {
            t.start();
            t.wait();
        }
    }

    static void waitWhileAlive() throws Exception {
        Thread t = new Thread(() -> log++);
        synchronized (t) {
            t.start();
            while (t.isAlive()) t.wait();
        }
        if (log != 1) throw new IllegalStateException();
    }

    static void waitForEver() {
        synchronized (Corners.class) {
            try { Corners.class.wait(); } catch (InterruptedException e) { log = 1; }
        }
    }

    static void daemonOfADaemon() throws Exception {
        Thread t = new Thread(() -> new Thread(() -> waitForEver()).start());
        t.setDaemon(true);
        t.start();
    }

    static void daemonThatIsNone() throws Exception {
        Thread t = new Thread(() -> waitForEver());
        t.setDaemon(true);
        t.setDaemon(false);
        t.start();
    }

    static void daemonTooLate() throws Exception {
        Thread t = new Thread(() -> log++);
        t.start();
        t.setDaemon(true);
    }

    static void waitWithoutLimit() throws Exception {
        synchronized (Corners.class) { Corners.class.wait(0); }
    }

    static void wrongPriority() {
        new Thread(() -> {}).setPriority(11);
    }

    static void storeOfTheWrongKind() {
        Object[] array = new Number[1];
        array[0] = new Object();
    }

    static class Own extends Thread {
        @Override
        public void start() { log++; }
    }

    static void neverStarted() {
        new Own().start();
    }

    static void limitsThatAreRight() throws Exception {
        Thread.sleep(1000);
        synchronized (Corners.class) { Corners.class.wait(20); }
    }

    static void threadAsTask() throws Exception {
        Thread t = new Thread(new Thread(() -> { throw new RuntimeException(); }));
        t.start();
        t.join();
    }

    static RuntimeException caught(int[] array) {
        try {
            array[0] = 1;
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    static void sameException() {
        RuntimeException one = caught(null), other = caught(null);
        if (one != other) throw new IllegalStateException();
    }

    static Runnable empty() { return () -> {}; }

    static void sameLambda() {
        if (empty() == empty()) throw new IllegalStateException();
    }

    static boolean isIn, mayGo;

    static void joinWithoutTheLock() throws Exception {
        Object lock = new Object();
        Thread t = new Thread(() -> {});
        Thread holder = new Thread(() -> {
            synchronized (t) {
                synchronized (lock) {
                    isIn = true;
                    lock.notifyAll();
                    while (!mayGo) try { lock.wait(); } catch (InterruptedException e) { }
                }
            }
        });
        t.start();
        holder.start();
        synchronized (lock) { while (!isIn) lock.wait(); }
        t.join();
        synchronized (lock) { mayGo = true; lock.notifyAll(); }
    }

    static void joinWithTheLock() throws Exception {
        Thread t = new Thread(() -> { synchronized (Thread.currentThread()) { log++; } });
        t.start();
        synchronized (t) { t.join(); }
    }

    static class Counting extends Thread {
        int n;

        synchronized void add() { n++; }

        @Override
        public void run() { add(); }
    }

    static void lockOfItsOwn() throws Exception {
        Counting t = new Counting();
        t.start();
        t.add();
        t.join();
        if (t.n != 2) throw new IllegalStateException();
    }

    static int mark(int n) { return log += n; }

    interface Above {
        int FIRST = mark(4);

        default void anything() {}
    }

    interface Below extends Above {
        int SECOND = mark(1);

        static void here() {}
    }

    static void interfaceAlone() {
        Below.here();
        if (log != 1) throw new IllegalStateException();
    }

    static void nameOfNothing() {
        try {
            new Thread(() -> {}, null);
        } catch (NullPointerException e) {
            return;
        }
        throw new IllegalStateException();
    }

    static class Named extends Thread {
        Named(String name) { super(name); }

        @Override
        public void run() { log++; }
    }

    static void nameThatIsHandedOn() throws Exception {
        Thread t = new Named("it");
        t.start();
        t.join();
        if (log != 1) throw new IllegalStateException();
    }

    public static void main(String[] args) throws Exception {
        CASE();
    }
}
