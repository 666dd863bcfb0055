/** A thread is seen on its way to a monitor, then blocked there, never the other way round. */
public class Main {
    public static void main(String[] args) {
        Object lock = new Object();
        Thread thread = new Thread(() -> {
            synchronized (lock) {
                return;
            }
        });
        synchronized (lock) {
            thread.start();
            System.out.println(thread.getState() + " " + thread.getState());
        }
    }
}
