/** A sleep of 292 million years ends by an interrupt only. */
public class Main {
    static volatile boolean woken;

    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(Long.MAX_VALUE);
                throw new AssertionError("slept enough");
            } catch (InterruptedException e) {
                woken = true;
            }
        });
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        assert woken;
    }
}
