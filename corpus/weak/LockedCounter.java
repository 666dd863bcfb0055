// Without data races there is nothing but interleavings, and no other execution is looked for.
// sc: proved
// jmm: proved
public class LockedCounter {
    static int counter;

    static synchronized void add() {
        counter++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            add();
        }, "one");
        Thread two = new Thread(() -> {
            add();
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
