import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import okhttp3.Dispatcher;

/** A dispatcher is told its limits while it is asked what it does. */
public class Limits {
    public static void main(String[] args) throws Exception {
        ExecutorService threads = Executors.newSingleThreadExecutor();
        Dispatcher dispatcher = new Dispatcher(threads);
        Thread other = new Thread(() -> dispatcher.setMaxRequests(1));
        other.start();
        dispatcher.setMaxRequestsPerHost(1);
        assert dispatcher.runningCallsCount() == 0 && dispatcher.queuedCallsCount() == 0;
        other.join();
        assert dispatcher.getMaxRequests() == 1 && dispatcher.getMaxRequestsPerHost() == 1;
        threads.shutdown();
    }
}
