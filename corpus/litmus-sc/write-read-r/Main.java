public class Main {
    static volatile int x;
    static volatile int y;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            x = 1;
            y = 1;
        });
        t.start();
        y = 2;
        int r1 = x;
        t.join();
        System.out.println("r1=" + r1 + " y=" + y);
    }
}
