import com.google.common.util.concurrent.AbstractIdleService;
import com.google.common.util.concurrent.Service;

/** A service that is started by one thread and stopped by another one ends terminated. */
public class ServiceStartStop {
    static class Idle extends AbstractIdleService {
        volatile int up;

        @Override protected void startUp() {
            up++;
        }

        @Override protected void shutDown() {
            up--;
        }
    }

    public static void main(String[] args) throws Exception {
        Idle service = new Idle();
        service.startAsync().awaitRunning();
        assert service.up == 1;
        Thread stopper = new Thread(service::stopAsync);
        stopper.start();
        service.awaitTerminated();
        stopper.join();
        assert service.up == 0 && service.state() == Service.State.TERMINATED;
    }
}
