import java.util.concurrent.SynchronousQueue;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        new Thread(() -> {
            try {
                queue.put(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        System.out.println("x=" + queue.take());
    }
}
