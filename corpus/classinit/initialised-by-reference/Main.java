/** The task of a thread is a reference to a static method, and calling it initialises the class: beside what main does. */
public class Main {
    static int count;

    static class Lazy {
        static {
            count++;
        }

        static void run() {}
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(Lazy::run);
        thread.start();
        count++;
        thread.join();
        assert count == 2;
    }
}
