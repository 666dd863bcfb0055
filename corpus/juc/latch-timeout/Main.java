import java.util.concurrent.*;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(latch::countDown).start();
        System.out.println(latch.await(1, TimeUnit.SECONDS) ? "in time" : "too late");
    }
}
