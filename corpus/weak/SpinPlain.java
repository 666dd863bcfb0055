// A thread may read an old value of a plain field for ever.
// sc: proved
// jmm: violated livelock
public class SpinPlain {
    static boolean stop;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            while (!stop) {
            }
        }, "worker");
        worker.start();
        stop = true;
        worker.join();
    }
}
