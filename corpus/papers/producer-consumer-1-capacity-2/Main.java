/** Producer and consumer over a bounded buffer; the data carried is constant, so the state space is finite. */
public class Main {
    static final int CAPACITY = 2;
    static final int CONSUMERS = 1;

    static class IntBuffer {
        private final int[] data;
        private int count;
        private int front;

        IntBuffer(int capacity) {
            data = new int[capacity];
        }

        void put(int x) throws InterruptedException {
            synchronized (this) {
                while (count == data.length) wait();
                data[(front + count) % data.length] = x;
                count = count + 1;
                if (count == 1) notifyAll();
            }
        }

        int get() throws InterruptedException {
            synchronized (this) {
                while (count == 0) wait();
                int x = data[front];
                front = (front + 1) % data.length;
                count = count - 1;
                if (count == data.length - 1) notifyAll();
                return x;
            }
        }
    }

    static class Producer implements Runnable {
        private final IntBuffer buffer;

        Producer(IntBuffer buffer) {
            this.buffer = buffer;
        }

        public void run() {
            try {
                while (true) buffer.put(0);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static class Consumer implements Runnable {
        private final IntBuffer buffer;

        Consumer(IntBuffer buffer) {
            this.buffer = buffer;
        }

        public void run() {
            try {
                while (true) buffer.get();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) {
        IntBuffer buffer = new IntBuffer(CAPACITY);
        new Thread(new Producer(buffer)).start();
        for (int i = 0; i < CONSUMERS; i++) new Thread(new Consumer(buffer)).start();
    }
}
