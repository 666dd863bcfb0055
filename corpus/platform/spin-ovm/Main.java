public class Main {
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            while (!ready) {
                // waits for main, which may run whenever the loop goes round
            }
        });
        t.start();
        ready = true;
        t.join();
    }
}
