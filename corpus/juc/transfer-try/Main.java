import java.util.concurrent.*;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        Thread taker = new Thread(() -> {
            try {
                queue.take();
            } catch (InterruptedException e) {
                return;
            }
        });
        taker.setDaemon(true);
        taker.start();
        System.out.println(queue.tryTransfer(5));
    }
}
