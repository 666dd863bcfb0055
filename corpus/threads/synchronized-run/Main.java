/** A thread whose run method is synchronized: it takes its own monitor first, which others may have. */
public class Main extends Thread {
    private int count;

    @Override
    public synchronized void run() {
        count++;
        notifyAll();
    }

    public static void main(String[] args) throws Exception {
        Main thread = new Main();
        synchronized (thread) {
            thread.start();
            thread.count++;
            while (thread.count < 2) {
                thread.wait();
            }
        }
        thread.join();
        assert thread.count == 2;
    }
}
