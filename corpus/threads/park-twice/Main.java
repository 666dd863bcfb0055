import java.util.concurrent.locks.*;

public class Main {
    public static void main(String[] args) {
        Thread a = new Thread(() -> {
            LockSupport.park();
            LockSupport.park();
        });
        a.start();
        LockSupport.unpark(a);
        LockSupport.unpark(a);
    }
}
