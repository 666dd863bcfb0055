import java.util.concurrent.CountDownLatch;

/** Who looks at a latch twice may see any two counts, the second no higher than the first. */
public class Main {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(2);
        Thread counter = new Thread(() -> {
            latch.countDown();
            latch.countDown();
        });
        counter.start();
        System.out.println(latch.getCount() + " " + latch.getCount());
    }
}
