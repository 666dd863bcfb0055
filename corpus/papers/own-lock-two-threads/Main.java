public class Main {
    static class Shared {
        int x;
    }

    static class Worker implements Runnable {
        Object lock;
        final Shared shared = new Shared();

        public void run() {
            lock = new Object();
            synchronized (lock) {
                shared.x++;
            }
        }
    }

    public static void main(String[] args) {
        Worker worker = new Worker();
        new Thread(worker).start();
        new Thread(worker).start();
    }
}
