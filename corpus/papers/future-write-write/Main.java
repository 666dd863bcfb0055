public class Main {
    static volatile int x;
    static volatile int y;
    static int s;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            if (y == 1) {
                s = 1;
                x = 2;
            }
        });
        t.start();
        y = 1;
        x = 1;
        t.join();
        int r = x;
        System.out.println("r=" + r + " s=" + s);
    }
}
