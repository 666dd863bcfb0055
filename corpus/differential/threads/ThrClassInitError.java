import java.util.Arrays;

public class ThrClassInitError {
    static int tries;

    static class Broken {
        static final int X;

        static {
            tries++;
            X = Integer.parseInt("not a number");
        }

        static int get() {
            return X;
        }
    }

    static class ErrorInInit {
        static int y = boom();

        static int boom() {
            throw new AssertionError("an error is not wrapped");
        }
    }

    static class Dependent {
        static int z = Broken.get();
    }

    static String describe(Throwable t) {
        String s = t.getClass().getSimpleName();
        if (t.getCause() != null) {
            s += " <- " + t.getCause().getClass().getSimpleName();
        }
        return s;
    }

    static String touch() {
        try {
            return "value " + Broken.get();
        } catch (Throwable t) {
            return describe(t);
        }
    }

    public static void main(String[] args) throws Exception {
        // of several threads exactly one sees the first failure
        String[] res = new String[4];
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            final int k = i;
            ts[i] = new Thread(() -> res[k] = touch());
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        Arrays.sort(res);
        for (String s : res) {
            System.out.println(s);
        }
        System.out.println("tries " + tries);
        System.out.println("again " + touch() + " tries " + tries);

        try {
            System.out.println(ErrorInInit.y);
        } catch (Throwable t) {
            System.out.println(describe(t) + " " + t.getMessage());
        }
        try {
            System.out.println(ErrorInInit.y);
        } catch (Throwable t) {
            System.out.println(t.getClass().getSimpleName() + " " + t.getMessage());
        }

        // a class whose initialiser needs a broken class is broken itself
        try {
            System.out.println(Dependent.z);
        } catch (Throwable t) {
            System.out.println(t.getClass().getSimpleName());
        }
        try {
            System.out.println(Dependent.z);
        } catch (Throwable t) {
            System.out.println(t.getClass().getSimpleName());
        }
        try {
            Class.forName("ThrClassInitError$Broken");
        } catch (Throwable t) {
            System.out.println(t.getClass().getSimpleName());
        }
        // loading without initialising still works
        System.out.println(Class.forName("ThrClassInitError$Broken", false,
                ThrClassInitError.class.getClassLoader()).getSimpleName());
        try {
            new Broken();
        } catch (NoClassDefFoundError e) {
            System.out.println(e.getMessage());
        }
        ExceptionInInitializerError made = new ExceptionInInitializerError("text");
        System.out.println(made.getMessage() + " " + made.getCause());
        System.out.println(new ExceptionInInitializerError(new Exception("c")).getException().getMessage());
    }
}
