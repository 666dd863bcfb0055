import java.util.concurrent.locks.LockSupport;

public class Main {
    static volatile boolean ready;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            ready = true;
            LockSupport.unpark(main);
        }).start();
        if (!ready) LockSupport.park();
        System.out.println("end");
    }
}
