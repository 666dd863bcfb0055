public class Main {
    static int x;
    static int y;
    static int r1;
    static int r2;
    static int r3;
    static int r4;

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> x = 1);
        Thread b = new Thread(() -> y = 1);
        Thread c = new Thread(() -> {
            r1 = x;
            r2 = y;
        });
        a.start();
        b.start();
        c.start();
        r3 = y;
        r4 = x;
        a.join();
        b.join();
        c.join();
        System.out.println("r1=" + r1 + " r2=" + r2 + " r3=" + r3 + " r4=" + r4);
    }
}
