public class Main {
    static final Object lock = new Object();

    public static void main(String[] args) {
        Thread t = Thread.startVirtualThread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        System.out.println("daemon=" + t.isDaemon());
    }
}
