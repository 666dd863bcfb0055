public class Main {
    static volatile int low;
    static volatile int high;

    public static void main(String[] args) {
        new Thread(() -> {
            high = 10;
            low = 5;
        }).start();
        int l = low;
        int h = high;
        assert l <= h;
        int h2 = high;
        int l2 = low;
        assert h2 - l2 == 0 || h2 - l2 == 5 : "half an update";
    }
}
