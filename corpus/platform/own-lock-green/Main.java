public class Main {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Object own = new Object();
        Thread t = new Thread(() -> {
            x = 1;
            synchronized (own) {
                // nothing to protect
            }
            x = 2;
        });
        t.start();
        int r = x;
        t.join();
        System.out.println("r=" + r);
    }
}
