import java.util.concurrent.atomic.AtomicReference;

/** A lock-free stack with three threads; the argument is the number of pairs of push and pop of each. */
public class Treiber {
    record Node(int value, Node next) {}

    static final AtomicReference<Node> TOP = new AtomicReference<>();

    static void push(int value) {
        Node top;
        do {
            top = TOP.get();
        } while (!TOP.compareAndSet(top, new Node(value, top)));
    }

    static int pop() {
        Node top;
        do {
            top = TOP.get();
            if (top == null) {
                return -1;
            }
        } while (!TOP.compareAndSet(top, top.next()));
        return top.value();
    }

    public static void main(String[] args) {
        int pairs = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        for (int t = 0; t < 3; t++) {
            int id = t;
            new Thread(() -> {
                for (int i = 0; i < pairs; i++) {
                    push(id * 10 + i);
                    pop();
                }
            }).start();
        }
    }
}
