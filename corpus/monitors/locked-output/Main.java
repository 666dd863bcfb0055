/** Main holds the stream while it waits for a thread that prints. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> System.out.println("x"));
        thread.start();
        synchronized (System.out) {
            thread.join();
        }
    }
}
