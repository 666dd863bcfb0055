import java.util.concurrent.locks.LockSupport;

public class Main {
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            while (!ready) LockSupport.park();
        });
        t.start();
        t.interrupt();
        ready = true;
        LockSupport.unpark(t);
        t.join();
        System.out.println("end");
    }
}
