import java.util.concurrent.*;

public class Main {
    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> 1);
        new Thread(task).start();
        task.cancel(false);
        try {
            task.get();
            System.out.println("done");
        } catch (CancellationException e) {
            System.out.println("cancelled");
        }
    }
}
