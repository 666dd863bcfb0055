public class Main {
    static final Object a = new Object();
    static final Object b = new Object();

    static void fail() {
        synchronized (a) {
            synchronized (b) {
                throw new IllegalStateException("both locks held");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                fail();
            } catch (IllegalStateException e) {
                // expected
            }
        });
        t.start();
        synchronized (b) {
            // free or soon free again
        }
        synchronized (a) {
            // free or soon free again
        }
        t.join();
        System.out.println("released=true");
    }
}
