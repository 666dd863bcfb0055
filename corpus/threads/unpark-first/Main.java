import java.util.concurrent.locks.LockSupport;

public class Main {
    public static void main(String[] args) {
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        System.out.println("end");
    }
}
