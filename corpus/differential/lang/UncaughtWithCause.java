public class UncaughtWithCause {
    static class Wrapped extends RuntimeException {
        Wrapped(String m, Throwable c) {
            super(m, c);
        }
    }

    static int depth(int n) {
        if (n == 0) {
            return Integer.parseIntFree("12x");
        }
        return depth(n - 1) + 1;
    }

    static class Integer {
        static int parseIntFree(String s) {
            int r = 0;
            for (char c : s.toCharArray()) {
                if (c < '0' || c > '9') {
                    throw new IllegalArgumentException("bad digit " + c + "\nsecond line");
                }
                r = r * 10 + c - '0';
            }
            return r;
        }
    }

    static void wrap() {
        try {
            depth(3);
        } catch (IllegalArgumentException e) {
            Wrapped w = new Wrapped("wrapping", e);
            w.addSuppressed(new IllegalStateException("on the side"));
            throw w;
        }
    }

    public static void main(String[] args) {
        System.out.println("before");
        try {
            wrap();
        } finally {
            System.out.println("finally runs first");
            System.err.println("to stderr");
        }
        System.out.println("never");
    }
}
