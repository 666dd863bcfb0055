public class UncaughtNestedCauses {
    static void a() {
        try {
            b();
        } catch (RuntimeException e) {
            throw new IllegalStateException("a failed", e);
        }
    }
    static void b() {
        try {
            c();
        } catch (ArithmeticException e) {
            RuntimeException r = new RuntimeException(e);
            r.addSuppressed(new Exception("sup", new Error("supcause")));
            throw r;
        }
    }
    static int c() {
        int z = 0;
        return 1 / z;
    }
    public static void main(String[] args) {
        Runnable r = () -> a();
        java.util.List.of(1).forEach(x -> r.run());
    }
}
