/** A thread made by a thread gets the next number of all, as on any JVM. */
public class Main {
    public static void main(String[] args) throws Exception {
        Thread outer = new Thread(() -> {
            Thread inner = new Thread(() -> {
                assert Thread.currentThread().getName().equals("Thread-1");
            });
            inner.start();
        });
        outer.start();
        outer.join();
        assert outer.getName().equals("Thread-0");
    }
}
