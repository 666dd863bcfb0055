import java.util.concurrent.atomic.AtomicReference;

public class Main {
    static class Node {
        final int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }

    static final AtomicReference<Node> head = new AtomicReference<>();

    static void push(int value) {
        Node n = new Node(value);
        Node h;
        do {
            h = head.get();
            n.next = h;
        } while (!head.compareAndSet(h, n));
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> push(1));
        t.start();
        push(2);
        t.join();
        int size = 0;
        for (Node n = head.get(); n != null; n = n.next) size++;
        System.out.println("size=" + size);
    }
}
