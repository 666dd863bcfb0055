import java.util.List;
import java.util.ListIterator;
import java.util.concurrent.CopyOnWriteArrayList;

public class Main {
    static final ListIterator<Integer> iterator = new CopyOnWriteArrayList<>(List.of(1, 2)).listIterator(2);
    static volatile int taken;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> taken = iterator.previous());
        other.start();
        int mine = iterator.previous();
        other.join();
        System.out.println(mine == taken ? "twice" : "once");
    }
}
