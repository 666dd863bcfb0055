/** Sleeps until somebody else has set the flag. */
public class Main {
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> ready = true).start();
        while (!ready) {
            Thread.sleep(10);
        }
    }
}
