public class Main {
    private final int[] items = new int[2];
    private int size;

    synchronized void push(int x) {
        items[size++] = x;
        notifyAll();
    }

    synchronized int pop() throws InterruptedException {
        while (size == 0) wait();
        return items[--size];
    }

    static void take(Main stack) {
        try {
            stack.pop();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        Main stack = new Main();
        new Thread(() -> take(stack)).start();
        new Thread(() -> take(stack)).start();
        stack.push(1);
        stack.push(2);
    }
}
