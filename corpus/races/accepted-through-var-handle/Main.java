import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Stripes of a counter: a plain read gives the expected value of a compare-and-set, as in ConcurrentAutoTable of JCTools. */
public class Main {
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);
    static final long[] stripes = new long[1];

    static void add() {
        long old;
        do {
            old = stripes[0];
        } while (!ELEMENT.compareAndSet(stripes, 0, old, old + 1));
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(Main::add);
        other.start();
        add();
        other.join();
        assert (long) ELEMENT.getVolatile(stripes, 0) == 2;
    }
}
