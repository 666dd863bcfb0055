import java.util.concurrent.atomic.AtomicReference;

public class Main {
    static class Node {
        Node next;
    }

    static final AtomicReference<Node> head = new AtomicReference<>();

    static void push() {
        Node n = new Node();
        n.next = head.get();
        head.set(n);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> push());
        t.start();
        push();
        t.join();
        assert head.get().next != null : "lost a node";
    }
}
