public class Main {
    static long n;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> n = -1L);
        t.start();
        long r = n;
        t.join();
        System.out.println("n=" + r);
    }
}
