import java.util.concurrent.atomic.AtomicInteger;

public class Main {
    static final AtomicInteger ready = new AtomicInteger();
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            x = 1;
            ready.lazySet(1);
        });
        t.start();
        String result = ready.get() == 1 ? "x=" + x : "none";
        t.join();
        System.out.println(result);
    }
}
