// Volatile accesses are in one order: one of the threads sees what the other one wrote.
// sc: proved
// jmm: proved
public class DekkerVolatile {
    static volatile int x, y;
    static int r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            x = 1;
            r1 = y;
        }, "one");
        Thread two = new Thread(() -> {
            y = 1;
            r2 = x;
        }, "two");
        one.start();
        two.start();
        one.join();
        two.join();
        if (r1 == 0 && r2 == 0) {
            throw new AssertionError("both entered");
        }
    }
}
