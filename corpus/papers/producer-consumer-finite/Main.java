public class Main {
    static final int CAPACITY = 1;

    static class IntBuffer {
        private final int[] data;
        private int count;
        private int front;

        IntBuffer(int capacity) {
            data = new int[capacity];
        }

        synchronized void put(int x) throws InterruptedException {
            while (count == data.length) wait();
            data[(front + count) % data.length] = x;
            count = count + 1;
            if (count == 1) notifyAll();
        }

        synchronized int get() throws InterruptedException {
            while (count == 0) wait();
            int x = data[front];
            front = (front + 1) % data.length;
            count = count - 1;
            if (count == data.length - 1) notifyAll();
            return x;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        IntBuffer buffer = new IntBuffer(CAPACITY);
        Thread producer = new Thread(() -> {
            try {
                buffer.put(1);
                buffer.put(2);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        producer.start();
        int first = buffer.get();
        int last = buffer.get();
        producer.join();
        System.out.println("sum=" + (first + last) + " last=" + last);
    }
}
