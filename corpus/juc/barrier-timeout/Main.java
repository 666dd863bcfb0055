import java.util.concurrent.*;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread a = new Thread(() -> {
            try {
                barrier.await(1, TimeUnit.SECONDS);
            } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                return;
            }
        });
        a.start();
        try {
            barrier.await();
            System.out.println("passed");
        } catch (BrokenBarrierException e) {
            System.out.println("broken");
        }
        a.join();
    }
}
