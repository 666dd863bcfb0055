import java.io.PrintWriter;
import java.io.StringWriter;

public class ExceptionChains {
    static class AppException extends Exception {
        final int code;

        AppException(int code, String m, Throwable cause) {
            super(m, cause);
            this.code = code;
        }

        @Override
        public String getMessage() {
            return "[" + code + "] " + super.getMessage();
        }
    }

    static class Silent extends RuntimeException {
        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }

        @Override
        public String toString() {
            return "Silent!";
        }
    }

    static class Localized extends RuntimeException {
        Localized() {
            super("raw");
        }

        @Override
        public String getLocalizedMessage() {
            return "localized " + getMessage();
        }
    }

    static void low() {
        throw new IllegalStateException("low");
    }

    static void mid() throws AppException {
        try {
            low();
        } catch (IllegalStateException e) {
            throw new AppException(7, "mid", e);
        }
    }

    static void high() {
        try {
            mid();
        } catch (AppException e) {
            RuntimeException r = new RuntimeException(e);
            r.addSuppressed(new Silent());
            r.addSuppressed(new AppException(9, null, null));
            throw r;
        }
    }

    static void frames(Throwable t) {
        for (StackTraceElement e : t.getStackTrace()) {
            System.out.print(e.getClassName() + "." + e.getMethodName() + ":" + e.getLineNumber() + " ");
        }
        System.out.println();
    }

    public static void main(String[] args) {
        try {
            high();
        } catch (RuntimeException e) {
            System.out.println(e.getMessage());
            for (Throwable t = e; t != null; t = t.getCause()) {
                System.out.println(t + " / " + t.getMessage() + " / " + t.getSuppressed().length);
                frames(t);
            }
            StringWriter sw = new StringWriter();
            e.printStackTrace(new PrintWriter(sw));
            System.out.print(sw);
        }
        System.out.println(new Silent() + " " + new Silent().getStackTrace().length + " " + new Localized());
        Exception noCause = new Exception("a");
        noCause.initCause(new Error("b"));
        System.out.println(noCause.getCause());
        try {
            noCause.initCause(null);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            new Exception("x", null).initCause(new Error());
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Exception loop = new Exception("loop");
        try {
            loop.initCause(loop);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Exception a = new Exception("A");
        Exception b = new Exception("B", a);
        a.initCause(b);
        StringWriter sw = new StringWriter();
        a.printStackTrace(new PrintWriter(sw, true));
        System.out.print(sw);
        Throwable t = new Throwable("custom trace");
        t.setStackTrace(new StackTraceElement[] {new StackTraceElement("Cls", "meth", "File.java", 12), new StackTraceElement("C2", "native", null, -2),
            new StackTraceElement("C3", "m", "F.java", -1), new StackTraceElement("C4", "m", null, -1)});
        sw = new StringWriter();
        t.printStackTrace(new PrintWriter(sw, true));
        System.out.print(sw);
        System.out.println(new Exception((String) null) + " " + new Exception((Throwable) null).getMessage() + " " + new Exception(new Error("q")).getMessage());
    }
}
