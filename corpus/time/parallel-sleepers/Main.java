/** Two sleeps side by side take as long as the longer one, or more; never less. */
public class Main {
    static Thread sleeper(long millis) {
        Thread thread = new Thread(() -> {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        long begin = System.nanoTime();
        Thread first = sleeper(30), second = sleeper(40);
        first.join();
        second.join();
        long elapsed = System.nanoTime() - begin;
        assert elapsed >= 40_000_000L;
        System.out.println(elapsed < 70_000_000L ? "side by side" : "one after the other");
    }
}
