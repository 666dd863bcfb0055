/** Since JDK 24 a virtual thread that sleeps in a synchronized block gives its carrier away. */
public class Main {
    static int x, seen;
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread sleeps = Thread.ofVirtual().start(() -> {
            synchronized (lock) {
                try { Thread.sleep(1); } catch (InterruptedException e) { }
                seen = x;
            }
        });
        Thread writes = Thread.ofVirtual().start(() -> x = 1);
        sleeps.join(); writes.join();
        System.out.println(seen);
    }
}
