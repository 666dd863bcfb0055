import java.util.concurrent.ConcurrentSkipListMap;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
        map.put(1, 1);
        Thread t = new Thread(() -> map.put(2, 2));
        t.start();
        map.remove(3);
        t.join();
        System.out.println("size=" + map.size());
    }
}
