public class Main {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> x = 1);
        t.start();
        int r1 = x;
        int r2 = x;
        t.join();
        System.out.println("r1=" + r1 + " r2=" + r2);
    }
}
