// Fences on both sides of a plain flag.
// sc: proved
// jmm: proved
import java.lang.invoke.VarHandle;

public class MessageFences {
    static int data;
    static int flag;

    static int readFlag() {
        int seen = flag;
        VarHandle.acquireFence();
        return seen;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            data = 1;
            VarHandle.releaseFence();
            flag = 1;
        }, "one");
        Thread two = new Thread(() -> {
            if (readFlag() == 1 && data == 0) {
                throw new AssertionError("no data");
            }
        }, "two");
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
