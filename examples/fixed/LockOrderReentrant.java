import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A librarian and an assistant carry books between two shelves in opposite directions.
 *
 * <p>Both lock the shelf with the smaller number first, so there is no circle of waiting.
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

        assistant.execute(() -> new Move(fiction, poetry).carryOut(() -> { }));
        new Move(poetry, fiction).carryOut(() -> { });
        System.out.println("both shelves are in order");
    }
}
