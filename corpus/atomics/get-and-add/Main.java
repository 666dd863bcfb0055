import java.util.concurrent.atomic.AtomicInteger;

public class Main {
    static final AtomicInteger n = new AtomicInteger();
    static int other;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> other = n.getAndAdd(2));
        t.start();
        int mine = n.getAndAdd(3);
        t.join();
        System.out.println("n=" + n.get() + " distinct=" + (mine != other));
    }
}
