public class Main {
    static volatile int x;
    static volatile int y;
    static volatile int z;
    static int r1;

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> {
            x = 1;
            y = 1;
        });
        Thread b = new Thread(() -> {
            r1 = y;
            z = 1;
        });
        a.start();
        b.start();
        int r2 = z;
        int r3 = x;
        a.join();
        b.join();
        System.out.println("r1=" + r1 + " r2=" + r2 + " r3=" + r3);
    }
}
