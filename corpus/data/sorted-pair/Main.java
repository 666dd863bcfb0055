import heddle.Verify;

public class Main {
    private int low = Verify.anyInt(0, 2);
    private int high = Verify.anyInt(0, 2);

    synchronized void sort() {
        if (low > high) {
            int t = low;
            low = high;
            high = t;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main m = new Main();
        Thread t = new Thread(() -> m.sort());
        t.start();
        m.sort();
        t.join();
        assert m.low <= m.high;
    }
}
