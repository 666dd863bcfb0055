import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Copies two lists to the same array. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        List<Integer> first = new CopyOnWriteArrayList<>(List.of(1));
        List<Integer> second = new CopyOnWriteArrayList<>(List.of(2));
        Integer[] array = new Integer[1];
        Thread other = new Thread(() -> first.toArray(array));
        other.start();
        second.toArray(array);
        other.join();
    }
}
