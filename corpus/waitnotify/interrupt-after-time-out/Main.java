/** A timed wait that is over when the interrupt comes returns normally or throws. */
public class Main {
    static final Object lock = new Object();

    public static void main(String[] args) throws Exception {
        String[] seen = new String[1];
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait(10);
                    seen[0] = "returned";
                } catch (InterruptedException e) {
                    seen[0] = "threw";
                }
                seen[0] += Thread.interrupted() ? ", interrupted" : "";
            }
        });
        waiter.start();
        waiter.interrupt();
        waiter.join();
        System.out.println(seen[0]);
    }
}
