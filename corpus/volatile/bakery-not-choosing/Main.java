import java.util.concurrent.atomic.*;

public class Main {
    static final AtomicIntegerArray number = new AtomicIntegerArray(2);
    static int counter;

    static void work(int i) {
        int j = 1 - i;
        number.set(i, number.get(j) + 1);
        while (true) {
            int n = number.get(j);
            if (n == 0 || n > number.get(i) || n == number.get(i) && j > i) {
                break;
            }
        }
        counter++;
        number.set(i, 0);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> work(0));
        Thread b = new Thread(() -> work(1));
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
