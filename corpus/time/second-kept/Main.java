import java.time.Instant;

public class Main {
    static synchronized void pause() {
        try {
            Thread.sleep(2000);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(Main::pause).start();
        long second = Instant.now().getEpochSecond();
        pause();
        long start = second * 1000;
        assert System.currentTimeMillis() >= start;
    }
}
