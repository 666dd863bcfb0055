public class Main {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> x = 1);
        t.start();
        String result = t.isAlive() ? "running" : "x=" + x;
        t.join();
        System.out.println(result);
    }
}
