/** One worker object started by two threads: each locks an object of its own, so {@code x} is unprotected. */
public class SplitLock {
    static class S {
        int x;
    }

    static class W implements Runnable {
        Object l;
        S s = new S();

        public void run() {
            l = new Object();
            synchronized (l) {
                s.x++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        W w = new W();
        Thread first = new Thread(w);
        Thread second = new Thread(w);
        first.start();
        second.start();
        first.join();
        second.join();
        if (w.s.x != 2)
            throw new IllegalStateException();
    }
}
