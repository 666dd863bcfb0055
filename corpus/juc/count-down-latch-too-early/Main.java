import java.util.concurrent.CountDownLatch;

public class Main {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        new Thread(() -> {
            done.countDown();
            x = 1;
        }).start();
        done.await();
        System.out.println("x=" + x);
    }
}
