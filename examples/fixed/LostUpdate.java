import java.util.concurrent.atomic.AtomicInteger;

/**
 * A web page counts its visitors.
 *
 * <p>{@code incrementAndGet} reads, adds and writes in one step that no other thread can divide.
 */
public class LostUpdate {
    static final class Page {
        private final AtomicInteger visits = new AtomicInteger();

        void visit() {
            visits.incrementAndGet();
        }

        int visits() {
            return visits.get();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Page page = new Page();
        Thread first = new Thread(page::visit);
        Thread second = new Thread(page::visit);
        first.start();
        second.start();
        first.join();
        second.join();

        assert page.visits() == 2 : "a visit was lost";
        System.out.println("visits: " + page.visits());
    }
}
