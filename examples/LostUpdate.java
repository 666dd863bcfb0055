/**
 * A web page counts its visitors.
 *
 * <p>{@code visits++} reads, adds and writes. If two threads read the same number, one visit is
 * lost. That happens so rarely that a test passes a million times.
 */
public class LostUpdate {
    static final class Page {
        private int visits;

        void visit() {
            visits++;
        }

        int visits() {
            return visits;
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

        // After the joins nobody else uses the page: this read is safe, its value is not.
        assert page.visits() == 2 : "a visit was lost";
        System.out.println("visits: " + page.visits());
    }
}
