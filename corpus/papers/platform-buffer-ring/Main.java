public class Main {
    static void consume(Object[] buffer) throws InterruptedException {
        int pos = 0;
        while (true) {
            synchronized (buffer) {
                while (buffer[pos] == null) buffer.wait();
                buffer[pos] = null;
                buffer.notify();
            }
            pos = (pos + 1) % buffer.length;
        }
    }

    static void produce(Object[] buffer) throws InterruptedException {
        int pos = 0;
        while (true) {
            synchronized (buffer) {
                while (buffer[pos] != null) buffer.wait();
                buffer[pos] = buffer;
                buffer.notify();
            }
            pos = (pos + 1) % buffer.length;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object[] buffer = new Object[2];
        Thread cons = new Thread(() -> {
            try {
                consume(buffer);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        cons.start();
        produce(buffer);
    }
}
