import java.util.concurrent.atomic.*;

public class Main {
    static final AtomicInteger top = new AtomicInteger();
    static final AtomicInteger taken = new AtomicInteger();
    static volatile int bottom = 1;

    public static void main(String[] args) throws InterruptedException {
        Thread thief = new Thread(() -> {
            int t = top.get();
            if (t < bottom && top.compareAndSet(t, t + 1)) {
                taken.incrementAndGet();
            }
        });
        thief.start();
        bottom = 0;
        if (top.get() == 0) {
            taken.incrementAndGet();
        }
        thief.join();
        assert taken.get() == 1;
    }
}
