import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

/** Two threads run the same task; one of them does, and the other may be through before it is done. */
public class Main {
    public static void main(String[] args) throws Exception {
        AtomicInteger runs = new AtomicInteger();
        FutureTask<Integer> task = new FutureTask<>(runs::incrementAndGet);
        Thread other = new Thread(task);
        other.start();
        task.run();
        boolean done = task.isDone();
        int before = runs.get();
        other.join();
        System.out.println(done + " " + before + " " + runs.get());
    }
}
