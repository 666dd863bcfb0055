public class UncaughtInThreadAndMain {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { int[] a = new int[2]; a[2] = 1; }, "worker-7");
        t.start();
        t.join();
        Thread u = new Thread(() -> { throw new StackOverflowError("fake"); });
        u.setName("u");
        u.setUncaughtExceptionHandler((x, e) -> System.out.println(x.getName() + " " + e));
        u.start();
        u.join();
        Object o = "s";
        Integer i = (Integer) o;
    }
}
