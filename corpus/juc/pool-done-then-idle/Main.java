import java.util.concurrent.*;

/** A task is done before its worker is free for another: the second task may get a thread of its own. */
public class Main {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        Callable<Thread> who = Thread::currentThread;
        Thread first = pool.submit(who).get();
        Thread second = pool.submit(who).get();
        System.out.println(first == second);
        pool.shutdown();
    }
}
