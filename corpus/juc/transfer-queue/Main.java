import java.util.concurrent.*;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        StringBuffer text = new StringBuffer();
        Thread taker = new Thread(() -> {
            try {
                text.append("taken ").append(queue.take());
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        taker.start();
        queue.transfer(5);
        assert queue.isEmpty();
        taker.join();
        System.out.println(text);
    }
}
