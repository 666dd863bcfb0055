public class Main {
    static int hits;
    static int sum;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            hits++;
            synchronized (Main.class) {
                sum++;
            }
        });
        t.start();
        hits++;
        synchronized (Main.class) {
            sum++;
        }
        t.join();
        assert sum == 2;
    }
}
