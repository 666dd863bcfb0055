import java.util.concurrent.ForkJoinPool;

/** The property is changed in the object that holds all of them, not by System.setProperty. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> System.getProperties().put("java.util.concurrent.ForkJoinPool.common.parallelism", "3"));
        t.start();
        System.out.println(ForkJoinPool.commonPool().getParallelism() > 0);
        t.join();
    }
}
