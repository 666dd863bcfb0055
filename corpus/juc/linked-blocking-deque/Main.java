import java.util.concurrent.LinkedBlockingDeque;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>();
        new Thread(() -> deque.addFirst(1)).start();
        System.out.println("x=" + deque.takeLast());
    }
}
