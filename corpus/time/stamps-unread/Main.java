/** Stamps that nobody compares, for somebody who looks at them in a debugger. */
public class Main {
    static final class Connection {
        volatile long opened;
        volatile long used;
        volatile int uses;

        void use() {
            used = System.currentTimeMillis();
            uses++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Connection connection = new Connection();
        connection.opened = System.currentTimeMillis();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                synchronized (connection) {
                    connection.use();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert connection.uses == 2;
    }
}
