import java.util.concurrent.CopyOnWriteArrayList;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();
        list.add(1);
        Thread t = new Thread(() -> list.add(2));
        t.start();
        int sum = 0;
        for (int x : list) sum += x;
        t.join();
        System.out.println("sum=" + sum);
    }
}
