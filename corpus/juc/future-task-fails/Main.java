import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        FutureTask<Integer> task = new FutureTask<>(() -> {
            throw new IllegalStateException("expected");
        });
        new Thread(task).start();
        boolean cause = false;
        try {
            task.get();
        } catch (ExecutionException e) {
            cause = e.getCause() instanceof IllegalStateException;
        }
        System.out.println("cause=" + cause);
    }
}
