import java.util.concurrent.atomic.*;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        AtomicReferenceArray<String> slots = new AtomicReferenceArray<>(2);
        Runnable claim = () -> {
            for (int i = 0; i < 2; i++) {
                if (slots.compareAndSet(i, null, Thread.currentThread().getName())) {
                    return;
                }
            }
            throw new AssertionError("no slot left");
        };
        Thread a = new Thread(claim, "a");
        a.start();
        claim.run();
        a.join();
        assert !slots.get(0).equals(slots.get(1));
    }
}
