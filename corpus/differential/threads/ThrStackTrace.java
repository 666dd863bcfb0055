import java.util.ArrayList;
import java.util.List;

public class ThrStackTrace {
    static List<String> users(StackTraceElement[] st) {
        List<String> l = new ArrayList<>();
        for (StackTraceElement e : st) {
            if (e.getClassName().startsWith("ThrStackTrace")) {
                l.add(e.getClassName() + "." + e.getMethodName() + ":" + e.getLineNumber());
            }
        }
        return l;
    }

    static List<String> c() {
        return users(Thread.currentThread().getStackTrace());
    }

    static List<String> b(int n) {
        return n == 0 ? c() : b(n - 1);
    }

    static class Inner {
        final List<String> atInit;
        List<String> field = c();

        Inner() {
            atInit = c();
        }

        List<String> viaInterface(java.util.function.Supplier<List<String>> s) {
            return s.get();
        }
    }

    static class T extends Thread {
        List<String> seen;

        @Override
        public void run() {
            step();
        }

        private void step() {
            seen = b(1);
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(c());
        System.out.println(b(2));
        StackTraceElement[] raw = Thread.currentThread().getStackTrace();
        System.out.println(raw[0].getClassName() + " " + raw[0].getMethodName());
        System.out.println(raw[1] + " depth " + raw.length);
        Inner in = new Inner();
        System.out.println(in.field);
        System.out.println(in.atInit);
        System.out.println(in.viaInterface(ThrStackTrace::c));

        T t = new T();
        System.out.println("unstarted " + t.getStackTrace().length);
        t.start();
        t.join();
        System.out.println(t.seen);
        System.out.println("dead " + t.getStackTrace().length);

        // a thread settled in wait shows its frames to others
        Object lock = new Object();
        boolean[] go = new boolean[1];
        Thread w = new Thread("w") {
            @Override
            public void run() {
                outer();
            }

            void outer() {
                inner();
            }

            void inner() {
                synchronized (lock) {
                    while (!go[0]) {
                        try {
                            lock.wait();
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                }
            }
        };
        w.start();
        while (w.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        StringBuilder sb = new StringBuilder();
        for (StackTraceElement e : w.getStackTrace()) {
            if (e.getClassName().startsWith("ThrStackTrace")) {
                sb.append(e.getMethodName()).append(' ');
            }
        }
        System.out.println(sb.toString().trim());
        synchronized (lock) {
            go[0] = true;
            lock.notifyAll();
        }
        w.join();

        // the trace of a throwable belongs to the thread that made it
        Throwable[] made = new Throwable[1];
        Thread m = new Thread(() -> made[0] = make());
        m.start();
        m.join();
        System.out.println(made[0].getStackTrace()[0]);
        System.out.println(new Throwable().getStackTrace()[0]);
        try {
            throw made[0];
        } catch (Throwable e) {
            System.out.println(e.getStackTrace()[0].getMethodName());
            e.fillInStackTrace();
            System.out.println(e.getStackTrace()[0].getMethodName());
            e.setStackTrace(new StackTraceElement[] {new StackTraceElement("A", "b", "C.java", 12)});
            System.out.println(e.getStackTrace()[0] + " " + e.getStackTrace().length);
        }
        System.out.println(new StackTraceElement("X", "y", null, -1) + " " + new StackTraceElement("X", "y", "f", -2)
                + " " + new StackTraceElement("X", "y", "f", -2).isNativeMethod());
    }

    static Throwable make() {
        return new IllegalStateException("made");
    }
}
