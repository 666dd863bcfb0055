/** Whoever sleeps for two seconds sees a later second. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(2_000);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        int before = (int) (System.currentTimeMillis() / 1_000);
        sleeper.start();
        sleeper.join();
        assert (int) (System.currentTimeMillis() / 1_000) - before >= 2;
    }
}
