/** A thread spins with a monitor that the one needs who would end the loop. */
public class Main {
    static final Object lock = new Object();
    static volatile boolean stop;

    public static void main(String[] args) throws Exception {
        Thread spinner = new Thread(() -> {
            synchronized (lock) {
                while (!stop) {
                    Thread.onSpinWait();
                }
            }
        });
        spinner.start();
        synchronized (lock) {
            stop = true;
        }
        spinner.join();
    }
}
