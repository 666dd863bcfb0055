import java.util.concurrent.*;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Thread a = new Thread(() -> map.merge("k", 1, Integer::sum));
        a.start();
        map.merge("k", 1, Integer::sum);
        a.join();
        System.out.println(map.get("k"));
    }
}
