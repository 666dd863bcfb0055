// A sequence lock with the fences that it needs.
// sc: proved
// jmm: proved
import java.lang.invoke.VarHandle;

public class SeqlockFences {
    static int sequence;
    static int a, b;

    static void write() {
        sequence = sequence + 1;
        VarHandle.releaseFence();
        a = 1;
        b = 1;
        VarHandle.releaseFence();
        sequence = sequence + 1;
    }

    static void read() {
        int before = sequence;
        VarHandle.acquireFence();
        int first = a;
        int second = b;
        VarHandle.acquireFence();
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
