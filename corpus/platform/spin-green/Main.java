public class Main {
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            while (!ready) {
                // waits for main, which cannot run meanwhile
            }
        });
        t.start();
        ready = true;
        t.join();
    }
}
