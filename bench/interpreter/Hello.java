import java.util.ArrayList;
import java.util.List;

/** Start-up: string concatenation, a lambda and an ArrayList. */
public class Hello {
    public static void main(String[] args) {
        List<String> words = new ArrayList<>();
        Runnable add = () -> words.add("world");
        words.add("hello");
        add.run();
        System.out.println(words.size() + " words: " + words);
    }
}
