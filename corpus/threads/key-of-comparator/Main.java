import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

public class Main {
    static volatile int extracted;

    static int key(String text) {
        extracted = extracted + 1;
        return text.length();
    }

    public static void main(String[] args) throws Exception {
        List<String> texts = new ArrayList<>(List.of("bb", "a"));
        Thread sorter = new Thread(() -> texts.sort(Comparator.comparing(Main::key)));
        sorter.start();
        extracted = extracted + 10;
        sorter.join();
        assert extracted == 12 : extracted;
    }
}
