import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class Main {
    public static void main(String[] args) {
        List<Integer> list = Collections.synchronizedList(new ArrayList<>(4));
        list.add(1);
        new Thread(() -> list.add(2)).start();
        int sum = 0;
        for (int x : list) sum += x;
        assert sum > 0;
    }
}
