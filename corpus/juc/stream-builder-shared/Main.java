import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The tasks of a parallel stream add to one builder, which is not made for several threads. */
public class Main {
    public static void main(String[] args) {
        Stream.Builder<Integer> builder = Stream.builder();
        IntStream.range(0, 2).parallel().forEach(builder::add);
        assert builder.build().count() == 2;
    }
}
