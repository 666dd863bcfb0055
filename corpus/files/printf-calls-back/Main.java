/** An object whose text needs a lock is printed, while who has the lock prints. */
public class Main {
    static final Object lock = new Object();

    record Locked() {
        @Override
        public String toString() {
            synchronized (lock) {
                return "locked";
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (lock) {
                System.out.println("other");
            }
        });
        other.start();
        System.out.printf("%s%n", new Locked());
        other.join();
    }
}
