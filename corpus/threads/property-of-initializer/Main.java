import java.util.concurrent.ForkJoinPool;

/** A system property is set beside the first use of a class of the JDK whose initialiser reads it. */
public class Main {
    public static void main(String[] args) {
        new Thread(() -> System.setProperty("java.util.concurrent.ForkJoinPool.common.parallelism", "1")).start();
        System.out.println(ForkJoinPool.getCommonPoolParallelism() > 0);
    }
}
