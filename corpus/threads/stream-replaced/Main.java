import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        PrintStream replacement = new PrintStream(captured, true);
        PrintStream original = System.out;
        Thread thread = new Thread(() -> System.out.println("hello"));
        thread.start();
        System.setOut(replacement);
        thread.join();
        System.setOut(original);
        System.out.println(captured.size());
        assert captured.size() == 0;
    }
}
