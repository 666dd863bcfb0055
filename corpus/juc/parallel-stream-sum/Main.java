import java.util.stream.IntStream;

public class Main {
    public static void main(String[] args) {
        StringBuffer order = new StringBuffer();
        int sum = IntStream.rangeClosed(1, 2).parallel().map(i -> { order.append(i); return i * i; }).sum();
        System.out.println(order + " " + sum);
    }
}
