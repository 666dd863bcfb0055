public class Main {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> x = 1);
        t.start();
        x = 1;
        t.join();
        System.out.println("x=" + x);
    }
}
