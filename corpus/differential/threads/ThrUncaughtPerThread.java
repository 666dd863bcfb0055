import java.util.ArrayList;
import java.util.List;

public class ThrUncaughtPerThread {
    static final List<String> log = new ArrayList<>();

    static synchronized void add(String s) {
        log.add(s);
    }

    static void run(Thread t) throws InterruptedException {
        t.start();
        t.join();
        synchronized (ThrUncaughtPerThread.class) {
            System.out.println(log);
            log.clear();
        }
    }

    static void fail(int depth) {
        if (depth == 0) {
            throw new IllegalStateException("deep", new RuntimeException("cause"));
        }
        fail(depth - 1);
    }

    public static void main(String[] args) throws Exception {
        Thread.UncaughtExceptionHandler h = (t, e) -> add(t.getName() + "/" + e);
        Thread t1 = new Thread(() -> {
            throw new RuntimeException("r1");
        }, "t1");
        t1.setUncaughtExceptionHandler(h);
        System.out.println(t1.getUncaughtExceptionHandler() == h);
        run(t1);
        System.out.println("after end handler " + t1.getUncaughtExceptionHandler());

        Thread t2 = new Thread(() -> fail(3), "t2");
        t2.setUncaughtExceptionHandler((t, e) -> {
            add(e.getMessage() + " caused by " + e.getCause().getMessage());
            int n = 0;
            for (StackTraceElement el : e.getStackTrace()) {
                if (el.getMethodName().equals("fail")) {
                    n++;
                }
            }
            add("frames of fail " + n);
            add("handler runs on " + Thread.currentThread().getName() + " state " + t.getState());
        });
        run(t2);

        // set inside the thread itself, last one wins
        Thread t3 = new Thread(() -> {
            Thread.currentThread().setUncaughtExceptionHandler((t, e) -> add("inside " + e.getMessage()));
            Object o = "text";
            Integer i = (Integer) o;
            add("not reached " + i);
        }, "t3");
        t3.setUncaughtExceptionHandler(h);
        t3.start();
        t3.join();
        System.out.println(log.get(0).startsWith("inside class java.lang.String cannot be cast"));
        log.clear();

        // no exception, no call
        Thread t4 = new Thread(() -> add("fine"), "t4");
        t4.setUncaughtExceptionHandler(h);
        run(t4);

        // the handler throws: swallowed, the thread just ends
        Thread t5 = new Thread(() -> {
            throw new RuntimeException("r5");
        }, "t5");
        t5.setUncaughtExceptionHandler((t, e) -> {
            add("throwing");
            throw new Error("handler's own");
        });
        run(t5);
        System.out.println(t5.getState());

        // errors of all sorts
        Thread t6 = new Thread(() -> recurse(0), "t6");
        t6.setUncaughtExceptionHandler((t, e) -> add("deep recursion " + (e instanceof StackOverflowError)));
        run(t6);
        Thread t7 = new Thread(() -> {
            assert log.size() > 100 : "too small";
        }, "t7");
        t7.setUncaughtExceptionHandler(h);
        run(t7);
        Thread t8 = new Thread(() -> sneaky(new java.io.IOException("checked")), "t8");
        t8.setUncaughtExceptionHandler(h);
        run(t8);

        // finally blocks and monitors before the handler
        Object lock = new Object();
        Thread t9 = new Thread(() -> {
            synchronized (lock) {
                try {
                    throw new RuntimeException("r9");
                } finally {
                    add("finally holds " + Thread.holdsLock(lock));
                }
            }
        }, "t9");
        t9.setUncaughtExceptionHandler((t, e) -> add("handler holds " + Thread.holdsLock(lock)));
        run(t9);
    }

    static int recurse(int n) {
        return recurse(n + 1) + 1;
    }

    @SuppressWarnings("unchecked")
    static <T extends Throwable> void sneaky(Throwable t) throws T {
        throw (T) t;
    }
}
