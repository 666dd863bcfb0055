import java.util.concurrent.atomic.AtomicReference;

public class Main {
    static class Node {
        volatile Node next;
    }

    static final AtomicReference<Node> head = new AtomicReference<>();

    static void push(Node n) {
        Node h;
        do {
            h = head.get();
            n.next = h;
        } while (!head.compareAndSet(h, n));
    }

    static Node pop() {
        Node h;
        Node next;
        do {
            h = head.get();
            if (h == null) return null;
            next = h.next;
        } while (!head.compareAndSet(h, next));
        return h;
    }

    public static void main(String[] args) throws InterruptedException {
        Node a = new Node();
        Node b = new Node();
        push(b);
        push(a);
        Thread t = new Thread(() -> pop());
        t.start();
        Node first = pop();
        Node second = pop();
        if (first == a && second == b) push(a);
        t.join();
        // b has been taken by main, so it must not be on the stack any more.
        assert second != b || head.get() != b : "b came back";
    }
}
