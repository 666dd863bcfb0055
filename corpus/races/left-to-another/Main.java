/**
 * One thread uses a box under a lock and forgets it; from then on the other is the only one who can reach it. But
 * that one is let go before the first has used the box, and takes no lock.
 */
public class Main {
    static class Box {
        int value;
    }

    static final Object lock = new Object();
    static volatile boolean ready;
    static Box box = new Box();

    public static void main(String[] args) {
        Box mine = box;
        Thread patient = new Thread(() -> {
            while (!ready) {
                Thread.onSpinWait();
            }
            mine.value++;
        });
        patient.start();
        synchronized (lock) {
            Box shared = box;
            ready = true;
            shared.value++;
            box = null;
        }
    }
}
