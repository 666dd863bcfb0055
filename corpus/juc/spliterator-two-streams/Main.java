import java.util.ArrayList;
import java.util.List;
import java.util.Spliterator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;

public class Main {
    static final Spliterator<Integer> elements = new ArrayList<>(List.of(1)).spliterator();
    static final AtomicInteger sum = new AtomicInteger();

    static void add() {
        StreamSupport.stream(elements, true).forEach(sum::addAndGet);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(Main::add);
        other.start();
        add();
        other.join();
        System.out.println(sum.get());
    }
}
