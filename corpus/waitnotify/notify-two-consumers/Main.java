public class Main {
    static class Buffer {
        private int item;
        private boolean full;

        synchronized void put(int value) throws InterruptedException {
            while (full) {
                wait();
            }
            item = value;
            full = true;
            notify();
        }

        synchronized int take() throws InterruptedException {
            while (!full) {
                wait();
            }
            full = false;
            notify();
            return item;
        }
    }

    public static void main(String[] args) {
        Buffer buffer = new Buffer();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                try {
                    buffer.take();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }).start();
        }
        try {
            buffer.put(1);
            buffer.put(2);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
