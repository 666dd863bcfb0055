import java.util.function.IntSupplier;

public class StackTraceFrames {
    static void dump(String label, Throwable t) {
        StringBuilder sb = new StringBuilder(label);
        for (StackTraceElement e : t.getStackTrace()) {
            if (e.getClassName().startsWith("StackTraceFrames") && !e.getMethodName().startsWith("lambda$")) {
                sb.append(" | ").append(e.getClassName()).append('#').append(e.getMethodName()).append('@').append(e.getFileName()).append(':').append(e.getLineNumber());
            }
        }
        System.out.println(sb);
    }

    static int value = compute();

    static int compute() {
        dump("clinit", new Throwable());
        return 1;
    }

    int f = dumpInit();

    int dumpInit() {
        dump("field init", new Throwable());
        return 2;
    }

    StackTraceFrames() {
        dump("ctor", new Throwable());
    }

    class Inner {
        Inner() {
            dump("inner ctor", new Throwable());
        }
    }

    interface Def {
        default void hello() {
            dump("default", new Throwable());
        }

        static void st() {
            dump("iface static", new Throwable());
        }
    }

    static int rec(int n) {
        if (n == 0) {
            throw new IllegalStateException("bottom");
        }
        return rec(n - 1)
            + 1;
    }

    static int multi(int a,
                     int b) {
        return a
            / b
            + Integer.MAX_VALUE;
    }

    static Throwable saved;

    static Throwable make() {
        return new RuntimeException("made");
    }

    public static void main(String[] args) {
        new StackTraceFrames().new Inner();
        new Def() { }.hello();
        Def.st();
        try {
            rec(4);
        } catch (IllegalStateException e) {
            dump("rec", e);
        }
        try {
            multi(1,
                0);
        } catch (ArithmeticException e) {
            dump("multi", e);
        }
        try {
            throw make();
        } catch (Throwable t) {
            dump("made", t);
            saved = t;
        }
        try {
            throw saved;
        } catch (Throwable t) {
            dump("again", t);
            t.fillInStackTrace();
            dump("refilled", t);
        }
        Runnable r = new Runnable() {
            @Override
            public void run() {
                dump("anon", new Throwable());
            }
        };
        r.run();
        class Local {
            void go() {
                dump("local", new Throwable());
            }
        }
        new Local().go();
        IntSupplier s = () -> {
            Object o = null;
            return o.hashCode();
        };
        try {
            s.getAsInt();
        } catch (NullPointerException e) {
            dump("lambda", e);
            StackTraceElement[] st = e.getStackTrace();
            st[0] = null;
            System.out.println(e.getStackTrace()[0] != null);
        }
        int[] a = new int[1];
        try {
            a[0] = 1;
            a[
                1] = 2;
        } catch (ArrayIndexOutOfBoundsException e) {
            dump("array", e);
        }
        StackTraceElement x = new Throwable().getStackTrace()[0];
        System.out.println(x.isNativeMethod() + " " + x.getMethodName() + " " + x + " " + x.equals(new StackTraceElement("StackTraceFrames", "main", "StackTraceFrames.java", x.getLineNumber())));
    }
}
