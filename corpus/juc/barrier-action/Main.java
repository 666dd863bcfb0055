import java.util.concurrent.*;

public class Main {
    static int x, y, sum;

    static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        CyclicBarrier barrier = new CyclicBarrier(2, () -> sum = x + y);
        new Thread(() -> {
            x = 1;
            await(barrier);
        }).start();
        y = 2;
        await(barrier);
        System.out.println(sum);
    }
}
