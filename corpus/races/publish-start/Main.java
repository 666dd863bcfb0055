public class Main {
    static int x;
    static int r;

    public static void main(String[] args) throws InterruptedException {
        x = 1;
        Thread t = new Thread(() -> r = x);
        t.start();
        t.join();
        System.out.println("r=" + r);
    }
}
