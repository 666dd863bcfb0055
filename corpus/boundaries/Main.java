class Consumer extends Thread {
    private Object[] buffer; Consumer(Object[] buffer) { this.buffer = buffer; }

    public void run() { try {
        int pos = 0;
        while (true) {
            synchronized (buffer) {
                while (buffer[pos] == null) buffer.wait();
            }

            Object msg = buffer[pos];
            buffer[pos] = null;
            pos++;
            synchronized (buffer) {
                buffer.notify();
            }
        }
    } catch (InterruptedException e) { } }
}

class Producer extends Thread {
    private Object[] buffer; Producer(Object[] buffer) { this.buffer = buffer; }

    public void run() { try {
        int pos = 0;
        while (true) {
            synchronized (buffer) {
                while (buffer[pos] != null) buffer.wait();
            }

            Object msg = new Object();
            buffer[pos] = msg;
            pos++;
            synchronized (buffer) {
                buffer.notify();
            }
        }
    } catch (InterruptedException e) { } }
}

class Main { public static void main(String[] args) {
    Object[] buffer = {args, null};
    Consumer cons = new Consumer(buffer);
    Producer prod = new Producer(buffer);
    cons.start();
    prod.start();
} }
