/** Threads that make threads, whose names and ids nobody looks at. */
public class Main {
    static int count;

    static synchronized void add() {
        count++;
    }

    public static void main(String[] args) throws Exception {
        Runnable twice = () -> {
            Thread inner = new Thread(Main::add);
            inner.start();
        };
        Thread first = new Thread(twice);
        Thread second = new Thread(twice);
        first.start();
        second.start();
    }
}
