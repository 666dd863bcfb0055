import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A librarian and an assistant carry books between two shelves in opposite directions.
 *
 * <p>Locks, records, lambdas and an executor do not change the old rule: both lock the shelf that
 * they take from first, so each may wait for the other's shelf forever.
 */
public class LockOrderReentrant {
    private static final Executor assistant = task -> new Thread(task, "assistant").start();

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

        assistant.execute(() -> new Move(fiction, poetry).carryOut(() -> { }));
        new Move(poetry, fiction).carryOut(() -> { });
        System.out.println("both shelves are in order");
    }
}
