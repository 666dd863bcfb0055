import java.util.List;
import java.util.stream.Stream;

/** Two threads use the same stream. */
public class Main {
    static final Stream<Integer> numbers = List.of(1, 2).stream();
    static volatile int used;

    static void use() {
        try {
            numbers.forEach(number -> { });
            used++;
        } catch (IllegalStateException late) {
            // The other thread was first.
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(Main::use);
        other.start();
        use();
        other.join();
    }
}
