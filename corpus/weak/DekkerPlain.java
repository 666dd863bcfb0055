// Store buffering: with plain fields both threads may miss what the other one wrote.
// sc: proved
// jmm: violated assertion
public class DekkerPlain {
    static int x, y, r1, r2;

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
