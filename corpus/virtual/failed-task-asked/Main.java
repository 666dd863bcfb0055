import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A task fails by an assertion; the program asks for its state, and for its result, as soon as it is done. */
public class Main {
    static int fail() {
        assert false;
        return 1;
    }

    public static void main(String[] args) {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> task = executor.submit(Main::fail);
            while (!task.isDone()) {
                Thread.yield();
            }
            System.out.println(task.state());
        }
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> task = executor.submit(Main::fail);
            while (!task.isDone()) {
                Thread.yield();
            }
            try {
                task.resultNow();
            } catch (IllegalStateException e) {
                System.out.println("no result");
            }
        }
    }
}
