public class Main {
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            while (!ready) {
                Thread.yield();
            }
        });
        t.start();
        ready = true;
        t.join();
    }
}
