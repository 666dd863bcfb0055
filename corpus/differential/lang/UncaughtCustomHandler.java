public class UncaughtCustomHandler {
    static class MyEx extends RuntimeException {
        MyEx(String m) {
            super(m);
        }
        @Override public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }
    public static void main(String[] args) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println("default " + t.getName() + " " + e));
        Thread t = new Thread(() -> { throw new MyEx("in thread"); }, "T1");
        t.start();
        t.join();
        Thread u = new Thread(() -> { try { throw new MyEx("a"); } finally { System.out.println("fin"); } }, "T2");
        u.setUncaughtExceptionHandler((x, e) -> { System.out.println("own " + e.getMessage());
                throw new RuntimeException("ignored"); });
        u.start();
        u.join();
        System.out.println(t.getState() + " " + u.isAlive() + " "
                + Thread.getDefaultUncaughtExceptionHandler().getClass().isSynthetic());
        throw new MyEx("main");
    }
}
