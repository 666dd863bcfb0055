import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class ThrGroupUncaught {
    static final List<String> log = Collections.synchronizedList(new ArrayList<>());

    static class Catching extends ThreadGroup {
        Catching(String name) {
            super(name);
        }

        Catching(ThreadGroup parent, String name) {
            super(parent, name);
        }

        @Override
        public void uncaughtException(Thread t, Throwable e) {
            log.add(getName() + " got " + e.getClass().getSimpleName() + ":" + e.getMessage() + " from " + t.getName()
                    + " on itself " + (t == Thread.currentThread()) + " alive " + t.isAlive());
        }
    }

    static void run(Thread t) throws InterruptedException {
        t.start();
        t.join();
        for (String s : log) {
            System.out.println(s);
        }
        log.clear();
    }

    public static void main(String[] args) throws Exception {
        Catching g = new Catching("catching");
        run(new Thread(g, () -> {
            throw new IllegalStateException("one");
        }, "t1"));
        run(new Thread(g, () -> {
            throw new AssertionError("an error too");
        }, "t2"));
        run(new Thread(g, () -> {
            int[] a = new int[1];
            a[1] = 0;
        }, "t3"));

        // a plain subgroup passes it up to its parent
        ThreadGroup plain = new ThreadGroup(g, "plain");
        run(new Thread(plain, () -> {
            throw new RuntimeException("from plain");
        }, "t4"));

        // an overriding subgroup takes it itself
        Catching inner = new Catching(plain, "inner");
        run(new Thread(inner, () -> {
            throw new RuntimeException("from inner");
        }, "t5"));

        // the thread's own handler goes before the group
        Thread own = new Thread(g, () -> {
            throw new RuntimeException("own");
        }, "t6");
        System.out.println("default handler is the group " + (own.getUncaughtExceptionHandler() == g));
        own.setUncaughtExceptionHandler((t, e) -> log.add("own handler " + t.getName() + " " + e.getMessage()));
        System.out.println("now the group " + (own.getUncaughtExceptionHandler() == g));
        run(own);

        Thread reset = new Thread(g, () -> {
            throw new RuntimeException("reset");
        }, "t7");
        reset.setUncaughtExceptionHandler((t, e) -> log.add("must not be used"));
        reset.setUncaughtExceptionHandler(null);
        run(reset);

        // the default handler comes after a group that overrides, so it is not asked
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> log.add("default " + t.getName() + " " + e.getMessage()));
        run(new Thread(g, () -> {
            throw new RuntimeException("with default");
        }, "t8"));
        ThreadGroup noOverride = new ThreadGroup("none");
        run(new Thread(noOverride, () -> {
            throw new RuntimeException("to default");
        }, "t9"));

        // an exception thrown inside the handler is swallowed
        ThreadGroup thrower = new ThreadGroup("thrower") {
            @Override
            public void uncaughtException(Thread t, Throwable e) {
                log.add("about to throw");
                throw new IllegalArgumentException("from handler");
            }
        };
        run(new Thread(thrower, () -> {
            throw new RuntimeException("x");
        }, "t10"));

        // calling the method directly is an ordinary call
        g.uncaughtException(Thread.currentThread(), new Exception("direct"));
        System.out.println(log);
    }
}
