import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

public class ExceptionCatching {
    static class AppError extends Error { AppError(String m) { super(m); } }

    static class Checked extends Exception { }

    static class Sub extends Checked { @Override public String getMessage() { return "sub message"; } }

    static void raise(int k) throws Exception {
        switch (k) {
            case 0: throw new FileNotFoundException("file");
            case 1: throw new IOException();
            case 2: throw new Sub();
            case 3: throw new Checked();
            case 4: throw new IllegalArgumentException(new RuntimeException("inner"));
            case 5: throw new AppError("error");
            case 6: Object o = "s"; Integer i = (Integer) o; break;
            case 7: int[] a = new int[-1]; break;
            case 8: throw (RuntimeException) null;
            case 9: throw new InterruptedException("int");
            case 10: "abc".charAt(10); break;
            case 11: List.of().iterator().next(); break;
            case 12: throw new Throwable2();
            case 13: throw new CloneNotSupportedException();
            default: return;
        }
    }

    static class Throwable2 extends RuntimeException {
        Throwable2() { super("t2", null, true, false); }
    }

    static String classify(int k) {
        try {
            raise(k);
            return "none";
        } catch (FileNotFoundException e) {
            return "fnf " + e.getMessage();
        } catch (IOException e) {
            return "io " + e.getMessage();
        } catch (Sub e) {
            return "sub " + e;
        } catch (Checked | InterruptedException e) {
            return "multi " + e.getClass().getSimpleName();
        } catch (IllegalArgumentException | ClassCastException e) {
            return "iae/cce " + (e.getCause() == null ? "-" : e.getCause().getMessage());
        } catch (NegativeArraySizeException e) {
            return "nas " + e.getMessage();
        } catch (NullPointerException e) {
            return "npe";
        } catch (RuntimeException e) {
            return "rt " + e.getClass().getSimpleName() + e.getStackTrace().length / 1000;
        } catch (Exception e) {
            return "ex " + e;
        } catch (AppError e) {
            return "app " + e.getMessage();
        } catch (Throwable t) {
            return "thr " + t;
        }
    }

    @SuppressWarnings("unchecked")
    static <E extends Throwable> void sneaky(Throwable t) throws E {
        throw (E) t;
    }

    static int nestedCatch(int k) {
        int r = 0;
        try {
            try {
                try {
                    raise(k);
                    r += 1;
                } catch (IOException e) {
                    r += 10;
                    raise(2);
                } finally {
                    r += 100;
                }
            } catch (Checked e) {
                r += 1000;
                throw new IllegalStateException(e);
            }
        } catch (IllegalStateException e) {
            r += e.getCause() instanceof Sub ? 10000 : 20000;
        } catch (Exception e) {
            r += 50000;
        } catch (Error e) {
            r += 70000;
        }
        return r;
    }

    static class Res implements AutoCloseable {
        static List<String> log = new ArrayList<>();
        final String n;
        Res(String n) { this.n = n; log.add("+" + n); }
        @Override public void close() throws Checked { log.add("-" + n); if (n.equals("bad")) throw new Checked(); }
    }

    public static void main(String[] args) {
        for (int k = 0; k <= 14; k++) {
            System.out.println(k + " " + classify(k) + " " + nestedCatch(k));
        }
        try {
            ExceptionCatching.<RuntimeException>sneaky(new IOException("sneaked"));
        } catch (Exception e) {
            System.out.println(e.getClass().getSimpleName() + e.getMessage() + (e instanceof RuntimeException));
        }
        for (String names : new String[] {"a b", "a bad", "bad a"}) {
            Res.log.clear();
            String[] p = names.split(" ");
            try (Res x = new Res(p[0]); Res y = new Res(p[1])) {
                Res.log.add("body");
                if (names.startsWith("bad")) {
                    throw new IllegalStateException("b");
                }
            } catch (Checked e) {
                Res.log.add("checked" + e.getSuppressed().length);
            } catch (IllegalStateException e) {
                Res.log.add("ise" + e.getSuppressed().length + e.getSuppressed()[0].getClass().getSimpleName());
            }
            System.out.println(Res.log);
        }
        Throwable t = new Throwable("plain", new Error("cause"));
        t.addSuppressed(new Exception("s1"));
        System.out.println(t + " " + t.getCause() + t.getSuppressed()[0] + t.getLocalizedMessage());
        int loops = 0;
        while (true) {
            try {
                loops++;
                if (loops < 5) {
                    throw new Checked();
                }
                break;
            } catch (Checked e) {
                continue;
            } finally {
                loops += 10;
            }
        }
        System.out.println(loops);
    }
}
