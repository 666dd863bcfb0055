/** Of three threads with the same code, the first two take locks in opposite orders; `main` waits for all, in the order in which they were made. */
public class Main {
    static int turn;

    public static void main(String[] args) throws InterruptedException {
        Object turns = new Object(), a = new Object(), b = new Object();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                int mine;
                synchronized (turns) {
                    mine = turn++;
                }
                synchronized (mine == 0 ? a : b) {
                    synchronized (mine == 0 ? b : a) {
                        Thread.yield();
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
