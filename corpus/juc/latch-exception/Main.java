import java.util.concurrent.*;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        Object[] cell = new Object[1];
        new Thread(() -> {
            cell[0].toString();
            latch.countDown();
        }).start();
        latch.await();
    }
}
