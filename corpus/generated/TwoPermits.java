// deadlocks
// no race
// prints done
import java.util.concurrent.locks.LockSupport;

/** A parked thread that gets two permits before it runs on has used both. */
public class TwoPermits {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread("T1") {
            public void run() {
                LockSupport.park();
                LockSupport.park();
            }
        };
        t.start();
        LockSupport.unpark(t);
        LockSupport.unpark(t);
        t.join();
        System.out.println("done");
    }
}
