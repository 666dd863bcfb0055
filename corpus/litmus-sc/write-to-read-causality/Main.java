public class Main {
    static volatile int x;
    static volatile int y;
    static int r1;

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> x = 1);
        Thread b = new Thread(() -> {
            r1 = x;
            y = 1;
        });
        a.start();
        b.start();
        int r2 = y;
        int r3 = x;
        a.join();
        b.join();
        System.out.println("r1=" + r1 + " r2=" + r2 + " r3=" + r3);
    }
}
