import java.util.ArrayList;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        ArrayList<Integer> list = new ArrayList<>(4);
        Thread t = new Thread(() -> list.add(1));
        t.start();
        list.add(2);
        t.join();
        System.out.println("size=" + list.size());
    }
}
