import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.concurrent.FastThreadLocalThread;

/** Fast thread locals: a thread of Netty and one of the JDK have values of their own. */
public class FastLocals {
    static final FastThreadLocal<int[]> LOCAL = new FastThreadLocal<>() {
        @Override protected int[] initialValue() {
            return new int[1];
        }
    };

    static void count() {
        assert ++LOCAL.get()[0] == 1;
        LOCAL.remove();
        assert LOCAL.get()[0] == 0;
    }

    public static void main(String[] args) throws Exception {
        Thread other = new FastThreadLocalThread(FastLocals::count);
        other.start();
        count();
        other.join();
    }
}
