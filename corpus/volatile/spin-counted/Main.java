/** Counts how often it looked, and never uses the number. */
public class Main {
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            long looked = 0;
            for (int i = 0; !ready; i++) {
                looked += i;
                Thread.onSpinWait();
            }
        });
        waiter.start();
        ready = true;
        waiter.join();
    }
}
