import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        List<Integer> list = Collections.synchronizedList(new ArrayList<>(4));
        Thread t = new Thread(() -> list.add(1));
        t.start();
        list.add(2);
        t.join();
        System.out.println("size=" + list.size());
    }
}
