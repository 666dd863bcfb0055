import java.util.concurrent.FutureTask;

/** Somebody prints a task while its result is being set. */
public class Main {
    public static void main(String[] args) {
        FutureTask<Integer> task = new FutureTask<>(() -> 1);
        new Thread(task).start();
        System.out.println(task.isDone() + " " + task.toString().contains("Not completed"));
    }
}
