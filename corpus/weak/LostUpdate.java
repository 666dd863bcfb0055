// Interleavings lose an update too, so that a schedule shows it.
// sc: violated assertion
// jmm: violated assertion
public class LostUpdate {
    static int counter;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            counter++;
        }, "one");
        Thread two = new Thread(() -> {
            counter++;
        }, "two");
        one.start();
        two.start();
        one.join();
        two.join();
        if (counter != 2) {
            throw new AssertionError();
        }
    }
}
