import java.util.concurrent.atomic.AtomicStampedReference;

/**
 * A lock-free stack of free buffers. Buffers that are not needed any more are pushed back.
 *
 * <p>The top carries a version that grows with every change, so a compare-and-set that started
 * before the buffer was popped and pushed back fails and is tried again.
 */
public class AbaStack {
    static final class Buffer {
        private volatile Buffer next;
    }

    private final AtomicStampedReference<Buffer> top = new AtomicStampedReference<>(null, 0);

    void push(Buffer buffer) {
        int[] version = new int[1];
        Buffer old;
        do {
            old = top.get(version);
            buffer.next = old;
        } while (!top.compareAndSet(old, buffer, version[0], version[0] + 1));
    }

    Buffer pop() {
        int[] version = new int[1];
        Buffer old;
        Buffer next;
        do {
            old = top.get(version);
            if (old == null) return null;
            next = old.next;
        } while (!top.compareAndSet(old, next, version[0], version[0] + 1));
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

        assert second != b || free.top.getReference() != b : "buffer b is in use and free";
        System.out.println("no buffer is used twice");
    }
}
