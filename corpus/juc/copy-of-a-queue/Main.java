import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        queue.add(1);
        Thread other = new Thread(() -> {
            queue.poll();
            queue.add(2);
        });
        other.start();
        List<Integer> copy = new ArrayList<>(queue);
        other.join();
        System.out.println(copy);
    }
}
