import java.util.concurrent.locks.LockSupport;

public class Main {
    public static void main(String[] args) {
        Thread t = new Thread(() -> LockSupport.park());
        LockSupport.unpark(t);
        t.start();
    }
}
