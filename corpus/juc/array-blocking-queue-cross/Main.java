import java.util.concurrent.ArrayBlockingQueue;

public class Main {
    static final ArrayBlockingQueue<Integer> left = new ArrayBlockingQueue<>(1);
    static final ArrayBlockingQueue<Integer> right = new ArrayBlockingQueue<>(1);

    static void talk(ArrayBlockingQueue<Integer> out, ArrayBlockingQueue<Integer> in) {
        try {
            out.put(1);
            out.put(2);
            in.take();
            in.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> talk(left, right)).start();
        talk(right, left);
    }
}
