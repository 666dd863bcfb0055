public class Main {
    static class Consumer extends Thread {
        private final Object[] buffer;

        Consumer(Object[] buffer) {
            this.buffer = buffer;
        }

        @Override
        public void run() {
            int pos = 0;
            while (true) {
                synchronized (buffer) {
                    while (buffer[pos] == null) await(buffer);
                }
                Object msg = buffer[pos];
                buffer[pos] = null;
                assert msg != null;
                pos++;
                synchronized (buffer) {
                    buffer.notify();
                }
            }
        }
    }

    static class Producer extends Thread {
        private final Object[] buffer;

        Producer(Object[] buffer) {
            this.buffer = buffer;
        }

        @Override
        public void run() {
            int pos = 0;
            while (true) {
                synchronized (buffer) {
                    while (buffer[pos] != null) await(buffer);
                }
                Object msg = new Object();
                buffer[pos] = msg;
                pos++;
                synchronized (buffer) {
                    buffer.notify();
                }
            }
        }
    }

    static void await(Object o) {
        try {
            o.wait();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        Object[] buffer = new Object[2];
        Consumer cons = new Consumer(buffer);
        Producer prod = new Producer(buffer);
        cons.start();
        prod.start();
    }
}
