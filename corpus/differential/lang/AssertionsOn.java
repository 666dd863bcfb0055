public class AssertionsOn {
    static int evaluated;

    static boolean check(boolean b) {
        evaluated++;
        return b;
    }

    static String detail(String s) {
        evaluated += 100;
        return s;
    }

    static void attempt(Runnable r) {
        try {
            r.run();
            System.out.println("passed " + evaluated);
        } catch (AssertionError e) {
            System.out.println(e + " | " + e.getMessage() + " | " + e.getCause() + " | " + evaluated);
        }
    }

    static class InInit {
        static int v;
        static {
            assert v == 1 : "static init, v=" + v;
        }
    }

    interface Checked {
        default int half(int x) {
            assert x % 2 == 0 : x + " is odd";
            return x / 2;
        }
    }

    static int sqrt(int n) {
        assert n >= 0 : n;
        int r = 0;
        while ((r + 1) * (r + 1) <= n) {
            r++;
        }
        assert r * r <= n && n < (r + 1) * (r + 1);
        return r;
    }

    static int unreachable(int k) {
        switch (k) {
            case 1: return 10;
            case 2: return 20;
            default:
                assert false : "unreachable " + k;
        }
        return -1;
    }

    public static void main(String[] args) {
        boolean on = false;
        assert on = true;
        System.out.println("enabled " + on + " " + AssertionsOn.class.desiredAssertionStatus());
        attempt(() -> { assert check(true); });
        attempt(() -> { assert check(false); });
        attempt(() -> { assert check(true) : detail("not evaluated"); });
        attempt(() -> { assert check(false) : detail("evaluated"); });
        attempt(() -> { assert false : 5; });
        attempt(() -> { assert false : 5L; });
        attempt(() -> { assert false : 'c'; });
        attempt(() -> { assert false : 1.5; });
        attempt(() -> { assert false : 2.5f; });
        attempt(() -> { assert false : true; });
        attempt(() -> { assert false : null; });
        attempt(() -> { assert false : new IllegalStateException("as cause"); });
        attempt(() -> { assert false : new StringBuilder("sb"); });
        attempt(() -> System.out.println(InInit.v));
        attempt(() -> new Checked() { }.half(7));
        attempt(() -> System.out.println(new Checked() { }.half(8)));
        attempt(() -> System.out.println(sqrt(17)));
        attempt(() -> System.out.println(sqrt(-1)));
        attempt(() -> System.out.println(unreachable(2)));
        attempt(() -> System.out.println(unreachable(3)));
        attempt(() -> { throw new AssertionError(); });
        attempt(() -> { throw new AssertionError("m", new Exception("c")); });
        attempt(() -> { throw new AssertionError((Object) null); });
        try {
            assert 1 > 2 : detail("direct");
        } catch (AssertionError e) {
            System.out.println(e.getMessage() + e.getStackTrace()[0].getLineNumber());
        } finally {
            System.out.println(evaluated);
        }
        assert args.length == 0 && evaluated > 1000 : "last one is uncaught, evaluated=" + evaluated;
        System.out.println("not reached");
    }
}
