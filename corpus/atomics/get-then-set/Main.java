import java.util.concurrent.atomic.AtomicInteger;

public class Main {
    static final AtomicInteger n = new AtomicInteger();

    static void add() {
        n.set(n.get() + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> add());
        t.start();
        add();
        t.join();
        assert n.get() == 2 : "lost update";
    }
}
