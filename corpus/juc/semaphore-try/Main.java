import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class Main {
    static final Semaphore permits = new Semaphore(1);
    static final AtomicInteger count = new AtomicInteger();

    static void work() {
        if (permits.tryAcquire()) {
            count.incrementAndGet();
            permits.release();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(Main::work);
        a.start();
        work();
        a.join();
        System.out.println(count.get() == 2 ? "both" : "one");
    }
}
