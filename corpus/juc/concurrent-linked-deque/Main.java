import java.util.concurrent.ConcurrentLinkedDeque;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
        Thread t = new Thread(() -> deque.push(1));
        t.start();
        deque.push(2);
        t.join();
        int first = deque.pop();
        int second = deque.pop();
        System.out.println(first + " " + second);
    }
}
