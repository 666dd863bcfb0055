import java.util.concurrent.TimeUnit;

/** A warning after 5 ms, a failure after 3 s, compared in two units. */
public class Main {
    static volatile int work;

    public static void main(String[] args) throws InterruptedException {
        long begin = System.nanoTime();
        Thread worker = new Thread(() -> work = 1);
        worker.start();
        worker.join();
        long elapsed = System.nanoTime() - begin;
        if (TimeUnit.NANOSECONDS.toMillis(elapsed) < 5) {
            System.out.println("fine");
        } else {
            System.out.println(elapsed / 1e9 < 3.0 ? "slow" : "failed");
        }
    }
}
