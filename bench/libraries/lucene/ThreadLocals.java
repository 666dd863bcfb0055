import org.apache.lucene.util.CloseableThreadLocal;

/** Each thread has a value of its own, and closing lets go of all. */
public class ThreadLocals {
    public static void main(String[] args) throws Exception {
        CloseableThreadLocal<StringBuilder> local = new CloseableThreadLocal<>() {
            @Override protected StringBuilder initialValue() {
                return new StringBuilder();
            }
        };
        Runnable use = () -> {
            local.get().append('x');
            assert local.get().length() == 1;
        };
        Thread other = new Thread(use);
        other.start();
        use.run();
        other.join();
        local.close();
    }
}
