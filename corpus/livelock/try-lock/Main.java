import java.util.concurrent.atomic.AtomicBoolean;

public class Main {
    static final AtomicBoolean a = new AtomicBoolean();
    static final AtomicBoolean b = new AtomicBoolean();

    static void both(AtomicBoolean first, AtomicBoolean second) {
        while (true) {
            if (first.compareAndSet(false, true)) {
                if (second.compareAndSet(false, true)) {
                    second.set(false);
                    first.set(false);
                    return;
                }
                first.set(false);
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> both(a, b)).start();
        both(b, a);
    }
}
