import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Two threads submit to one event executor: tasks run one after another, so a plain counter is enough. */
public class EventExecutor {
    static int counter;

    public static void main(String[] args) throws Exception {
        DefaultEventExecutor executor = new DefaultEventExecutor();
        Thread other = new Thread(() -> executor.execute(() -> counter++));
        other.start();
        Future<Integer> result = executor.submit(() -> ++counter);
        other.join();
        int seen = result.get();
        assert seen == 1 || seen == 2;
        assert executor.submit(() -> counter).get() == 2;
        executor.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
        assert executor.isShutdown();
    }
}
