import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A time-out of a wheel timer fires, or is cancelled. */
public class WheelTimer {
    public static void main(String[] args) throws Exception {
        HashedWheelTimer timer = new HashedWheelTimer(1, TimeUnit.MILLISECONDS, 2);
        CountDownLatch fired = new CountDownLatch(1);
        Timeout timeout = timer.newTimeout(t -> fired.countDown(), 1, TimeUnit.MILLISECONDS);
        fired.await();
        assert timeout.isExpired();
        timer.stop();
    }
}
