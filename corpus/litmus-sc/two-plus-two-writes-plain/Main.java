public class Main {
    static int x;
    static int y;

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> {
            x = 1;
            y = 2;
        });
        Thread b = new Thread(() -> {
            y = 1;
            x = 2;
        });
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println("x=" + x + " y=" + y);
    }
}
