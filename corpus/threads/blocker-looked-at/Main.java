import java.util.concurrent.locks.LockSupport;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        Object blocker = new Object();
        Thread thread = new Thread(() -> LockSupport.park(blocker));
        thread.start();
        boolean parked = LockSupport.getBlocker(thread) == blocker;
        LockSupport.unpark(thread);
        thread.join();
        assert !parked;
    }
}
