import java.util.concurrent.atomic.*;

public class Main {
    static class Node {
        volatile boolean locked;
    }

    static final AtomicReference<Node> tail = new AtomicReference<>(new Node());
    static int counter;

    static void work() {
        Node mine = new Node();
        mine.locked = true;
        Node before = tail.getAndSet(mine);
        while (before.locked) { }
        counter++;
        mine.locked = false;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(Main::work);
        Thread b = new Thread(Main::work);
        a.start();
        b.start();
        work();
        a.join();
        b.join();
        System.out.println(counter);
    }
}
