import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/** One thread asks for a collection while another looks into a queue that only it can reach. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        WeakReference<Object> reference = new WeakReference<>(new Object(), queue);
        Thread thread = new Thread(() -> System.gc());
        thread.start();
        boolean early = queue.poll() == reference;
        thread.join();
        System.out.println(early + " " + (queue.poll() == reference));
    }
}
