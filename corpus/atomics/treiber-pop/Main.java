import java.util.concurrent.atomic.AtomicReference;

public class Main {
    static class Node {
        final int value;
        final Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static final AtomicReference<Node> head = new AtomicReference<>(new Node(1, new Node(2, null)));
    static int other;

    static int pop() {
        Node h;
        do {
            h = head.get();
        } while (!head.compareAndSet(h, h.next));
        return h.value;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> other = pop());
        t.start();
        int mine = pop();
        t.join();
        System.out.println(mine + " " + other);
    }
}
