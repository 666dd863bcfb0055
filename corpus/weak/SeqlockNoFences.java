// A sequence lock without fences: the data may be of two versions.
// sc: proved
// jmm: violated assertion
public class SeqlockNoFences {
    static int sequence;
    static int a, b;

    static void write() {
        sequence = sequence + 1;
        a = 1;
        b = 1;
        sequence = sequence + 1;
    }

    static void read() {
        int before = sequence;
        int first = a;
        int second = b;
        if (before % 2 == 0 && sequence == before && first != second) {
            throw new AssertionError(first + " and " + second);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            write();
        }, "one");
        Thread two = new Thread(() -> {
            read();
        }, "two");
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
