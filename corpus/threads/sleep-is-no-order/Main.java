public class Main {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> x = 1).start();
        Thread.sleep(1000);
        assert x == 1 : "the other thread was slower";
    }
}
