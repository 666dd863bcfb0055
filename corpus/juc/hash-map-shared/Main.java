import java.util.HashMap;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        HashMap<Integer, Integer> map = new HashMap<>();
        map.put(0, 0);
        Thread t = new Thread(() -> map.put(1, 1));
        t.start();
        map.put(2, 2);
        t.join();
    }
}
