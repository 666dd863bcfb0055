import java.util.stream.IntStream;

public class Main {
    static int total;

    public static void main(String[] args) {
        IntStream.range(1, 3).parallel().forEach(i -> total += i);
    }
}
