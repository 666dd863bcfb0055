/** Nobody ever opens the gate: Java permits spurious wake-ups, it does not promise them. */
public class Main {
    static boolean open;

    static synchronized void pass(Object gate) throws InterruptedException {
        synchronized (gate) {
            while (!open) {
                gate.wait();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Object gate = new Object();
        Thread guest = new Thread(() -> {
            try {
                pass(gate);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        guest.start();
        guest.join();
    }
}
