public class Main {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> x = 1);
        t.start();
        t.join(1000);
        assert x == 1 : "join timed out";
    }
}
