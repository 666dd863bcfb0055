import java.util.List;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

public class Main {
    public static void main(String[] args) {
        Random random = new Random();
        List<Integer> list = new ArrayList<>(List.of(1, 2));
        Collections.shuffle(list);
        random.setSeed(5);
        int seeded = random.nextInt(100);
        String text = ThreadLocalRandom.current().nextInt(-1, 1) + " " + list + " " + (seeded == new Random(5).nextInt(100));
        System.out.println(text);
    }
}
