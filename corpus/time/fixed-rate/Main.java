import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicBoolean;

/** A task that is repeated until the timer is cancelled. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        AtomicBoolean ran = new AtomicBoolean();
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                ran.set(true);
            }
        }, 0, 10);
        while (!ran.get()) {
            Thread.yield();
        }
        timer.cancel();
    }
}
