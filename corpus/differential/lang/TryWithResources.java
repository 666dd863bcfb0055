import java.io.Closeable;
import java.io.IOException;

public class TryWithResources {
    static StringBuilder log = new StringBuilder();

    static class Res implements AutoCloseable {
        final String name;
        final boolean failOnClose;

        Res(String name, boolean failOnOpen, boolean failOnClose) {
            this.name = name;
            this.failOnClose = failOnClose;
            log.append("open ").append(name).append("; ");
            if (failOnOpen) {
                throw new IllegalStateException("open " + name);
            }
        }

        @Override
        public void close() {
            log.append("close ").append(name).append("; ");
            if (failOnClose) {
                throw new IllegalArgumentException("close " + name);
            }
        }
    }

    static void show(Throwable t, String indent) {
        System.out.println(indent + t);
        for (Throwable s : t.getSuppressed()) {
            show(s, indent + "  suppressed ");
        }
        if (t.getCause() != null) {
            show(t.getCause(), indent + "  cause ");
        }
    }

    static void run(boolean o1, boolean c1, boolean o2, boolean c2, boolean body) {
        log.setLength(0);
        try (Res a = new Res("a", o1, c1); Res none = null; Res b = new Res("b", o2, c2)) {
            log.append("body ").append(a.name).append(b.name).append("; ");
            if (body) {
                throw new RuntimeException("body");
            }
        } catch (RuntimeException e) {
            log.append("caught; ");
            show(e, "");
        } finally {
            log.append("finally");
        }
        System.out.println(log);
    }

    static int early(int k) {
        for (int i = 0; ; i++) {
            try (Res r = new Res("r" + i, false, false)) {
                if (i == k) {
                    return i * 10;
                }
                if (i % 2 == 0) {
                    continue;
                }
                log.append("odd; ");
            }
        }
    }

    static class Quiet implements Closeable {
        @Override
        public void close() throws IOException {
            throw new IOException("quiet");
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 32; i++) {
            run((i & 1) != 0, (i & 2) != 0, (i & 4) != 0, (i & 8) != 0, (i & 16) != 0);
        }
        log.setLength(0);
        System.out.println(early(3) + " " + log);
        Res outer = new Res("outer", false, true);
        try {
            try (outer; Quiet q = new Quiet()) {
                throw new Error("err");
            }
        } catch (Throwable t) {
            show(t, "");
        }
        try (Quiet q = new Quiet()) {
            System.out.println("in");
        } catch (IOException e) {
            show(e, "io ");
        }
        Exception self = new Exception("self");
        try {
            self.addSuppressed(self);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + " " + (e.getCause() == self));
        }
        try {
            self.addSuppressed(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        class NoSup extends Exception {
            NoSup() {
                super("ns", null, false, false);
            }
        }
        NoSup n = new NoSup();
        n.addSuppressed(self);
        System.out.println(n.getSuppressed().length + " " + n.getStackTrace().length);
    }
}
