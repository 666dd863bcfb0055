import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Two librarians carry books between two shelves in opposite directions.
 *
 * <p>Locks, records, lambdas and an executor do not change the old rule: both tasks lock the shelf
 * that they take from first, so each may wait for the other's shelf for ever.
 */
public class LockOrderReentrant {
    record Shelf(int number, ReentrantLock lock) {
        Shelf(int number) {
            this(number, new ReentrantLock());
        }
    }

    record Move(Shelf from, Shelf to) {
        void carryOut(Runnable work) {
            from.lock().lock();
            try {
                to.lock().lock();
                try {
                    work.run();
                } finally {
                    to.lock().unlock();
                }
            } finally {
                from.lock().unlock();
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
