import java.util.concurrent.atomic.AtomicBoolean;

public class Main {
    static final AtomicBoolean locked = new AtomicBoolean();
    static int n;

    static void add() {
        while (!locked.compareAndSet(false, true)) Thread.onSpinWait();
        n++;
        locked.set(false);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> add());
        t.start();
        add();
        t.join();
        System.out.println("n=" + n);
    }
}
