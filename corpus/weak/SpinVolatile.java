// A volatile write is seen in the end.
// sc: proved
// jmm: proved
public class SpinVolatile {
    static volatile boolean stop;

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
