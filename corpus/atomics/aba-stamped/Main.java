import java.util.concurrent.atomic.AtomicStampedReference;

public class Main {
    static class Node {
        volatile Node next;
    }

    static final AtomicStampedReference<Node> head = new AtomicStampedReference<>(null, 0);

    static void push(Node n) {
        int[] stamp = new int[1];
        Node h;
        do {
            h = head.get(stamp);
            n.next = h;
        } while (!head.compareAndSet(h, n, stamp[0], stamp[0] + 1));
    }

    static Node pop() {
        int[] stamp = new int[1];
        Node h;
        Node next;
        do {
            h = head.get(stamp);
            if (h == null) return null;
            next = h.next;
        } while (!head.compareAndSet(h, next, stamp[0], stamp[0] + 1));
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
        assert second != b || head.getReference() != b : "b came back";
    }
}
