import com.google.common.util.concurrent.AbstractIdleService;
import com.google.common.util.concurrent.Service;
import com.google.common.util.concurrent.ServiceManager;
import java.util.List;

/** A manager of two services is healthy once both run, and all have stopped when it says so. */
public class ServiceManagerStarts {
    static class Idle extends AbstractIdleService {
        volatile boolean up;

        @Override protected void startUp() {
            up = true;
        }

        @Override protected void shutDown() {
            up = false;
        }
    }

    public static void main(String[] args) {
        Idle first = new Idle();
        Idle second = new Idle();
        ServiceManager manager = new ServiceManager(List.of(first, second));
        manager.startAsync().awaitHealthy();
        assert first.up && second.up && manager.isHealthy();
        manager.stopAsync().awaitStopped();
        assert !first.up && !second.up && second.state() == Service.State.TERMINATED;
    }
}
