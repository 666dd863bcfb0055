import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class ThrUncaughtDefault {
    static final List<String> log = Collections.synchronizedList(new ArrayList<>());

    public static void main(String[] args) throws Exception {
        System.out.println("initially " + Thread.getDefaultUncaughtExceptionHandler());
        Thread.UncaughtExceptionHandler dh = (t, e) -> log.add("default:" + t.getName() + ":" + e.getMessage());
        Thread.setDefaultUncaughtExceptionHandler(dh);
        System.out.println("set " + (Thread.getDefaultUncaughtExceptionHandler() == dh));

        Thread[] ts = new Thread[6];
        for (int i = 0; i < ts.length; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                if (k % 2 == 0) {
                    throw new IllegalArgumentException("even " + k);
                }
            }, "w" + i);
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        Collections.sort(log);
        System.out.println(log);
        log.clear();

        // own handler wins over the default
        Thread own = new Thread(() -> {
            throw new RuntimeException("x");
        }, "own");
        own.setUncaughtExceptionHandler((t, e) -> log.add("own:" + e.getMessage()));
        own.start();
        own.join();
        System.out.println(log);
        log.clear();

        // the handler may use the group's method, which comes back to the default
        Thread del = new Thread(() -> {
            throw new RuntimeException("delegated");
        }, "del");
        del.setUncaughtExceptionHandler((t, e) -> {
            log.add("first");
            t.getThreadGroup().uncaughtException(t, e);
        });
        del.start();
        del.join();
        System.out.println(log);
        log.clear();

        // replaced from another thread
        Thread replacer = new Thread(() -> Thread.setDefaultUncaughtExceptionHandler(
                (t, e) -> log.add("second:" + e.getClass().getSimpleName())));
        replacer.start();
        replacer.join();
        Thread d = new Thread(() -> {
            Object o = null;
            o.hashCode();
        });
        d.start();
        d.join();
        System.out.println(log);
        log.clear();

        // the exception of main goes to the default handler as well, exit code is 1
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> {
            System.out.println("main's end: " + t.getName() + " " + e.getMessage());
            System.out.println("alive " + t.isAlive());
        });
        throw new Exception("out of main");
    }
}
