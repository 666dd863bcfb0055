/** Counts without any lock how often its class loader is asked for. */
public class Main {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread maker = new Thread() {
            @Override
            public void run() {
                new Thread(() -> {});
            }

            @Override
            public ClassLoader getContextClassLoader() {
                count++;
                return super.getContextClassLoader();
            }
        };
        maker.start();
        count++;
        maker.join();
    }
}
