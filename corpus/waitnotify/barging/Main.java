public class Main {
    static final Object lock = new Object();
    static int items;

    static void take() {
        synchronized (lock) {
            try {
                if (items == 0) lock.wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            assert items > 0 : "woken, but the item is gone";
            items--;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> take()).start();
        new Thread(() -> {
            synchronized (lock) {
                items++;
                lock.notify();
            }
        }).start();
        take();
    }
}
