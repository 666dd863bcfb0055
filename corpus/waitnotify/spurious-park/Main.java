import java.util.concurrent.locks.LockSupport;

/** A park that only a spurious wake-up can end, beside a thread that never stops. */
public class Main {
    static volatile boolean done;

    public static void main(String[] args) {
        Thread worker = new Thread(() -> {
            LockSupport.park();
            done = true;
        });
        worker.start();
        while (!done) {
            Thread.onSpinWait();
        }
    }
}
