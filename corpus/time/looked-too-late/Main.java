/** The clock is read after the sleeper was started, perhaps when it has slept already. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        sleeper.start();
        long begin = System.nanoTime();
        sleeper.join();
        assert System.nanoTime() - begin >= 20_000_000L : "too short";
    }
}
