import java.util.concurrent.atomic.AtomicReference;

/**
 * A lock-free stack of free buffers. Buffers that are not needed any more are pushed back.
 *
 * <p>A pop reads the top buffer A and its successor B, and then loses the processor. Meanwhile the
 * other thread pops A, pops B and pushes A back. The compare-and-set of the first pop succeeds,
 * since the top is A again, and makes B the top: a buffer that is in use.
 */
public class AbaStack {
    static final class Buffer {
        private volatile Buffer next;
    }

    private final AtomicReference<Buffer> top = new AtomicReference<>();

    void push(Buffer buffer) {
        Buffer old;
        do {
            old = top.get();
            buffer.next = old;
        } while (!top.compareAndSet(old, buffer));
    }

    Buffer pop() {
        Buffer old;
        Buffer next;
        do {
            old = top.get();
            if (old == null) return null;
            next = old.next;
        } while (!top.compareAndSet(old, next));
        return old;
    }

    public static void main(String[] args) throws InterruptedException {
        AbaStack free = new AbaStack();
        Buffer a = new Buffer();
        Buffer b = new Buffer();
        free.push(b);
        free.push(a);

        Thread other = new Thread(free::pop);
        other.start();
        Buffer first = free.pop();
        Buffer second = free.pop();
        if (first == a && second == b) free.push(a);
        other.join();

        // If we hold b, it must not be free.
        assert second != b || free.top.get() != b : "buffer b is in use and free";
        System.out.println("no buffer is used twice");
    }
}
