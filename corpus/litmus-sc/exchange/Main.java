public class Main {
    static volatile int x = 1;
    static volatile int y = 2;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> x = y);
        t.start();
        y = x;
        t.join();
        System.out.println("x=" + x + " y=" + y);
    }
}
