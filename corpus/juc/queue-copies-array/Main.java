import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A queue is filled from a view of an array that somebody writes to. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        String[] names = {"a", "b"};
        Thread writer = new Thread(() -> names[1] = "c");
        writer.start();
        ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>(Arrays.asList(names));
        writer.join();
        System.out.println(queue.size());
    }
}
