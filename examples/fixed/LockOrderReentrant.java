import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Two librarians carry books between two shelves in opposite directions.
 *
 * <p>Both tasks lock the shelf with the smaller number first, so there is no circle of waiting.
 */
public class LockOrderReentrant {
    record Shelf(int number, ReentrantLock lock) {
        Shelf(int number) {
            this(number, new ReentrantLock());
        }
    }

    record Move(Shelf from, Shelf to) {
        void carryOut(Runnable work) {
            Shelf first = from.number() < to.number() ? from : to;
            Shelf second = first == from ? to : from;
            first.lock().lock();
            try {
                second.lock().lock();
                try {
                    work.run();
                } finally {
                    second.lock().unlock();
                }
            } finally {
                first.lock().unlock();
            }
        }
    }

    public static void main(String[] args) {
        Shelf fiction = new Shelf(1);
        Shelf poetry = new Shelf(2);

        ExecutorService librarians = Executors.newFixedThreadPool(2);
        librarians.execute(() -> new Move(fiction, poetry).carryOut(() -> { }));
        librarians.execute(() -> new Move(poetry, fiction).carryOut(() -> { }));
        librarians.shutdown();
    }
}
