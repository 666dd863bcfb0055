public class Main {
    static int x;
    static int r;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> r = x);
        t.start();
        x = 1;
        t.join();
        System.out.println("r=" + r);
    }
}
