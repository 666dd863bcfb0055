import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

public class Main {
    public static void main(String[] args) {
        List<Integer> all = new ArrayList<>();
        IntStream.range(0, 2).parallel().forEach(all::add);
    }
}
