public class Main {
    static int hits;
    static int sum;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            hits++;
            if (sum >= 0) {
                sum++;
            }
        });
        t.start();
        hits++;
        if (sum >= 0) {
            sum++;
        }
        t.join();
        assert sum == 2;
    }
}
