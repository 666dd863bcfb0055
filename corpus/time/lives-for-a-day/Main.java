/** Takes for granted that little time has passed since something was made that lives for a day. */
public class Main {
    static final long DAY = 24 * 3_600 * 1_000_000_000L;

    public static void main(String[] args) throws InterruptedException {
        long expires = System.nanoTime() + DAY;
        Thread work = new Thread(() -> {});
        work.start();
        work.join();
        assert expires - System.nanoTime() > DAY - 1_000_000_000L;
    }
}
