import java.util.concurrent.atomic.AtomicBoolean;

public class Main {
    static final AtomicBoolean done = new AtomicBoolean();
    static int times;

    static void once() {
        if (!done.get()) {
            done.set(true);
            times++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> once());
        t.start();
        once();
        t.join();
        assert times == 1;
    }
}
