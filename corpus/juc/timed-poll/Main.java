import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        Thread t = new Thread(() -> queue.add(1));
        t.start();
        Integer x = queue.poll(1, TimeUnit.SECONDS);
        t.join();
        System.out.println("x=" + x);
    }
}
