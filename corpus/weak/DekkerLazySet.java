// lazySet is a release: a volatile read that follows does not wait for it.
// sc: proved
// jmm: violated assertion
import java.util.concurrent.atomic.AtomicInteger;

public class DekkerLazySet {
    static final AtomicInteger x = new AtomicInteger(), y = new AtomicInteger();
    static int r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            x.lazySet(1);
            r1 = y.get();
        }, "one");
        Thread two = new Thread(() -> {
            y.lazySet(1);
            r2 = x.get();
        }, "two");
        one.start();
        two.start();
        one.join();
        two.join();
        if (r1 == 0 && r2 == 0) {
            throw new AssertionError("both entered");
        }
    }
}
