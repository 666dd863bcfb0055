import java.io.*;
import java.util.*;

public class ExceptionPrinting {
    static class AppException extends Exception {
        final int code;
        AppException(String m, Throwable c, int code) {
            super(m, c);
            this.code = code;
        }
        @Override public String toString() {
            return "App[" + code + "] " + getMessage();
        }
    }
    static class Quiet extends RuntimeException {
        Quiet() {
            super("quiet", null, false, false);
        }
    }
    static class Localized extends RuntimeException {
        @Override public String getLocalizedMessage() {
            return "lokal";
        }
    }
    static class R implements AutoCloseable {
        final String n;
        R(String n) {
            this.n = n;
            System.out.println("open " + n);
        }
        public void close() throws IOException {
            System.out.println("close " + n);
            throw new IOException("close " + n);
        }
    }
    static void deep(int n) throws AppException {
        if (n == 0) try {
            Integer.parseInt("x" + n);
        } catch (NumberFormatException e) {
            throw new AppException("bad", e, 7);
        } else deep(n - 1);
    }
    public static void main(String[] args) {
        try {
            deep(3);
        } catch (AppException e) {
            e.printStackTrace(System.out);
        }
        try (R a = new R("a"); R b = new R("b")) {
            throw new IllegalStateException("body");
        } catch (Exception e) {
            e.printStackTrace(System.out);
            System.out.println(Arrays.toString(e.getSuppressed()));
        }
        Quiet q = new Quiet();
        q.addSuppressed(new Error("x"));
        q.printStackTrace(System.out);
        System.out.println(q.getSuppressed().length + " " + q.getStackTrace().length);
        new Localized().printStackTrace(System.out);
        Exception a = new Exception("a"), b = new Exception("b", a);
        a.initCause(b);
        StringWriter sw = new StringWriter();
        a.printStackTrace(new PrintWriter(sw));
        System.out.println(sw);
        try {
            a.initCause(null);
        } catch (IllegalStateException e) {
            System.out.println(e + " " + e.getCause());
        }
        try {
            a.addSuppressed(a);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            new Exception().initCause(null).initCause(null);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        } catch (Throwable t) {}
        Throwable t = new Throwable(new IOException("inner"));
        System.out.println(t.getMessage() + "|" + t);
        StackTraceElement el = new Exception().getStackTrace()[0];
        System.out.println(el + " " + el.getMethodName() + " " + el.getLineNumber() + " " + el.getFileName() + " "
                + el.isNativeMethod() + " " + el.getModuleName());
        Runnable r = () -> {
            throw new UnsupportedOperationException("lam");
        };
        try {
            r.run();
        } catch (UnsupportedOperationException e) {
            StackTraceElement[] s = e.getStackTrace();
            System.out.println(s[0].getMethodName() + " " + s.length);
        }
        Exception cut = new Exception("cut");
        cut.setStackTrace(new StackTraceElement[] {new StackTraceElement("C", "m", "F.java", 9),
                new StackTraceElement("C", "n", null, -1), new StackTraceElement("C", "o", "G.java", -2)});
        cut.printStackTrace(System.out);
        try {
            throw new Error(new RuntimeException("r"));
        } catch (Error e) {
            System.out.println(e.getMessage());
        }
        try {
            List.of(1, 2).iterator().remove();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        try {
            try {
                throw new RuntimeException("t");
            } finally {
                System.out.println("fin");
            }
        } catch (RuntimeException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(fin());
        new Exception("to err", new Exception("cause")).printStackTrace();
        throw new IllegalArgumentException("last", new Quiet());
    }
    @SuppressWarnings("finally") static int fin() {
        int x = 1;
        try {
            x = 2;
            return x;
        } finally {
            x = 3;
            if (x == 3) return x + 10;
        }
    }
}
