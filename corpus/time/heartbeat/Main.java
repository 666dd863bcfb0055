/** Whoever watches another thread's time stamps may find that it has been silent for too long. */
public class Main {
    static volatile long beat = System.nanoTime();
    static volatile boolean dead;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> beat = System.nanoTime());
        worker.start();
        Thread.sleep(200);
        dead = System.nanoTime() - beat > 100_000_000L;
        worker.join();
        System.out.println(dead);
    }
}
