import java.util.Iterator;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;

public class Main {
    static final Iterator<Integer> iterator = new LinkedBlockingQueue<>(List.of(1, 2)).iterator();
    static volatile int taken;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> taken = iterator.next());
        other.start();
        int mine = iterator.next();
        other.join();
        System.out.println(mine == taken ? "twice" : "once");
    }
}
