import java.util.concurrent.PriorityBlockingQueue;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>();
        queue.add(2);
        Thread t = new Thread(() -> queue.add(1));
        t.start();
        int x = queue.take();
        t.join();
        System.out.println("x=" + x);
    }
}
