import java.util.concurrent.ConcurrentLinkedQueue;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        Thread t = new Thread(() -> queue.offer(1));
        t.start();
        queue.offer(2);
        t.join();
        int first = queue.poll();
        int second = queue.poll();
        System.out.println(first + " " + second);
    }
}
