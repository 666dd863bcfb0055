import java.util.concurrent.*;

public class Main {
    public static void main(String[] args) {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        new Thread(() -> map.put(1, 1)).start();
        int n = 0;
        for (Integer key : map.keySet()) {
            n += key;
        }
        System.out.println(n);
    }
}
