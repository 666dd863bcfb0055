public class Main {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> x = 1);
        t.start();
        x = 2;
        int r1 = x;
        int r2 = x;
        t.join();
        int r3 = x;
        System.out.println("r1=" + r1 + " r2=" + r2 + " r3=" + r3);
    }
}
