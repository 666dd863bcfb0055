public class Main {
    static int n;

    static synchronized void fail() {
        throw new IllegalStateException("inside the monitor");
    }

    static synchronized void add() {
        n++;
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
        add();
        t.join();
        System.out.println("n=" + n);
    }
}
