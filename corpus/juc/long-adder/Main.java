import java.util.concurrent.atomic.LongAdder;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        LongAdder n = new LongAdder();
        Thread t = new Thread(() -> n.increment());
        t.start();
        n.increment();
        t.join();
        System.out.println("n=" + n.sum());
    }
}
