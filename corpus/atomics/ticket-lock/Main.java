import java.util.concurrent.atomic.AtomicInteger;

public class Main {
    static final AtomicInteger next = new AtomicInteger();
    static volatile int serving;
    static int n;

    static void add() {
        int ticket = next.getAndIncrement();
        while (serving != ticket) Thread.onSpinWait();
        n++;
        serving = ticket + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> add());
        t.start();
        add();
        t.join();
        System.out.println("n=" + n);
    }
}
