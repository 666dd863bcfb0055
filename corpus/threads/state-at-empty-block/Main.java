/** Two threads pass through a synchronized block in which nothing happens; one of them is asked for its state. */
public class Main {
    static final Object lock = new Object();

    static void pass() {
        synchronized (lock) {
        }
    }

    public static void main(String[] args) {
        Thread first = new Thread(Main::pass);
        Thread second = new Thread(Main::pass);
        first.start();
        second.start();
        System.out.println(second.getState());
    }
}
