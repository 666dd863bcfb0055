import java.util.List;
import java.util.Vector;
import java.util.concurrent.LinkedBlockingQueue;

/** A queue is filled from a collection that grows meanwhile. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        Vector<String> names = new Vector<>(List.of("a", "b"));
        Thread adder = new Thread(() -> names.add("c"));
        adder.start();
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>(names);
        adder.join();
        System.out.println(queue.size());
    }
}
