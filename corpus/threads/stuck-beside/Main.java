/** Nobody notifies the waiter, while main goes on forever. */
public class Main {
    static volatile int x;

    public static void main(String[] args) {
        Object lock = new Object();
        new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
        }, "waiter").start();
        while (true) {
            x = 1 - x;
        }
    }
}
