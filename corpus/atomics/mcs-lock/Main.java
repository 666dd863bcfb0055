import java.util.concurrent.atomic.*;

public class Main {
    static class Node {
        volatile boolean locked;
        volatile Node next;
    }

    static final AtomicReference<Node> tail = new AtomicReference<>();
    static int counter;

    static void work() {
        Node mine = new Node();
        Node before = tail.getAndSet(mine);
        if (before != null) {
            mine.locked = true;
            before.next = mine;
            while (mine.locked) { }
        }
        counter++;
        if (mine.next == null) {
            if (tail.compareAndSet(mine, null)) {
                return;
            }
            while (mine.next == null) { }
        }
        mine.next.locked = false;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(Main::work);
        a.start();
        work();
        a.join();
        System.out.println(counter);
    }
}
