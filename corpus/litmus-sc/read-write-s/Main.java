public class Main {
    static volatile int x;
    static volatile int y;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            x = 2;
            y = 1;
        });
        t.start();
        int r1 = y;
        x = 1;
        t.join();
        System.out.println("r1=" + r1 + " x=" + x);
    }
}
