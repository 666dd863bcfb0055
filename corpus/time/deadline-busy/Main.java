/** Looks at the clock until a second is over; then the flag need not be set. */
public class Main {
    static volatile boolean done;

    public static void main(String[] args) {
        new Thread(() -> done = true).start();
        long end = System.nanoTime() + 1_000_000_000L;
        while (!done && System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
        assert done : "the time is up";
    }
}
