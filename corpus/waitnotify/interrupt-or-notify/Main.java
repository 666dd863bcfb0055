/** JLS 17.2.4: who is interrupted and notified may see either first. */
public class Main {
    static final Object lock = new Object();
    static boolean waits;

    public static void main(String[] args) throws Exception {
        String[] seen = new String[1];
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                waits = true;
                try {
                    lock.wait();
                    seen[0] = "returned, interrupted: " + Thread.interrupted();
                } catch (InterruptedException e) {
                    seen[0] = "threw, interrupted: " + Thread.interrupted();
                }
            }
        });
        waiter.start();
        boolean waited = false;
        while (!waited) {
            synchronized (lock) {
                if (waits) {
                    waited = true;
                    waiter.interrupt();
                    lock.notifyAll();
                }
            }
        }
        waiter.join();
        System.out.println(seen[0]);
    }
}
